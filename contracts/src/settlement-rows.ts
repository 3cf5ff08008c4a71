import type { SettlementReport, SettlementTotals } from './settlement.ts';

/** What of a settlement report is told to people, for command lines that lay it out in their own ways. */

export function settlementFacts({ date, final }: SettlementReport) {
  return [
    ['Day', `${date}, UTC`],
    ['Final', final ? 'yes' : 'no: more can be added until five minutes after its end'],
  ] as const;
}

/** In one currency: of what, how much, and how many. */
export function settlementRows(totals: SettlementTotals) {
  const { dispute_count, dispute_reversal_count } = totals;
  const disputes =
    dispute_reversal_count === 0
      ? String(dispute_count)
      : `${dispute_count} withdrawn, ${dispute_reversal_count} given back`;
  return [
    ['Gross', totals.gross, String(totals.payment_count)],
    ['Refunds', totals.refunds, String(totals.refund_count + totals.automatic_refund_count)],
    ['  of these automatic', totals.automatic_refunds, String(totals.automatic_refund_count)],
    ['Disputes', totals.disputes, disputes],
    ['Net', totals.net, ''],
  ] as const;
}
