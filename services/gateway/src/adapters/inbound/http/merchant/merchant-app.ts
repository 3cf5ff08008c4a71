import { bodyLimits } from '@kassa/contracts';
import Router from '@koa/router';
import { ReceiveCallback } from '../../../../application/channels/receive-callback.ts';
import { AuthenticateMerchant } from '../../../../application/merchants/authenticate-merchant.ts';
import { ReportSettlement } from '../../../../application/payments/report-settlement.ts';
import { type AppSettings, createApp, exactPaths, mount } from '../app.ts';
import { channelCallbackRoute } from '../callback/channel-callback-route.ts';
import { docsRoutes } from '../docs/docs-routes.ts';
import { DocsSite } from '../docs/docs-site.ts';
import { GuessAlerts } from '../guess-alerts.ts';
import type { InstancesOf } from '../instances-of.ts';
import { authenticateMerchants, merchantRequestOf } from '../middleware/authenticate-merchants.ts';
import { limitRate } from '../middleware/limit-rate.ts';
import { readRawBody } from '../middleware/read-raw-body.ts';
import type { SandboxUseCases } from '../sandbox-use-cases.ts';
import { type BucketSize, TokenBuckets } from '../token-buckets.ts';
import { UnprovenCallers, type UnprovenLimits } from '../unproven-callers.ts';
import { eventRoutes, eventUseCases } from './event-routes.ts';
import { paymentRoutes, paymentUseCases } from './payment-routes.ts';
import { refundRoutes, refundUseCases } from './refund-routes.ts';
import { reportSettlementRoute } from './report-settlement-route.ts';
import { sandboxTriggerRoute } from './sandbox-trigger-route.ts';

export const merchantAppUseCases = {
  ...paymentUseCases,
  ...refundUseCases,
  ...eventUseCases,
  authenticate: AuthenticateMerchant,
  reportSettlement: ReportSettlement,
  receiveCallback: ReceiveCallback,
};
export type MerchantAppUseCases = InstancesOf<typeof merchantAppUseCases>;

export interface MerchantAppSettings extends AppSettings {
  /** The rate of each merchant. */
  readonly rate: BucketSize;
  /** How often callers may fail to prove their identity. */
  readonly unproven: UnprovenLimits;
  readonly docsFolder: string;
}

/** The app on port 10020: the merchant interface, the address for channels' callbacks, and the docs. */
export function merchantApp(
  useCases: MerchantAppUseCases,
  { pullTrigger }: Pick<SandboxUseCases, 'pullTrigger'>,
  settings: MerchantAppSettings,
) {
  const app = createApp('merchant', settings);
  const signed = new Router(exactPaths);
  signed.use(readRawBody(bodyLimits.maxBytes));
  const { unproven } = settings;
  const signers = new UnprovenCallers(unproven, new GuessAlerts(settings, 'merchant_signatures'));
  signed.use(authenticateMerchants(useCases.authenticate, signers, settings.tracing));
  signed.use(limitRate(new TokenBuckets(settings.rate), (ctx) => merchantRequestOf(ctx).merchant.merchantId));
  paymentRoutes(signed, useCases);
  refundRoutes(signed, useCases);
  reportSettlementRoute(signed, useCases.reportSettlement);
  eventRoutes(signed, useCases);
  if (pullTrigger !== undefined) sandboxTriggerRoute(signed, pullTrigger);

  const callbacks = new Router(exactPaths);
  // A processor calls from several addresses. So forged callbacks count against the network that sends them, and not against
  // the channel.
  const senders = new UnprovenCallers(
    { ...unproven, claim: null },
    new GuessAlerts(settings, 'callback_signatures'),
  );
  channelCallbackRoute(callbacks, useCases.receiveCallback, senders);

  const docs = new Router(exactPaths);
  docsRoutes(docs, new DocsSite(settings.docsFolder));
  mount(app, signed, callbacks, docs);
  return app;
}
