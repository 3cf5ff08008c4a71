import type Router from '@koa/router';
import type { Context } from 'koa';
import {
  type CashierPage,
  DescribeCashierPage,
} from '../../../../application/checkout/describe-cashier-page.ts';
import { FollowReturnLink } from '../../../../application/checkout/follow-return-link.ts';
import type { InstancesOf } from '../instances-of.ts';
import { AN_HOUR, FOREVER, REVALIDATED, type StaticFiles } from '../static-files.ts';
import { cashierPolicy, returnPolicy } from './page-policy.ts';
import { returnPageFrom } from './return-page.ts';

/** Paths whose routes send pages with their own policy. */
const pages: ReadonlySet<unknown> = new Set(['index.html', 'return.html']);

export const cashierUseCases = {
  describeCashierPage: DescribeCashierPage,
  followReturnLink: FollowReturnLink,
};
export type CashierUseCases = InstancesOf<typeof cashierUseCases>;

/** The hosted cashier: one page serves every order. The address holds the order's ID and its session. */
export function cashierRoutes(
  router: Router,
  useCases: CashierUseCases,
  cashier: StaticFiles,
  icons: StaticFiles,
  /** Whether the rate limit lets this caller look up an order now. */
  mayLookUp: (ctx: Context) => boolean,
  /** Whether the rate limit lets the parameters of a return link go to the processor now. */
  mayBringBack: (link: string) => boolean,
): void {
  const returnPage = returnPageFrom(cashier.text('return.html'));

  function serveCashier(ctx: Context, page: CashierPage): void {
    const policy = cashierPolicy(page);
    ctx.set('Content-Security-Policy', policy);
    ctx.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()');
    cashier.serve(ctx, 'index.html', REVALIDATED, policy);
  }

  // Search engines must not index the page of one consumer's order.
  router.use('/checkout', async (ctx, next) => {
    ctx.set('X-Robots-Tag', 'noindex');
    await next();
  });
  router.get('/checkout/:orderId', async (ctx) => {
    // Consumers pay on this page and serving it is cheap, so the rate limit never withholds it. Beyond the rate,
    // only the order is not looked up, so no site may frame the page. Known and unknown orders then look alike.
    const page = mayLookUp(ctx)
      ? await useCases.describeCashierPage.execute(String(ctx.params.orderId))
      : await useCases.describeCashierPage.unknownOrder();
    serveCashier(ctx, page);
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
    // A caller can make up any number of results, and each would cost a call to the processor.
    const brought = mayBringBack(`${attemptId} ${key}`) ? added : {};
    const target = await useCases.followReturnLink.execute(
      String(orderId),
      String(attemptId),
      typeof key === 'string' ? key : '',
      // Processors add their own parameters. A parameter that appears twice is ignored, because either value
      // could be forged.
      Object.fromEntries(
        Object.entries(brought).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      ),
    );
    switch (target.kind) {
      case 'unknown':
        return serveCashier(ctx, await useCases.describeCashierPage.unknownOrder());
      case 'leads_on':
        ctx.set('Cache-Control', 'no-store');
        // In a frame, the page must message its parent instead of redirecting. If the browser does not say
        // whether this is a frame, the page finds out.
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
