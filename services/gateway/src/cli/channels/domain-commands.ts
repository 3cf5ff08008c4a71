import * as endpoints from '@kassa/contracts/endpoints';
import type { Command } from 'commander';
import { ask, type CommonOptions, withCommonOptions } from '../operations/operations-command.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { printCheck } from './print-check.ts';

/** How long a command waits for the answer. Apple fetches a file from the domain meanwhile. */
const TIMEOUT_MS = 60_000;

const exitCodes =
  '\nExit codes: 0 if the domain is registered and its wallets are active, 1 if a step failed, 7 if the channel has no wallet that needs it.';

/** Adds the commands that register and check the domains of payment pages, on which wallets such as Apple Pay appear. */
export function addDomains(channel: Command, world: CliWorld): void {
  withDomain(channel.command('register-domain'))
    .description('register the domain of a payment page at the processor, so that it can show Apple Pay')
    .addHelpText(
      'after',
      `\nApple fetches a file from the domain: set KASSA_APPLE_PAY_FILE first.\n${exitCodes}\n\nExamples:\n  kassa-admin channel register-domain ProcessorA\n  kassa-admin channel register-domain ProcessorA shop.example`,
    )
    .action(async (channelId: string, domain: string | undefined, options: CommonOptions) => {
      const body = domain === undefined ? {} : { domain };
      const parts = { path: { channelId }, body };
      printCheck(world, options, await ask(world, options, endpoints.registerDomain, parts, TIMEOUT_MS));
    });

  withDomain(channel.command('check-domain'))
    .description(
      'show whether the domain of a payment page is registered, and which wallets are active on it',
    )
    .addHelpText('after', exitCodes)
    .action(async (channelId: string, domain: string | undefined, options: CommonOptions) => {
      const query = domain === undefined ? {} : { domain };
      const parts = { path: { channelId }, query };
      printCheck(world, options, await ask(world, options, endpoints.checkDomain, parts, TIMEOUT_MS));
    });
}

function withDomain(command: Command): Command {
  return withCommonOptions(command)
    .argument('<channel-id>', 'the channel’s ID, like ProcessorA or ProcessorA-mer_3vQ8x0Yb2LkT9sWd')
    .argument('[domain]', 'the page’s domain, like shop.example (default: the cashier’s)');
}
