import assert from 'node:assert/strict';

/** Marks the place for the address in the built page, which contains this text exactly once. */
const PLACEHOLDER = 'href="#kassa-target"';

/** Returns a function that puts an address into the built page. The page then sends the consumer there. */
export function returnPageFrom(builtPage: string | undefined): (url: string) => string {
  const parts = builtPage?.split(PLACEHOLDER) ?? [];
  assert(parts.length === 2, `the cashier’s return.html must contain ${PLACEHOLDER} once; build it anew`);
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
