export interface CardBrand {
  readonly name: string;
  readonly prefix: RegExp;
  /** The numbers of digits that a card number of this brand may have. */
  readonly lengths: readonly number[];
  /** The sizes of the groups in which the digits are shown, without the last group. */
  readonly groups: readonly number[];
  readonly cvcLength: 3 | 4;
}

const fours = [4, 4, 4, 4];

const unknownBrand: CardBrand = {
  name: '',
  prefix: /^/,
  lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  groups: fours,
  cvcLength: 3,
};

const brands: readonly CardBrand[] = [
  { name: 'Visa', prefix: /^4/, lengths: [13, 16, 19], groups: fours, cvcLength: 3 },
  {
    name: 'Mastercard',
    prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: fours,
    cvcLength: 3,
  },
  { name: 'Amex', prefix: /^3[47]/, lengths: [15], groups: [4, 6], cvcLength: 4 },
  { name: 'Diners', prefix: /^3(0[0-5]|[689])/, lengths: [14, 16, 19], groups: fours, cvcLength: 3 },
  { name: 'JCB', prefix: /^35/, lengths: [16, 17, 18, 19], groups: fours, cvcLength: 3 },
  { name: 'Discover', prefix: /^6(011|4[4-9]|5)/, lengths: [16, 19], groups: fours, cvcLength: 3 },
  { name: 'UnionPay', prefix: /^62/, lengths: [16, 17, 18, 19], groups: fours, cvcLength: 3 },
];

export function brandOf(number: string): CardBrand {
  return brands.find(({ prefix }) => prefix.test(number)) ?? unknownBrand;
}

export type NumberJudgement = 'valid' | 'incomplete' | 'wrong';

export function judgeNumber(number: string): NumberJudgement {
  const { lengths } = brandOf(number);
  const isLongest = number.length >= Math.max(...lengths);
  if (!lengths.includes(number.length)) return isLongest ? 'wrong' : 'incomplete';
  return hasValidCheckDigit(number) ? 'valid' : 'wrong';
}

/**
 * Writes a card number in groups of digits, as printed on cards. Digits beyond the longest number of the card's brand are cut
 * off.
 */
export function inGroups(number: string): string {
  const { groups, lengths } = brandOf(number);
  let rest = number.slice(0, Math.max(...lengths));
  const parts: string[] = [];
  for (const length of groups) {
    parts.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return [...parts, rest].filter((part) => part !== '').join(' ');
}

/** Whether the check digit of a card number is correct by the Luhn formula (ISO/IEC 7812-1, annex B). */
function hasValidCheckDigit(number: string): boolean {
  let sum = 0;
  for (const [fromRight, digit] of [...number].reverse().entries()) {
    const weighted = fromRight % 2 === 0 ? Number(digit) : Number(digit) * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
