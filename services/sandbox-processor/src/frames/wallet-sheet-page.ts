import type { BrowserFiles } from '../browser-files.ts';
import { html } from '../pages/html.ts';

/**
 * The sheet of the wallet Sandbox Pay, which the library shows over shops' pages in a frame. Its script adds the texts and does
 * all the work.
 */
export function walletSheetPage({ walletSheetScript, walletSheetStyle }: BrowserFiles): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sandbox Pay</title>
<link rel="stylesheet" href="${walletSheetStyle.path}" integrity="${walletSheetStyle.integrity}">
<script type="module" src="${walletSheetScript.path}" integrity="${walletSheetScript.integrity}"></script>
</head>
<body>
<form id="sheet">
<header><h1 lang="en" translate="no">Sandbox Pay</h1><button type="button" id="cancel"></button></header>
<p id="amount"></p>
<fieldset>
<legend id="choose"></legend>
<label><input type="radio" name="token" value="sbx_wallet_succeeds" checked><span dir="ltr">•••• 4242</span><small id="succeeds"></small></label>
<label><input type="radio" name="token" value="sbx_wallet_declined"><span dir="ltr">•••• 0002</span><small id="declined"></small></label>
</fieldset>
<button id="pay"></button>
</form>
</body>
</html>
`.text;
}
