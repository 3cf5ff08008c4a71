import type { CashierUpdate } from '@kassa/contracts';
import type { Checkout, CheckoutSnapshot } from '@kassa/sdk-browser';
import { appearanceOf } from './appearance.ts';
import { CashierFacts } from './cashier-facts.svelte.ts';
import { Connectivity } from './connectivity.svelte.ts';
import { reportIfLate } from './impatience.ts';
import { LongWait } from './long-wait.svelte.ts';
import { MethodForm } from './method-form.svelte.ts';
import { type Notice, noticeOf, openingFailure, whyNotCancelled } from './notice.ts';
import { type OrderOpening, openOrder } from './open-order.ts';
import { ReturnCountdown } from './return-countdown.svelte.ts';
import { rememberShop } from './shop-memory.ts';
import type { Stage } from './situation.ts';
import { TimeLeft } from './time-left.svelte.ts';

const returnAfterSeconds = 5;
/** How long the pay button shows that the payment has succeeded. */
const confirmedMs = 900;
/** How long the result waits for the code that draws the receipt. */
const receiptPatienceMs = 2_000;
/** The time after which the page says that the payment takes longer than usual. Most results arrive within a few seconds. */
const longWaitMs = 20_000;
/**
 * The limit by which the cashier recognises a slow payment, such as a bank transfer that takes hours or days. A payment that is
 * pending when the page opens is treated as slow if its order can still be paid for longer than this.
 */
const patientMs = 60 * 60 * 1_000;

/**
 * Keeps the facts about the payment order up to date: it follows the SDK's checkout, and the page's components call it when the
 * consumer acts.
 */
export class CashierState extends CashierFacts {
  readonly form = new MethodForm();
  readonly connectivity = new Connectivity(() => this.#recover());
  readonly wait = new LongWait(longWaitMs);
  readonly timeLeft = new TimeLeft();
  readonly countdown = new ReturnCountdown();
  /** The latest try to open the order. */
  #opening: OrderOpening | null = null;
  #checkout: Checkout | null = null;
  #returnsByItself = true;
  /** Whether the form on this page made the latest payment. False if a wallet's button or another page made it. */
  #byForm = false;
  /** The payment methods, requested together with the order. They are requested again only after a failure. */
  #methodsAtOpening: OrderOpening['methods'] | null = null;

  override get overdue(): boolean {
    return this.wait.isLong;
  }

  override get online(): boolean {
    return this.connectivity.online;
  }

  async open(opening: OrderOpening | null = openOrder(this.page.address)): Promise<void> {
    this.connected = true;
    if (!opening) return this.#move('refused');
    // Remove the session from the address, to keep it out of screenshots, shared screens and the browser's history. If the tab
    // cannot store the session, the address must keep it.
    if (opening.remembered) this.page.replaceAddress(withoutFragment(this.page.address));
    this.#methodsAtOpening = opening.methods;
    this.#opening = opening;
    const isReplaced = () => this.#opening !== opening;
    try {
      const checkout = await reportIfLate(opening.checkout, () => {
        if (!isReplaced()) this.connected = false;
      });
      if (isReplaced()) checkout.close();
      else this.#begin(checkout, opening);
    } catch (error) {
      if (isReplaced()) return;
      const failure = openingFailure(error);
      if (failure === 'unanswered') this.connected = false;
      else this.#move(failure);
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
      texts: this.language.paymentTexts,
      locale: this.language.locale,
      appearance: appearanceOf(element),
      onEnter: () => void this.pay(),
      navigate: (address) => this.page.surroundings.leave(address),
    });
    this.#giveUpMethod(methodCode, this.form.problem);
    if (!this.isLastMethod || this.form.payment?.methodCode !== methodCode) return;
    // The gateway opens no further attempt for the order. So the consumer can use only the method whose attempt is still open.
    this.methods = this.methods.filter(({ code }) => code === methodCode);
    this.notice ??= { kind: 'lastMethod' };
  }

