import {
  formatSum,
  type SettlementKind,
  type SettlementReport,
  type SettlementTotals,
  settlementLineColumns,
} from '@kassa/contracts';
import { invalid } from './refusal.ts';

/** Money that an order of the test gateway moved: a payment, a refund or a dispute. */
export interface TestMove {
  readonly at: string;
  readonly kind: SettlementKind;
  readonly orderId: string;
  readonly number: string;
  readonly currency: string;
  readonly signedMinor: number;
  readonly reference: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const FINAL_AFTER_MS = 5 * 60 * 1000;

/** Answers a request for the report of a day: as JSON, or as the content of a CSV file. */
export function reportSettlement(
  merchantId: string,
  query: URLSearchParams,
  allMoves: readonly TestMove[],
): object | string {
  const date = query.get('date') ?? '';
  const begin = Date.parse(`${date}T00:00:00.000Z`);
  if (Number.isNaN(begin) || !new Date(begin).toISOString().startsWith(`${date}T`)) {
    throw invalid('date', 'must be a valid date, YYYY-MM-DD');
  }
  if (begin > Date.now()) throw invalid('date', 'must not be in the future (UTC)');
  const moves = movesOn(date, allMoves);
  const report = settlementOf(merchantId, date, moves);
  switch (query.get('format')) {
    case 'csv':
      return totalsFile(report);
    case 'lines_csv':
      return linesFile(moves);
    case null:
    case 'json':
      return report;
    default:
      throw invalid('format', 'must be json, csv or lines_csv');
  }
}

/** The money movements of one day, in chronological order. */
function movesOn(date: string, moves: readonly TestMove[]): readonly TestMove[] {
  return moves
    .filter(({ at }) => at.startsWith(date))
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function settlementOf(merchantId: string, date: string, moves: readonly TestMove[]): SettlementReport {
  const from = new Date(`${date}T00:00:00.000Z`);
  const before = new Date(from.getTime() + DAY_MS);
  const currencies = [...new Set(moves.map(({ currency }) => currency))].sort();
  return {
    merchant_id: merchantId,
    date,
    from: from.toISOString(),
    before: before.toISOString(),
    final: Date.now() >= before.getTime() + FINAL_AFTER_MS,
    totals: currencies.map((currency) => totalsOf(currency, moves)),
  };
}

function totalsOf(currency: string, moves: readonly TestMove[]): SettlementTotals {
  const of = (...kinds: SettlementKind[]) =>
    moves.filter((move) => move.currency === currency && kinds.includes(move.kind));
  const sum = (...kinds: SettlementKind[]) =>
    formatSum(
      of(...kinds).reduce((total, { signedMinor }) => total + BigInt(signedMinor), 0n),
      currency,
    );
  return {
    currency_code: currency,
    gross: sum('payment'),
    refunds: sum('refund', 'automatic_refund', 'refund_reversal'),
    automatic_refunds: sum('automatic_refund'),
    disputes: sum('dispute', 'dispute_reversal'),
    net: sum('payment', 'refund', 'automatic_refund', 'refund_reversal', 'dispute', 'dispute_reversal'),
    payment_count: of('payment').length,
    refund_count: of('refund').length,
    automatic_refund_count: of('automatic_refund').length,
    dispute_count: of('dispute').length,
    dispute_reversal_count: of('dispute_reversal').length,
    refund_reversal_count: of('refund_reversal').length,
    // The test gateway has no processor that takes fees.
    fees: formatSum(0n, currency),
    fee_count: 0,
    net_after_fees: null,
    // The test gateway’s processor collects every payment.
    uncollected: formatSum(0n, currency),
    uncollected_count: 0,
  };
}

function totalsFile({ merchant_id, date, final, totals }: SettlementReport): string {
  const { currency_code: _, ...columns } = totalsOf('USD', []);
  const names = ['currency_code', ...Object.keys(columns)] as (keyof SettlementTotals)[];
  const rows = totals.map((total) => [merchant_id, date, final, ...names.map((name) => total[name] ?? '')]);
  return csvOf([['merchant_id', 'date', 'final', ...names], ...rows]);
}

function linesFile(moves: readonly TestMove[]): string {
  const rows = moves.map(({ at, kind, orderId, number, currency, signedMinor, reference }) => {
    const amount = formatSum(BigInt(signedMinor), currency);
    return [
      at,
      kind,
      orderId,
      harmless(number),
      currency,
      amount,
      'Sandbox',
      harmless(reference),
      '',
      '',
      '',
      '',
    ];
  });
  return csvOf([settlementLineColumns, ...rows]);
}

/** Puts an apostrophe before values that a spreadsheet could take for a formula. The gateway does the same. */
function harmless(text: string): string {
  return text.startsWith('-') ? `'${text}` : text;
}

/** Writes rows as CSV. No quoting is needed, because none of these values can contain a comma or a quotation mark. */
function csvOf(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.join(',')}\r\n`).join('');
}
