import { type SettlementReport, settlementFacts, settlementFormats, settlementRows } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { amountTable, jsonText, layOut } from '@kassa/contracts/terminal';
import { Command, Option } from 'commander';
import { BrokenTransfer } from '../operations/operations-client.ts';
import {
  ask,
  askWith,
  type CommonOptions,
  merchantIdForm,
  withCommonOptions,
} from '../operations/operations-command.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { writeReportFile } from './report-file.ts';

/** How long a command waits for a settlement report. On a busy database, the report of a large merchant takes a minute. */
const REPORT_TIMEOUT_MS = 600_000;

interface SettlementOptions extends Omit<CommonOptions, 'json'> {
  readonly merchant: string;
  readonly date: string;
  readonly format?: (typeof formats)[number];
  readonly json?: true;
  readonly out?: string;
}

const formats = ['text', ...settlementFormats] as const;

/** `kassa-admin report …` */
export function reportCommands(world: CliWorld): Command {
  const report = new Command('report').description('reports for one day');
  withCommonOptions(report.command('settlement'))
    .description('show a merchant’s payments, refunds and disputes of a day (UTC), with totals')
    .requiredOption('--merchant <merchant-id>', merchantIdForm)
    .requiredOption('--date <day>', 'YYYY-MM-DD; from 00:00 to 24:00 UTC')
    .addOption(
      new Option(
        '--format <format>',
        'csv: a row per currency; lines_csv: a row per payment, refund and dispute',
      )
        .choices(formats)
        .default('text'),
    )
    .option('--out <file>', 'write the report to this file, which appears only once the report is complete')
    .addHelpText(
      'after',
      '\nExample:\n  kassa-admin report settlement --merchant mer_3vQ8x0Yb2LkT9sWd --date 2026-11-21 \\\n' +
        '    --format lines_csv --out 2026-11-21.csv',
    )
    .action(async (options: SettlementOptions) => {
      const write = writerFor(world, options.out);
      await write(textOf(world, options));
    });
  return report;
}

function writerFor(world: CliWorld, file: string | undefined) {
  if (file !== undefined) {
    return (parts: AsyncIterable<string>) => writeReportFile(world.currentFolder, file, parts);
  }
  return async (parts: AsyncIterable<string>) => {
    for await (const part of parts) world.write(part);
  };
}

async function* textOf(world: CliWorld, options: SettlementOptions): AsyncGenerator<string> {
  const { merchant, date } = options;
  const format = options.json ? 'json' : (options.format ?? 'text');
  switch (format) {
    case 'text':
    case 'json': {
      const report = await ask(
        world,
        options,
        endpoints.reportSettlementOfMerchant,
        { query: { merchant_id: merchant, date } },
        REPORT_TIMEOUT_MS,
      );
      yield format === 'json' ? jsonText(report) : settlementText(report);
      return;
    }
    case 'csv':
    case 'lines_csv':
      yield* wholeOf(
        await askWith(world, options, (operations) =>
          operations.file(
            endpoints.reportSettlementOfMerchant,
            { query: { merchant_id: merchant, date, format } },
            REPORT_TIMEOUT_MS,
          ),
        ),
      );
  }
}

async function* wholeOf(parts: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* parts;
  } catch (error) {
    if (!(error instanceof BrokenTransfer)) throw error;
    const reason = `The transfer of the report was interrupted (${error.message}); the printed part is incomplete. Run the command again.`;
    throw new CliError('unreachable', reason);
  }
}

/** Formats a merchant's day for people. */
function settlementText(report: SettlementReport): string {
  const head = layOut([['Merchant', report.merchant_id], ...settlementFacts(report)]);
  if (report.totals.length === 0) return `${head}\nNo money moved.\n`;
  const tables = report.totals.map((totals) =>
    amountTable([totals.currency_code, 'Amount', 'Count'], settlementRows(totals)),
  );
  return `${head}\n${tables.join('\n')}`;
}
