import { errorTable } from '@kassa/contracts';
import { BASE } from './site-addresses.ts';

/** Escapes text for a page that Vue compiles: the characters that are special in HTML, and Vue's `{{`. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('{{', '&#123;&#123;');
}

const errorWord = /\b[A-Z]{3,}(?:_[A-Z]+)+\b/g;

/**
 * Converts a description from the contracts to HTML. Text between backticks becomes code, and the name of an error becomes a
 * link to the error page.
 */
export function inlineHtml(description: string): string {
  return description
    .split('`')
    .map((part, index) =>
      index % 2 === 0 ? withErrorLinks(escapeHtml(part)) : `<code v-pre>${escapeHtml(part)}</code>`,
    )
    .join('');
}

/** @returns paragraphs of HTML, one line each, as Markdown takes them */
export function paragraphs(description: string): string {
  return description
    .split('\n\n')
    .map((paragraph) => `<p>${inlineHtml(paragraph.replaceAll('\n', ' '))}</p>`)
    .join('\n');
}

function withErrorLinks(html: string): string {
  return html.replaceAll(errorWord, (name) => (name in errorTable ? errorLink(name) : name));
}

export function errorLink(name: string): string {
  return `<a href="${BASE}errors#${name}">${name}</a>`;
}
