import { resolve } from 'node:path';
import { jsonText } from '@kassa/contracts/terminal';
import { Argument, Command } from 'commander';
import { CliError, Concluded } from '../cli-error.ts';
import type { CliWorld } from '../cli-world.ts';
import { coloursOf } from '../output/colours.ts';
import { explanationText, findingsText, verdictText } from '../output/signature-text.ts';
import { findSettings, type SettingOptions } from '../settings/find-settings.ts';
import { readTextFile } from '../settings/read-text-file.ts';
import type { Finding } from '../signatures/finding.ts';
import { type GivenHeaders, readHeaders } from '../signatures/given-headers.ts';
import { readPublicKey } from '../signatures/key-files.ts';
import { readTarget } from '../signatures/request-target.ts';
import { verifyRequest } from '../signatures/verify-request.ts';
import { verifyWebhook } from '../signatures/verify-webhook.ts';
import { settingOption, withOutputOptions } from './connection-options.ts';
import { readMoment } from './moments.ts';
import { readBytes } from './request-file.ts';

export const httpMethods = ['GET', 'POST'];

interface CommonOptions extends SettingOptions {
  readonly body?: string;
  readonly header?: readonly string[];
  readonly headers?: string;
  readonly at?: string;
  readonly json?: true;
}

interface RequestOptions extends CommonOptions {
  readonly publicKey?: string;
  readonly stringToSign?: string;
}

/** `kassa verify …` */
export function verifyCommands(world: CliWorld): Command {
  const verify = new Command('verify').description(
    'verify a signature, and show which part fails and what to check',
  );

  addRequest(verify, world);
  addWebhook(verify, world);

  return verify;
}

function addRequest(verify: Command, world: CliWorld): void {
  withCommonOptions(
    verify
      .command('request')
      .description('verify a signed request as the gateway does, without sending it')
      .addArgument(new Argument('<method>', 'the HTTP method').choices(httpMethods))
      .argument('<path>', 'with its query, or the whole URL')
      .option('--body <file>', 'file with the body as sent, or - for standard input')
      .option(
        '--public-key <file>',
        'the merchant’s public key, a PEM file (default: the public half of your private key)',
      )
      .addOption(settingOption('--private-key-file <file>', 'your RSA private key, a PEM file'))
      .option(
        '--string-to-sign <file>',
        'file with the six signed lines as your own code built them; the first wrong line is shown',
      )
      .addHelpText(
        'after',
        '\nExamples:\n  kassa verify request POST /api/merchant/payment/create --body order.json --headers headers.txt\n' +
          "  kassa verify request GET /api/merchant/order/list --public-key public.pem \\\n    -H 'X-Merchant-Id: mer_1' -H 'X-Timestamp: 1795305600000' -H 'X-Nonce: 2cf1a0b2' -H 'X-Signature: …'",
      )
      .action((method: string, path: string, options: RequestOptions) =>
        verifyGivenRequest(world, { method, path }, options),
      ),
  );
}

async function verifyGivenRequest(
  world: CliWorld,
  { method, path }: { readonly method: string; readonly path: string },
  options: RequestOptions,
): Promise<void> {
  const settings = findSettings(options, world.environment, world.currentFolder);
  const keyFile =
    options.publicKey === undefined
      ? settings.privateKeyFile?.value
      : resolve(world.currentFolder, options.publicKey);
  if (keyFile === undefined) {
    throw new CliError('usage', 'No key to verify with. Set --public-key or --private-key-file.');
  }
  const { isValid, findings, explanation } = verifyRequest({
    method,
    target: readTarget(path),
    body: options.body === undefined ? undefined : await readBytes(world, options.body, 'body file'),
    headers: headersOf(world, options),
    publicKey: readPublicKey(keyFile),
    otherLines:
      options.stringToSign === undefined
        ? undefined
        : readTextFile(resolve(world.currentFolder, options.stringToSign), 'file of lines'),
    atMs: momentOf(options.at),
  });
  const colours = coloursOf(world.outputHasColours);
  const shown = explanation === null ? '' : `${explanationText(explanation, colours)}\n`;
  conclude(
    world,
    options,
    { isValid, findings },
    {
      json: {
        canonical_body: explanation?.canonicalBody ?? null,
        body_sha256: explanation?.bodyHash || null,
        string_to_sign: explanation?.lines ?? null,
      },
      text: shown,
      refusal: 'the gateway refuses this request.',
    },
  );
}

