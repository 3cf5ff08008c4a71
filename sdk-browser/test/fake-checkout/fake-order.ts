import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type {
  CheckoutOrder,
  DeclineCategory,
  ErrorName,
  InitCheckoutResult,
  OrderState,
  PaymentStatus,
  SubmitPaymentRequest,
  SubmitPaymentResult,
} from '@kassa/contracts';

export class Refusal extends Error {
  readonly code: ErrorName;
  constructor(code: ErrorName) {
    super(code);
    this.code = code;
  }
}

const declines: Readonly<Record<string, DeclineCategory>> = {
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000127': 'incorrect_cvc',
};
const challengedCard = '4000000000003220';
/** Stays in the channel's hands until the test settles it. */
const silentCard = '4000000000000119';

/** One order of the fake service: what the gateway decides, as far as a browser can see it. */
export class FakeOrder {
  order: CheckoutOrder;
  /** How far the service's clock is ahead of this device's. */
  clockAheadMs = 0;
  state: OrderState = 'INIT';
  failure: DeclineCategory | null = null;
  resultDelayMs = 150;
  readonly inits: string[] = [];
  readonly submits: SubmitPaymentRequest[] = [];
  renderTypes: Record<string, InitCheckoutResult['extension']['paymentRenderType']> = {
    card: 'OWN_FORM',
    sandbox_wallet: 'REDIRECT',
    bank_transfer: 'REDIRECT',
  };
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #baseUrl: string;
  #open: InitCheckoutResult | null = null;
  #openMethod = '';
  #answer: SubmitPaymentResult | null = null;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
    this.order = {
      order_id: `ord_${randomUUID().replaceAll('-', '')}`,
      merchant_name: 'Hillside Coffee',
      branding: { logo_url: null, accent_color: null },
      allowed_origins: [],
      amount: 42.5,
      currency_code: 'EUR',
      description: 'Order 1001',
      products: [
        { product_id: 'p1', name: 'Ethiopia Guji, whole beans, 1 kg', price: 32, quantity: 1 },
        { product_id: 'p2', name: 'Paper filters, 100 pieces', price: 5.25, quantity: 2 },
      ],
      state: 'INIT',
      expires_at: new Date(Date.now() + 30 * 60_000).toISOString(),
      cancel_url: `${baseUrl}/shop/cancelled`,
      redirect_url: null,
      server_time: new Date().toISOString(),
    };
  }

  expireIn(durationMs: number): void {
    const expiresAt = new Date(Date.now() + this.clockAheadMs + durationMs);
    this.order = { ...this.order, expires_at: expiresAt.toISOString() };
  }

  summary(): CheckoutOrder {
    return {
      ...this.order,
      state: this.state,
      redirect_url: this.#redirectUrl(),
      server_time: this.#serverTime(),
    };
  }

  async status(waitSeconds: number): Promise<PaymentStatus> {
    if (waitSeconds > 0) {
      const patience = AbortSignal.timeout(waitSeconds * 1_000);
      await once(this.#changes, 'change', { signal: patience }).catch(() => undefined);
    }
    return {
      state: this.state,
      failure: this.state === 'PAY_FAIL' && this.failure ? { category: this.failure } : null,
      redirect_url: this.#redirectUrl(),
      server_time: this.#serverTime(),
    };
  }

  #serverTime(): string {
    return new Date(Date.now() + this.clockAheadMs).toISOString();
  }

  init(methodCode: string): InitCheckoutResult {
    this.#refuseIfOver();
    if (this.state === 'PAYING') throw new Refusal('PAYMENT_IN_PROGRESS');
    const renderType = this.renderTypes[methodCode];
    if (!renderType) throw new Refusal('PAYMENT_METHOD_UNAVAILABLE');
    this.inits.push(methodCode);
    if (this.#open && this.#openMethod === methodCode) return this.#open;
    this.#openMethod = methodCode;
    this.#answer = null;
    this.#open = {
      channelType: 'Sandbox',
      transactionId: randomUUID(),
      paymentUrl: renderType === 'REDIRECT' ? this.#processorPage('wallet') : '',
      extension: { paymentRenderType: renderType },
      returnUrl: `${this.#baseUrl}/checkout/${this.order.order_id}`,
      cardBrands: renderType === 'OWN_FORM' ? ['visa', 'mastercard', 'amex'] : [],
    };
    return this.#open;
  }

  submit(request: SubmitPaymentRequest): SubmitPaymentResult {
    this.submits.push(request);
    this.#refuseIfOver();
    if (this.#answer && this.state === 'PAYING') return this.#answer;
    if (!this.#open) throw new Refusal('PAYMENT_NOT_INITIALISED');
    const { transactionId } = this.#open;
    this.#open = null;
    this.move('PAYING');
    const number = request.card?.number;
    const challenged = number === challengedCard;
    this.#answer = { transactionId, paymentUrl: challenged ? this.#processorPage('3ds') : '' };
    if (number && !challenged && number !== silentCard) {
      setTimeout(() => this.settle(declines[number] ?? null), this.resultDelayMs);
    }
    return this.#answer;
  }

  /** The channel's callback: paid, or failed for a reason. */
  settle(failure: DeclineCategory | null): void {
    if (this.state === 'PAY_SUCCESS') return;
    this.failure = failure;
    this.move(failure ? 'PAY_FAIL' : 'PAY_SUCCESS');
  }

  move(state: OrderState): void {
    this.state = state;
    this.#changes.emit('change');
  }

  #redirectUrl(): string | null {
    return this.state === 'PAY_SUCCESS'
      ? `${this.#baseUrl}/shop/thanks?order_id=${this.order.order_id}`
      : null;
  }

  #processorPage(kind: string): string {
    return `${this.#baseUrl}/processor/${kind}?order=${this.order.order_id}`;
  }

  #refuseIfOver(): void {
    if (this.state === 'PAY_SUCCESS') throw new Refusal('ORDER_ALREADY_PAID');
    if (this.state === 'CLOSE') throw new Refusal('ORDER_EXPIRED');
  }
}
