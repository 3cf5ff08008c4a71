import type { CheckoutAction, CheckoutOrder, InitCheckoutResult, PaymentMethod } from '@kassa/contracts';
import { abortable, abortedBy } from './abortable.ts';
import { Attempts } from './attempts.ts';
import type { CheckoutApi } from './checkout-api.ts';
import { SupersededError } from './checkout-errors.ts';
import type { CheckoutEvents, CheckoutSnapshot } from './checkout-events.ts';
import { CheckoutProgress } from './checkout-progress.ts';
import { EventEmitter } from './event-emitter.ts';
import type { ExpressButtons, ExpressOptions } from './express/express-options.ts';
import { orderHasMoved } from './failed-call.ts';
import type { MountOptions } from './mount-options.ts';
import type { MountParts } from './mount-payment.ts';
import { OrderClock } from './order-clock.ts';
import type { Payment } from './payment.ts';
import { pendingVisitOf } from './pending-visit.ts';
import { StatusWatch } from './status-watch.ts';

interface CheckoutParts {
  readonly order: CheckoutOrder;
  readonly methods: Promise<readonly PaymentMethod[]>;
  readonly api: CheckoutApi;
  readonly baseUrl: string;
  readonly locale: string | undefined;
  readonly closing: AbortController;
}

/** The checkout of one order. `createCheckout` creates it. */
export class Checkout {
  /** The order as it was when the checkout was created. Its current state is in `snapshot`. */
  readonly order: CheckoutOrder;
  /** Whether the consumer has just come back from the processor's page to which this tab had sent them. */
  readonly returned: boolean;
  readonly #api: CheckoutApi;
  readonly #emitter = new EventEmitter<CheckoutEvents>();
  readonly #progress: CheckoutProgress;
  readonly #watch: StatusWatch;
  readonly #clock: OrderClock;
  readonly #visit;
  readonly #closing: AbortController;
  /** The parts of the checkout that the code for showing and submitting payments needs. */
  readonly #parts: MountParts;
  /**
   * The order's payment methods, which were requested together with the order. They are used only once; this is null
   * afterwards.
   */
  #methods: Promise<readonly PaymentMethod[]> | null;
  #mounted: AbortController | null = null;

