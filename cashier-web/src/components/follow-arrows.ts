const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Moves from one payment method to the next with the arrow keys up and down, in the same way as browsers do. In WebKit, the
 * browser's own search for the next radio button ends at the card form, so these keys would never leave the method of cards. The
 * keys to the left and right are left to the browser, because with Alt or Command they mean its history.
 */
export function followArrows(event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }): void {
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const all = [...document.getElementsByName('method')];
  const next = all.at((all.indexOf(event.currentTarget) + step) % all.length);
  next?.focus();
  next?.click();
}
