import type { Target } from './engine.ts';

/**
 * Finds the first displayed element that matches a target, even inside open shadow roots. Every engine runs this function in
 * the page, so it must not use anything that is defined outside it.
 */
export function findInPage(target: Target): Element | null {
  const elementsBelow = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) =>
      element.shadowRoot ? [element, ...elementsBelow(element.shadowRoot)] : [element],
    );
  // Removes the invisible characters with which messages isolate names from the surrounding writing direction.
  const plain = (text: string | null) =>
    (text ?? '').replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/\s+/g, ' ');
  const says = (element: Element, words: string) => plain(element.textContent).includes(plain(words));
  const isNamed = (element: Element, words: string) =>
    says(element, words) || plain(element.getAttribute('aria-label')).includes(plain(words));
  const matches = (element: Element): boolean => {
    if ('css' in target) return element.matches(target.css);
    if ('button' in target) return element.localName === 'button' && isNamed(element, target.button);
    if ('link' in target) return element.localName === 'a' && isNamed(element, target.link);
    if ('heading' in target) return /^h[12]$/.test(element.localName) && says(element, target.heading);
    // Choose the innermost element with the text, because every element around it contains the text too.
    return says(element, target.text) && ![...element.children].some((child) => says(child, target.text));
  };
  const isDisplayed = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  return elementsBelow(document).find((element) => matches(element) && isDisplayed(element)) ?? null;
}

/** Scrolls an element to the middle of the window, as a consumer does if the fixed pay button covers the element. */
export function bringIntoView(element: Element): void {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
}

/** Selects the content of the field with the focus, so that typing replaces it. */
export const selectText = 'document.activeElement?.select?.()';

export function describeTarget(target: Target): string {
  return Object.entries(target)
    .map(([kind, value]) => `${kind} “${value}”`)
    .join();
}
