import { Checkout } from './checkout.ts';
import { CheckoutApi } from './checkout-api.ts';
import { type CheckoutSession, requireSession } from './checkout-session.ts';
import { ServiceConnection } from './service-connection.ts';

export type CreateCheckoutOptions = ({ readonly payUrl: string } | CheckoutSession) & {
  /** Closes the checkout, like `checkout.close()`. */
  readonly signal?: AbortSignal;
};

/**
 * Opens an order for payment, from its `pay_url` or from its parts. Throws `SessionMissingError`,
 * `ServiceError` (SESSION_INVALID, SESSION_EXPIRED, …) or `ConnectionError`.
 */
export async function createCheckout(options: CreateCheckoutOptions): Promise<Checkout> {
  const { orderId, session, baseUrl } = 'payUrl' in options ? requireSession(options.payUrl) : options;
  const closing = new AbortController();
  options.signal?.throwIfAborted();
  options.signal?.addEventListener('abort', () => closing.abort(options.signal?.reason), { once: true });

  const connection = new ServiceConnection(baseUrl, session);
  const api = new CheckoutApi(connection, orderId, closing.signal);
  const checkout = new Checkout(await api.order(), api, closing);
  await checkout.start();
  return checkout;
}