function addWebhook(verify: Command, world: CliWorld): void {
  withCommonOptions(
    verify
      .command('webhook')
      .description('verify a webhook that your server received')
      .requiredOption('--body <file>', 'file with the body as received, or - for standard input')
      .addOption(settingOption('--webhook-secret <secret>', 'the webhook secret, whsec_…'))
      .addHelpText(
        'after',
        '\nExamples:\n  kassa verify webhook --body event.json --headers headers.txt\n' +
          "  kassa verify webhook --body event.json --at 2026-11-22T09:30:00Z -H 'webhook-id: evt_…' \\\n    -H 'webhook-timestamp: 1795339800' -H 'webhook-signature: v1,…'",
      )
      .action(async (options: CommonOptions & { readonly body: string }) => {
        const { webhookSecret } = findSettings(options, world.environment, world.currentFolder);
        if (webhookSecret === undefined) {
          throw new CliError(
            'usage',
            'The webhook secret is not set. Set it with --webhook-secret or KASSA_WEBHOOK_SECRET.',
          );
        }
        const given = {
          body: await readBytes(world, options.body, 'body file'),
          headers: headersOf(world, options),
          secret: webhookSecret.value,
          atMs: momentOf(options.at),
        };
        const { isValid, findings, expected } = withGoodSecret(webhookSecret.from, () =>
          verifyWebhook(given),
        );
        const signed =
          expected === null
            ? ''
            : `  The signed string is id.timestamp.body. With this secret, the signature is:\n  ${expected}\n\n`;
        conclude(
          world,
          options,
          { isValid, findings },
          {
            json: { expected_signature: expected },
            text: signed,
            refusal: 'do not trust it; answer 400.',
          },
        );
      }),
  );
}

function withCommonOptions(command: Command): Command {
  return withOutputOptions(command)
    .option(
      '-H, --header <line>',
      'a header, "Name: value"; repeatable',
      (line: string, before: string[] = []) => [...before, line],
    )
    .option('--headers <file>', 'a file with one header per line, as in the output of curl -v')
    .option(
      '--at <time>',
      'when the request or webhook arrived: an RFC 3339 time, or a duration before now, such as 2h (default: now)',
    );
}

function headersOf(world: CliWorld, { header = [], headers }: CommonOptions): GivenHeaders {
  const text =
    headers === undefined ? '' : readTextFile(resolve(world.currentFolder, headers), 'file of headers');
  return readHeaders(header, text);
}

function momentOf(text: string | undefined): number {
  return text === undefined ? Date.now() : readMoment(text, '--at', new Date()).getTime();
}

function withGoodSecret<Result>(from: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof TypeError) throw new CliError('usage', `${from}: ${error.message}`);
    throw error;
  }
}

/** @throws {Concluded} when the signature is not valid, after printing the findings */
function conclude(
  world: CliWorld,
  options: CommonOptions,
  { isValid, findings }: { readonly isValid: boolean; readonly findings: readonly Finding[] },
  shown: { readonly json: object; readonly text: string; readonly refusal: string },
): void {
  const colours = coloursOf(world.outputHasColours);
  if (options.json) {
    const list = findings.map(({ part, holds, detail, whatToDo }) => ({
      part,
      holds,
      detail,
      what_to_do: whatToDo === '' ? null : whatToDo,
    }));
    world.write(jsonText({ valid: isValid, findings: list, ...shown.json }));
  } else {
    world.write(shown.text + findingsText(findings, colours) + verdictText(isValid, shown.refusal, colours));
  }
  if (!isValid) throw new Concluded('not_valid');
}
