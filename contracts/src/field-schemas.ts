import { Type } from 'typebox';

/** Schemas of members that several messages share: identifiers, amounts, addresses, times. */

export const MerchantTransactionId = Type.String({
  pattern: '^[A-Za-z0-9._:-]{1,64}$',
  description: "The merchant's own ID, unique per merchant: 1–64 characters from `A-Za-z0-9._:-`.",
  examples: ['T1'],
});

export const OrderId = Type.String({
  pattern: '^ord_[0-9a-f]{32}$',
  description: 'The platform’s order identifier.',
  examples: ['ord_5d41402abc4b2a76b9719d911017c592'],
});

/** The ID by which a caller names an order. Any string is accepted; if no order has this ID, the answer is ORDER_NOT_FOUND. */
export const OrderReference = Type.String({ minLength: 1, maxLength: 64, examples: ['T1'] });

export const CurrencyCode = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'ISO 4217 code.',
  examples: ['USD'],
});

/**
 * An amount in major units, as a JSON number. The allowed range depends on the currency, which JSON Schema cannot express.
 * `readAmount` therefore checks the number's source text.
 */
export const Amount = Type.Number({
  description:
    'Amount in major units, as a JSON number with no more decimals than its currency has (JPY 0, USD 2, KWD 3) and at most 15 digits in minor units.',
  examples: [10.5],
});

export const HttpUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    'Absolute `https:` address without credentials (in the sandbox also `http:` to a loopback address), at most 2048 characters.',
  examples: ['https://shop.example/thanks'],
});

export const LanguageTag = Type.String({
  pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
  maxLength: 35,
  description: 'A language, as a BCP 47 tag.',
  examples: ['de-AT'],
});

export const AccentColor = Type.String({
  pattern: '^#[0-9a-f]{6}$',
  description: 'A colour as `#rrggbb`, in lower case.',
  examples: ['#0a7d4f'],
});

export const Timestamp = Type.String({
  format: 'date-time',
  description: 'RFC 3339, UTC.',
  examples: ['2026-11-21T09:30:00.000Z'],
});

export const PageSize = Type.String({
  pattern: '^([1-9][0-9]?|100)$',
  description: 'A whole number from 1 to 100; the default is 50.',
  examples: ['50'],
});

export const closed = { additionalProperties: false } as const;
