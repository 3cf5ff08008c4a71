import type { BrowserFile } from '../browser-files.ts';
import { type Html, html, nothing } from './html.ts';
import type { PageLanguage } from './page-language.ts';
import { stylesheetPath } from './stylesheet.ts';

export interface Page {
  readonly title: string;
  readonly content: Html;
  /** The width of the page: `wide` for a page to read, `narrow` for a page with buttons to press. */
  readonly width: 'narrow' | 'wide';
  /** A script that makes the page more convenient. The page also works without it. */
  readonly script?: BrowserFile;
}

export function renderPage(
  { title, content, width, script }: Page,
  { code, direction, texts }: PageLanguage,
  isFramed = false,
): string {
  return html`<!doctype html>
<html lang="${code}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} – Kassa Sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${stylesheetPath}">
${script === undefined ? nothing : html`<script type="module" src="${script.path}" integrity="${script.integrity}"></script>`}
</head>
<body class="${isFramed ? 'framed' : 'whole'}">
<header class="banner">
<div class="banner-inner">
<span class="brand">${logo} Kassa Sandbox</span>
<span class="badge">${texts.badge}</span>
</div>
</header>
<main class="${width}" aria-label="${title}">
${content}
</main>
<footer>${texts.footer}</footer>
</body>
</html>
`.text;
}

const logo = html`<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><path d="M9 2h6v2h-1v5.2l5.6 9.3A2.3 2.3 0 0 1 17.6 22H6.4a2.3 2.3 0 0 1-2-3.5L10 9.2V4H9zm1.6 10-2.4 4h7.6l-2.4-4z" fill="currentColor"/></svg>`;
