import { html } from './html.ts';
import type { Page } from './layout.ts';
import type { PageLanguage } from './page-language.ts';

export function unknownLinkPage({ texts }: PageLanguage): Page {
  const { title, heading, explanation } = texts.unknownLink;
  return {
    title,
    width: 'narrow',
    content: html`<section class="panel">
<p class="symbol waiting" aria-hidden="true">?</p>
<h1>${heading}</h1>
<p class="lead">${explanation}</p>
</section>`,
  };
}
