import type { CheckoutOrder, PaymentMethod } from '@kassa/contracts';
import { Attempts } from './attempts.ts';
import type { CheckoutApi } from './checkout-api.ts';
import { SupersededError } from './checkout-errors.ts';
import { CheckoutEmitter, type CheckoutEvents, type CheckoutSnapshot } from './checkout-events.ts';
import { CheckoutProgress } from './checkout-progress.ts';
import { orderHasMoved } from './failed-call.ts';
import { OrderClock } from './order-clock.ts';
import { Payment } from './payment.ts';
import { pendingVisitOf } from './pending-visit.ts';
import type { CardFormTexts } from './renderers/card-form-texts.ts';
import { loadRenderer } from './renderers/load-renderer.ts';
import { StatusWatch } from './status-watch.ts';

export interface MountOptions {
  /** Labels and messages of the card form; English where one is missing. */
  readonly texts?: Partial<CardFormTexts>;
  /** Called when the consumer presses Enter in the form; `payment.submit()` unless given. */
  readonly onEnter?: () => void;
  /** Takes the consumer to the processor's page; the same tab unless given. */
  readonly navigate?: (url: string) => void;
}

/** One order on its way to being paid. Made by `createCheckout`. */
export class Checkout {
  /** As it was when the checkout was created; how it stands now is in `snapshot`. */
  readonly order: CheckoutOrder;
  /** Whether the consumer comes back from the processor's page that this tab was sent to. */
  readonly returned: boolean;
  readonly #api: CheckoutApi;
  readonly #emitter = new CheckoutEmitter();
  readonly #progress = new CheckoutProgress(this.#emitter);
  readonly #watch: StatusWatch;
  readonly #attempts: Attempts;
  readonly #clock: OrderClock;
  readonly #visit;
  readonly #closing: AbortController;
  #payment: Payment | null = null;
  #mounts = 0;

  constructor(order: CheckoutOrder, api: CheckoutApi, closing: AbortController) {
    this.order = order;
    this.#api = api;
    this.#closing = closing;
    this.#attempts = new Attempts(api);
    this.#watch = new StatusWatch(api, this.#progress, closing.signal);
    this.#clock = new OrderClock(order.expires_at, api.clock);
    this.#visit = pendingVisitOf(order.order_id);
    this.returned = this.#visit.read() !== null;
    this.#emitter.on('result', ({ outcome }) => {
      this.#visit.end();
      if (outcome !== 'failed') this.#payment?.clear();
    });
  }

  get snapshot(): CheckoutSnapshot {
    return this.#progress.snapshot;
  }

  /** Milliseconds until the order expires, by the service's clock where it can be seen. */
  get timeLeftMs(): number {
    return this.#clock.timeLeftMs();
  }

  /** The processor's page that the consumer left for and has no result from; null when there is none. */
  get pendingUrl(): string | null {
    return this.#visit.read();
  }

  paymentMethods(): Promise<readonly PaymentMethod[]> {
    return this.#api.paymentMethods();
  }

  /** Listens until the returned function is called. An ending that came before is told as well. */
  on<Name extends keyof CheckoutEvents>(
    name: Name,
    listener: (detail: CheckoutEvents[Name]) => void,
  ): () => void {
    return this.#emitter.on(name, listener);
  }

  /**
   * Puts a payment method into `element`, in the place of the one mounted before. Throws
   * `UnsupportedRenderTypeError`, `ServiceError`, `ConnectionError`, and `SupersededError` when a later
   * mount was faster.
   */
  async mount(methodCode: string, element: Element, options: MountOptions = {}): Promise<Payment> {
    this.#mounts += 1;
    const thisMount = this.#mounts;
    this.#payment?.unmount();
    this.#payment = null;

    const attempt = await this.#attempts.describe(methodCode).catch(async (error: unknown) => {
      if (orderHasMoved(error)) await this.refresh();
      throw error;
    });
    const createRenderer = await loadRenderer(attempt.extension.paymentRenderType);
    this.#closing.signal.throwIfAborted();
    if (thisMount !== this.#mounts) throw new SupersededError('Another method was mounted meanwhile.');

    const form = document.createElement('form');
    form.className = 'kassa-payment';
    form.noValidate = true;
    const texts = options.texts ?? {};
    const renderer = createRenderer({ form, cardBrands: attempt.cardBrands, texts });
    const payment = new Payment({
      methodCode,
      attempt,
      form,
      renderer,
      api: this.#api,
      attempts: this.#attempts,
      progress: this.#progress,
      watch: this.#watch,
      visit: this.#visit,
      navigate: options.navigate ?? ((url) => location.assign(url)),
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (options.onEnter) options.onEnter();
      // What goes wrong is thrown to whoever calls submit; nobody does here.
      else payment.submit().catch(() => undefined);
    });
    element.append(form);
    this.#payment = payment;
    return payment;
  }

  /** Asks the service how the order stands, unless an attempt is being watched already. */
  async refresh(): Promise<CheckoutSnapshot> {
    if (!this.#progress.ended && !this.#progress.busy) await this.#watch.ask(0);
    if (this.#progress.snapshot.phase === 'processing') void this.#watch.run();
    return this.#progress.snapshot;
  }

  /** Stops all that runs in the background and takes the form off the page. */
  close(): void {
    this.#closing.abort(new DOMException('The checkout was closed.', 'AbortError'));
    this.#payment?.unmount();
  }

  /** Called by `createCheckout`. Takes up what the order went through before this page was loaded, then keeps an eye on it. */
  async start(): Promise<void> {
    const { state, redirect_url } = this.order;
    if (state === 'PAY_FAIL') {
      // Only the status says why.
      this.#progress.resultIsDue();
      await this.#watch.ask(0);
    } else this.#progress.apply({ state, redirect_url, failure: null });
    void this.#watch.run();
    this.#clock.start(this.#progress, this.#watch, this.#closing.signal);
    this.#listenToPage();
  }

  #listenToPage(): void {
    const { signal } = this.#closing;
    globalThis.document?.addEventListener(
      'visibilitychange',
      () => void (document.hidden || this.refresh().catch(() => undefined)),
      { signal },
    );
    // Back from the processor's page, the browser may show this page as it was when it was left.
    globalThis.window?.addEventListener(
      'pageshow',
      (event) => {
        if (!event.persisted) return;
        if (this.#progress.snapshot.phase === 'redirecting') this.#progress.processing();
        void this.refresh().catch(() => undefined);
      },
      { signal },
    );
  }
}
