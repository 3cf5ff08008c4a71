import { abortedBy } from './abortable.ts';
import { Checkout } from './checkout.ts';
import { CheckoutApi } from './checkout-api.ts';
import { type CheckoutSession, requireSession } from './checkout-session.ts';
import { ServiceConnection } from './service-connection.ts';

/** Which order to pay, and the options of the checkout. */
export type CreateCheckoutOptions = ({ readonly payUrl: string } | CheckoutSession) & {
  /** Aborting this signal closes the checkout, like `checkout.close()`. */
  readonly signal?: AbortSignal;
  /**
   * Your own page to which the consumer returns from the processor's page. It must be at one of the merchant's allowed origins.
   * By default, the consumer returns to the hosted cashier.
   */
  readonly returnUrl?: string;
  /** The language of the processor's forms, as a BCP 47 tag. The default is the page's language. */
  readonly locale?: string;
};

/**
 * Opens an order for payment. The order is given by its `pay_url` or by the parts of it. Throws `SessionMissingError`,
 * `ServiceError` (SESSION_INVALID, SESSION_EXPIRED, …) or `ConnectionError`.
 */
export async function createCheckout(options: CreateCheckoutOptions): Promise<Checkout> {
  // The cashier's build replaces some of these lines: see cashier-web/build/slim-sdk-plugin.ts.
  const { orderId, session, baseUrl } = 'payUrl' in options ? requireSession(options.payUrl) : options;
  options.signal?.throwIfAborted();
  const closing = abortedBy(options.signal);

  const { returnUrl, locale } = options;
  const connection = new ServiceConnection(baseUrl, session, closing.signal);
  const api = new CheckoutApi(connection, orderId, returnUrl);
  // Request the payment methods now, at the same time as the order. Nearly every page needs both, and on a slow connection a
  // second request later would take too long.
  const methods = api.paymentMethods();
  methods.catch(() => undefined);
  const order = await api.order();
  const checkout = new Checkout({ order, methods, api, baseUrl, locale, closing });
  await checkout.start();
  return checkout;
}
