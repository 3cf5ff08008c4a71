import { createHash } from 'node:crypto';
import { parse } from 'node-html-parser';
import type { HtmlPage } from './html-pages.ts';

/**
 * The content security policy of the site’s pages. Nothing comes from another origin. The only scripts are the site’s own
 * files, and the few small scripts that the generator writes into its pages; the policy names those by their hashes. Inline
 * styles are allowed, because they colour the highlighted code.
 */
export function contentSecurityPolicy(pages: readonly HtmlPage[]): string {
  return policyFor(pages, '');
}

/**
 * The content security policy of the playground. It also lets the page use a sandbox on the reader's own computer: call its
 * gateway, show its card fields, and load the library of the sandbox processor.
 */
export function playgroundPolicy(pages: readonly HtmlPage[]): string {
  return policyFor(pages, 'http://127.0.0.1:* http://localhost:*');
}

function policyFor(pages: readonly HtmlPage[], sandbox: string): string {
  const hashes = new Set(pages.flatMap(({ html }) => inlineScriptsOf(html).map(hashOf)));
  return [
    "default-src 'none'",
    `script-src 'self' ${[...hashes].sort().join(' ')} ${sandbox}`.trimEnd(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${sandbox}`.trimEnd(),
    ...(sandbox ? [`frame-src ${sandbox}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/**
 * Writes the content security policy into the page itself, as the first element of its head. So the policy applies on any web
 * server.
 */
export function withPolicy(html: string, policy: string): string {
  return html.replace(
    '<head>',
    () => `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}

function inlineScriptsOf(html: string): string[] {
  return parse(html, { comment: true, blockTextElements: { script: true } })
    .querySelectorAll('script:not([src])')
    .map((script) => script.rawText);
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
