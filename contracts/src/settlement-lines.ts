/** What a line of a settlement report can be. */
export const settlementKinds = [
  'payment',
  'refund',
  'automatic_refund',
  'dispute',
  'dispute_reversal',
] as const;
export type SettlementKind = (typeof settlementKinds)[number];

export const settlementKindMeanings: Readonly<Record<SettlementKind, string>> = {
  payment: 'Money that came. Also where it came too late or twice and goes back by itself.',
  refund: 'Money that you sent back.',
  automatic_refund: 'Money that the gateway sent back by itself, because it came too late or twice.',
  dispute: 'Money that the processor withdrew when the consumer disputed the payment.',
  dispute_reversal: 'The same money, given back because you won. A lost dispute has no second line.',
};

export const settlementFileFormats = ['csv', 'lines_csv'] as const;
export type SettlementFileFormat = (typeof settlementFileFormats)[number];

export const settlementFormats = ['json', ...settlementFileFormats] as const;
export type SettlementFormat = (typeof settlementFormats)[number];

/** Columns of the CSV file with the lines. New ones are added behind these. */
export const settlementLineColumns = [
  'time',
  'kind',
  'order_id',
  'merchant_transaction_id',
  'currency_code',
  'amount',
  'channel_type',
  'reference',
] as const;
export type SettlementLineRow = Readonly<Record<(typeof settlementLineColumns)[number], string>>;
