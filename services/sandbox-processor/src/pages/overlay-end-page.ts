import type { BrowserFile } from '../browser-files.ts';
import { html } from './html.ts';
import type { PageLanguage } from './page-language.ts';
import { stylesheetPath } from './stylesheet.ts';

/**
 * The last page in the 3-D Secure overlay, shown only for a moment. Its script tells the shop's page, and no other page, that
 * the payer has finished.
 */
export function overlayEndPage(
  script: BrowserFile,
  origin: string,
  { code, direction, texts }: PageLanguage,
): string {
  return html`<!doctype html>
<html lang="${code}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${texts.backToShop} – Kassa Sandbox</title>
<link rel="stylesheet" href="${stylesheetPath}">
<script type="module" src="${script.path}" integrity="${script.integrity}"></script>
</head>
<body class="framed" data-origin="${origin}">
<main class="narrow"><p class="lead">${texts.backToShop} …</p></main>
</body>
</html>
`.text;
}
