import type { CashierNews } from '@kassa/contracts';
import type { Checkout, CheckoutOrder, CheckoutSnapshot, PaymentMethod } from '@kassa/sdk-browser';
import type { Surroundings } from '../frame/surroundings.ts';
import type { Language } from '../i18n/language.svelte.ts';
import { appearanceOf } from './appearance.ts';
import { nextScreen, type Screen, type ScreenEvent } from './cashier-screens.ts';
import { Connectivity } from './connectivity.svelte.ts';
import { LongWait } from './long-wait.svelte.ts';
import { MethodForm } from './method-form.svelte.ts';
import { type Notice, noticeOf, openingFailure, whyNotCancelled } from './notice.ts';
import { type OrderOpening, openOrder } from './open-order.ts';
import { ReturnCountdown } from './return-countdown.svelte.ts';
import { rememberedShop, rememberShop, type Shop } from './shop-memory.ts';
import { TimeLeft } from './time-left.svelte.ts';

/** The parts of the page that the cashier's state uses. */
export interface CashierPage {
  readonly address: string;
  readonly replaceAddress: (address: string) => void;
  readonly surroundings: Surroundings;
}

const returnAfterSeconds = 5;
/** After this time, the consumer is told that the payment takes long. Most results arrive within a few seconds. */
const longWaitMs = 20_000;
/**
 * A pending payment may still take hours or days, as with a bank transfer, if its payment order stays payable for at least this
 * long.
 */
const patientMs = 60 * 60 * 1_000;

