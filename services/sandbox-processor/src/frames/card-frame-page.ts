import type { BrowserFiles } from '../browser-files.ts';
import { type Html, html } from '../pages/html.ts';

/** The page of the card form, which shops show in a frame. Its script adds the texts and does all the work. */
export function cardFramePage({ cardFrameScript, cardFrameStyle }: BrowserFiles): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Card details</title>
<link rel="stylesheet" href="${cardFrameStyle.path}" integrity="${cardFrameStyle.integrity}">
<script type="module" src="${cardFrameScript.path}" integrity="${cardFrameScript.integrity}"></script>
</head>
<body>
<form id="card" novalidate autocomplete="on">
${field('number', 'wide', 'cc-number', html`<span id="brand" class="brand" hidden></span>`)}
${field('expiry', 'half', 'cc-exp')}
${field('cvc', 'half', 'cc-csc')}
</form>
</body>
</html>
`.text;
}

function field(name: string, width: string, autocomplete: string, more: Html = html``): Html {
  return html`<div class="field ${width}">
<label for="${name}"></label>
<div class="box">
<input id="${name}" name="${name}" type="text" inputmode="numeric" autocomplete="${autocomplete}" aria-describedby="${name}-error" required spellcheck="false" autocapitalize="off">
${more}
</div>
<p id="${name}-error" class="error" aria-live="polite"></p>
</div>`;
}
