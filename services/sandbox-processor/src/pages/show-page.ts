import type { Context } from 'koa';
import { type Page, renderPage } from './layout.ts';
import { displayOf } from './page-display.ts';
import { scriptedPagePolicy } from './page-headers.ts';
import type { PageLanguage } from './page-language.ts';

export function showPage(context: Context, status: number, page: Page, language: PageLanguage): void {
  if (page.script !== undefined) context.set('Content-Security-Policy', scriptedPagePolicy);
  context.status = status;
  context.type = 'text/html';
  context.body = renderPage(page, language, displayOf(context).kind !== 'page');
}
