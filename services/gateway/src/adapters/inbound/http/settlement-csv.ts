import {
  formatSum,
  type Money,
  type SettlementLineRow,
  type SettlementReport,
  settlementLineColumns,
} from '@kassa/contracts';
import { stringify } from 'csv-stringify/sync';
import type { LineWithFee } from '../../../domain/settlement/settlement-lines.ts';

/**
 * Formats settlement reports as CSV files (RFC 4180). Each file has a header row, and its columns are always in the same order.
 */

const totalColumns = [
  'currency_code',
  'gross',
  'refunds',
  'automatic_refunds',
  'disputes',
  'net',
  'payment_count',
  'refund_count',
  'automatic_refund_count',
  'dispute_count',
  'dispute_reversal_count',
  'refund_reversal_count',
  'fees',
  'fee_count',
  'net_after_fees',
  'uncollected',
  'uncollected_count',
] as const;

/** A row for each currency. */
export function totalsCsv({ merchant_id, date, final, totals }: SettlementReport): string {
  const rows = totals.map((total) => [
    merchant_id,
    date,
    String(final),
    ...totalColumns.map((column) => String(total[column] ?? '')),
  ]);
  return csvOf([['merchant_id', 'date', 'final', ...totalColumns], ...rows]);
}

const ROWS_AT_A_TIME = 1_000;

/**
 * Yields the CSV text of the report's lines. Lines are read hour by hour, and only as fast as the receiver reads them, so a
 * whole day never has to be in memory at once.
 */
export async function* linesCsv(linesByHour: AsyncIterable<readonly LineWithFee[]>): AsyncGenerator<string> {
  let isBegun = false;
  for await (const lines of linesByHour) {
    if (!isBegun) yield csvOf([settlementLineColumns]);
    isBegun = true;
    for (let start = 0; start < lines.length; start += ROWS_AT_A_TIME) {
      yield csvOf(lines.slice(start, start + ROWS_AT_A_TIME).map((line) => cellsOf(presentLine(line))));
    }
  }
}

function presentLine(line: LineWithFee): SettlementLineRow {
  const { fee, net } = line.settled ?? {};
  const textOf = (money: Money | undefined, sign: 1 | -1) =>
    money === undefined ? '' : formatSum(BigInt(sign * money.amountMinor), money.currency);
  return {
    time: line.at.toISOString(),
    kind: line.kind,
    order_id: line.orderId,
    merchant_transaction_id: harmless(line.merchantTransactionId),
    currency_code: line.currency,
    amount: formatSum(BigInt(line.signedMinor), line.currency),
    channel_type: line.channelType,
    reference: harmless(line.reference),
    fee: textOf(fee, -1),
    net: textOf(net, 1),
    settlement_currency: fee?.currency ?? '',
    further_fees: line.furtherFees.map((further) => `${textOf(further, -1)} ${further.currency}`).join('; '),
  };
}

function cellsOf(row: SettlementLineRow): readonly string[] {
  return settlementLineColumns.map((column) => row[column]);
}

/**
 * Prevents CSV injection (OWASP). Text from merchants or processors may begin like a formula, such as `-1` or `=…`, which a
 * spreadsheet would execute. So an apostrophe is put before such text. Amounts come from the gateway itself and keep their
 * minus signs.
 */
function harmless(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

function csvOf(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}
