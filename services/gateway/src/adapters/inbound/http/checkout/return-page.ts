import assert from 'node:assert/strict';

/**
 * The text in the built return page that is replaced by the address where the consumer continues. The page contains it
 * exactly once.
 */
const PLACEHOLDER = 'href="#kassa-target"';

/**
 * Returns a function that puts an address into the built return page. In the browser, the page then sends the consumer
 * to that address.
 */
export function returnPageFrom(builtPage: string | undefined): (url: string) => string {
  const parts = builtPage?.split(PLACEHOLDER) ?? [];
  assert(
    parts.length === 2,
    `the cashier’s return.html must contain ${PLACEHOLDER} exactly once; build the cashier again`,
  );
  return (url) => parts.join(`href="${escapeHtml(url)}"`);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
