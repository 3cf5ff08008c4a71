import {
  type Checkout,
  type CheckoutOrder,
  type CheckoutSnapshot,
  createCheckout,
  openSession,
  type Payment,
  type PaymentMethod,
} from '@kassa/sdk-browser';
import type { Language } from '../i18n/language.svelte.ts';
import { nextScreen, type Screen, type ScreenEvent } from './cashier-screens.ts';
import { type Notice, noticeOf, openingFailure } from './notice.ts';
import { ReturnCountdown } from './return-countdown.svelte.ts';
import { TimeLeft } from './time-left.svelte.ts';

/** What the state needs of the page it is on. */
export interface CashierPage {
  readonly address: string;
  readonly replaceAddress: (address: string) => void;
  readonly navigate: (address: string) => void;
}

const returnAfterSeconds = 5;

/** Decides what the cashier shows. Components render it and call its verbs. */
export class CashierState {
  screen = $state<Screen>('opening');
  order = $state.raw<CheckoutOrder | null>(null);
  methods = $state.raw<readonly PaymentMethod[]>([]);
  selectedCode = $state<string | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** False while the SDK tries to reach the service again. */
  connected = $state(true);
  /** The form of the selected method is on the page and can be submitted. */
  formReady = $state(false);
  /** Grows when the form is to be mounted anew. */
  mountRound = $state(0);
  /** The next page asks for the details, not this one; as it was while another form is being loaded. */
  goesElsewhere = $state(false);
  /** The payment goes to the simulator: no real money. */
  sandbox = $state(false);
  redirectUrl = $state<string | null>(null);
  /** Where a consumer who left the processor's page can go on. */
  pendingUrl = $state<string | null>(null);
  readonly timeLeft = new TimeLeft();
  readonly countdown = new ReturnCountdown();
  readonly #language: Language;
  readonly #page: CashierPage;
  #checkout: Checkout | null = null;
  #payment: Payment | null = null;

  constructor(language: Language, page: CashierPage) {
    this.#language = language;
    this.#page = page;
  }

  get selected(): PaymentMethod | null {
    return this.methods.find((method) => method.code === this.selectedCode) ?? null;
  }

  async open(): Promise<void> {
    this.#happened('retry_asked');
    const session = openSession(this.#page.address);
    if (!session.found) return this.#happened('link_refused');
    // Out of screenshots, shared screens and the history. Where nothing can be kept, the address keeps it.
    if (session.remembered) this.#page.replaceAddress(withoutFragment(this.#page.address));
    try {
      this.#begin(await createCheckout(session));
    } catch (error) {
      this.#happened(openingFailure(error));
    }
  }

  select(methodCode: string): void {
    if (methodCode === this.selectedCode) return;
    this.selectedCode = methodCode;
    this.notice = null;
  }

  /** Puts the selected method's form into the page. */
  async mount(methodCode: string, element: Element): Promise<void> {
    this.formReady = false;
    this.#payment = null;
    try {
      const payment = await this.#checkout?.mount(methodCode, element, {
        texts: this.#language.cardFormTexts,
        onEnter: () => void this.pay(),
        navigate: this.#page.navigate,
      });
      if (!payment) return;
      this.#payment = payment;
      this.goesElsewhere = payment.renderType === 'REDIRECT';
      this.sandbox ||= payment.channelType === 'Sandbox';
      this.formReady = true;
    } catch (error) {
      if (this.screen === 'choosing') this.notice = noticeOf(error) ?? this.notice;
    }
  }

  /** However often it is called, one payment is submitted. */
  async pay(): Promise<void> {
    this.notice = null;
    try {
      await this.#payment?.submit();
    } catch (error) {
      this.notice = noticeOf(error);
    }
  }

  /** Loads what could not be loaded: the methods, or the form of the selected one. */
  async retry(): Promise<void> {
    if (this.screen === 'unreachable') return this.open();
    this.notice = null;
    if (this.methods.length === 0) return this.#loadMethods();
    this.mountRound += 1;
  }

  continueAtProcessor(): void {
    if (this.pendingUrl) this.#page.navigate(this.pendingUrl);
  }

  returnToShop(): void {
    this.countdown.stop();
    if (this.redirectUrl) this.#page.navigate(this.redirectUrl);
  }

  #begin(checkout: Checkout): void {
    this.#checkout = checkout;
    this.order = checkout.order;
    this.timeLeft.start(() => checkout.timeLeftMs);
    const paidBefore = checkout.snapshot.phase === 'paid' && !checkout.returned;
    if (paidBefore) {
      this.redirectUrl = checkout.snapshot.redirectUrl;
      this.#happened('order_paid_before');
    } else this.#follow(checkout.snapshot);
    checkout.on('change', (snapshot) => this.#follow(snapshot));
  }

  #follow({ phase, failure, redirectUrl, connected }: CheckoutSnapshot): void {
    const before = this.screen;
    this.connected = connected;
    this.pendingUrl = this.#checkout?.pendingUrl ?? null;
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
        this.#happened('attempt_running');
        break;
      case 'redirecting':
        this.#happened('sent_to_processor');
        break;
      case 'failed':
        if (failure && before !== 'choosing') this.notice = { kind: 'declined', category: failure };
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
    if (this.screen === 'choosing' && this.methods.length === 0) void this.#loadMethods();
    if (this.screen === 'paid' && this.redirectUrl) {
      this.countdown.start(returnAfterSeconds, () => this.returnToShop());
    }
    if (this.screen === 'paid' || this.screen === 'expired' || this.screen === 'already_paid') {
      this.timeLeft.stop();
    }
  }

  async #loadMethods(): Promise<void> {
    try {
      this.methods = (await this.#checkout?.paymentMethods()) ?? [];
      this.selectedCode ??= this.methods[0]?.code ?? null;
      if (this.methods.length === 0) this.notice = { kind: 'method_unavailable' };
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
