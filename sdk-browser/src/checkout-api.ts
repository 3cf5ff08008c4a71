import type {
  CheckoutOrder,
  InitCheckoutRequest,
  InitCheckoutResult,
  PaymentMethod,
  PaymentMethodsResult,
  PaymentStatus,
  SubmitPaymentRequest,
  SubmitPaymentResult,
} from '@kassa/contracts';
import { retrying } from './retrying.ts';
import { ServiceClock } from './service-clock.ts';
import type { ServiceConnection } from './service-connection.ts';

const shortCallTimeoutMs = 15_000;
/** The gateway waits for its channel before it answers a submit. */
const submitTimeoutMs = 40_000;

/**
 * The five calls of the Checkout API for one order (interface, section 4.2; decisions, section 7).
 * All but `status` are repeated a few times when no answer came: init and submit are idempotent for the
 * open attempt, so that a repeat never charges twice.
 */
export class CheckoutApi {
  readonly #connection: ServiceConnection;
  readonly #signal: AbortSignal;
  readonly #returnUrl: string | undefined;
  readonly orderId: string;
  readonly clock = new ServiceClock();

  constructor(parts: {
    readonly connection: ServiceConnection;
    readonly orderId: string;
    readonly returnUrl: string | undefined;
    readonly signal: AbortSignal;
  }) {
    this.#connection = parts.connection;
    this.orderId = parts.orderId;
    this.#returnUrl = parts.returnUrl;
    this.#signal = parts.signal;
  }

  async order(): Promise<CheckoutOrder> {
    const order = await this.#get<CheckoutOrder>('/checkout/order');
    this.clock.read(order.server_time);
    return order;
  }

  async paymentMethods(): Promise<readonly PaymentMethod[]> {
    const { payment_methods } = await this.#get<PaymentMethodsResult>('/checkout/payment-methods');
    return payment_methods;
  }

  init(paymentMethodCode: string): Promise<InitCheckoutResult> {
    const body: InitCheckoutRequest = {
      orderId: this.orderId,
      paymentMethodCode,
      ...(this.#returnUrl !== undefined && { returnUrl: this.#returnUrl }),
    };
    return this.#post('/checkout/init', body, shortCallTimeoutMs);
  }

  submit(payment: Omit<SubmitPaymentRequest, 'orderId'>): Promise<SubmitPaymentResult> {
    return this.#post('/payment/submit', { orderId: this.orderId, ...payment }, submitTimeoutMs);
  }

  /** Not repeated here: whoever watches the status has a rhythm of its own. */
  async status(waitSeconds: number): Promise<PaymentStatus> {
    const status = await this.#connection.call<PaymentStatus>({
      method: 'GET',
      path: `/payment/status?orderId=${encodeURIComponent(this.orderId)}&wait=${waitSeconds}`,
      timeoutMs: waitSeconds * 1_000 + shortCallTimeoutMs,
      signal: this.#signal,
    });
    this.clock.read(status.server_time);
    return status;
  }

  #get<Data>(path: string): Promise<Data> {
    return retrying(
      () =>
        this.#connection.call<Data>({
          method: 'GET',
          path: `${path}?orderId=${encodeURIComponent(this.orderId)}`,
          timeoutMs: shortCallTimeoutMs,
          signal: this.#signal,
        }),
      this.#signal,
    );
  }

  #post<Data>(path: string, body: object, timeoutMs: number): Promise<Data> {
    return retrying(
      () => this.#connection.call<Data>({ method: 'POST', path, body, timeoutMs, signal: this.#signal }),
      this.#signal,
    );
  }
}
