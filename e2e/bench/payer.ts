import { Pool } from 'undici';
import type { MeasuredGateway } from './measured-gateway.ts';
import type { SignedRequest } from './signed-requests.ts';

/** Makes the calls of whole payments, over connections that stay open. */
export class Payer {
  readonly #merchant: Pool;
  readonly #checkout: Pool;

  /** @param connections how many connections to each of the gateway's ports; the same number of calls can run at once */
  constructor({ merchantUrl, checkoutUrl }: MeasuredGateway, connections: number) {
    this.#merchant = new Pool(merchantUrl, { connections, pipelining: 1 });
    this.#checkout = new Pool(checkoutUrl, { connections, pipelining: 1 });
  }

  /**
   * Creates an order, and pays it by card as the cashier does: reads the methods, opens an attempt and submits it. The result
   * arrives later, by the channel's callback.
   *
   * @param created gets the order's ID before the order is paid
   */
  async pay(
    { method, path, headers, body }: SignedRequest,
    created: (orderId: string) => void = () => {},
  ): Promise<void> {
    const order = await call(this.#merchant, { method, path, headers, body });
    const [orderId, payUrl] = [String(order.order_id), String(order.pay_url)];
    created(orderId);
    const session = {
      'content-type': 'application/json',
      'x-session-signature': payUrl.slice(payUrl.indexOf('#session=') + '#session='.length),
    };
    const methods = `/api/web/checkout/payment-methods?orderId=${orderId}`;
    await call(this.#checkout, { method: 'GET', path: methods, headers: session });
    const post = (path: string, body: object) =>
      call(this.#checkout, { method: 'POST', path, headers: session, body: JSON.stringify(body) });
    const { transactionId } = await post('/api/web/checkout/init', { orderId, paymentMethodCode: 'card' });
    await post('/api/web/payment/submit', { orderId, transactionId, terminal, card });
  }

  async close(): Promise<void> {
    await Promise.all([this.#merchant.close(), this.#checkout.close()]);
  }
}

const terminal = { type: 'PC', userAgent: 'benchmark' };
const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' };

async function call(
  pool: Pool,
  request: {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string | null;
  },
): Promise<Record<string, unknown>> {
  const response = await pool.request(request);
  const answer = (await response.body.json()) as { code: number; msg: string; data: Record<string, unknown> };
  if (answer.code !== 200) throw new Error(`${request.path} answered ${answer.msg}`);
  return answer.data;
}