/** Decides what the cashier shows. Components display this state and call its methods. */
export class CashierState {
  screen = $state.raw<Screen>('opening');
  order = $state.raw<CheckoutOrder | null>(null);
  methods = $state.raw<readonly PaymentMethod[]>([]);
  selectedCode = $state.raw<string | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** Whether the gateway can be reached. While it cannot, the SDK keeps trying. */
  connected = $state.raw(true);
  /**
   * Whether the processor's form is confirming the payment. Meanwhile the form may ask the consumer for further details, so it
   * stays visible and everything else is disabled.
   */
  confirming = $state.raw(false);
  redirectUrl = $state.raw<string | null>(null);
  /**
   * The address of the processor's page on which a consumer who has come back to the cashier can continue the payment; null if
   * there is none.
   */
  pendingUrl = $state.raw<string | null>(null);
  /** Whether the consumer left the processor's page without finishing the payment, which can still be finished there. */
  leftEarly = $state.raw(false);
  /** Whether the attempt in progress is being cancelled. */
  givingUp = $state.raw(false);
  /** Whether the page was opened while a payment was pending that may take hours or days, such as a bank transfer. */
  awaited = $state.raw(false);
  /**
   * The processor's page that this frame is not allowed to open; null if there is none. The consumer can open it in a new
   * window.
   */
  blockedUrl = $state.raw<string | null>(null);
  readonly form = new MethodForm();
  readonly connectivity = new Connectivity(() => this.#recover());
  readonly wait = new LongWait(longWaitMs);
  readonly timeLeft = new TimeLeft();
  readonly countdown = new ReturnCountdown();
  readonly #language: Language;
  readonly #page: CashierPage;
  #checkout: Checkout | null = null;
  #returnsByItself = true;
  /** The payment methods, requested together with the order. They are requested again only after a failure. */
  #methodsAtOpening: OrderOpening['methods'] | null = null;

  constructor(language: Language, page: CashierPage) {
    this.#language = language;
    this.#page = page;
  }

  get selected(): PaymentMethod | null {
    return this.methods.find((method) => method.code === this.selectedCode) ?? null;
  }

  /**
   * The shop to which the consumer can go back. Usually the payment order names it. If the cashier could not open the order,
   * this is the shop that the browser remembers, or null if it remembers none.
   */
  get shop(): Shop | null {
    return this.order ?? rememberedShop(this.#page.address);
  }

  get isFramed(): boolean {
    return this.#page.surroundings.isFramed;
  }

  async open(opening: OrderOpening | null = openOrder(this.#page.address)): Promise<void> {
    this.#happened('retry_asked');
    if (!opening) return this.#happened('link_refused');
    // Remove the session from the address, to keep it out of screenshots, shared screens and the browser's history. If the tab
    // cannot store the session, the address must keep it.
    if (opening.remembered) this.#page.replaceAddress(withoutFragment(this.#page.address));
    this.#methodsAtOpening = opening.methods;
    try {
      this.#begin(await opening.checkout, opening);
    } catch (error) {
      this.#happened(openingFailure(error));
    }
  }

  select(methodCode: string): void {
    if (methodCode === this.selectedCode || this.confirming) return;
    this.selectedCode = methodCode;
    this.notice = null;
  }

  /** Mounts the form of a payment method in the page. */
  async mount(methodCode: string, element: Element): Promise<void> {
    if (!this.#checkout) return;
    await this.form.mount(this.#checkout, methodCode, element, {
      texts: this.#language.paymentTexts,
      locale: this.#language.locale,
      appearance: appearanceOf(element),
      onEnter: () => void this.pay(),
      navigate: (address) => this.#page.surroundings.leave(address),
    });
    this.#stopIfExhausted(this.form.problem);
  }

  /** Submits the payment. Calling it again during the submit has no further effect. */
  async pay(): Promise<void> {
    this.notice = null;
    try {
      const outcome = await this.form.payment?.submit();
      if (outcome?.status === 'blocked') this.blockedUrl = outcome.url;
    } catch (error) {
      this.notice = noticeOf(error);
      this.#stopIfExhausted(this.notice);
    }
  }

  /** Loads again what could not be loaded: the order, the payment methods, or the selected method's form. */
  async retry(): Promise<void> {
    if (this.screen === 'unreachable') return this.open();
    this.notice = null;
    if (this.methods.length === 0) return this.#loadMethods();
    this.form.retry();
  }

  /**
   * Records that the consumer closed the bank's page without finishing, so that the payment still waits for the confirmation.
   */
  challengeClosed(): void {
    this.leftEarly = this.pendingUrl !== null;
  }

  /** Opens the bank's page in the whole window, because the frame has too little room for it. */
  challengeCutOff(): void {
    if (this.pendingUrl) this.#page.surroundings.leave(this.pendingUrl);
  }

  /** Cancels the attempt in progress, so that the consumer can choose again. */
  async tryAnotherWay(): Promise<void> {
    const checkout = this.#checkout;
    if (!checkout) return;
    this.givingUp = true;
    this.notice = null;
    try {
      await checkout.cancel();
    } catch (error) {
      this.notice = whyNotCancelled(error, checkout.snapshot.awaitedUntil);
    }
    this.givingUp = false;
  }

  continueAtProcessor(): void {
    const { pendingUrl } = this;
    if (pendingUrl && !this.#page.surroundings.leave(pendingUrl)) this.blockedUrl = pendingUrl;
  }

  returnToShop(): void {
    if (this.redirectUrl) this.goToShop(this.redirectUrl);
  }

  /**
   * Sends the consumer to an address of the shop. If this frame may not leave the page, the address opens in a new window.
   * Browsers allow that only during a click, so call this from a click.
   */
  goToShop(address: string): void {
    this.countdown.stop();
    if (!this.#page.surroundings.leave(address)) this.#page.surroundings.openBeside(address);
  }

  /** The height of the page has changed. */
  tellHeight(height: number): void {
    this.#tell({ type: 'height', height });
  }

  /**
   * Shows the screen for exhausted attempts, without any way to pay, if the gateway has refused another attempt for the payment
   * order.
   */
  #stopIfExhausted(problem: Notice | null): void {
    if (problem?.kind === 'tooManyAttempts') this.#happened('attempts_exhausted');
  }

  /** Loads again what failed to load while the network was down. */
  #recover(): void {
    const lacksForm = this.form.status === 'failed' && this.form.problem?.kind === 'noConnection';
    const lacksMethods = this.methods.length === 0 && this.notice?.kind === 'noConnection';
    if (this.screen === 'unreachable' || lacksForm || lacksMethods) void this.retry();
    else if (!this.connected) void this.#checkout?.refresh().catch(() => undefined);
  }

  #tell(news: CashierNews): void {
    this.#page.surroundings.tell(news, this.order?.allowed_origins ?? []);
  }

  #begin(checkout: Checkout, { returned, returnsByItself }: OrderOpening): void {
    this.#checkout = checkout;
    this.#returnsByItself = returnsByItself;
    this.order = checkout.order;
    rememberShop(checkout.order);
    this.#tell({ type: 'ready' });
    this.timeLeft.start(() => checkout.timeLeftMs);
    checkout.on('result', ({ outcome }) =>
      this.#tell({ type: 'result', outcome, orderId: checkout.order.order_id }),
    );
    this.pendingUrl = checkout.pendingUrl;
    this.leftEarly = this.pendingUrl !== null && !returned;
    this.awaited = checkout.snapshot.phase === 'processing' && checkout.timeLeftMs > patientMs;
    const paidBefore = checkout.snapshot.phase === 'paid' && !checkout.returned && !returned;
    if (paidBefore) this.#happened('order_paid_before');
    // Start with the current state.
    checkout.on('change', (snapshot) => this.#follow(snapshot));
  }

  #follow({ phase, failure, redirectUrl, pendingUrl, connected }: CheckoutSnapshot): void {
    const before = this.screen;
    // Another page or device has started the attempt, so the consumer can finish it there or continue it here.
    if (pendingUrl !== null && this.pendingUrl === null) this.leftEarly = true;
    const wasConfirming = this.confirming;
    this.connected = connected;
    this.pendingUrl = this.#checkout?.pendingUrl ?? null;
    if (this.pendingUrl === null) this.leftEarly = false;
    this.confirming = phase === 'confirming';
    switch (phase) {
      case 'open':
        if (before === 'processing' || before === 'leaving') this.notice = { kind: 'notSent' };
        this.#happened('order_open');
        break;
      // While the processor's form is confirming the payment, it may ask the consumer for more, so the screen does not change.
      case 'confirming':
        break;
      case 'submitting':
      case 'processing':
        // The consumer had left for the processor's page and came back with the Back button. The browser has restored the
        // cashier as it was when the consumer left.
        if (before === 'leaving') this.leftEarly = this.pendingUrl !== null;
        this.#happened('attempt_running');
        break;
      case 'redirecting':
        this.#happened('sent_to_processor');
        break;
      case 'failed':
        if (failure && (wasConfirming || before !== 'choosing'))
          this.notice = { kind: 'declined', category: failure };
        this.#happened('attempt_failed');
        break;
      case 'paid':
        this.redirectUrl = redirectUrl;
        this.#happened('order_paid');
        break;
      case 'expired':
        this.#happened('order_expired');
        break;
    }
  }

  #happened(event: ScreenEvent): void {
    const before = this.screen;
    this.screen = nextScreen(before, event);
    if (this.screen === before) return;
    if (this.screen === 'processing') this.wait.start();
    else {
      this.awaited = false;
      this.wait.stop();
      if (this.screen !== 'leaving') this.blockedUrl = null;
    }
    if (this.screen === 'choosing' && this.methods.length === 0) void this.#loadMethods();
    if (this.screen === 'paid' && this.redirectUrl && this.#returnsByItself) {
      const { redirectUrl } = this;
      this.countdown.start(returnAfterSeconds, () => void this.#page.surroundings.leave(redirectUrl));
    }
    if (this.screen === 'paid' || this.screen === 'expired' || this.screen === 'already_paid') {
      this.timeLeft.stop();
    }
  }

  async #loadMethods(): Promise<void> {
    try {
      const atOpening = this.#methodsAtOpening;
      this.#methodsAtOpening = null;
      this.methods = (await atOpening) ?? (await this.#checkout?.paymentMethods()) ?? [];
      this.selectedCode ??= this.methods[0]?.code ?? null;
      if (this.methods.length === 0) this.notice = { kind: 'nothingAvailable' };
    } catch (error) {
      this.notice = noticeOf(error);
    }
  }
}

function withoutFragment(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}
