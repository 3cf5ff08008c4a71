/** The kinds of lines in a settlement report. */
export const settlementKinds = [
  'payment',
  'refund',
  'automatic_refund',
  'refund_reversal',
  'dispute',
  'dispute_reversal',
  'uncollected',
] as const;
export type SettlementKind = (typeof settlementKinds)[number];

export const settlementKindMeanings: Readonly<Record<SettlementKind, string>> = {
  payment: 'Money received, including late or duplicate payments that are returned automatically.',
  refund: 'Money that you refunded.',
  automatic_refund: 'A late or duplicate payment that the gateway returned by itself.',
  refund_reversal:
    'The money of a refund, yours or an automatic one, that the processor took back after it was made. The line is on the day of the reversal.',
  dispute: 'Money that the processor withdrew when the consumer disputed the payment.',
  dispute_reversal:
    'Money that the processor withdrew for a dispute and returned, because you won or because the bank gave back a part. A dispute whose whole amount you lost has no such line.',
  uncollected:
    'Money of a payment that the processor reported as made but could not collect. If it collects the money after all, a second line adds it again.',
};

export const settlementFileFormats = ['csv', 'lines_csv'] as const;
export type SettlementFileFormat = (typeof settlementFileFormats)[number];

export const settlementFormats = ['json', ...settlementFileFormats] as const;
export type SettlementFormat = (typeof settlementFormats)[number];

/**
 * Columns of the CSV file with the lines of a settlement report. New columns are added at the end, so that readers keep
 * working.
 *
 * `fee` is what the channel took (negative if it took money), and `net` is what it paid out. Both are in `settlement_currency`.
 * All three columns are empty until the channel's books contain the values. `further_fees` lists the fees that the channel took
 * in currencies other than `settlement_currency`; it is empty if there are none.
 */
export const settlementLineColumns = [
  'time',
  'kind',
  'order_id',
  'merchant_transaction_id',
  'currency_code',
  'amount',
  'channel_type',
  'reference',
  'fee',
  'net',
  'settlement_currency',
  'further_fees',
] as const;
export type SettlementLineRow = Readonly<Record<(typeof settlementLineColumns)[number], string>>;
