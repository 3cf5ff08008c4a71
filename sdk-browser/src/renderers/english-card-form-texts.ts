// `npm run messages -w cashier-web` writes this file from cashier-web/messages/en.json.
import type { CardFormTexts } from './card-form-texts.ts';

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
  expiryInvalid: 'Enter month and year as on the card.',
  expiryPast: 'This card has expired.',
  securityCodeMissing: 'Enter the security code.',
  securityCodeIncomplete: (digits) => `The security code has ${digits} digits.`,
};
