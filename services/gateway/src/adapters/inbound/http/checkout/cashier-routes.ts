import type Router from '@koa/router';
import type { Context } from 'koa';
import {
  type CashierPage,
  DescribeCashierPage,
} from '../../../../application/checkout/describe-cashier-page.ts';
import { FollowReturnLink } from '../../../../application/checkout/follow-return-link.ts';
import type { InstancesOf } from '../instances-of.ts';
import { AN_HOUR, FOREVER, REVALIDATED, type StaticFiles } from '../static-files.ts';
import { cardFieldsPolicy, cashierPolicy, returnPolicy } from './page-policy.ts';
import { returnPageFrom } from './return-page.ts';

/**
 * The HTML pages of the cashier. They have separate routes and are not served as plain files, because each answer needs its own
 * content security policy.
 */
const pages: ReadonlySet<unknown> = new Set(['index.html', 'fields.html', 'return.html']);

export const cashierUseCases = {
  describeCashierPage: DescribeCashierPage,
  followReturnLink: FollowReturnLink,
};
export type CashierUseCases = InstancesOf<typeof cashierUseCases>;

/**
 * The routes of the hosted cashier. One HTML page serves every order: its address contains the order's ID, and the part
 * after # contains the consumer's session.
 */
export function cashierRoutes(
  router: Router,
  useCases: CashierUseCases,
  cashier: StaticFiles,
  icons: StaticFiles,
  /** Whether the rate limit allows this caller to look up another order now. */
  mayLookUp: (ctx: Context) => boolean,
  /**
   * Whether the rate limit allows the gateway to read the parameters of this return link now. Reading them can require a call
   * to the processor.
   */
  mayBringBack: (link: string) => boolean,
): void {
  const returnPage = returnPageFrom(cashier.text('return.html'));

  function servePage(ctx: Context, file: string, policy: string): void {
    ctx.set('Content-Security-Policy', policy);
    ctx.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()');
    cashier.serve(ctx, file, REVALIDATED, policy);
  }
  const serveCashier = (ctx: Context, page: CashierPage) => servePage(ctx, 'index.html', cashierPolicy(page));

  async function describePage(ctx: Context): Promise<CashierPage> {
    // Every caller gets the page, because consumers pay on it and it is cheap to serve. For a caller beyond the rate limit, the
    // gateway does not look up the order. The page is then served as for an unknown order: no site may frame it.
    return mayLookUp(ctx)
      ? useCases.describeCashierPage.execute(String(ctx.params.orderId))
      : useCases.describeCashierPage.unknownOrder();
  }

  // Search engines must not index a page that belongs to one consumer's order.
  router.use('/checkout', async (ctx, next) => {
    ctx.set('X-Robots-Tag', 'noindex');
    await next();
  });
  router.get('/checkout/:orderId', async (ctx) => {
    serveCashier(ctx, await describePage(ctx));
  });
  // The card fields that the browser SDK shows in a frame of the merchant's own checkout page.
  router.get('/checkout/:orderId/fields', async (ctx) => {
    servePage(ctx, 'fields.html', cardFieldsPolicy(await describePage(ctx)));
  });

  returnRoute(router, useCases, mayBringBack, serveCashier, returnPage);

  router.get('/assets/:file', (ctx) => {
    cashier.serve(ctx, `assets/${ctx.params.file}`, FOREVER);
  });
  router.get('/icons/:file', (ctx) => {
    icons.serve(ctx, String(ctx.params.file), AN_HOUR);
  });
  router.get('/:file', (ctx) => {
    if (!pages.has(ctx.params.file)) cashier.serve(ctx, String(ctx.params.file), AN_HOUR);
  });
}

function returnRoute(
  router: Router,
  useCases: CashierUseCases,
  mayBringBack: (link: string) => boolean,
  serveCashier: (ctx: Context, page: CashierPage) => void,
  returnPage: ReturnType<typeof returnPageFrom>,
): void {
  router.get('/checkout/:orderId/return/:attemptId', async (ctx) => {
    const { orderId, attemptId } = ctx.params;
    const { key, ...added } = ctx.query;
    // A caller can invent any number of 3-D Secure results, and each of them would require a call to the processor. So results
    // beyond the rate limit are ignored.
    const brought = mayBringBack(`${attemptId} ${key}`) ? added : {};
    const target = await useCases.followReturnLink.execute(
      String(orderId),
      String(attemptId),
      typeof key === 'string' ? key : '',
      // Processors add their own parameters to the return link. A parameter that appears twice is ignored, because either of
      // its values could be forged.
      Object.fromEntries(
        Object.entries(brought).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      ),
    );
    switch (target.kind) {
      case 'unknown':
        return serveCashier(ctx, await useCases.describeCashierPage.unknownOrder());
      case 'leads_on':
        ctx.set('Cache-Control', 'no-store');
        // Redirect the consumer only if the browser says that it is loading this return link as a top-level page, not in a
        // frame. Otherwise, send the return page, whose script decides what to do. In the browser SDK's 3-D Secure frame, the
        // script sends a message to the surrounding page. Elsewhere, the script goes on to the target address.
        if (ctx.get('Sec-Fetch-Dest') === 'document') {
          ctx.status = 303;
          ctx.set('Location', target.url);
          ctx.body = '';
          return;
        }
        ctx.set('Content-Security-Policy', returnPolicy(target));
        ctx.type = 'html';
        ctx.body = returnPage(target.url);
    }
  });
}
