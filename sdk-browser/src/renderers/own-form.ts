import { detectBrand } from '../card/card-brands.ts';
import { checkCardNumber, formatCardNumber } from '../card/card-number.ts';
import { digitsOf } from '../card/digits.ts';
import { checkExpiry, formatExpiry } from '../card/expiry.ts';
import { checkSecurityCode, formatSecurityCode } from '../card/security-code.ts';
import { CardField } from './card-field.ts';
import { showCardFormStyle } from './card-form-style.ts';
import { type CardFormTexts, englishCardFormTexts } from './card-form-texts.ts';
import type { Entry, Renderer, RendererContext } from './renderer.ts';

/** The card form. Values live in its three inputs and nowhere else, until a submit reads them. */
export function createOwnForm({ form, cardBrands, texts: given }: RendererContext): Renderer {
  const texts: CardFormTexts = { ...englishCardFormTexts, ...given };
  const accepted = cardBrands.map((brand) => brand.toLowerCase());
  const brand = () => detectBrand(digitsOf(number.input.value));

  const number = new CardField({
    name: 'number',
    label: texts.number,
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    format: formatCardNumber,
    problem: (text) => numberProblem(text, accepted, texts),
  });
  const expiry = new CardField({
    name: 'expiry',
    label: texts.expiry,
    placeholder: texts.expiryFormat,
    autocomplete: 'cc-exp',
    format: formatExpiry,
    problem: (text) => expiryProblem(text, texts),
  });
  const securityCode = new CardField({
    name: 'security-code',
    label: texts.securityCode,
    placeholder: 'CVC',
    autocomplete: 'cc-csc',
    format: (text) => formatSecurityCode(text, brand()),
    problem: (text) => {
      const check = checkSecurityCode(text, brand());
      if (check.ok) return null;
      if (check.reason === 'empty') return texts.securityCodeMissing;
      return texts.securityCodeIncomplete(brand()?.securityCodeLength ?? 3);
    },
  });
  const fields = [number, expiry, securityCode];

  showCardFormStyle();
  form.append(...fields.map((field) => field.root));
  number.input.addEventListener('input', () => {
    number.root.dataset.brand = brand()?.name ?? '';
  });
  // Without a submit button inside, browsers do not submit a form of several inputs on Enter.
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });

  return {
    read(): Entry {
      const wrong = fields.filter((field) => !field.check());
      wrong[0]?.input.focus();
      const date = checkExpiry(expiry.input.value, new Date());
      if (wrong.length > 0 || !date.ok) return { valid: false };
      return {
        valid: true,
        card: {
          number: digitsOf(number.input.value),
          expMonth: date.month,
          expYear: date.year,
          cvc: digitsOf(securityCode.input.value),
        },
      };
    },
    setDisabled(disabled) {
      for (const field of fields) field.input.readOnly = disabled;
    },
    clear() {
      for (const field of fields) field.clear();
    },
  };
}

function numberProblem(text: string, accepted: readonly string[], texts: CardFormTexts): string | null {
  const check = checkCardNumber(text, accepted);
  if (check.ok) return null;
  switch (check.reason) {
    case 'empty':
      return texts.numberMissing;
    case 'incomplete':
      return texts.numberIncomplete;
    case 'invalid':
      return texts.numberInvalid;
    case 'brand_not_accepted':
      return texts.brandNotAccepted(check.brand.name);
  }
}

function expiryProblem(text: string, texts: CardFormTexts): string | null {
  const check = checkExpiry(text, new Date());
  if (check.ok) return null;
  switch (check.reason) {
    case 'empty':
      return texts.expiryMissing;
    case 'incomplete':
    case 'invalid':
      return texts.expiryInvalid;
    case 'past':
      return texts.expiryPast;
  }
}
