import type { CashierNews } from '@kassa/contracts';
import type { Checkout, CheckoutOrder, CheckoutSnapshot, PaymentMethod } from '@kassa/sdk-browser';
import type { Surroundings } from '../frame/surroundings.ts';
import type { Language } from '../i18n/language.svelte.ts';
import { appearanceOf } from './appearance.ts';
import { nextScreen, type Screen, type ScreenEvent } from './cashier-screens.ts';
import { Connectivity } from './connectivity.svelte.ts';
import { LongWait } from './long-wait.svelte.ts';
import { MethodForm } from './method-form.svelte.ts';
import { type Notice, noticeOf, openingFailure } from './notice.ts';
import { type OrderOpening, openOrder } from './open-order.ts';
import { ReturnCountdown } from './return-countdown.svelte.ts';
import { TimeLeft } from './time-left.svelte.ts';

/** What the state needs of the page it is on. */
export interface CashierPage {
  readonly address: string;
  readonly replaceAddress: (address: string) => void;
  readonly surroundings: Surroundings;
}

const returnAfterSeconds = 5;
/** Most results arrive within a few seconds. */
const longWaitMs = 20_000;
/** An order that is open for so long may be paid by what takes its time, such as a transfer. */
const patientMs = 60 * 60 * 1_000;

/** Decides what the cashier shows. Components render it and call its verbs. */
export class CashierState {
  screen = $state<Screen>('opening');
  order = $state.raw<CheckoutOrder | null>(null);
  methods = $state.raw<readonly PaymentMethod[]>([]);
  selectedCode = $state<string | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** False while the SDK tries to reach the service again. */
  connected = $state(true);
  /** The processor's form has the payment and may be asking for more: it stays in sight, and nothing else is open. */
  confirming = $state(false);
  redirectUrl = $state<string | null>(null);
  /** Where a consumer who left the processor's page can go on. */
  pendingUrl = $state<string | null>(null);
  /** The consumer came back from the processor's page by themselves: the payment waits there for them. */
  leftEarly = $state(false);
  /** Whoever opens the page finds a payment under way that may be one of days: the order leaves it the time. */
  awaited = $state(false);
  /** The processor's page that this frame may not go to: only the consumer can, in a window of its own. */
  blockedUrl = $state<string | null>(null);
  readonly form = new MethodForm();
  readonly connectivity = new Connectivity();
  readonly wait = new LongWait(longWaitMs);
  readonly timeLeft = new TimeLeft();
  readonly countdown = new ReturnCountdown();
  readonly #language: Language;
  readonly #page: CashierPage;
  #checkout: Checkout | null = null;
  #returnsByItself = true;
  /** Asked for together with the order; not asked for again unless that failed. */
  #methodsAtOpening: OrderOpening['methods'] | null = null;

  constructor(language: Language, page: CashierPage) {
    this.#language = language;
    this.#page = page;
  }

  get selected(): PaymentMethod | null {
    return this.methods.find((method) => method.code === this.selectedCode) ?? null;
  }

  get isFramed(): boolean {
    return this.#page.surroundings.isFramed;
  }

  async open(opening: OrderOpening | null = openOrder(this.#page.address)): Promise<void> {
    this.#happened('retry_asked');
    if (!opening) return this.#happened('link_refused');
    // Out of screenshots, shared screens and the history. Where nothing can be kept, the address keeps it.
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

  /** Puts the selected method's form into the page. */
  async mount(methodCode: string, element: Element): Promise<void> {
    if (!this.#checkout) return;
    await this.form.mount(this.#checkout, methodCode, element, {
      texts: this.#language.paymentTexts,
      locale: this.#language.locale,
      appearance: appearanceOf(element),
      onEnter: () => void this.pay(),
      navigate: (address) => this.#page.surroundings.leave(address),
    });
  }

  /** However often it is called, one payment is submitted. */
  async pay(): Promise<void> {
    this.notice = null;
    try {
      const outcome = await this.form.payment?.submit();
      if (outcome?.status === 'blocked') this.blockedUrl = outcome.url;
    } catch (error) {
      this.notice = noticeOf(error);
    }
  }

  /** Loads what could not be loaded: the methods, or the form of the selected one. */
  async retry(): Promise<void> {
    if (this.screen === 'unreachable') return this.open();
    this.notice = null;
    if (this.methods.length === 0) return this.#loadMethods();
    this.form.retry();
  }

  /** The bank's page was closed and had led nowhere: what it was asked for is still open. */
  challengeClosed(): void {
    this.leftEarly = this.pendingUrl !== null;
  }

  continueAtProcessor(): void {
    const { pendingUrl } = this;
    if (pendingUrl && !this.#page.surroundings.leave(pendingUrl)) this.blockedUrl = pendingUrl;
  }

  returnToShop(): void {
    if (this.redirectUrl) this.goToShop(this.redirectUrl);
  }

  /** Asked for by the consumer, so that a new window may be opened where this one may not be left. */
  goToShop(address: string): void {
    this.countdown.stop();
    if (!this.#page.surroundings.leave(address)) this.#page.surroundings.openBeside(address);
  }

  /** The height of the page has changed. */
  tellHeight(height: number): void {
    this.#tell({ type: 'height', height });
  }

  #tell(news: CashierNews): void {
    this.#page.surroundings.tell(news, this.order?.allowed_origins ?? []);
  }

  #begin(checkout: Checkout, { returned, returnsByItself }: OrderOpening): void {
    this.#checkout = checkout;
    this.#returnsByItself = returnsByItself;
    this.order = checkout.order;
    this.#tell({ type: 'ready' });
    this.timeLeft.start(() => checkout.timeLeftMs);
    checkout.on('result', ({ outcome }) =>
      this.#tell({ type: 'result', outcome, orderId: checkout.order.order_id }),
    );
    this.leftEarly = checkout.pendingUrl !== null && !returned;
    this.awaited = checkout.snapshot.phase === 'processing' && checkout.timeLeftMs > patientMs;
    const paidBefore = checkout.snapshot.phase === 'paid' && !checkout.returned && !returned;
    if (paidBefore) this.#happened('order_paid_before');
    // Begins with how it stands.
    checkout.on('change', (snapshot) => this.#follow(snapshot));
  }

  #follow({ phase, failure, redirectUrl, connected }: CheckoutSnapshot): void {
    const before = this.screen;
    const wasConfirming = this.confirming;
    this.connected = connected;
    this.pendingUrl = this.#checkout?.pendingUrl ?? null;
    if (this.pendingUrl === null) this.leftEarly = false;
    this.confirming = phase === 'confirming';
    switch (phase) {
      case 'open':
        if (before === 'processing' || before === 'leaving') this.notice = { kind: 'not_sent' };
        this.#happened('order_open');
        break;
      // The processor's form has to stay where it is: it may be asking for more.
      case 'confirming':
        break;
      case 'submitting':
      case 'processing':
        // The browser shows the page as it was left.
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
      if (this.methods.length === 0) this.notice = { kind: 'nothing_available' };
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
