import { type SettlementFileFormat, settlementFileFormats } from '@kassa/contracts';
import { jsonText } from '@kassa/contracts/terminal';
import { Command, Option } from 'commander';
import type { CliWorld } from '../cli-world.ts';
import { settlementText } from '../output/settlement-text.ts';
import { type ConnectionOptions, call } from '../settings/connect.ts';
import { withConnectionOptions } from './connection-options.ts';

interface SettlementOptions extends ConnectionOptions {
  readonly format: 'text' | SettlementFileFormat;
}

/** The timeout for a report of a whole day. A large report takes a minute on a busy database. */
const limits = { timeoutMs: 600_000 };

/** `kassa report …` */
export function reportCommands(world: CliWorld): Command {
  const report = new Command('report').description('daily reports');

  withConnectionOptions(
    report
      .command('settlement')
      .description('show the payments, refunds and disputes of a day, with their totals')
      .argument('<day>', 'YYYY-MM-DD; from 00:00 to 24:00 UTC')
      .addOption(
        new Option(
          '--format <format>',
          'csv: a row for each currency; lines_csv: a row for each payment, refund and dispute',
        )
          .choices(['text', ...settlementFileFormats])
          .default('text'),
      )
      .addHelpText(
        'after',
        '\nExamples:\n  kassa report settlement 2026-11-21\n' +
          '  kassa report settlement 2026-11-21 --format lines_csv > 2026-11-21.csv',
      )
      .action(async (date: string, { format, ...options }: SettlementOptions) => {
        if (format !== 'text' && !options.json) {
          const file = await call(world, options, (kassa) =>
            kassa.reports.settlementFile({ date, format }, limits),
          );
          world.write(file);
          return;
        }
        const settlement = await call(world, options, (kassa) => kassa.reports.settlement({ date }, limits));
        world.write(options.json ? jsonText(settlement) : settlementText(settlement));
      }),
  );

  return report;
}
