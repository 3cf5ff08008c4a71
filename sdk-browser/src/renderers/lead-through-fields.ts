/** A field that knows when its content is complete. */
export interface CompletedField {
  /** The element around the input. */
  readonly root: HTMLElement;
  readonly input: HTMLInputElement;
  readonly isWhole: boolean;
}

/**
 * Moves the focus to the next empty field as soon as a field is complete, and submits the form with Enter. After such a move,
 * the first Tab key is ignored, because consumers often press it out of habit.
 */
export function leadThroughFields(form: HTMLFormElement, fields: readonly CompletedField[]): void {
  let reached: HTMLInputElement | undefined;
  const afterInput = ({ target, inputType }: Event & { readonly inputType?: string }) => {
    const at = fields.findIndex(({ input }) => input === target);
    const [field, next] = fields.slice(at);
    reached = undefined;
    // Move the focus only if the consumer has typed or pasted at the end of the field, not after a correction or the browser's
    // autofill.
    if (!/^insert[TCF]/.test(inputType ?? '') || !field?.isWhole || !next || next.input.value) return;
    if (field.input.selectionEnd !== field.input.value.length) return;
    next.input.focus();
    reached = next.input;
  };
  const atKey = (event: KeyboardEvent) => {
    const { key, target } = event;
    const isSecondMove = key === 'Tab' && !event.shiftKey && target === reached;
    reached = undefined;
    // On Enter, a browser submits no form that has several inputs but no submit button. So submit it here.
    const submits = key === 'Enter' && !event.isComposing;
    if (isSecondMove || submits) event.preventDefault();
    if (submits) form.requestSubmit();
  };
  // Listen on each field, because the fields can be in separate frames, outside the form.
  for (const { root } of fields) {
    root.addEventListener('input', afterInput);
    root.addEventListener('keydown', atKey);
  }
}