  /** @internal */
  constructor({ order, methods, api, baseUrl, locale, closing }: CheckoutParts) {
    this.order = order;
    this.#api = api;
    this.#methods = methods;
    this.#closing = closing;
    this.#progress = new CheckoutProgress(this.#emitter, order.expires_at);
    this.#watch = new StatusWatch(api, this.#progress, closing.signal);
    this.#clock = new OrderClock(order.expires_at, api.clock);
    this.#visit = pendingVisitOf(order.order_id);
    this.#parts = {
      order,
      api,
      attempts: new Attempts(api),
      progress: this.#progress,
      watch: this.#watch,
      visit: this.#visit,
      baseUrl,
      locale,
      closing: closing.signal,
    };
    this.returned = this.#visit.read() !== null;
    this.#emitter.follow('result', () => this.#visit.end());
  }

  /** The current state of the checkout. */
  get snapshot(): CheckoutSnapshot {
    return this.#progress.snapshot;
  }

  /** Milliseconds until the order expires, by the gateway's clock. */
  get timeLeftMs(): number {
    return this.#clock.timeLeftMs();
  }

  /** What the consumer still has to do for the current attempt, as in `snapshot`; null if there is nothing to do. */
  get action(): CheckoutAction | null {
    return this.snapshot.action;
  }

  /**
   * The processor's page on which the consumer can continue the payment; null if there is none. It is the page to which this
   * tab sent the consumer, or otherwise a page that the gateway names.
   */
  get pendingUrl(): string | null {
    return this.#visit.read() ?? this.action?.url ?? null;
  }

  /**
   * The last four digits of the card that was entered in this page and submitted last, for a receipt. Null if the card was
   * entered in a frame, which keeps it from this page, or on another page.
   */
  get lastFour(): string | null {
    return this.#api.lastFour;
  }

  /** The payment methods of the order, in the sequence in which to offer them. */
  paymentMethods(): Promise<readonly PaymentMethod[]> {
    const asked = this.#methods ?? this.#api.paymentMethods();
    this.#methods = null;
    return asked;
  }

  /**
   * Calls the listener on each event of this name. If there was such an event before, the listener receives the latest one
   * first, so that it also learns of an earlier change or result. Returns a function that removes the listener.
   */
  on<Name extends keyof CheckoutEvents>(
    name: Name,
    listener: (detail: CheckoutEvents[Name]) => void,
  ): () => void {
    return this.#emitter.on(name, listener);
  }

  /**
   * Mounts a payment method in `element`, in place of the method mounted before. Resolves when the form is ready. With the option
   * `onDrawn`, a card form can be used earlier.
   *
   * Throws `UnsupportedRenderTypeError`, `ServiceError` or `ConnectionError`; `LibraryLoadError` if the processor's form did
   * not load (mount again to retry); `OriginNotAllowedError` if the card fields are not allowed here; and `SupersededError`
   * if a later mount replaced this one.
   */
  mount(methodCode: string, element: Element, options: MountOptions = {}): Promise<Payment> {
    this.#mounted?.abort(new SupersededError('Mounted again.'));
    const life = abortedBy(this.#closing.signal, options.signal);
    this.#mounted = life;
    const mounting = this.#mount(methodCode, element, options, life);
    // If the page mounts another method or closes the checkout, it need not handle the rejection of the earlier mount.
    life.signal.addEventListener('abort', () => mounting.catch(() => undefined));
    return mounting;
  }

  async #mount(
    methodCode: string,
    element: Element,
    options: MountOptions,
    life: AbortController,
  ): Promise<Payment> {
    life.signal.throwIfAborted();
    // Load the code that shows and submits payments only here, while the gateway answers. A page that only shows a payment's
    // result never needs this code.
    const describing = this.#describe(methodCode);
    // The imported code handles the rejection of this promise, but the code may still be loading when that happens. Until then,
    // this empty handler keeps the browser from reporting an unhandled rejection.
    describing.catch(() => undefined);
    const { mountPayment } = await abortable(import('./mount-payment.ts'), life.signal);
    return mountPayment(this.#parts, { methodCode, describing, element, options, life });
  }

  /**
   * Shows the processor's buttons for the wallets that the device has, such as Apple Pay and Google Pay, in `element`. A consumer
   * pays with one tap and types nothing. Resolves when the buttons are ready, or with null if there is no such wallet: leave out
   * the section then. The checkout's events report the payment, as for a mounted method.
   *
   * Throws `LibraryLoadError` if the processor's buttons did not load; `ServiceError` or `ConnectionError` if the payment methods
   * could not be read.
   */
  async mountExpress(element: Element, options: ExpressOptions = {}): Promise<ExpressButtons | null> {
    const { mountExpress } = await import('./express/mount-express.ts');
    return mountExpress(this.#parts, this, element, options);
  }

  /**
   * Asks the gateway for the order's state and returns the result. If the SDK is already polling the state, this makes no call
   * of its own.
   */
  async refresh(): Promise<CheckoutSnapshot> {
    if (this.#progress.idle) await this.#watch.ask(0);
    if (this.#progress.snapshot.phase === 'processing') void this.#watch.run();
    return this.#progress.snapshot;
  }

  /**
   * Cancels the attempt in progress, so that the consumer can choose another way to pay. The returned snapshot shows what
   * became of the attempt; if it was cancelled, the phase is `failed`.
   * Throws `ServiceError` with PAYMENT_IN_PROGRESS if the attempt cannot be cancelled; `snapshot.awaitedUntil` then says how
   * long its result can take. Throws `ServiceError` with ATTEMPT_SUPERSEDED if another page has started a newer attempt.
   */
  async cancel(): Promise<CheckoutSnapshot> {
    // If this page does not know the attempt's ID, ask the gateway. Another page may have started the attempt.
    if (!this.snapshot.transactionId) this.#progress.apply(await this.#api.status(0));
    const { transactionId } = this.snapshot;
    if (transactionId) await this.#api.cancel(transactionId).finally(() => this.#watch.ask(0));
    return this.snapshot;
  }

  /** Stops all background work and removes the form from the page. */
  close(): void {
    this.#closing.abort();
  }

  /**
   * Shows what happened to the order before this page loaded, and then watches the order. `createCheckout` calls this.
   *
   * @internal
   */
  async start(): Promise<void> {
    const hasFailed = this.order.state === 'PAY_FAIL';
    if (this.returned || hasFailed) this.#progress.resultIsDue();
    // Only the status gives the reason.
    if (hasFailed) await this.#watch.ask(0);
    else this.#progress.apply({ ...this.order, failure: null });
    void this.#watch.run();
    this.#clock.start(this.#progress, this.#watch, this.#closing.signal);
    this.#listenToPage();
  }

  async #describe(methodCode: string): Promise<InitCheckoutResult> {
    try {
      return await this.#parts.attempts.describe(methodCode);
    } catch (error) {
      if (orderHasMoved(error)) await this.refresh();
      throw error;
    }
  }

  #listenToPage(): void {
    const look = () => void this.refresh().catch(() => undefined);
    globalThis.document?.addEventListener('visibilitychange', () => document.hidden || look(), this.#closing);
    // The consumer may come back from the processor's page with the Back button. The browser then restores the page as it was
    // when the consumer left, so bring it up to date.
    globalThis.window?.addEventListener(
      'pageshow',
      ({ persisted }) => {
        if (!persisted) return;
        if (this.#progress.snapshot.phase === 'redirecting') this.#progress.processing();
        look();
      },
      this.#closing,
    );
  }
}
