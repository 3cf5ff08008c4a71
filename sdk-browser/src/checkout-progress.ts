import type { PaymentStatus } from '@kassa/contracts';
import type { CheckoutEvents, CheckoutSnapshot, PaymentResult } from './checkout-events.ts';
import type { EventEmitter } from './event-emitter.ts';

/**
 * The state of the checkout on this page. Only an answer of the gateway can end the checkout. Each attempt leads to at most one
 * `result` event.
 */
export class CheckoutProgress {
  readonly #emitter: EventEmitter<CheckoutEvents>;
  readonly #expiresAt: string;
  #snapshot: CheckoutSnapshot = {
    phase: 'open',
    failure: null,
    redirectUrl: null,
    action: null,
    transactionId: null,
    awaitedUntil: null,
    receipt: null,
    connected: true,
  };
  /** Whether there is an attempt whose result has not been reported to the page yet. */
  #resultIsDue = false;
  /**
   * True while the consumer can correct the processor's form although the gateway already has the attempt. If the consumer
   * corrects and confirms the form, the same attempt continues.
   */
  #awaitsConfirm = false;
  #round = 0;

  constructor(emitter: EventEmitter<CheckoutEvents>, expiresAt: string) {
    this.#emitter = emitter;
    this.#expiresAt = expiresAt;
    emitter.emit('change', this.#snapshot);
  }

  get snapshot(): CheckoutSnapshot {
    return this.#snapshot;
  }

  get ended(): boolean {
    return this.#snapshot.phase === 'paid' || this.#snapshot.phase === 'expired';
  }

  /** Whether an attempt may be submitted: none is in progress, and the order has not ended. */
  get idle(): boolean {
    return this.#snapshot.phase === 'open' || this.#snapshot.phase === 'failed';
  }

  get awaitsConfirm(): boolean {
    return this.#awaitsConfirm;
  }

  /** Whether the gateway may know more about the payment than this page, so that asking for the status is useful. */
  get watchable(): boolean {
    const { phase } = this.#snapshot;
    return phase === 'processing' || phase === 'confirming' || this.#awaitsConfirm;
  }

  /** The number of submits so far. If it changes while a status request is running, the answer is about an earlier attempt. */
  get round(): number {
    return this.#round;
  }

  /** Calls the listener on each change of the snapshot. Returns a function that removes the listener. */
  follow(listener: (snapshot: CheckoutSnapshot) => void): () => void {
    return this.#emitter.follow('change', listener);
  }

  /** Records that an attempt was already made before this page loaded. Its result must still be reported to the page. */
  resultIsDue(): void {
    this.#resultIsDue = true;
  }

  submitting(): void {
    this.#begin('submitting');
  }

  /**
   * Records that the processor's form on this page is confirming a payment, so the page must keep the form. If the consumer has
   * corrected the form and confirms again, it is still the same attempt.
   */
  confirming(): void {
    if (this.#awaitsConfirm) this.#move({ phase: 'confirming' });
    else this.#begin('confirming');
  }

  /**
   * Records that the processor's form refused an attempt that the gateway already has. The consumer may correct the form and
   * confirm again.
   */
  confirmAgain(): void {
    if (this.#snapshot.phase !== 'confirming') return;
    this.#move({ phase: 'open' });
    this.#awaitsConfirm = true;
  }

  redirecting(): void {
    this.#move({ phase: 'redirecting' });
  }

  processing(): void {
    this.#move({ phase: 'processing', failure: null });
  }

  /** Records that a submit was refused before it reached a channel, so that the form can be used again. */
  reopen(): void {
    if (this.ended) return;
    this.#resultIsDue = false;
    this.#move({ phase: 'open' });
  }

  connected(connected: boolean): void {
    this.#move({ connected });
  }

  /**
   * Applies a status that the gateway reported, for example when the page loads. If the order is neither paid nor being paid,
   * the checkout ends as soon as the order has expired by the gateway's clock. It does not wait for the state CLOSE, which the
   * gateway sets a moment later, and never after a failed payment.
   */
  apply({ state, failure, action, ...status }: PaymentStatus): void {
    if (this.ended) return;
    this.#move({
      action: /^(https?:|$)/.test(action?.url ?? '') ? action : null,
      transactionId: status.transactionId,
      awaitedUntil: status.awaiting_result_until,
    });
    const { redirect_url: redirectUrl, receipt } = status;
    const isOver = Date.parse(status.server_time) >= Date.parse(this.#expiresAt);
    switch (state) {
      case 'INIT':
        if (isOver) this.expire();
        else this.reopen();
        return;
      case 'PAYING':
        this.#resultIsDue = true;
        // Do not change the phase while the processor's form on this page is in use: it is confirming the payment, or the
        // consumer is correcting it to confirm again.
        if (this.#snapshot.phase !== 'confirming' && !this.#awaitsConfirm) this.processing();
        return;
      case 'PAY_FAIL': {
        const category = failure?.category ?? 'declined';
        this.#move({ phase: 'failed', failure: category });
        this.#tell({ outcome: 'failed', category });
        if (isOver) this.expire();
        return;
      }
      case 'PAY_SUCCESS':
      case 'PARTIAL_REFUND':
      case 'REFUNDED':
      case 'IN_DISPUTE':
        // Report the payment even if this page submitted no attempt. The consumer may have paid in another tab, or before
        // reloading this page.
        this.#resultIsDue = true;
        this.#move({ phase: 'paid', failure: null, redirectUrl, receipt });
        this.#tell({ outcome: 'paid', redirectUrl });
        return;
      case 'CLOSE':
        this.expire();
        return;
    }
  }

  expire(): void {
    if (this.ended) return;
    this.#move({ phase: 'expired', failure: null });
    this.#tell({ outcome: 'expired' });
    this.#emitter.emit('expired', undefined);
  }

  #begin(phase: 'submitting' | 'confirming'): void {
    this.#round += 1;
    this.#resultIsDue = true;
    this.#emitter.forget('result');
    this.#move({ phase, failure: null });
  }

  #tell(result: PaymentResult): void {
    if (!this.#resultIsDue) return;
    this.#resultIsDue = false;
    this.#emitter.emit('result', result);
  }

  #move(change: Partial<CheckoutSnapshot>): void {
    if (change.phase) this.#awaitsConfirm = false;
    const next = { ...this.#snapshot, ...change };
    if (JSON.stringify(next) === JSON.stringify(this.#snapshot)) return;
    this.#snapshot = next;
    this.#emitter.emit('change', next);
  }
}
