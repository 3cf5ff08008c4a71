import type { BrowserFiles } from '../browser-files.ts';
import { type Html, html } from '../pages/html.ts';
import { framePage } from './frame-page.ts';

/** The page of the card form. */
export function cardFramePage({ cardFrameScript, cardFrameStyle }: BrowserFiles): string {
  const form = html`<form id="card" novalidate autocomplete="on">
${field('number', 'wide', 'cc-number', html`<span id="brand" class="brand" hidden></span>`)}
${field('expiry', 'half', 'cc-exp')}
${field('cvc', 'half', 'cc-csc')}
</form>`;
  return framePage('Card details', cardFrameStyle, cardFrameScript, form);
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
