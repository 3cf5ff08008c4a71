import type { CardInput } from '@kassa/contracts';
import { adoptStyle } from '../adopt-style.ts';
import type { AppearanceVariables } from '../appearance.ts';
import { detectBrand } from '../card/card-brands.ts';
import { checkCardNumber, formatCardNumber, type NumberMistake } from '../card/card-number.ts';
import { digitsOf } from '../card/digits.ts';
import { checkExpiry, type ExpiryMistake, formatExpiry, readExpiry } from '../card/expiry.ts';
import { checkSecurityCode, formatSecurityCode, type SecurityCodeMistake } from '../card/security-code.ts';
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
  /** The codes of the card brands that the order accepts; empty if it accepts all. They can be replaced while the form is shown. */
  cardBrands: readonly string[];
  readonly texts: CardFormTexts;
  readonly variables: Partial<AppearanceVariables>;
  readonly emit: EmitPaymentEvent;
  /** The documents that will contain the expiry date and the security code, if they are not in this document. */
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
  // `network` is what the consumer chose for a card that belongs to two networks.
  const { dataset } = number.root;
  let offer: (() => void) | undefined;
  const report = () => {
    offer?.();
    const { name = '', code = null } = detectBrand(number.input.value) ?? {};
    dataset.brand = name;
    emit('change', {
      complete: fields.every(({ isValid }) => isValid),
      brand: dataset.network ?? code,
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
    // Listen on the field's root, not on its input. When an event reaches the root, the field has already updated its value and
    // its error message, so `report` emits the new state.
    root.addEventListener('input', report);
    root.addEventListener('focusout', report);
  }

  // Few orders accept a card's second network, so load the choice only for them. If it cannot be loaded, the channel chooses.
  if (options.cardBrands.includes('cartes_bancaires'))
    import('./network-choice.ts').then(({ offerNetworks }) => {
      offer = offerNetworks(number, options, detectBrand, adoptStyle);
      report();
    }, report);

  return {
    fields,
    report,
    read() {
      const [wrong] = fields.filter((field) => !field.check());
      report();
      wrong?.input.focus();
      if (wrong) return null;
      return {
        number: digitsOf(number.input.value),
        ...readExpiry(expiry.input.value),
        cvc: digitsOf(securityCode.input.value),
        ...(dataset.network && { network: dataset.network }),
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

function drawFields(options: CardFormOptions): CardForm['fields'] {
  const { texts, pages: [expiryPage, codePage] = [] as never } = options;
  const accepted = () => options.cardBrands.map((code) => code.toLowerCase());
  const brand = () => detectBrand(number.input.value);
  const number = new CardField({
    name: 'number',
    label: texts.number,
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    format: formatCardNumber,
    problem: (text) => textOf(checkCardNumber(text, accepted()), texts, detectBrand(text)?.name),
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
      problem: (text) => textOf(checkExpiry(text, new Date()), texts),
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
      problem: (text) => textOf(checkSecurityCode(text, brand()), texts, brand()?.securityCodeLength ?? 3),
    },
    codePage,
  );
  return [number, expiry, securityCode];
}

/** The text about a mistake; null if there is none. Two of the texts need a value: the brand, or the number of digits. */
function textOf(
  mistake: NumberMistake | ExpiryMistake | SecurityCodeMistake | null,
  texts: CardFormTexts,
  value?: string | number,
): string | null {
  const text = mistake && texts[mistake];
  return typeof text === 'function' ? text(value as never) : text;
}