  /**
   * Shows the buttons for wallets in an element of the page, until the returned function is called. If they cannot be loaded, the
   * element is hidden: the consumer can pay with the form.
   */
  mountExpress(element: HTMLElement): () => void {
    const life = new AbortController();
    const { methods } = this;
    import('../express/show-express.ts')
      .then(({ showExpress }) =>
        showExpress(this.#checkout, element, this.language, methods, life.signal, (error, code) =>
          this.#refused(error, code),
        ),
      )
      .catch(() => {
        element.hidden = true;
      });
    return () => life.abort();
  }

  /** Submits the payment. Calling it again during the submit has no further effect. */
  async pay(): Promise<void> {
    this.notice = null;
    const { payment, input } = this.form;
    if (!payment) return;
    this.#byForm = true;
    this.usedCard = null;
    try {
      const outcome = await payment.submit();
      const lastFour = this.#checkout?.lastFour;
      if (lastFour) this.usedCard = { brand: input?.brand ?? '', lastFour };
      if (outcome.status === 'blocked') this.blockedUrl = outcome.url;
    } catch (error) {
      this.#refused(error, payment.methodCode);
    }
  }

  /** Loads again what could not be loaded: the order, the payment methods, or the selected method's form. */
  async retry(): Promise<void> {
    if (this.offers('retry')) return this.open();
    this.notice = null;
    if (this.methods.length === 0) return this.#loadMethods();
    this.form.retry();
  }

  /**
   * Called when the consumer closes the bank's 3-D Secure page. If the payment still has to be confirmed there, this method
   * records that the consumer left early.
   */
  challengeClosed(): void {
    this.leftEarly = this.pendingUrl !== null;
  }

  /** Opens the bank's page in the whole window, because the frame has too little room for it. */
  challengeCutOff(): void {
    if (this.pendingUrl && this.isFramed) this.page.surroundings.leave(this.pendingUrl);
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
    if (pendingUrl && !this.page.surroundings.leave(pendingUrl)) this.blockedUrl = pendingUrl;
  }

  returnToShop(): void {
    if (this.redirectUrl) this.goToShop(this.redirectUrl);
  }

  /**
   * Sends the consumer to an address of the shop. If the cashier is in a frame and the page around it forbids leaving, the
   * address opens in a new window. Browsers allow new windows only during a click, so call this from a click handler.
   */
  goToShop(address: string): void {
    this.countdown.stop();
    if (!this.page.surroundings.leave(address)) this.page.surroundings.openBeside(address);
  }

  /** The height of the page has changed. */
  tellHeight(height: number): void {
    this.#tell({ type: 'height', height });
  }

