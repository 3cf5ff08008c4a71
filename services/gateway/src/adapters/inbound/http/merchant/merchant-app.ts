import { bodyLimits } from '@kassa/contracts';
import Router from '@koa/router';
import type { ReceiveCallback } from '../../../../application/channels/receive-callback.ts';
import type { ListEvents } from '../../../../application/events/list-events.ts';
import type { ResendEvents } from '../../../../application/events/resend-events.ts';
import type { ResendSpan } from '../../../../application/events/resend-span.ts';
import type { AuthenticateMerchant } from '../../../../application/merchants/authenticate-merchant.ts';
import type { CreatePayment } from '../../../../application/payments/create-payment.ts';
import type { ListOrders } from '../../../../application/payments/list-orders.ts';
import type { QueryPayment } from '../../../../application/payments/query-payment.ts';
import type { QueryRefund } from '../../../../application/payments/query-refund.ts';
import type { ReportSettlement } from '../../../../application/payments/report-settlement.ts';
import type { RequestRefund } from '../../../../application/payments/request-refund.ts';
import type { PullSandboxTrigger } from '../../../../application/sandbox/pull-sandbox-trigger.ts';
import { type AppSettings, createApp, exactPaths, mount } from '../app.ts';
import { channelCallbackRoute } from '../callback/channel-callback-route.ts';
import { docsRoutes } from '../docs/docs-routes.ts';
import { DocsSite } from '../docs/docs-site.ts';
import { authenticateMerchants, merchantRequestOf } from '../middleware/authenticate-merchants.ts';
import { limitRate } from '../middleware/limit-rate.ts';
import { readRawBody } from '../middleware/read-raw-body.ts';
import { type BucketSize, TokenBuckets } from '../token-buckets.ts';
import { createPaymentRoute } from './create-payment-route.ts';
import { listEventsRoute } from './list-events-route.ts';
import { listOrdersRoute } from './list-orders-route.ts';
import { queryPaymentRoute } from './query-payment-route.ts';
import { queryRefundRoute } from './query-refund-route.ts';
import { reportSettlementRoute } from './report-settlement-route.ts';
import { requestRefundRoute } from './request-refund-route.ts';
import { resendEventsRoute } from './resend-events-route.ts';
import { sandboxTriggerRoute } from './sandbox-trigger-route.ts';

export interface MerchantAppUseCases {
  readonly authenticate: AuthenticateMerchant;
  readonly createPayment: CreatePayment;
  readonly queryPayment: QueryPayment;
  readonly requestRefund: RequestRefund;
  readonly queryRefund: QueryRefund;
  readonly listOrders: ListOrders;
  readonly reportSettlement: ReportSettlement;
  readonly listEvents: ListEvents;
  readonly resendEvents: ResendEvents;
  readonly resendSpan: ResendSpan;
  readonly receiveCallback: ReceiveCallback;
  /** Undefined in production: its path does not exist there. */
  readonly pullTrigger: PullSandboxTrigger | undefined;
}

export interface MerchantAppSettings extends AppSettings {
  /** Of each merchant. */
  readonly rate: BucketSize;
  readonly docsFolder: string;
}

/** The merchant interface, the channels' callbacks and the docs (port 10020). */
export function merchantApp(useCases: MerchantAppUseCases, settings: MerchantAppSettings) {
  const app = createApp('merchant', settings);
  const signed = new Router(exactPaths);
  signed.use(readRawBody(bodyLimits.maxBytes));
  signed.use(authenticateMerchants(useCases.authenticate));
  signed.use(limitRate(new TokenBuckets(settings.rate), (ctx) => merchantRequestOf(ctx).merchant.merchantId));
  createPaymentRoute(signed, useCases.createPayment);
  queryPaymentRoute(signed, useCases.queryPayment);
  requestRefundRoute(signed, useCases.requestRefund);
  queryRefundRoute(signed, useCases.queryRefund);
  listOrdersRoute(signed, useCases.listOrders);
  reportSettlementRoute(signed, useCases.reportSettlement);
  listEventsRoute(signed, useCases.listEvents);
  resendEventsRoute(signed, useCases.resendEvents, useCases.resendSpan);
  if (useCases.pullTrigger !== undefined) sandboxTriggerRoute(signed, useCases.pullTrigger);

  const callbacks = new Router(exactPaths);
  channelCallbackRoute(callbacks, useCases.receiveCallback);

  const docs = new Router(exactPaths);
  docsRoutes(docs, new DocsSite(settings.docsFolder));
  mount(app, signed, callbacks, docs);
  return app;
}
