import type Router from '@koa/router';
import type { Context } from 'koa';
import { isWaitingForPage, type PageKind, pageDecisions } from '../domain/decide-on-page.ts';
import type { PageDecision, Payment } from '../domain/payment.ts';
import { ApiError } from '../http/api-error.ts';
import { readBody } from '../http/read-body.ts';
import { findByPageLink, pressPageButton } from '../operations/press-page-button.ts';
import type { ProcessorContext } from '../operations/processor-context.ts';
import { challengePage } from './challenge-page.ts';
import { finishedPage } from './finished-page.ts';
import { homePage } from './home-page.ts';
import type { Page } from './layout.ts';
import { overlayEndPage } from './overlay-end-page.ts';
import { displayOf } from './page-display.ts';
import { pageHeaders, scriptedPagePolicy } from './page-headers.ts';
import { englishPages, languageOf, type PageLanguage } from './page-language.ts';
import { payPage } from './pay-page.ts';
import { showPage } from './show-page.ts';
import { stylesheet, stylesheetPath } from './stylesheet.ts';
import { unknownLinkPage } from './unknown-link-page.ts';
import { addVoucherPages } from './voucher-page-routes.ts';

export function addPageRoutes(router: Router, processor: ProcessorContext): void {
  router.use(pageHeaders());

  // For developers, like the README.
  router.get('/', (context) => showPage(context, 200, homePage, englishPages));
  router.get(stylesheetPath, (context) => {
    context.set('Cache-Control', 'public, max-age=31536000, immutable');
    context.type = 'text/css';
    context.body = stylesheet;
  });
  addPage(router, processor, 'pay', '/pay/:id/:token', payPage);
  addPage(router, processor, 'challenge', '/3ds/:id/:token', challengePage);
  addVoucherPages(router, processor);
}

/** Adds a page on which the payer decides by pressing a button. After that, the page only shows how the payment ended. */
function addPage(
  router: Router,
  processor: ProcessorContext,
  kind: PageKind,
  path: string,
  page: (payment: Payment, formPath: string, language: PageLanguage) => Page,
): void {
  router.get(path, async (context) => {
    const payment = await findByPageLink(processor, context.params.id ?? '', context.params.token ?? '');
    const display = displayOf(context);
    const language = languageOf(context);
    if (payment === null) showPage(context, 404, unknownLinkPage(language), language);
    else if (isWaitingForPage(payment, kind))
      showPage(context, 200, page(payment, context.url, language), language);
    else if (display.kind === 'overlay') endOverlay(context, processor, display.origin, language);
    else showPage(context, 200, finishedPage(payment, language), language);
  });

  router.post(path, async (context) => {
    const payment = await findByPageLink(processor, context.params.id ?? '', context.params.token ?? '');
    if (payment === null) {
      const language = languageOf(context);
      return showPage(context, 404, unknownLinkPage(language), language);
    }
    const outcome = await pressPageButton(processor, payment.id, kind, await decisionOf(context, kind));
    context.status = 303;
    // Send the payer back to the shop, with two exceptions. In an overlay, load this page again, because the reloaded page
    // closes the overlay. If the payment had already ended before the payer pressed the button, also load this page again,
    // because the reloaded page says how the payment ended.
    const isLeft = outcome !== 'finished' && displayOf(context).kind !== 'overlay';
    context.set('Location', isLeft ? payment.returnUrl : context.url);
  });
}

async function decisionOf(context: Context, kind: PageKind): Promise<PageDecision> {
  const given = new URLSearchParams(await readBody(context)).get('decision');
  const decision = pageDecisions[kind].find((known) => known === given);
  if (decision === undefined)
    throw new ApiError('invalid_request', `decision is one of: ${pageDecisions[kind].join(', ')}.`);
  return decision;
}

function endOverlay(
  context: Context,
  { browserFiles }: ProcessorContext,
  origin: string,
  language: PageLanguage,
): void {
  context.set('Content-Security-Policy', scriptedPagePolicy);
  context.type = 'text/html';
  context.body = overlayEndPage(browserFiles.challengeScript, origin, language);
}
