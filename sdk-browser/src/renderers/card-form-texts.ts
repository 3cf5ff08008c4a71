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
