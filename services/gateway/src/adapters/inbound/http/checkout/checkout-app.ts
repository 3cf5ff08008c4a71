import Router from '@koa/router';
import type { Context } from 'koa';
import { OpenCheckout } from '../../../../application/checkout/open-checkout.ts';
import { ManageBranding } from '../../../../application/merchants/manage-branding.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { type AppSettings, createApp, exactPaths, mount } from '../app.ts';
import { callerNetworkOf } from '../caller-network.ts';
import { GuessAlerts } from '../guess-alerts.ts';
import type { InstancesOf } from '../instances-of.ts';
import { allowAnyOrigin } from '../middleware/allow-any-origin.ts';
import { readRawBody } from '../middleware/read-raw-body.ts';
import { StaticFiles } from '../static-files.ts';
import { type BucketSize, TokenBuckets } from '../token-buckets.ts';
import { applePayRoute } from './apple-pay-route.ts';
import { cashierRoutes, cashierUseCases } from './cashier-routes.ts';
import { CheckoutRequests } from './checkout-request.ts';
import { checkoutRoutes, checkoutUseCases } from './checkout-routes.ts';
import { logoRoutes } from './logo-routes.ts';

/** The size limit of a body. The largest body that a checkout page sends contains card data. */
const MAX_BODY_BYTES = 16_384;

export interface CheckoutAppSettings extends AppSettings {
  /**
   * The rate limit of each session. Calls without a valid session are limited at the same rate, but by the network from which
   * they come.
   */
  readonly rate: BucketSize;
  /** The public address of the checkout app, without a trailing slash. */
  readonly publicUrl: string;
  /** The content of the file for Apple Pay on the cashier's domain; null if there is none. */
  readonly applePayFile: string | null;
  /** Whether consumers pay orders of this deployment with real money. */
  readonly livemode: boolean;
  readonly cashierFolder: string;
  readonly iconFolder: string;
  /** Returns how much time an order has left. */
  readonly clock: Clock;
}

export const checkoutAppUseCases = {
  ...checkoutUseCases,
  ...cashierUseCases,
  openCheckout: OpenCheckout,
  branding: ManageBranding,
};

/** The rate limit of one return link. A consumer returns through it once, and may reload the page a few times. */
const RETURNS_OF_ONE_LINK: BucketSize = { perSecond: 0.2, burst: 5 };

/** The Checkout API and the hosted cashier (port 10030). */
export function checkoutApp(
  useCases: InstancesOf<typeof checkoutAppUseCases>,
  settings: CheckoutAppSettings,
) {
  const app = createApp('checkout', settings);
  const api = new Router(exactPaths);
  api.use('/api/web', async (ctx, next) => {
    ctx.set('Cache-Control', 'no-store');
    await next();
  });
  api.use('/api/web', readRawBody(MAX_BODY_BYTES));
  const sessions = new TokenBuckets(settings.rate);
  const strangers = new TokenBuckets(settings.rate);
  const guesses = new GuessAlerts(settings, 'checkout_sessions');
  const requests = new CheckoutRequests(useCases.openCheckout, {
    sessions,
    strangers,
    guesses,
    tracing: settings.tracing,
  });
  checkoutRoutes(api, requests, useCases, {
    publicUrl: settings.publicUrl,
    livemode: settings.livemode,
    stopping: settings.stopping,
    clock: settings.clock,
  });

  const pages = new Router(exactPaths);
  const cashier = new StaticFiles(settings.cashierFolder);
  const icons = new StaticFiles(settings.iconFolder);
  // Requests for cashier pages are limited by the caller's network. They cannot be limited by session, because the session is
  // in the part of the address after #, which browsers do not send.
  const mayLookUp = ({ ip }: Context) => strangers.take(callerNetworkOf(ip)) === undefined;
  const returns = new TokenBuckets(RETURNS_OF_ONE_LINK);
  const mayBringBack = (link: string) => returns.take(link) === undefined;
  cashierRoutes(pages, useCases, cashier, icons, mayLookUp, mayBringBack);

  logoRoutes(pages, useCases.branding);
  applePayRoute(pages, settings.applePayFile);

  const anyOrigin = allowAnyOrigin();
  app.use((ctx, next) => (ctx.path.startsWith('/api/web/') ? anyOrigin(ctx, next) : next()));
  mount(app, api, pages);
  return app;
}
