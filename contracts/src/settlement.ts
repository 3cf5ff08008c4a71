import { type Static, Type } from 'typebox';
import { CurrencyCode, closed, Timestamp } from './field-schemas.ts';
import { settlementFormats } from './settlement-lines.ts';

/** A merchant's money movements of one day: totals and lines. */

export const SettlementDate = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  description: 'The day, `YYYY-MM-DD`: from 00:00 to 24:00 UTC. Must not be in the future.',
  examples: ['2026-11-21'],
});

const Format = Type.Enum(settlementFormats, {
  description:
    '`json` (default): the totals. `csv`: the totals as a CSV file, with a row per currency. `lines_csv`: a CSV file with a row for each payment, refund and dispute behind the totals.',
});

/** Query of `GET /api/merchant/report/settlement`. */
export const SettlementQuery = Type.Object({ date: SettlementDate, format: Type.Optional(Format) }, closed);
export type SettlementQuery = Static<typeof SettlementQuery>;

/** Query of `GET /admin/reports/settlement`. */
export const OperatorSettlementQuery = Type.Object(
  {
    merchant_id: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The merchant of the report.',
      examples: ['mer_3vQ8x0Yb2LkT9sWd'],
    }),
    date: SettlementDate,
    format: Type.Optional(Format),
  },
  closed,
);
export type OperatorSettlementQuery = Static<typeof OperatorSettlementQuery>;

const sum = (description: string, example: string) =>
  Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$', description, examples: [example] });
const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [1] });

const OtherSettlement = Type.Object(
  {
    currency_code: { ...CurrencyCode, description: 'The settlement currency.' },
    count: count('Number of movements and of further fees.'),
    gross: sum(
      'What the processors booked for these movements before their fees; 0 for further fees.',
      '18.40',
    ),
    fees: sum(
      'The processors’ fees, for these movements and further ones; negative if the processors took money.',
      '-0.55',
    ),
    net: sum('`gross` and `fees` together: what the processors added to their balances.', '17.85'),
  },
  closed,
);

/** A day's totals in one currency. */
export const SettlementTotals = Type.Object(
  {
    currency_code: CurrencyCode,
    gross: sum('All payments together.', '21.00'),
    refunds: sum(
      'All refunds together, both yours and automatic ones, less those that the processor took back after they were made.',
      '-14.50',
    ),
    automatic_refunds: sum('The part of `refunds` that the gateway made by itself.', '-10.50'),
    disputes: sum('Money withdrawn for disputes plus money returned for them.', '0.00'),
    net: sum('`gross`, `refunds`, `disputes` and `uncollected` together.', '6.50'),
    payment_count: count('Number of payments.'),
    refund_count: count('Number of your own refunds.'),
    automatic_refund_count: count('Number of refunds that the gateway made by itself.'),
    dispute_count: count('Number of disputes for which money was withdrawn.'),
    dispute_reversal_count: count('Number of times that money was returned for a dispute.'),
    refund_reversal_count: count('Number of refunds that the processor took back after they were made.'),
    fees: sum(
      'The processors’ fees, as far as their books state them in this currency; negative if the processors took money.',
      '-0.61',
    ),
    fee_count: count('Number of movements whose fee is known in this currency.'),
    net_after_fees: Type.Union([sum('', '5.89'), Type.Null()], {
      description:
        '`net` and `fees` together; null until the fee of every movement of the day is known in this currency.',
      examples: ['5.89'],
    }),
    uncollected: sum(
      'Money of payments that the processors could not collect, less what they collected after all.',
      '0.00',
    ),
    uncollected_count: count('Number of movements in `uncollected`.'),
    other_settlements: Type.Optional(
      Type.Array(OtherSettlement, {
        minItems: 1,
        description:
          'What the processors’ books state in other currencies: movements that the processors settle in such a currency, and further fees that they take in it for movements which they settle in another one. One member for each such currency, by code. `fees` and `fee_count` leave it out. Absent if there is nothing.',
      }),
    ),
  },
  {
    ...closed,
    description:
      'Totals are decimal strings in major units, with the decimals of the currency. Strings stay exact at any size; a JSON number of more than 15 digits would not.',
  },
);
export type SettlementTotals = Static<typeof SettlementTotals>;

export const SettlementReport = Type.Object(
  {
    merchant_id: Type.String({
      description: 'The merchant of the report.',
      examples: ['mer_3vQ8x0Yb2LkT9sWd'],
    }),
    date: SettlementDate,
    from: { ...Timestamp, description: 'Start of the day, RFC 3339, UTC.' },
    before: { ...Timestamp, description: 'End of the day (the start of the next), RFC 3339, UTC.' },
    final: Type.Boolean({
      description:
        'Whether the movements are final. False until five minutes after the end of the day; from then on no movement is added. Fees follow later, once the processors’ books of the day have been read.',
    }),
    totals: Type.Array(SettlementTotals, {
      description: 'One member for each currency in which money moved, by code. Empty if no money moved.',
    }),
  },
  { ...closed, description: 'A merchant’s money movements of a day, and what the processors took for them.' },
);
export type SettlementReport = Static<typeof SettlementReport>;
