import { adoptStyle } from '../adopt-style.ts';
import type { AppearanceVariables } from '../appearance.ts';
import { detectBrand } from '../card/card-brands.ts';
import { checkCardNumber, formatCardNumber } from '../card/card-number.ts';
import { digitsOf } from '../card/digits.ts';
import { checkExpiry, formatExpiry } from '../card/expiry.ts';
import { checkSecurityCode, formatSecurityCode } from '../card/security-code.ts';
import { CardField } from './card-field.ts';
import { cardFormStyle } from './card-form-style.ts';
import type { CardFormTexts } from './card-form-texts.ts';
import { englishCardFormTexts } from './english-card-form-texts.ts';
import { keepInput } from './keep-input.ts';
import type { Renderer, RendererContext } from './renderer.ts';

/** The CSS custom property that each appearance variable sets. */
const properties: Readonly<Record<keyof AppearanceVariables, string>> = {
  colorPrimary: '--kassa-accent',
  colorBackground: '--kassa-field',
  colorText: '--kassa-text',
  colorTextPlaceholder: '--kassa-placeholder',
  colorBorder: '--kassa-border',
  colorDanger: '--kassa-danger',
  borderRadius: '--kassa-radius',
  fontFamily: '--kassa-font-family',
  fontSizeBase: '--kassa-font-size',
};

/**
 * Renders the SDK's own card form. Card data exists only in its three inputs until a submit reads it, or in memory while another
 * method's form is in its place (keep-input.ts).
 */
export function createRenderer(context: RendererContext): Renderer {
  const { form, attempt, submission, appearance, texts: given } = context;
  const texts: CardFormTexts = { ...englishCardFormTexts, ...given };
  const accepted = attempt.cardBrands.map((brand) => brand.toLowerCase());
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

  // Add the style to the page. It is never removed, because the card form may be shown again after another method's form.
  adoptStyle(cardFormStyle);
  form.classList.add('kassa-card-form');
  for (const [name, value] of Object.entries(appearance.variables ?? {})) {
    form.style.setProperty(properties[name as keyof AppearanceVariables], value);
  }
  form.append(...fields.map((field) => field.root));
  number.input.addEventListener('input', () => {
    number.root.dataset.brand = brand()?.name ?? '';
  });
  // Handle Enter here. A browser does not submit a form that has several inputs but no submit button.
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });

  keepInput(fields, context);

  const setReadOnly = (readOnly: boolean) => {
    for (const field of fields) field.input.readOnly = readOnly;
  };

  return {
    async pay() {
      const wrong = fields.filter((field) => !field.check());
      wrong[0]?.input.focus();
      const date = checkExpiry(expiry.input.value, new Date());
      if (wrong.length > 0 || !date.ok) return { status: 'invalid' };
      setReadOnly(true);
      const card = {
        number: digitsOf(number.input.value),
        expMonth: date.month,
        expYear: date.year,
        cvc: digitsOf(securityCode.input.value),
      };
      return submission.payByService('OWN_FORM', card).finally(() => setReadOnly(false));
    },
    clear() {
      for (const field of fields) field.clear();
    },
    remove: () => undefined,
  };
}

function numberProblem(text: string, accepted: readonly string[], texts: CardFormTexts): string | null {
  const check = checkCardNumber(text, accepted);
  if (check.ok) return null;
  if (check.reason === 'brand_not_accepted') return texts.brandNotAccepted(check.brand.name);
  const { numberMissing, numberIncomplete, numberInvalid } = texts;
  return { empty: numberMissing, incomplete: numberIncomplete, invalid: numberInvalid }[check.reason];
}

function expiryProblem(text: string, texts: CardFormTexts): string | null {
  const check = checkExpiry(text, new Date());
  if (check.ok) return null;
  const { expiryMissing, expiryInvalid, expiryPast } = texts;
  return { empty: expiryMissing, incomplete: expiryInvalid, invalid: expiryInvalid, past: expiryPast }[
    check.reason
  ];
}
