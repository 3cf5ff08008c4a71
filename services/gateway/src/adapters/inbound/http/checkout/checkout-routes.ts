import {
  compileValidator,
  InitCheckoutRequest,
  OrderIdQuery,
  PaymentStatusQuery,
  SubmitPaymentRequest,
  succeed,
} from '@kassa/contracts';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { InitialiseCheckout } from '../../../../application/checkout/initialise-checkout.ts';
import type { ListPaymentMethods } from '../../../../application/checkout/list-payment-methods.ts';
import type { SubmitPayment } from '../../../../application/checkout/submit-payment.ts';
import type { WatchPaymentStatus } from '../../../../application/checkout/watch-payment-status.ts';
import type { ShowMerchant } from '../../../../application/merchants/show-merchant.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { jsonBodyOf } from '../json-body.ts';
import { orThrow } from '../refused-error.ts';
import { orInvalid, queryOf } from '../request-reading.ts';
import {
  presentCheckoutOrder,
  presentInitialisation,
  presentMethod,
  presentPaymentStatus,
  presentSubmission,
} from './checkout-presenter.ts';
import type { CheckoutRequests } from './checkout-request.ts';

export interface CheckoutUseCases {
  readonly showMerchant: ShowMerchant;
  readonly listPaymentMethods: ListPaymentMethods;
  readonly initialiseCheckout: InitialiseCheckout;
  readonly submitPayment: SubmitPayment;
  readonly watchPaymentStatus: WatchPaymentStatus;
}

const readOrderId = compileValidator(OrderIdQuery);
const readStatusQuery = compileValidator(PaymentStatusQuery);
const readInit = compileValidator(InitCheckoutRequest);
const readSubmit = compileValidator(SubmitPaymentRequest);

/** The Checkout API (interface, section 4.2; decisions, section 7). */
export function checkoutRoutes(
  router: Router,
  requests: CheckoutRequests,
  useCases: CheckoutUseCases,
  {
    publicUrl,
    livemode,
    stopping,
    clock,
  }: {
    readonly publicUrl: string;
    readonly livemode: boolean;
    readonly stopping: AbortSignal;
    readonly clock: Clock;
  },
): void {
  router.get('/api/web/checkout/order', async (ctx) => {
    const { orderId } = orInvalid(readOrderId(queryOf(ctx)));
    const order = await requests.openOrder(ctx, orderId);
    const { merchant } = orThrow(await useCases.showMerchant.execute(order.merchantId));
    ctx.body = succeed(presentCheckoutOrder(order, merchant, { publicUrl, livemode, now: clock.now() }));
  });

  router.get('/api/web/checkout/payment-methods', async (ctx) => {
    const { orderId } = orInvalid(readOrderId(queryOf(ctx)));
    const order = await requests.openOrder(ctx, orderId);
    const methods = await useCases.listPaymentMethods.execute(order);
    ctx.body = succeed({
      payment_methods: methods.map((method) => presentMethod(method, `${publicUrl}/icons`)),
    });
  });

  router.post('/api/web/checkout/init', async (ctx) => {
    const { orderId, paymentMethodCode, returnUrl = null } = orInvalid(readInit(jsonBodyOf(ctx)));
    const order = await requests.openOrder(ctx, orderId);
    const initialised = await useCases.initialiseCheckout.execute(order, paymentMethodCode, returnUrl);
    ctx.body = succeed(presentInitialisation(orThrow(initialised)));
  });

  router.post('/api/web/payment/submit', async (ctx) => {
    const { orderId, card = null, deviceId = null, terminal } = orInvalid(readSubmit(jsonBodyOf(ctx)));
    const order = await requests.openOrder(ctx, orderId);
    const device = { deviceId, terminalType: terminal.type, userAgent: terminal.userAgent };
    ctx.body = succeed(presentSubmission(orThrow(await useCases.submitPayment.execute(order, card, device))));
  });

  router.get('/api/web/payment/status', async (ctx) => {
    const { orderId, wait } = orInvalid(readStatusQuery(queryOf(ctx)));
    const known = await requests.openOrder(ctx, orderId);
    const waitMs = Number(wait ?? '0') * 1000;
    const order = await useCases.watchPaymentStatus.execute(known, waitMs, whenGone(ctx, stopping));
    ctx.body = succeed(presentPaymentStatus(order, clock.now()));
  });
}

/** Aborts when the page has gone or the gateway stops, so that nobody waits for either. */
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
