const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * Moves from one payment method to the next with the arrow keys, in the same way as browsers do. In WebKit, the browser's own
 * search for the next radio button ends at the card form, so the arrow keys would never leave the method of cards.
 */
export function followArrows(event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }): void {
  const step = steps[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const all = [...document.querySelectorAll<HTMLInputElement>('[name=method]:enabled')];
  const next = all.at((all.indexOf(event.currentTarget) + step) % all.length);
  next?.focus();
  next?.click();
}
