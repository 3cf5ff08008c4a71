const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * Moves from one method to the next with the arrow keys, as browsers do between radio buttons. Safari does not: a payment form
 * lies between the buttons, and its search for the next button ends at a form.
 */
export function moveBetweenMethods(event: KeyboardEvent & { currentTarget: HTMLInputElement }): void {
  const step = steps[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const radio = event.currentTarget;
  const radios = [...document.querySelectorAll<HTMLInputElement>(`input[name="${radio.name}"]:enabled`)];
  const next = radios.at((radios.indexOf(radio) + step) % radios.length);
  event.preventDefault();
  next?.focus();
  next?.click();
}
