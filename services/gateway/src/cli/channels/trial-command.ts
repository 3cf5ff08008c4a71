import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { CliError } from '../terminal/cli-error.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { reasonOf } from '../terminal/failure.ts';
import type { TrialResult } from './channel-trial.ts';
import { readCredentialsFile } from './credentials-file.ts';

interface TrialOptions {
  readonly credentials: string;
  readonly transcript?: string;
  readonly listen?: number;
}

const help = `
The command needs no running gateway. It makes payments, refunds and disputes in the processor's test environment, so it
accepts only test keys. The transcript contains the calls, the answers and the reports in JSON lines, without secrets and
personal data.

ProcessorB reports its results only by webhook. With --listen, the command receives them on a loopback port of this machine.
Point the test account’s webhook there, for example through a tunnel. Only webhooks with a valid signature count.

With ProcessorA, --listen adds a step that receives a webhook and checks its signature. Stripe’s own command-line tool can
deliver webhooks to the port: stripe listen --forward-to http://127.0.0.1:10080. callbackSecret is then the secret it prints.

Examples:
  kassa-admin channel trial ProcessorA --credentials stripe-test.json --transcript stripe.jsonl
  kassa-admin channel trial ProcessorB --credentials adyen-test.json --listen 10080 --transcript adyen.jsonl`;

export function addTrial(channel: Command, world: CliWorld): void {
  channel
    .command('trial')
    .description(
      'try a processor’s test environment with test keys: payments, refunds, disputes, events and books',
    )
    .argument('<channel-type>', 'like ProcessorA')
    .requiredOption(
      '--credentials <file>',
      'a JSON file with the test account’s credentials; - for standard input',
    )
    .option('--transcript <file>', 'write the transcript to this file')
    .option('--listen <port>', 'receive the processor’s webhooks on this port', portOf)
    .addHelpText('after', help)
    .action(async (channelType: string, { credentials, transcript, listen }: TrialOptions) => {
      const { tryChannel } = world;
      if (tryChannel === undefined) throw new CliError('usage', 'This program cannot try channels.');
      const trial = await tryChannel({
        channelType,
        credentials: readCredentialsFile(credentials),
        environment: world.environment,
        ...(listen !== undefined && { listen }),
        listening: (url) => world.write(`Receiving webhooks at ${url}.\n`),
        tell: (result) => world.write(resultText(result)),
      });
      if (trial.kind === 'refused') throw new CliError('usage', trial.message);
      if (transcript !== undefined)
        writeTranscript(resolve(world.currentFolder, transcript), trial.transcript);
      const different = trial.results.filter(({ isAsExpected }) => !isAsExpected).length;
      const summary = `${trial.results.length - different} of ${trial.results.length} as expected.`;
      world.write(`\n${summary}\n`);
      if (different > 0) throw new CliError('refused', `${different} differ from what was expected.`);
    });
}

/** @throws {CliError} when the file cannot be written */
function writeTranscript(file: string, transcript: string): void {
  try {
    writeFileSync(file, transcript);
  } catch (error) {
    throw new CliError('usage', `The transcript cannot be written: ${reasonOf(error)}.`);
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^[1-9][0-9]{0,4}$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('An example is 10080.');
  return port;
}

function resultText({ name, expected, seen, isAsExpected }: TrialResult): string {
  return isAsExpected
    ? `as expected  ${name}: ${seen}\n`
    : `DIFFERENT    ${name}\n             expected: ${expected}\n             seen:     ${seen}\n`;
}
