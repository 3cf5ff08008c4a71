import { type Static, Type } from 'typebox';
import { CurrencyCode, closed, Timestamp } from './field-schemas.ts';
import { settlementFormats } from './settlement-lines.ts';

/** How the money of a merchant moved on a day: in sum, and line by line. */

export const SettlementDate = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  description: 'The day, `YYYY-MM-DD`: from 00:00 to 24:00 UTC. Today at the latest.',
  examples: ['2026-11-21'],
});

const Format = Type.Enum(settlementFormats, {
  description:
    '`json` unless given: the sums. `csv`: the same as a CSV file, with a row per currency. `lines_csv`: a CSV file with a row for each payment, refund and dispute that the sums are made of.',
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
      description: 'Whose money it is about.',
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

/** What a day comes to in one currency. */
export const SettlementTotals = Type.Object(
  {
    currency_code: CurrencyCode,
    gross: sum('All payments together.', '21.00'),
    refunds: sum('All refunds together, yours and automatic ones: zero or negative.', '-14.50'),
    automatic_refunds: sum('Of `refunds`, those that the gateway made by itself.', '-10.50'),
    disputes: sum('Withdrawn for disputes and given back for those you won, together.', '0.00'),
    net: sum('`gross`, `refunds` and `disputes` together.', '6.50'),
    payment_count: count('How many payments.'),
    refund_count: count('How many refunds of yours.'),
    automatic_refund_count: count('How many refunds that the gateway made by itself.'),
    dispute_count: count('How many disputes money was withdrawn for.'),
    dispute_reversal_count: count('How many disputes money was given back for.'),
  },
  {
    ...closed,
    description:
      'Sums are decimal text in major units, with the decimals of the currency: exact, however large. A JSON number of more than 15 digits would not be.',
  },
);
export type SettlementTotals = Static<typeof SettlementTotals>;

export const SettlementReport = Type.Object(
  {
    merchant_id: Type.String({ description: 'Whose money it is.', examples: ['mer_3vQ8x0Yb2LkT9sWd'] }),
    date: SettlementDate,
    from: { ...Timestamp, description: 'Where the day begins. RFC 3339, UTC.' },
    before: { ...Timestamp, description: 'Where it has ended: the next day begins. RFC 3339, UTC.' },
    final: Type.Boolean({
      description:
        'Whether nothing can be added any more. False until five minutes after the end of the day; from then on the report of this day stays as it is.',
    }),
    totals: Type.Array(SettlementTotals, {
      description: 'A member for each currency in which money moved, by code. Empty: none did.',
    }),
  },
  { ...closed, description: 'How the money of a merchant moved on a day, before the processors’ own fees.' },
);
export type SettlementReport = Static<typeof SettlementReport>;
