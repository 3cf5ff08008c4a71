import type {
  CancelPaymentRequest,
  CheckoutOrder,
  InitCheckoutRequest,
  InitCheckoutResult,
  PaymentMethod,
  PaymentMethodsResult,
  PaymentStatus,
  SubmitPaymentRequest,
  SubmitPaymentResult,
} from '@kassa/contracts';
import type { CheckoutPath, CheckoutTarget } from './checkout-path.ts';
import { retrying } from './retrying.ts';
import { ServiceClock } from './service-clock.ts';
import type { ServiceConnection } from './service-connection.ts';

const shortCallTimeoutMs = 15_000;
/** Timeout of the call that opens an attempt. It is long, because the gateway may ask several channels before it answers. */
const initTimeoutMs = 25_000;
/** Timeout of the call that submits an attempt. It is long, because the gateway waits for its channel before it answers. */
const submitTimeoutMs = 40_000;

/**
 * Makes the six calls of the Checkout API for one order. If no answer comes, all of them except `status` are retried a few
 * times. Retrying never charges twice: if an attempt is opened or submitted again, the gateway recognises it.
 */
export class CheckoutApi {
  readonly connection: ServiceConnection;
  readonly #orderId: string;
  readonly #returnUrl: string | undefined;
  readonly clock = new ServiceClock();
  /**
   * The last four digits of the card that this page has sent. Null if this page has sent no card. Also null if another page had
   * paid the order first, so that the gateway did not use the card.
   */
  lastFour: string | null = null;
  /** The latest list of payment methods that the gateway has returned; empty before the first list. */
  listed: readonly PaymentMethod[] = [];

  constructor(connection: ServiceConnection, orderId: string, returnUrl: string | undefined) {
    this.connection = connection;
    this.#orderId = orderId;
    this.#returnUrl = returnUrl;
  }

  async order(): Promise<CheckoutOrder> {
    const order = await this.#repeated<CheckoutOrder>(this.#about('/checkout/order'));
    this.clock.read(order.server_time);
    return order;
  }

  /**
   * The methods that this browser can use. A processor's own page shows the button of Apple Pay only in browsers that have
   * Apple Pay.
   */
  async paymentMethods(): Promise<readonly PaymentMethod[]> {
    const path = this.#about('/checkout/payment-methods');
    const methods = (await this.#repeated<PaymentMethodsResult>(path)).payment_methods;
    this.listed = methods.filter(({ code }) => code !== 'apple_pay' || 'ApplePaySession' in globalThis);
    return this.listed;
  }

  init(paymentMethodCode: string): Promise<InitCheckoutResult> {
    // JSON omits undefined members.
    const body: { [Member in keyof Required<InitCheckoutRequest>]: InitCheckoutRequest[Member] } = {
      orderId: this.#orderId,
      paymentMethodCode,
      returnUrl: this.#returnUrl,
    };
    return this.#repeated('/checkout/init', body, initTimeoutMs);
  }

  async submit(payment: Omit<SubmitPaymentRequest, 'orderId'>): Promise<SubmitPaymentResult> {
    this.lastFour = null;
    const body: SubmitPaymentRequest = { orderId: this.#orderId, ...payment };
    const result = await this.#repeated<SubmitPaymentResult>('/payment/submit', body, submitTimeoutMs);
    this.lastFour = payment.card?.number.slice(-4) ?? null;
    return result;
  }

  cancel(transactionId: string): Promise<PaymentStatus> {
    const body: CancelPaymentRequest = { orderId: this.#orderId, transactionId };
    return this.#repeated('/payment/cancel', body);
  }

  /** Asks for the payment's status. This call is not retried here, because `StatusWatch` repeats it anyway. */
  async status(waitSeconds: number): Promise<PaymentStatus> {
    const status = await this.connection.call<PaymentStatus>(
      `${this.#about('/payment/status')}&wait=${waitSeconds}`,
      waitSeconds * 1_000 + shortCallTimeoutMs,
    );
    this.clock.read(status.server_time);
    return status;
  }

  #about<Path extends CheckoutPath>(path: Path) {
    return `${path}?orderId=${encodeURIComponent(this.#orderId)}` as const;
  }

  #repeated<Data>(path: CheckoutTarget, body?: object, timeoutMs = shortCallTimeoutMs): Promise<Data> {
    const connection = this.connection;
    return retrying(() => connection.call<Data>(path, timeoutMs, body), connection.signal);
  }
}
