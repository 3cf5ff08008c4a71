/** All texts of the card form. Pass your own with `mount(…, { texts })`. */
export interface CardFormTexts {
  readonly number: string;
  readonly expiry: string;
  /** The format of the expiry date, shown while the field is empty. */
  readonly expiryFormat: string;
  readonly securityCode: string;
  readonly numberMissing: string;
  readonly numberIncomplete: string;
  readonly numberInvalid: string;
  /** Shown if the card is valid but the order does not accept its brand. */
  readonly brandNotAccepted: (brand: string) => string;
  readonly expiryMissing: string;
  readonly expiryInvalid: string;
  readonly expiryPast: string;
  readonly securityCodeMissing: string;
  /** Shown if the security code is too short. Receives the number of digits that the card's brand has. */
  readonly securityCodeIncomplete: (digits: number) => string;
}

export const englishCardFormTexts: CardFormTexts = {
  number: 'Card number',
  expiry: 'Expiry date',
  expiryFormat: 'MM/YY',
  securityCode: 'Security code',
  numberMissing: 'Enter the card number.',
  numberIncomplete: 'The card number is too short.',
  numberInvalid: 'Check the card number: it has a typing error.',
  brandNotAccepted: (brand) => `${brand} is not accepted here. Use another card.`,
  expiryMissing: 'Enter the expiry date.',
  expiryInvalid: 'Enter the date as on the card, month and year.',
  expiryPast: 'This card has expired.',
  securityCodeMissing: 'Enter the security code.',
  securityCodeIncomplete: (digits) => `The security code has ${digits} digits.`,
};
