import type { PaymentStatus } from '@kassa/contracts';
import type { CheckoutEmitter, CheckoutSnapshot, PaymentResult } from './checkout-events.ts';

/**
 * The state of the checkout. Only the service's answers end it, through `apply` and `expire`, and each attempt gives at
 * most one `result`.
 */
export class CheckoutProgress {
  readonly #emitter: CheckoutEmitter;
  readonly #expiresAt: string;
  #snapshot: CheckoutSnapshot = {
    phase: 'open',
    failure: null,
    redirectUrl: null,
    pendingUrl: null,
    transactionId: null,
    awaitedUntil: null,
    connected: true,
  };
  /** A submitted attempt has no reported result yet. */
  #resultIsDue = false;
  /** The service has the attempt and the form is open again; confirm the attempt again instead of submitting it. */
  #awaitsConfirm = false;
  #round = 0;

  constructor(emitter: CheckoutEmitter, expiresAt: string) {
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

  /** An attempt may be submitted: none is in progress, and the order has not ended. */
  get idle(): boolean {
    return this.#snapshot.phase === 'open' || this.#snapshot.phase === 'failed';
  }

  get awaitsConfirm(): boolean {
    return this.#awaitsConfirm;
  }

  /** The service may know more than this page, so ask for the status. */
  get watchable(): boolean {
    const { phase } = this.#snapshot;
    return phase === 'processing' || phase === 'confirming' || this.#awaitsConfirm;
  }

  /** Grows with each submit. A status requested before a submit concerns the previous attempt. */
  get round(): number {
    return this.#round;
  }

  /** Calls back on each change, until the returned function is called. */
  follow(listener: (snapshot: CheckoutSnapshot) => void): () => void {
    return this.#emitter.follow('change', listener);
  }

  /** An attempt was made before this page loaded, and its result is still to be reported. */
  resultIsDue(): void {
    this.#resultIsDue = true;
  }

  submitting(): void {
    this.#begin('submitting');
  }

  /**
   * Like `submitting`, with a form that must stay in the page. Also called again for an attempt that the service
   * already has.
   */
  confirming(): void {
    if (this.#awaitsConfirm) this.#move({ phase: 'confirming' });
    else this.#begin('confirming');
  }

  /**
   * The processor's form refused an attempt that the service accepted; the consumer may correct the form and confirm
   * again.
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

  /** A submit was refused before it reached a channel, so the form can be used again. */
  reopen(): void {
    if (this.ended) return;
    this.#resultIsDue = false;
    this.#move({ phase: 'open' });
  }

  connected(connected: boolean): void {
    this.#move({ connected });
  }

  /**
   * Applies the service's status, also when the page loads, because a result may already exist. A payable order past
   * its expiry, by the service's clock, counts as expired: the gateway closes an unpaid order a moment later, but never
   * a failed one.
   */
  apply({ state, failure, action, ...told }: PaymentStatus): void {
    if (this.ended) return;
    this.#move({
      pendingUrl: action && /^https?:/.test(action.url) ? action.url : null,
      transactionId: told.transactionId,
      awaitedUntil: told.awaiting_result_until,
    });
    const redirectUrl = told.redirect_url;
    const isOver = Date.parse(told.server_time) >= Date.parse(this.#expiresAt);
    switch (state) {
      case 'INIT':
        if (isOver) this.expire();
        else this.reopen();
        return;
      case 'PAYING':
        this.#resultIsDue = true;
        // The form on this page has the payment, or will have it again soon.
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
        // This also applies without an attempt of this page: another tab or an earlier attempt may have paid.
        this.#resultIsDue = true;
        this.#move({ phase: 'paid', failure: null, redirectUrl });
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
    this.#emitter.forgetResult();
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
