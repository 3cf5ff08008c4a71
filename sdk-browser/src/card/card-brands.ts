export interface CardBrand {
  /** The brand's code in `cardBrands` of the Checkout API. */
  readonly code: string;
  readonly name: string;
  /** The digits with which the brand's card numbers begin. A pair is a range: `['51', '55']` means 51, 52, 53, 54 and 55. */
  readonly prefixes: readonly (string | readonly [string, string])[];
  /** In ascending order. */
  readonly lengths: readonly [number, ...number[]];
  /** How the digits of a card number are grouped on the card: `[4, 6, 5]` for American Express. */
  readonly groups: readonly number[];
  readonly securityCodeLength: 3 | 4;
  /** Some UnionPay cards have no check digit. */
  readonly hasCheckDigit: boolean;
}

const anyLength = [12, 13, 14, 15, 16, 17, 18, 19] as const;
const usual = { groups: [4, 4, 4, 4, 3], securityCodeLength: 3, hasCheckDigit: true } as const;

/** What the SDK assumes about a card number while its brand is unknown. */
export const anyCard: Pick<CardBrand, 'lengths' | 'groups' | 'hasCheckDigit'> = {
  ...usual,
  lengths: anyLength,
};

/** Number ranges of ISO/IEC 7812, as published by the card networks. The first matching brand wins. */
const cardBrands: readonly CardBrand[] = [
  { ...usual, code: 'visa', name: 'Visa', prefixes: ['4'], lengths: [13, 16, 19] },
  {
    ...usual,
    code: 'mastercard',
    name: 'Mastercard',
    prefixes: [
      ['51', '55'],
      ['2221', '2720'],
    ],
    lengths: [16],
  },
  {
    ...usual,
    code: 'amex',
    name: 'American Express',
    prefixes: ['34', '37'],
    lengths: [15],
    groups: [4, 6, 5],
    securityCodeLength: 4,
  },
  {
    ...usual,
    code: 'discover',
    name: 'Discover',
    prefixes: ['6011', ['644', '649'], '65'],
    lengths: [16, 17, 18, 19],
  },
  {
    ...usual,
    code: 'diners',
    name: 'Diners Club',
    prefixes: [['300', '305'], '36', '38', '39'],
    lengths: [14, 15, 16, 17, 18, 19],
    groups: [4, 6, 4, 5],
  },
  { ...usual, code: 'jcb', name: 'JCB', prefixes: [['3528', '3589']], lengths: [16, 17, 18, 19] },
  {
    ...usual,
    code: 'unionpay',
    name: 'UnionPay',
    prefixes: ['62'],
    lengths: [16, 17, 18, 19],
    hasCheckDigit: false,
  },
  {
    ...usual,
    code: 'maestro',
    name: 'Maestro',
    prefixes: ['50', ['56', '58'], '63', '67'],
    lengths: anyLength,
  },
];

/** The brand of a card number, which may still be incomplete; null if the brand is unknown. */
export function detectBrand(digits: string): CardBrand | null {
  return cardBrands.find((brand) => brand.prefixes.some((prefix) => startsWith(digits, prefix))) ?? null;
}

function startsWith(digits: string, prefix: string | readonly [string, string]): boolean {
  if (typeof prefix === 'string') return digits.startsWith(prefix);
  const [first, last] = prefix;
  const start = digits.slice(0, first.length);
  return start.length === first.length && start >= first && start <= last;
}
