import { html } from '../html.ts';
import { layout, type PageFrame } from './layout.ts';

export function problemPage(frame: PageFrame, title: string, message: string) {
  return layout(
    { ...frame, title },
    html`
<section class="panel narrow">
  <h1>${title}</h1>
  <p class="notice notice-bad" role="alert">${message}</p>
  <p><a class="button button-quiet" href="/">Back to the shop</a></p>
</section>`,
  );
}
