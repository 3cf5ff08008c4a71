/** The card data that a payer types. It is in memory only during one call, and is never stored or logged. */
export interface CardDetails {
  readonly number: string;
  /** 1 to 12. */
  readonly expMonth: number;
  /** Four digits. */
  readonly expYear: number;
  readonly cvc: string;
  /** The network that the payer chose; absent if the network follows from the card number. */
  readonly network?: CardBrand;
}

/** Everything that is stored of a card. */
export interface CardSummary {
  readonly brand: CardBrand;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

export type CardBrand =
  | 'visa'
  | 'mastercard'
  | 'amex'
  | 'discover'
  | 'diners'
  | 'jcb'
  | 'unionpay'
  | 'cartes_bancaires'
  | 'unknown';

const brandPrefixes: readonly (readonly [CardBrand, RegExp])[] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
  ['diners', /^3(0[0-5]|[689])/],
  ['jcb', /^35/],
  ['discover', /^6(011|4[4-9]|5)/],
  ['unionpay', /^62/],
];

export function summariseCard(card: CardDetails): CardSummary {
  const ownBrand = brandPrefixes.find(([, prefix]) => prefix.test(card.number))?.[0] ?? 'unknown';
  const brand = card.network ?? ownBrand;
  return { brand, last4: card.number.slice(-4), expMonth: card.expMonth, expYear: card.expYear };
}

/** Whether the check digit of a card number is correct by the Luhn formula (ISO/IEC 7812-1, annex B). */
export function hasValidCheckDigit(number: string): boolean {
  let sum = 0;
  for (let fromRight = 0; fromRight < number.length; fromRight += 1) {
    const digit = Number(number[number.length - 1 - fromRight]);
    const weighted = fromRight % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/** Whether a card has expired. A card is valid until the end of its month, in UTC. */
export function isExpired(card: CardDetails, now: Date): boolean {
  return now.getTime() >= Date.UTC(card.expYear, card.expMonth, 1);
}
