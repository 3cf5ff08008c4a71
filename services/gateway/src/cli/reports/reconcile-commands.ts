import { setTimeout as pause } from 'node:timers/promises';
import type { Reconciliation } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { Command } from 'commander';
import {
  ask,
  askAndPrint,
  type CommonOptions,
  print,
  withCommonOptions,
} from '../operations/operations-command.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { reconciliationListText, reconciliationText } from './reconciliation-text.ts';

interface DayOptions extends CommonOptions {
  readonly channel: string;
  readonly date: string;
}

interface ListOptions extends CommonOptions {
  readonly after?: string;
  readonly limit?: string;
}

const ASK_AGAIN_MS = 1_000;

/** `kassa-admin reconcile …` */
export function reconcileCommands(world: CliWorld): Command {
  const reconcile = new Command('reconcile').description('compare a channel’s own books with the gateway’s');

  withDay(reconcile.command('run', { isDefault: true }))
    .description('compare a day now, even one that has not ended, and show the differences')
    .addHelpText(
      'after',
      `\n${exitCodeText}\n\nExample:\n  kassa-admin reconcile --channel Sandbox --date 2026-11-21`,
    )
    .action(async (options: DayOptions) => {
      const { channel, date } = options;
      let result = await ask(world, options, endpoints.reconcileDay, { body: { channel, date } });
      while (result.state === 'running') {
        await pause(ASK_AGAIN_MS);
        result = await ask(world, options, endpoints.showReconciliation, {
          path: { channelId: channel, date },
        });
      }
      report(world, options, result);
    });

  withDay(reconcile.command('show'))
    .description('show the latest result for a day')
    .addHelpText('after', `\n${exitCodeText}`)
    .action(async ({ channel, date, ...options }: DayOptions) => {
      report(
        world,
        options,
        await ask(world, options, endpoints.showReconciliation, { path: { channelId: channel, date } }),
      );
    });

  withCommonOptions(reconcile.command('list'))
    .description('list the days that were compared, newest first')
    .option('--limit <count>', 'how many (1 to 100; default: 50)')
    .option('--after <cursor>', 'continue the previous list: give the value that was printed at its end')
    .action(async ({ after, limit, ...options }: ListOptions) => {
      await askAndPrint(world, options, reconciliationListText, endpoints.listReconciliations, {
        query: { after, limit },
      });
    });

  return reconcile;
}

const exitCodeText = 'The exit code is 0 if the books agree, 5 if they differ, and 6 if there is no result.';

function withDay(command: Command): Command {
  return withCommonOptions(command)
    .requiredOption('--channel <channel-id>', 'the channel’s ID, like Sandbox or ProcessorA')
    .requiredOption('--date <day>', 'YYYY-MM-DD; from 00:00 to 24:00 UTC');
}

/** @throws {CliError} unless the books agree */
function report(world: CliWorld, options: CommonOptions, result: Reconciliation): void {
  print(world, options, result, reconciliationText);
  if (result.state !== 'done' || result.counts === null) {
    throw new CliError(
      'incomplete',
      `${whyIncomplete(result)}. The gateway keeps trying to compare the books.`,
    );
  }
  const count = Object.values(result.counts).reduce((sum, each) => sum + each, 0);
  if (count > 0)
    throw new CliError('different', `The books differ in ${count} ${count === 1 ? 'entry' : 'entries'}.`);
}

function whyIncomplete({ state, detail, counts, at }: Reconciliation): string {
  if (detail !== null && counts !== null) {
    return `There is no result this time: ${detail}. The result shown is from ${at}`;
  }
  const progress = state === 'running' ? 'it is still being worked on' : 'it has not been compared yet';
  return `There is no result: ${detail ?? progress}`;
}
