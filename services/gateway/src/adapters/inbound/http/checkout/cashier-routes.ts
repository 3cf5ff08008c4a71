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

/** What is sent by a route of its own, with a policy. */
const pages: ReadonlySet<unknown> = new Set(['index.html', 'return.html']);

export const cashierUseCases = {
  describeCashierPage: DescribeCashierPage,
  followReturnLink: FollowReturnLink,
};
export type CashierUseCases = InstancesOf<typeof cashierUseCases>;

/** The hosted cashier: one page for every order; the order and its session are in the address. */
export function cashierRoutes(
  router: Router,
  useCases: CashierUseCases,
  cashier: StaticFiles,
  icons: StaticFiles,
  /** Whether this caller may have an order looked up now. */
  mayLookUp: (ctx: Context) => boolean,
  /** Whether what came back over a return link is given to its processor now. */
  mayBringBack: (link: string) => boolean,
): void {
  const returnPage = returnPageFrom(cashier.text('return.html'));

  function serveCashier(ctx: Context, page: CashierPage): void {
    const policy = cashierPolicy(page);
    ctx.set('Content-Security-Policy', policy);
    ctx.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()');
    cashier.serve(ctx, 'index.html', REVALIDATED, policy);
  }

  // A page of one consumer's, and of nobody's who searches.
  router.use('/checkout', async (ctx, next) => {
    ctx.set('X-Robots-Tag', 'noindex');
    await next();
  });
  router.get('/checkout/:orderId', async (ctx) => {
    // The page itself costs nothing, and it is how a consumer pays: beyond the rate only its order is not
    // looked up, so that it can not be framed. Known and unknown orders look alike in that too.
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
    // A consumer can make up any number of results, and each would be a call of the processor's.
    const brought = mayBringBack(`${attemptId} ${key}`) ? added : {};
    const target = await useCases.followReturnLink.execute(
      String(orderId),
      String(attemptId),
      typeof key === 'string' ? key : '',
      // Processors add parameters of their own. What comes twice is nobody's word.
      Object.fromEntries(
        Object.entries(brought).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      ),
    );
    switch (target.kind) {
      case 'unknown':
        return serveCashier(ctx, await useCases.describeCashierPage.unknownOrder());
      case 'leads_on':
        ctx.set('Cache-Control', 'no-store');
        // In a frame the page around it is told instead; where that is not known, the page finds out.
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
