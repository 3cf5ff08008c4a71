import type { BrowserFile } from '../browser-files.ts';
import { type Html, html } from '../pages/html.ts';

/** A page that shops show in a frame. Its script adds the texts and does all the work. */
export function framePage(title: string, style: BrowserFile, script: BrowserFile, form: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="${style.path}" integrity="${style.integrity}">
<script type="module" src="${script.path}" integrity="${script.integrity}"></script>
</head>
<body>
${form}
</body>
</html>
`.text;
}
