import { brandOf, inGroups, judgeNumber } from './card-number.ts';
import type { Card } from './client-api.ts';
import { digitsOf } from './digits.ts';
import { formatExpiry, judgeExpiry } from './expiry.ts';
import { Field } from './field.ts';
import type { Texts } from './texts.ts';

export type CardCheck =
  | { readonly kind: 'valid'; readonly card: Card }
  | { readonly kind: 'invalid'; readonly code: string; readonly message: string };

/** The three fields of a card. */
export class CardForm {
  readonly #number: Field;
  readonly #expiry: Field;
  readonly #cvc: Field;
  readonly #brand: HTMLElement;
  #texts: Texts;

  constructor(texts: Texts, onChange: () => void) {
    this.#texts = texts;
    this.#brand = part('brand');
    this.#number = new Field('number', {
      format: (typed) => inGroups(digitsOf(typed)),
      judge: () => this.#judgeNumber(),
      onInput: () => {
        this.#showBrand();
        onChange();
      },
    });
    this.#expiry = new Field('expiry', {
      format: (typed, isDeleting) => formatExpiry(typed, isDeleting),
      judge: () => this.#judgeExpiry(),
      onInput: onChange,
    });
    this.#cvc = new Field('cvc', {
      format: (typed) => digitsOf(typed).slice(0, 4),
      judge: () => (this.#isCvcComplete ? null : 'incomplete_cvc'),
      onInput: onChange,
    });
    this.show(texts);
  }

  show(texts: Texts): void {
    this.#texts = texts;
    for (const field of this.#fields) field.show(texts);
    this.#expiry.hint = texts.expiryHint;
    this.#number.hint = '1234 1234 1234 1234';
    this.#showBrand();
  }

  get isEmpty(): boolean {
    return this.#fields.every(({ value }) => value === '');
  }

  get isComplete(): boolean {
    return this.#fields.every((field) => field.problem === null);
  }

  set readOnly(isReadOnly: boolean) {
    for (const field of this.#fields) field.readOnly = isReadOnly;
  }

  focus(): void {
    (this.#fields.find((field) => field.problem !== null) ?? this.#number).focus();
  }

  clear(): void {
    for (const field of this.#fields) field.clear();
    this.#showBrand();
  }

  /** Shows the errors in the fields, and focuses the first invalid field. */
  check(): CardCheck {
    for (const field of this.#fields) field.reveal();
    const wrong = this.#fields.find((field) => field.problem !== null);
    if (wrong?.problem) {
      wrong.focus();
      return { kind: 'invalid', code: wrong.problem, message: this.#texts.problems[wrong.problem] };
    }
    const expiry = judgeExpiry(this.#expiry.value, new Date());
    if (expiry.kind !== 'valid') throw new Error('An expiry date without a problem is valid.');
    return {
      kind: 'valid',
      card: {
        number: digitsOf(this.#number.value),
        exp_month: expiry.month,
        exp_year: expiry.year,
        cvc: this.#cvc.value,
      },
    };
  }

  get #fields(): readonly Field[] {
    return [this.#number, this.#expiry, this.#cvc];
  }

  #judgeNumber() {
    switch (judgeNumber(digitsOf(this.#number.value))) {
      case 'valid':
        return null;
      case 'incomplete':
        return 'incomplete_number';
      case 'wrong':
        return 'invalid_number';
    }
  }

  #judgeExpiry() {
    switch (judgeExpiry(this.#expiry.value, new Date()).kind) {
      case 'valid':
        return null;
      case 'incomplete':
        return 'incomplete_expiry';
      case 'past':
        return 'invalid_expiry_past';
    }
  }

  get #isCvcComplete(): boolean {
    return this.#cvc.value.length === brandOf(digitsOf(this.#number.value)).cvcLength;
  }

  #showBrand(): void {
    const { name, cvcLength } = brandOf(digitsOf(this.#number.value));
    this.#brand.textContent = name;
    this.#brand.hidden = name === '';
    this.#cvc.hint = '1234'.slice(0, cvcLength);
  }
}

export function part(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The frame has no #${id}.`);
  return found;
}