  /** Says why the gateway refused a payment before it was made. */
  #refused(error: unknown, methodCode: string): void {
    this.notice = noticeOf(error);
    this.#giveUpMethod(methodCode, this.notice);
  }

  /**
   * Removes a payment method for which the gateway has refused another attempt, and selects the next method. The consumer may
   * have an open attempt with the next method, which can be continued. If no method is left, the order has used up its
   * attempts.
   */
  #giveUpMethod(methodCode: string, problem: Notice | null): void {
    if (problem?.kind !== 'tooManyAttempts') return;
    this.isLastMethod = true;
    this.notice = null;
    this.methods = this.methods.filter(({ code }) => code !== methodCode);
    this.selectedCode = this.methods[0]?.code ?? null;
  }

  /** Loads again what failed to load while the network was down. */
  #recover(): void {
    const lacksForm = this.form.status === 'failed' && this.form.problem?.kind === 'noConnection';
    const lacksMethods = this.methods.length === 0 && this.notice?.kind === 'noConnection';
    if (this.offers('retry') || lacksForm || lacksMethods) void this.retry();
    else if (!this.connected) void this.#checkout?.refresh().catch(() => undefined);
  }

  #tell(update: CashierUpdate): void {
    this.page.surroundings.tell(update, this.order?.allowed_origins ?? []);
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
    this.slow = checkout.snapshot.phase === 'processing' && checkout.timeLeftMs > patientMs;
    this.paidBefore = checkout.snapshot.phase === 'paid' && !checkout.returned && !returned;
    // Start with the current state.
    checkout.on('change', (snapshot) => this.#follow(snapshot));
  }

  #follow(snapshot: CheckoutSnapshot): void {
    const { phase, failure, redirectUrl, action, awaitedUntil, receipt, connected } = snapshot;
    const before = this.stage;
    // The consumer has not finished on the processor's page. There are two reasons: the consumer came back with the Back
    // button, so that the browser shows the cashier as the consumer left it, or another page or device started the attempt.
    const isBack = before === 'redirecting' && phase !== 'redirecting';
    if (isBack || (action && !this.pendingUrl)) this.leftEarly = true;
    this.connected = connected;
    this.awaitedUntil = awaitedUntil;
    // Keep the same object while the instructions are unchanged, so that the page does not draw them again with each answer.
    if (JSON.stringify(action?.instructions ?? null) !== JSON.stringify(this.instructions))
      this.instructions = action?.instructions ?? null;
    this.pendingUrl = this.#checkout?.pendingUrl ?? null;
    if (!this.pendingUrl) this.leftEarly = false;
    this.redirectUrl = redirectUrl;
    this.receipt = receipt;
    const wasSent = this.situation.order === 'paying' && before !== 'confirming';
    if (phase === 'open' && wasSent) this.notice = { kind: 'notSent' };
    if (phase === 'failed' && failure && before !== 'open' && before !== 'failed') {
      this.notice = { kind: 'declined', category: failure };
      this.declineShownAt = this.#byForm ? this.form.placeOfDecline(failure, this.selectedCode) : 'page';
      this.#byForm = false;
    }
    this.#move(phase);
  }

  #move(stage: Stage): void {
    const before = this.situation.order;
    const { confirming } = this;
    this.stage = stage;
    if (stage === 'submitting') this.sent = true;
    const { order } = this.situation;
    if (order === before) return;
    if (order === 'paying') {
      this.wait.start();
      void this.#loadReceipt();
      return;
    }
    this.sent = false;
    if (order !== 'paid') this.usedCard = null;
    this.wait.stop();
    this.slow = false;
    this.blockedUrl = null;
    if (order === 'open' && this.methods.length === 0 && !this.usedUp) void this.#loadMethods();
    if (order === 'paid' || order === 'closed') {
      this.timeLeft.stop();
      this.notice = null;
    }
    if (order === 'paid') this.#showPaid(confirming);
  }

  /** Shows the result. If the consumer paid in the form on this page, its button says so first. */
  #showPaid(inForm: boolean): void {
    void this.#loadReceipt();
    this.confirmed = inForm;
    if (inForm) setTimeout(() => this.#showPaid(false), confirmedMs);
    const { redirectUrl } = this;
    if (this.screen === 'paid' && redirectUrl && this.#returnsByItself)
      this.countdown.start(returnAfterSeconds, () => void this.page.surroundings.leave(redirectUrl));
  }

  /** Loads the code that draws the receipt. It is needed only after the payment, and must not delay the result. */
  async #loadReceipt(): Promise<void> {
    if (this.drawReceipt) return;
    this.drawReceipt = undefined;
    const loading = import('../receipt/draw-receipt.ts').then((loaded) => loaded.drawReceipt);
    const patience = new Promise<null>((resolve) => setTimeout(resolve, receiptPatienceMs, null));
    this.drawReceipt = await Promise.race([loading, patience]).catch(() => null);
  }

  async #loadMethods(): Promise<void> {
    try {
      const atOpening = this.#methodsAtOpening;
      this.#methodsAtOpening = null;
      const loading = async () => (await atOpening) ?? (await this.#checkout?.paymentMethods()) ?? [];
      const before = this.notice;
      const late: Notice = { kind: 'noConnection' };
      const methods = await reportIfLate(loading(), () => {
        if (this.methods.length === 0) this.notice = late;
      });
      // The consumer may have tried again in the meantime.
      if (this.methods.length > 0) return;
      this.methods = methods;
      if (this.notice === late) this.notice = before;
      this.selectedCode ??= this.methods[0]?.code ?? null;
      if (this.methods.length === 0) this.notice = { kind: 'nothingAvailable' };
    } catch (error) {
      if (this.methods.length === 0) this.notice = noticeOf(error);
    }
  }
}

function withoutFragment(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}
