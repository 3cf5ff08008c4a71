/**
 * Moves from one payment method to the next with the arrow keys, in the same way as browsers do. This code is needed because of
 * WebKit: its own search for the next radio button ends at the card form, so these keys would never leave the card method, and
 * it ignores the page's writing direction. With Alt or Command, the keys to the left and right are left to the browser, because
 * they navigate in its history.
 */
export function followArrows(event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }): void {
  const right = document.dir === 'rtl' ? -1 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    ArrowRight: right,
    ArrowLeft: -right,
  };
  const step = steps[event.key];
  if (!step || event.altKey || event.metaKey) return;
  event.preventDefault();
  const all = [...document.getElementsByName('method')];
  const next = all.at((all.indexOf(event.currentTarget) + step) % all.length);
  next?.focus();
  next?.click();
}
