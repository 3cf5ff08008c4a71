/**
 * Moves from one payment method to the next with the arrow keys up and down, in the same way as browsers do. This code is
 * needed because of WebKit: its own search for the next radio button ends at the card form, so these keys would never leave the
 * card method. The keys to the left and right are left to the browser, because with Alt or Command they navigate in its
 * history.
 */
export function followArrows(event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }): void {
  const isDown = event.key === 'ArrowDown';
  if (!isDown && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const all = [...document.getElementsByName('method')];
  if (!isDown) all.reverse();
  const next = all[all.indexOf(event.currentTarget) + 1] ?? all[0];
  next?.focus();
  next?.click();
}
