import { type OperatorCase, operatorCaseKinds } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { jsonText } from '@kassa/contracts/terminal';
import { Command, Option } from 'commander';
import { ask, askAndPrint, type CommonOptions, withCommonOptions } from '../operations/operations-command.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { readMoment } from '../terminal/read-moment.ts';
import { caseListText } from './case-text.ts';
import { settledCaseText } from './conclusion-text.ts';

interface ListOptions extends CommonOptions {
  readonly kind?: OperatorCase['kind'];
  readonly after?: string;
  readonly limit?: string;
}

interface SettleOptions extends CommonOptions {
  readonly since: string;
  readonly note: string;
}

/** `kassa-admin cases …` */
export function caseCommands(world: CliWorld): Command {
  const cases = new Command('cases').description(
    'cases that wait for an operator, such as unknown results, reports that contradict an order, and work that failed too often',
  );

  withCommonOptions(cases.command('list', { isDefault: true }))
    .description('list the cases, oldest first; also show webhooks that could not be delivered')
    .addOption(new Option('--kind <kind>', 'only this kind').choices(operatorCaseKinds))
    .option(
      '--limit <count>',
      'list the cases of at most this many orders and callbacks (1 to 100; default: 50)',
    )
    .option('--after <cursor>', 'continue the previous list: give the value that was printed at its end')
    .action(async (options: ListOptions) => {
      const { kind, after, limit } = options;
      await askAndPrint(world, options, caseListText, endpoints.listCases, { query: { kind, after, limit } });
    });

  withCommonOptions(cases.command('settle'))
    .description(
      'remove a case from the list after you have investigated it; the order keeps your note. If the case is about an unfinished refund, the gateway stops sending that refund. If it is about a callback that could not be applied, the gateway never applies it, and the audit log keeps your note',
    )
    .argument('<case-id>', 'the case’s ID, as the list shows it')
    .requiredOption(
      '--since <time>',
      'the time that the list showed in the column SINCE when you examined the case. If the list now shows a later time, the case has opened again and is not removed',
      readMoment,
    )
    .requiredOption('--note <text>', 'what you found and did')
    .action(async (caseId: string, options: SettleOptions) => {
      await askAndPrint(world, options, settledCaseText, endpoints.settleCase, {
        body: { case_id: caseId, since: options.since, note: options.note },
      });
    });

  withCommonOptions(cases.command('resume'))
    .description('resume work that the gateway stopped because it failed, after you have fixed the cause')
    .argument('<case-id>', 'ID of an order_parked or callback_parked case')
    .action(async (caseId: string, options: CommonOptions) => {
      const resumed = await ask(world, options, endpoints.resumeCase, { body: { case_id: caseId } });
      world.write(options.json ? jsonText(resumed) : 'Resumed; it is tried within a second or two.\n');
    });

  return cases;
}
