import type { ProblemCode, Texts } from './texts.ts';

export interface FieldOptions {
  format(typed: string, isDeleting: boolean): string;
  /**
   * Returns what is wrong with the field's present value; null if it is valid. Called after each key press, so the value may
   * still be incomplete.
   */
  judge(): ProblemCode | null;
  onInput(): void;
}

/** A labelled text field. It shows an error once the payer has left it, and removes the error as soon as the value is valid. */
export class Field {
  readonly #options: FieldOptions;
  readonly #input: HTMLInputElement;
  readonly #label: HTMLElement;
  readonly #error: HTMLElement;
  readonly #name: 'number' | 'expiry' | 'cvc';
  #texts: Texts | null = null;
  #isRevealed = false;

  constructor(name: 'number' | 'expiry' | 'cvc', options: FieldOptions) {
    this.#name = name;
    this.#options = options;
    this.#input = document.querySelector<HTMLInputElement>(`#${name}`) ?? missing(name);
    this.#label = document.querySelector<HTMLElement>(`label[for=${name}]`) ?? missing(name);
    this.#error = document.getElementById(`${name}-error`) ?? missing(name);
    this.#input.addEventListener('input', (event) => {
      this.#reformat(event instanceof InputEvent && event.inputType.startsWith('delete'));
      this.#showProblem();
      options.onInput();
    });
    this.#input.addEventListener('blur', () => {
      if (this.value !== '') this.reveal();
    });
    this.#reformat(false);
  }

  get value(): string {
    return this.#input.value;
  }

  get problem(): ProblemCode | null {
    return this.#options.judge();
  }

  set hint(text: string) {
    this.#input.placeholder = text;
  }

  set readOnly(isReadOnly: boolean) {
    this.#input.readOnly = isReadOnly;
  }

  show(texts: Texts): void {
    this.#texts = texts;
    this.#label.textContent = texts[this.#name];
    this.#showProblem();
  }

  focus(): void {
    this.#input.focus();
  }

  clear(): void {
    this.#input.value = '';
    this.#isRevealed = false;
    this.#showProblem();
  }

  reveal(): void {
    this.#isRevealed = true;
    this.#showProblem();
  }

  #showProblem(): void {
    const { problem } = this;
    if (problem === null) this.#isRevealed = false;
    // Show a wrong check digit immediately, even while the payer types. The number is complete, so further digits cannot make
    // it valid.
    const shown = this.#isRevealed || problem === 'invalid_number' ? problem : null;
    this.#error.textContent = shown === null ? '' : (this.#texts?.problems[shown] ?? '');
    if (shown === null) this.#input.removeAttribute('aria-invalid');
    else this.#input.setAttribute('aria-invalid', 'true');
  }

  /** Formats the field's value again after a key press. The caret stays behind the same digit. */
  #reformat(isDeleting: boolean): void {
    const typed = this.#input.value;
    const caret = this.#input.selectionStart ?? typed.length;
    const formatted = this.#options.format(typed, isDeleting);
    if (formatted === typed) return;
    this.#input.value = formatted;
    if (caret >= typed.length) return;
    const behind = this.#options.format(typed.slice(0, caret), isDeleting).length;
    this.#input.setSelectionRange(behind, behind);
  }
}

function missing(name: string): never {
  throw new Error(`The frame has no field ${name}.`);
}
