import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type {
  CheckoutAction,
  CheckoutOrder,
  CheckoutReceipt,
  DeclineCategory,
  ErrorName,
  InitCheckoutResult,
  OrderState,
  PaymentInstructions,
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
/** A payment with this card stays pending until the test settles it. */
const silentCard = '4000000000000119';

/** One order of the fake gateway: what the gateway decides, as far as a browser can see it. */
export class FakeOrder {
  order: CheckoutOrder;
  /** How far the fake gateway's clock is ahead of this device's clock. */
  clockAheadMs = 0;
  state: OrderState = 'INIT';
  failure: DeclineCategory | null = null;
  resultDelayMs = 150;
  /** How many attempts can still be opened. */
  attemptsLeft = 10;
  /** Whether the channel cancels an attempt that the consumer gives up. */
  cancelling: 'cancels' | 'cannot' = 'cancels';
  readonly cancels: string[] = [];
  readonly inits: string[] = [];
  readonly submits: SubmitPaymentRequest[] = [];
  renderTypes: Record<string, InitCheckoutResult['extension']['paymentRenderType']> = {
    card: 'OWN_FORM',
    sandbox_wallet: 'REDIRECT',
    bank_transfer: 'REDIRECT',
    card_element: 'PROCESSOR_ELEMENT',
    card_component: 'COMPONENT_SDK',
  };
  channelType = 'Sandbox';
  /** The brands that the card form accepts. */
  cardBrands: readonly string[] = ['visa', 'mastercard', 'amex'];
  /** The address of the library of a processor's form, and the other data that start the form. */
  extension: Partial<InitCheckoutResult['extension']> = {};
  /** Whether 3-D Secure may be shown in a frame. With null, the answer does not say, like that of an older gateway. */
  challengeDisplay: 'FRAME' | 'REDIRECT' | null = null;
  /** The address to which the consumer is sent; null for the processor's page. */
  processorAddress: string | null = null;
  /** What the consumer needs to pay at a bank or a till; null for a method that is paid on a page. */
  instructions: PaymentInstructions | null = null;
  /** The wallet with which the processor's library has paid last. */
  wallet: string | null = null;
  /** The name that the gateway knows for a method; undefined if it knows none. */
  nameOfMethod: (code: string) => string | undefined = () => undefined;
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #baseUrl: string;
  #open: InitCheckoutResult | null = null;
  #submitted: InitCheckoutResult | null = null;
  #openMethod = '';
  #receipt: CheckoutReceipt | null = null;
  #answer: SubmitPaymentResult | null = null;
  /** The self-built page to which the consumer returns. */
  #selfBuiltPage: string | null = null;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
    this.order = {
      order_id: `ord_${randomUUID().replaceAll('-', '')}`,
      merchant_name: 'Hillside Coffee',
      branding: { logo_url: null, accent_color: null },
      allowed_origins: [],
      livemode: false,
      amount: 42.5,
      currency_code: 'EUR',
      description: 'Order 1001',
      locale: null,
      products: [
        { product_id: 'p1', name: 'Ethiopia Guji, whole beans, 1 kg', price: 32, quantity: 1 },
        { product_id: 'p2', name: 'Paper filters, 100 pieces', price: 5.25, quantity: 2 },
      ],
      state: 'INIT',
      expires_at: new Date(Date.now() + 30 * 60_000).toISOString(),
      cancel_url: `${baseUrl}/shop/cancelled`,
      redirect_url: null,
      action: null,
      transactionId: null,
      awaiting_result_until: null,
      receipt: null,
      server_time: new Date().toISOString(),
    };
  }

  expireIn(durationMs: number): void {
    const expiresAt = new Date(Date.now() + this.clockAheadMs + durationMs);
    this.order = { ...this.order, expires_at: expiresAt.toISOString() };
  }

  /**
   * Moves the fake gateway's clock past the order's expiry. Returns by how much, so that the test can move the page's clock
   * too.
   */
  outlast(): number {
    const leftMs = Date.parse(this.order.expires_at) - Date.now() - this.clockAheadMs;
    this.clockAheadMs += leftMs + 1_000;
    return leftMs + 1_000;
  }

  summary(): CheckoutOrder {
    return {
      ...this.order,
      state: this.state,
      ...this.#progress(),
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
      ...this.#progress(),
    };
  }

  #progress() {
    const isAwaited = this.state === 'PAYING';
    const until = new Date(Date.parse(this.order.expires_at) + 24 * 60 * 60_000);
    return {
      redirect_url: this.#redirectUrl(),
      action: this.#action(),
      transactionId: isAwaited ? this.submittedAttempt : null,
      awaiting_result_until: isAwaited ? until.toISOString() : null,
      receipt: this.#receipt,
      server_time: this.#serverTime(),
    };
  }

  /** The consumer gives up an attempt. */
  async cancel(transactionId: string): Promise<PaymentStatus> {
    this.cancels.push(transactionId);
    if (this.state === 'PAYING') {
      if (transactionId !== this.submittedAttempt) throw new Refusal('ATTEMPT_SUPERSEDED');
      if (this.cancelling === 'cannot') throw new Refusal('PAYMENT_IN_PROGRESS');
      this.settle('cancelled_by_consumer');
    }
    return this.status(0);
  }

  /** The action that the consumer still has to take, which every page of the order gets. */
  #action(): CheckoutAction | null {
    const { order, state } = this;
    if (state !== 'PAYING' || !this.#answer) return null;
    const { transactionId, paymentUrl } = this.#answer;
    const url = paymentUrl || this.#submitted?.paymentUrl;
    const kind = paymentUrl ? 'challenge' : 'redirect';
    const { instructions } = this;
    if (instructions) {
      const page = url ? { url } : {};
      return { transactionId, kind: 'instructions', ...page, instructions, expires_at: order.expires_at };
    }
    return url ? { transactionId, kind, url, expires_at: order.expires_at } : null;
  }

  #serverTime(): string {
    return new Date(Date.now() + this.clockAheadMs).toISOString();
  }

  init(methodCode: string, selfBuiltPage: string | null = null): InitCheckoutResult {
    this.#refuseIfOver();
    const renderType = this.renderTypes[methodCode];
    if (!renderType) throw new Refusal('PAYMENT_METHOD_UNAVAILABLE');
    // Return an attempt that has not ended again. A submitted attempt is returned only for its own method.
    const alive = this.state === 'PAYING' ? this.#submitted : this.#open;
    if (this.state === 'PAYING' && (!alive || this.#openMethod !== methodCode)) {
      throw new Refusal('PAYMENT_IN_PROGRESS');
    }
    this.inits.push(methodCode);
    if (alive && this.#openMethod === methodCode) return alive;
    if (this.attemptsLeft === 0) throw new Refusal('TOO_MANY_ATTEMPTS');
    this.attemptsLeft -= 1;
    this.#openMethod = methodCode;
    this.#selfBuiltPage = selfBuiltPage;
    this.#answer = null;
    const transactionId = randomUUID();
    this.#open = {
      channelType: this.channelType,
      transactionId,
      paymentUrl: renderType === 'REDIRECT' ? this.#processorPage('wallet') : '',
      extension: { paymentRenderType: renderType, ...this.#startOf(renderType, transactionId) },
      returnUrl: `${this.#baseUrl}${this.returnPath(transactionId)}`,
      cardBrands: renderType === 'OWN_FORM' ? [...this.cardBrands] : [],
    };
    return this.#open;
  }

  submit(request: SubmitPaymentRequest): SubmitPaymentResult {
    this.submits.push(request);
    this.#refuseIfOver();
    const latest = this.state === 'PAYING' ? this.#answer?.transactionId : this.#open?.transactionId;
    if (latest && request.transactionId && request.transactionId !== latest) {
      throw new Refusal('ATTEMPT_SUPERSEDED');
    }
    if (this.#answer && this.state === 'PAYING') return this.#answer;
    if (!this.#open) throw new Refusal('PAYMENT_NOT_INITIALISED');
    const { transactionId } = this.#open;
    this.#submitted = this.#open;
    this.#open = null;
    this.move('PAYING');
    const number = request.card?.number;
    const challenged = number === challengedCard;
    this.#answer = {
      transactionId,
      paymentUrl: challenged ? this.#processorPage('3ds') : '',
      ...(challenged && this.challengeDisplay ? { paymentUrlDisplay: this.challengeDisplay } : {}),
    };
    if (number && !challenged && number !== silentCard) {
      setTimeout(() => this.settle(declines[number] ?? null), this.resultDelayMs);
    }
    return this.#answer;
  }

  /** Confirms a submitted attempt, as a processor's form does. Confirming it twice pays it once. */
  confirm(attempt: string, number: string): 'succeeded' | 'declined' | 'challenge' | 'refused' {
    if (this.#answer?.transactionId !== attempt || this.state !== 'PAYING') return 'refused';
    if (number === challengedCard) return 'challenge';
    const failure = declines[number] ?? null;
    if (number !== silentCard) setTimeout(() => this.settle(failure), this.resultDelayMs);
    return failure ? 'declined' : 'succeeded';
  }

  /** Records the consumer's decision in the 3-D Secure of a processor's form. */
  decide(attempt: string, isApproved: boolean): 'succeeded' | 'declined' | 'refused' {
    if (this.#answer?.transactionId !== attempt || this.state !== 'PAYING') return 'refused';
    setTimeout(() => this.settle(isApproved ? null : 'authentication_failed'), this.resultDelayMs);
    return isApproved ? 'succeeded' : 'declined';
  }

  /** The attempt that was submitted last. */
  get submittedAttempt(): string {
    return this.#answer?.transactionId ?? '';
  }

  /** Returns the path of the link by which the processor's page leads back. */
  returnPath(attempt: string): string {
    return `/checkout/${this.order.order_id}/return/${attempt}?key=k`;
  }

  /** Where that link leads on to. */
  get returnTarget(): string {
    return this.#selfBuiltPage ?? `${this.#baseUrl}/checkout/${this.order.order_id}`;
  }

  /** What a processor's form is started with. */
  #startOf(renderType: string, attempt: string): Partial<InitCheckoutResult['extension']> {
    switch (renderType) {
      case 'PROCESSOR_ELEMENT':
        return { clientSecret: `${attempt}_secret`, publicKey: 'pk_test', ...this.extension };
      case 'COMPONENT_SDK': {
        const session = { id: `${attempt}_secret`, sessionData: 'data' };
        return {
          publicKey: 'pk_test',
          component: { type: 'Card', environment: 'test', session },
          ...this.extension,
        };
      }
      default:
        return {};
    }
  }

  /** Ends the payment, as the channel's callback does: as paid, or as failed for a reason. */
  settle(failure: DeclineCategory | null): void {
    if (this.state === 'PAY_SUCCESS') return;
    this.#submitted = null;
    this.failure = failure;
    this.move(failure ? 'PAY_FAIL' : 'PAY_SUCCESS');
  }

  move(state: OrderState): void {
    this.state = state;
    if (state === 'PAY_SUCCESS') this.#receipt = this.#newReceipt();
    this.#changes.emit('change');
  }

  #newReceipt(): CheckoutReceipt {
    const code = this.#openMethod || 'card';
    const name = this.nameOfMethod(code);
    return {
      paid_at: this.#serverTime(),
      payment_method: code,
      ...(name !== undefined && { payment_method_name: name }),
      ...(this.wallet !== null && { wallet: this.wallet }),
      email: 'a•••@example.com',
    };
  }

  #redirectUrl(): string | null {
    return this.state === 'PAY_SUCCESS'
      ? `${this.#baseUrl}/shop/thanks?order_id=${this.order.order_id}`
      : null;
  }

  #processorPage(kind: string): string {
    return this.processorAddress ?? `${this.#baseUrl}/processor/${kind}?order=${this.order.order_id}`;
  }

  #refuseIfOver(): void {
    if (this.state === 'PAY_SUCCESS') throw new Refusal('ORDER_ALREADY_PAID');
    if (this.state === 'CLOSE') throw new Refusal('ORDER_EXPIRED');
  }
}
