import type { CardInput } from '@kassa/contracts';
import { adoptStyle } from '../adopt-style.ts';
import type { AppearanceVariables } from '../appearance.ts';
import { type CardBrand, detectBrand } from '../card/card-brands.ts';
import { checkCardNumber, formatCardNumber } from '../card/card-number.ts';
import { digitsOf } from '../card/digits.ts';
import { checkExpiry, formatExpiry } from '../card/expiry.ts';
import { checkSecurityCode, formatSecurityCode } from '../card/security-code.ts';
import type { EmitPaymentEvent } from '../payment-events.ts';
import { CardField } from './card-field.ts';
import { cardFormStyle } from './card-form-style.ts';
import type { CardFormTexts } from './card-form-texts.ts';

/** The CSS custom property that each appearance variable sets, without `--kassa-`. */
const properties: Readonly<Record<keyof AppearanceVariables, string>> = {
  colorPrimary: 'accent',
  colorBackground: 'field',
  colorText: 'text',
  colorTextPlaceholder: 'placeholder',
  colorBorder: 'border',
  colorDanger: 'danger',
  borderRadius: 'radius',
  fontFamily: 'font-family',
  fontSizeBase: 'font-size',
};

export interface CardFormOptions {
  /** The codes of the card brands that the order accepts; empty if it accepts all. */
  readonly cardBrands: readonly string[];
  readonly texts: CardFormTexts;
  readonly variables: Partial<AppearanceVariables>;
  readonly emit: EmitPaymentEvent;
  /** The documents that will contain the expiry date and the security code, if they are not in this one. */
  readonly pages?: readonly [expiry: Document, securityCode: Document] | undefined;
}

/** The SDK's card form in a page. Card data exists only in its three inputs until `read` is called. */
export interface CardForm {
  readonly fields: readonly [number: CardField, expiry: CardField, securityCode: CardField];
  /** Returns the card. If the input is invalid, shows every mistake, moves the focus to the first, and returns null. */
  read(): CardInput | null;
  /** Emits `change` with the present state of the input. */
  report(): void;
  setReadOnly(readOnly: boolean): void;
  clear(): void;
}

export function drawCardForm(form: HTMLFormElement, options: CardFormOptions): CardForm {
  const { variables, emit } = options;
  const fields = drawFields(options);
  const [number, expiry, securityCode] = fields;
  const report = () => {
    const { name = '', code = null } = detectBrand(number.input.value) ?? {};
    number.root.dataset.brand = name;
    emit('change', {
      complete: fields.every(({ isValid }) => isValid),
      brand: code,
      error: fields.find(({ mistake }) => mistake)?.mistake ?? null,
    });
  };

  // Add the style to the page. It is never removed, because the card form may be shown again after another method's form.
  adoptStyle(cardFormStyle);
  form.classList.add('kassa-card-form');
  for (const [name, value] of Object.entries(variables)) {
    form.style.setProperty(`--kassa-${properties[name as keyof AppearanceVariables]}`, value);
  }
  for (const { root, input, options: field } of fields) {
    form.append(root);
    for (const event of ['focus', 'blur'] as const) {
      input.addEventListener(event, () => emit(event, { field: field.name }));
    }
    // Listen on the field's root, not on its input. An event reaches the root after the field has updated its value and its
    // error message, so `report` emits the new state.
    root.addEventListener('input', report);
    root.addEventListener('focusout', report);
  }

  return {
    fields,
    report,
    read() {
      const [wrong] = fields.filter((field) => !field.check());
      report();
      wrong?.input.focus();
      const date = checkExpiry(expiry.input.value, new Date());
      if (wrong || !date.ok) return null;
      return {
        number: digitsOf(number.input.value),
        expMonth: date.month,
        expYear: date.year,
        cvc: digitsOf(securityCode.input.value),
      };
    },
    setReadOnly(readOnly) {
      for (const field of fields) field.input.readOnly = readOnly;
    },
    clear() {
      for (const field of fields) field.clear();
      report();
    },
  };
}

function drawFields({
  cardBrands,
  texts,
  pages: [expiryPage, codePage] = [] as never,
}: CardFormOptions): CardForm['fields'] {
  const accepted = cardBrands.map((brand) => brand.toLowerCase());
  const brand = () => detectBrand(number.input.value);
  const number = new CardField({
    name: 'number',
    label: texts.number,
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    format: formatCardNumber,
    problem: (text) => numberProblem(text, accepted, texts),
    // Visa, Mastercard and American Express. The numbers of other brands can be longer than 16 digits.
    mayBeLonger: (text) => !/^(?=.{17})(4|5[1-5]|2|3[47])/.test(text),
  });
  const expiry = new CardField(
    {
      name: 'expiry',
      label: texts.expiry,
      placeholder: texts.expiryFormat,
      autocomplete: 'cc-exp',
      format: formatExpiry,
      problem: (text) => expiryProblem(text, texts),
    },
    expiryPage,
  );
  const securityCode = new CardField(
    {
      name: 'security-code',
      label: texts.securityCode,
      placeholder: 'CVC',
      autocomplete: 'cc-csc',
      format: (text) => formatSecurityCode(text, brand()),
      problem: (text) => securityCodeProblem(text, brand(), texts),
    },
    codePage,
  );
  return [number, expiry, securityCode];
}

function numberProblem(text: string, accepted: readonly string[], texts: CardFormTexts): string | null {
  const check = checkCardNumber(text, accepted);
  if (check.ok) return null;
  if (check.reason === 'brand_not_accepted') return texts.brandNotAccepted(check.brand.name);
  return {
    empty: texts.numberMissing,
    incomplete: texts.numberIncomplete,
    invalid: texts.numberInvalid,
  }[check.reason];
}

function expiryProblem(text: string, texts: CardFormTexts): string | null {
  const check = checkExpiry(text, new Date());
  if (check.ok) return null;
  return {
    empty: texts.expiryMissing,
    incomplete: texts.expiryInvalid,
    invalid: texts.expiryInvalid,
    past: texts.expiryPast,
  }[check.reason];
}

function securityCodeProblem(text: string, brand: CardBrand | null, texts: CardFormTexts): string | null {
  const check = checkSecurityCode(text, brand);
  if (check.ok) return null;
  if (check.reason === 'empty') return texts.securityCodeMissing;
  return texts.securityCodeIncomplete(brand?.securityCodeLength ?? 3);
}
