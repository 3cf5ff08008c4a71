import assert from 'node:assert/strict';

/** Stands exactly once in the built page, where the address goes. */
const PLACEHOLDER = 'href="#kassa-target"';

/** The built page that leads a consumer on, as a function of the address to go to. */
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
