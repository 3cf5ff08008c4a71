import type { BrowserFiles } from '../browser-files.ts';
import { html } from '../pages/html.ts';
import { framePage } from './frame-page.ts';

/** The sheet of the wallet Sandbox Pay, which the library shows over the shop's page. */
export function walletSheetPage({ walletSheetScript, walletSheetStyle }: BrowserFiles): string {
  const form = html`<form id="sheet">
<header><h1 lang="en" translate="no">Sandbox Pay</h1><button type="button" id="cancel"></button></header>
<p id="amount"></p>
<fieldset>
<legend id="choose"></legend>
<label><input type="radio" name="token" value="sbx_wallet_succeeds" checked><span dir="ltr">•••• 4242</span><small id="succeeds"></small></label>
<label><input type="radio" name="token" value="sbx_wallet_declined"><span dir="ltr">•••• 0002</span><small id="declined"></small></label>
</fieldset>
<button id="pay"></button>
</form>`;
  return framePage('Sandbox Pay', walletSheetStyle, walletSheetScript, form);
}
