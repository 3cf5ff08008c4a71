// `npm run messages -w cashier-web` writes this file from cashier-web/messages/en.json.
import type { CardFormTexts } from './card-form-texts.ts';

export const englishCardFormTexts: CardFormTexts = {
  number: 'Card number',
  expiry: 'Expiry date',
  expiryFormat: 'MM/YY',
  securityCode: 'Security code',
  numberMissing: 'Enter your card number.',
  numberIncomplete: 'Your card number is incomplete.',
  numberInvalid: 'Your card number is invalid.',
  brandNotAccepted: (brand) => `${brand} cards aren’t accepted. Use another card.`,
  expiryMissing: 'Enter the expiry date.',
  expiryInvalid: 'Enter the month and year as shown on your card.',
  expiryPast: 'Your card has expired.',
  securityCodeMissing: 'Enter the security code.',
  securityCodeIncomplete: (digits) => `Enter all ${digits} digits of the security code.`,
};
