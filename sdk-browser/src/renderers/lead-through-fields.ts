/** A field that can tell when nothing more is to be typed into it. */
export interface CompletedField {
  /** The element around the input. */
  readonly root: HTMLElement;
  readonly input: HTMLInputElement;
  readonly isWhole: boolean;
}

/**
 * Moves the focus to the next empty field as soon as a field is complete, and submits the form with Enter. Consumers who are used
 * to the Tab key need not notice the move: right after it, the first Tab is ignored.
 */
export function leadThroughFields(form: HTMLFormElement, fields: readonly CompletedField[]): void {
  let reached: HTMLInputElement | undefined;
  const afterInput = ({ target, inputType }: Event & { readonly inputType?: string }) => {
    const at = fields.findIndex(({ input }) => input === target);
    const [field, next] = fields.slice(at);
    reached = undefined;
    // Only what the consumer types or pastes at the end, not a correction, and not what the browser fills in.
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
  // Listen on each field, because the fields can be in frames of their own, outside the form.
  for (const { root } of fields) {
    root.addEventListener('input', afterInput);
    root.addEventListener('keydown', atKey);
  }
}
