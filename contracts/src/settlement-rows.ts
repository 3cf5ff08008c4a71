import type { SettlementReport, SettlementTotals } from './settlement.ts';

/**
 * The contents of a settlement report, as labels and values for people. `kassa` and `kassa-admin` print them, each in its own
 * layout.
 */

export function settlementFacts({ date, final }: SettlementReport) {
  return [
    ['Day', `${date}, UTC`],
    ['Final', final ? 'yes' : 'no: entries can be added until five minutes after the end of the day'],
  ] as const;
}

/** The rows that a settlement report shows for one currency. Each row has the kind of entry, the total and the count. */
export function settlementRows(totals: SettlementTotals) {
  const { dispute_count, dispute_reversal_count, refund_reversal_count, fee_count } = totals;
  const refundCount = totals.refund_count + totals.automatic_refund_count;
  const disputes =
    dispute_reversal_count === 0
      ? String(dispute_count)
      : `${dispute_count} withdrawn, ${dispute_reversal_count} given back`;
  return [
    ['Gross', totals.gross, String(totals.payment_count)],
    [
      'Refunds',
      totals.refunds,
      refund_reversal_count === 0
        ? String(refundCount)
        : `${refundCount} made, ${refund_reversal_count} taken back`,
    ],
    ['  of these automatic', totals.automatic_refunds, String(totals.automatic_refund_count)],
    ['Disputes', totals.disputes, disputes],
    ...(totals.uncollected_count > 0
      ? ([['Not collected', totals.uncollected, String(totals.uncollected_count)]] as const)
      : []),
    ['Net', totals.net, ''],
    ...(fee_count === 0
      ? []
      : ([
          ['Fees', totals.fees, `${fee_count} known`],
          ['Net after fees', totals.net_after_fees ?? 'not yet', ''],
        ] as const)),
    ...(totals.other_settlements ?? []).flatMap(
      ({ currency_code, count, gross, fees, net }) =>
        [
          [`Settled in ${currency_code}`, gross, String(count)],
          [`  fees in ${currency_code}`, fees, ''],
          [`  net in ${currency_code}`, net, ''],
        ] as const,
    ),
  ] as const;
}
