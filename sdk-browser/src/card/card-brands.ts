import { digitsOf } from './digits.ts';

export interface CardBrand {
  /** The brand's code in `cardBrands` of the Checkout API. */
  readonly code: string;
  readonly name: string;
  /**
   * The digits with which the brand's card numbers begin, such as `34,37` or `51-55`. A range includes both ends, which are
   * equally long.
   */
  readonly prefixes: string;
  /**
   * The numbers of digits that a card number of this brand can have, such as `13,16,19` or `16-19`, in ascending order. Each
   * entry has two digits.
   */
  readonly lengths: string;
  /** How the digits of a card number are grouped on the card: `[4, 6, 5]` for American Express. */
  readonly groups: readonly number[];
  readonly securityCodeLength: 3 | 4;
  /** Some UnionPay cards have no check digit. */
  readonly hasCheckDigit: boolean;
}

const anyLength = '12-19';
const usual = { groups: [4, 4, 4, 4, 3], securityCodeLength: 3, hasCheckDigit: true } as const;

/** What the SDK assumes about a card number while its brand is unknown. */
export const anyCard: Pick<CardBrand, 'lengths' | 'groups' | 'hasCheckDigit'> = {
  ...usual,
  lengths: anyLength,
};

const brand = (
  code: string,
  name: string,
  prefixes: string,
  lengths: CardBrand['lengths'],
  rest: Partial<CardBrand> = {},
): CardBrand => ({ ...usual, code, name, prefixes, lengths, ...rest });
const from16 = '16-19';

/** Number ranges of ISO/IEC 7812, as published by the card networks. The first matching brand wins. */
const cardBrands = [
  brand('visa', 'Visa', '4', '13,16,19'),
  brand('mastercard', 'Mastercard', '51-55,2221-2720', '16'),
  brand('amex', 'American Express', '34,37', '15', { groups: [4, 6, 5], securityCodeLength: 4 }),
  brand('discover', 'Discover', '6011,644-649,65', from16),
  brand('diners', 'Diners Club', '300-305,36,38,39', '14-19', { groups: [4, 6, 4, 5] }),
  brand('jcb', 'JCB', '3528-3589', from16),
  brand('unionpay', 'UnionPay', '62', from16, { hasCheckDigit: false }),
  brand('maestro', 'Maestro', '50,56-58,63,67', anyLength),
];

/** The brand of a card number, which may still be incomplete; null if the brand is unknown. */
export function detectBrand(number: string): CardBrand | null {
  const digits = digitsOf(number);
  return cardBrands.find(({ prefixes }) => isIn(prefixes, digits)) ?? null;
}

/** Whether some digits begin with one of these prefixes. */
export function isIn(prefixes: string, digits: string): boolean {
  return prefixes.split(',').some((range) => {
    const [first = '', last = first] = range.split('-');
    const start = digits.slice(0, first.length);
    return start.length === first.length && start >= first && start <= last;
  });
}
