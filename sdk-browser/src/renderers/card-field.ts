import { digitsOf } from '../card/digits.ts';
import type { CardFieldName, PaymentInput } from '../payment-events.ts';

export interface CardFieldOptions {
  readonly name: CardFieldName;
  readonly label: string;
  readonly placeholder: string;
  /**
   * The value of the `autocomplete` attribute. It tells browsers and password managers what to fill into the field (HTML,
   * section 4.10.18.7).
   */
  readonly autocomplete: 'cc-number' | 'cc-exp' | 'cc-csc';
  readonly format: (text: string, deleting: boolean) => string;
  /** Whether more may be typed after a valid text. If it is missing, a valid text is complete. */
  readonly mayBeLonger?: (text: string) => boolean;
  /** Returns the error message for the text; null if the text is valid. */
  readonly problem: (text: string) => string | null;
}

let fieldsMade = 0;

/**
 * One labelled input that formats what is typed. It has no `name`: if it had one and the browser submitted the form by itself,
 * the value would appear in the address.
 */
export class CardField {
  readonly root;
  readonly input;
  readonly #error;
  readonly options: CardFieldOptions;
  /** The mistake that the consumer sees. */
  mistake: PaymentInput['error'] = null;

  /** @param page the document that will contain the field */
  constructor(options: CardFieldOptions, page = document) {
    this.root = page.createElement('div');
    this.input = page.createElement('input');
    this.#error = page.createElement('p');
    this.options = options;
    fieldsMade += 1;
    const id = `kassa-${options.name}-${fieldsMade}`;

    const label = page.createElement('label');
    label.textContent = options.label;
    label.htmlFor = id;
    Object.assign(this.input, {
      id,
      type: 'text',
      inputMode: 'numeric',
      autocomplete: options.autocomplete,
      placeholder: options.placeholder,
      dir: 'ltr',
      spellcheck: false,
      required: true,
    });
    // With the role `status`, screen readers announce the error message when it appears. The focus is then already in the next
    // field.
    Object.assign(this.#error, { id: `${id}-error`, className: 'kassa-error', role: 'status' });
    this.input.setAttribute('aria-describedby', this.#error.id);
    this.root.className = `kassa-field kassa-${options.name}`;
    this.root.append(label, this.input, this.#error);

    this.input.addEventListener('input', (event) => this.#reformat(event));
    // If the focus moves to another field, show the mistake immediately. If it moves to a button, wait for the submit. A message
    // that appears while the consumer taps a button would move the button away from the finger.
    this.input.addEventListener('blur', ({ relatedTarget }) => {
      const goesOn = this.input.form?.contains(relatedTarget as Element | null);
      if (goesOn && this.input.value) this.check();
    });
  }

  get isValid(): boolean {
    return !this.options.problem(this.input.value);
  }

  get isWhole(): boolean {
    return this.isValid && !this.options.mayBeLonger?.(this.input.value);
  }

  /** Shows or removes the error message. Returns true if the value is valid. */
  check(): boolean {
    this.show(this.options.problem(this.input.value));
    return !this.mistake;
  }

  /**
   * Fills the field with a text, as if the consumer had typed it. If the text is invalid, shows the error message immediately.
   */
  type(text: string): void {
    this.input.value = text;
    this.input.dispatchEvent(new Event('input', { bubbles: true }));
    if (text) this.check();
  }

  clear(): void {
    this.input.value = '';
    this.show(null);
  }

  /** Shows this error message until the value changes; null removes it. */
  show(problem: string | null): void {
    this.mistake = problem ? { field: this.options.name, message: problem } : null;
    this.#error.textContent = problem;
    this.input.ariaInvalid = problem && 'true';
  }

  /** Writes the formatted value, and keeps the caret after the same digit as before. */
  #reformat(event: Event): void {
    const { input } = this;
    // If the browser's autofill filled in the field, the event has no `inputType`. This does not count as a deletion.
    const deleting = !!(event as InputEvent).inputType?.startsWith('delete');
    const caret = input.selectionStart ?? input.value.length;
    const atEnd = caret === input.value.length;
    const digitsBefore = digitsOf(input.value.slice(0, caret)).length;
    const formatted = this.options.format(input.value, deleting);
    if (formatted !== input.value) {
      input.value = formatted;
      const position = atEnd ? formatted.length : behindDigit(formatted, digitsBefore);
      input.setSelectionRange(position, position);
    }
    if (this.mistake && this.isValid) this.show(null);
  }
}

function behindDigit(text: string, count: number): number {
  return (new RegExp(`^(\\D*\\d){${count}}`).exec(text)?.[0] ?? text).length;
}
