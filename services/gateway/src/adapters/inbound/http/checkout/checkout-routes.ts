import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { CancelPayment } from '../../../../application/checkout/cancel-payment.ts';
import { InitialiseCheckout } from '../../../../application/checkout/initialise-checkout.ts';
import { ListPaymentMethods } from '../../../../application/checkout/list-payment-methods.ts';
import { NamePaidMethod } from '../../../../application/checkout/name-paid-method.ts';
import { SubmitPayment } from '../../../../application/checkout/submit-payment.ts';
import { WatchPaymentStatus } from '../../../../application/checkout/watch-payment-status.ts';
import { FindMerchants } from '../../../../application/merchants/find-merchants.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { callerNetworkOf } from '../caller-network.ts';
import type { InstancesOf } from '../instances-of.ts';
import { orThrow } from '../refused-error.ts';
import { route } from '../route.ts';
import {
  presentCheckoutOrder,
  presentInitialisation,
  presentMethod,
  presentPaymentStatus,
  presentSubmission,
} from './checkout-presenter.ts';
import type { CheckoutRequests } from './checkout-request.ts';

export const checkoutUseCases = {
  findMerchants: FindMerchants,
  listPaymentMethods: ListPaymentMethods,
  initialiseCheckout: InitialiseCheckout,
  submitPayment: SubmitPayment,
  cancelPayment: CancelPayment,
  watchPaymentStatus: WatchPaymentStatus,
  namePaidMethod: NamePaidMethod,
};
export type CheckoutUseCases = InstancesOf<typeof checkoutUseCases>;

interface CheckoutSettings {
  readonly publicUrl: string;
  readonly livemode: boolean;
  readonly stopping: AbortSignal;
  readonly clock: Clock;
}

/** The Checkout API (section 4.2 of the interface specification that Kassa implements). */
export function checkoutRoutes(
  router: Router,
  requests: CheckoutRequests,
  useCases: CheckoutUseCases,
  settings: CheckoutSettings,
): void {
  orderRoutes(router, requests, useCases, settings);
  paymentRoutes(router, requests, useCases, settings);
}

/** The endpoints that tell a page what the consumer pays for, and which payment methods there are. */
function orderRoutes(
  router: Router,
  requests: CheckoutRequests,
  useCases: CheckoutUseCases,
  { publicUrl, livemode, clock }: CheckoutSettings,
): void {
  route(router, endpoints.getCheckoutOrder, async ({ ctx, query: { orderId } }) => {
    const order = await requests.openOrder(ctx, orderId);
    const { merchant } = orThrow(await useCases.findMerchants.find(order.merchantId));
    const paidMethod = await useCases.namePaidMethod.execute(order);
    return presentCheckoutOrder(order, merchant, { publicUrl, livemode, paidMethod, now: clock.now() });
  });

  route(router, endpoints.listPaymentMethods, async ({ ctx, query: { orderId } }) => {
    const order = await requests.openOrder(ctx, orderId);
    const methods = await useCases.listPaymentMethods.execute(order);
    return {
      payment_methods: methods.map((method) => presentMethod(method, `${publicUrl}/icons`)),
    };
  });
}

/** The endpoints by which a page makes one attempt to pay: open it, submit it, cancel it, and watch for its result. */
function paymentRoutes(
  router: Router,
  requests: CheckoutRequests,
  useCases: CheckoutUseCases,
  { clock, stopping }: CheckoutSettings,
): void {
  route(
    router,
    endpoints.initCheckout,
    async ({ ctx, body: { orderId, paymentMethodCode, returnUrl = null } }) => {
      const order = await requests.openOrderToChange(ctx, orderId);
      const origin = { network: callerNetworkOf(ctx.ip), deviceId: null };
      const initialised = await useCases.initialiseCheckout.execute(
        order,
        paymentMethodCode,
        returnUrl,
        origin,
      );
      return presentInitialisation(requests.orThrow(ctx, initialised));
    },
  );

  route(router, endpoints.submitPayment, async ({ ctx, body }) => {
    const { orderId, transactionId = null, card = null, deviceId = null, terminal } = body;
    // If the page does not name the attempt, the answer depends on the order's present state.
    const order = await (transactionId === null
      ? requests.openOrder(ctx, orderId)
      : requests.openOrderToChange(ctx, orderId));
    const device = { deviceId, terminalType: terminal.type, userAgent: terminal.userAgent };
    const page = {
      device,
      attemptId: transactionId,
      sessionResult: body.sessionResult ?? null,
      network: callerNetworkOf(ctx.ip),
    };
    const submitted = await useCases.submitPayment.execute(order, card, page);
    return presentSubmission(requests.orThrow(ctx, submitted));
  });

  route(router, endpoints.cancelPayment, async ({ ctx, body: { orderId, transactionId } }) => {
    const known = await requests.openOrder(ctx, orderId);
    const { order } = orThrow(await useCases.cancelPayment.execute(known, transactionId));
    return presentPaymentStatus(order, await useCases.namePaidMethod.execute(order), clock.now());
  });

  route(router, endpoints.getPaymentStatus, async ({ ctx, query: { orderId, wait } }) => {
    const known = await requests.openOrder(ctx, orderId);
    const waitMs = Number(wait ?? '0') * 1000;
    const order = await useCases.watchPaymentStatus.execute(known, waitMs, whenGone(ctx, stopping));
    return presentPaymentStatus(order, await useCases.namePaidMethod.execute(order), clock.now());
  });
}

/**
 * Returns a signal that aborts when the page disconnects or the gateway stops, so that no request keeps waiting for a
 * change after that.
 */
function whenGone(ctx: Context, stopping: AbortSignal): AbortSignal {
  const gone = new AbortController();
  const abort = () => gone.abort();
  stopping.addEventListener('abort', abort);
  ctx.res.once('close', () => {
    stopping.removeEventListener('abort', abort);
    abort();
  });
  return gone.signal;
}
