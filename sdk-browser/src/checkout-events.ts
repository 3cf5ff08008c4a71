import type { DeclineCategory } from '@kassa/contracts';

/**
 * What the checkout is doing:
 * - `open`: nothing was submitted yet.
 * - `submitting`: a submit is in progress.
 * - `confirming`: the processor's form on this page is confirming the payment and may ask for more, such as 3-D Secure. Keep
 * the form visible in the page.
 * - `redirecting`: the consumer is being sent to the processor's page.
 * - `processing`: the attempt was submitted to the channel.
 * - `failed`: the last attempt failed; the consumer may try again.
 * - `paid`, `expired`: the checkout has ended.
 */
export type CheckoutPhase =
  | 'open'
  | 'submitting'
  | 'confirming'
  | 'redirecting'
  | 'processing'
  | 'failed'
  | 'paid'
  | 'expired';

/** The current state of the checkout. */
export interface CheckoutSnapshot {
  readonly phase: CheckoutPhase;
  /** The reason of the last failure; null unless the phase is `failed`. */
  readonly failure: DeclineCategory | null;
  /** The merchant's `redirect_url` with `order_id` appended; null until the order is paid. */
  readonly redirectUrl: string | null;
  /**
   * The page on which the consumer can continue the current attempt, even if another page or device started it; null if there
   * is none.
   */
  readonly pendingUrl: string | null;
  /** The ID of the submitted attempt that still waits for its result, whichever page submitted it; null if there is none. */
  readonly transactionId: string | null;
  /** The latest time until which the gateway waits for the result of the submitted attempt (RFC 3339). */
  readonly awaitedUntil: string | null;
  /** Whether the SDK reaches the gateway. It keeps retrying while it does not. */
  readonly connected: boolean;
}

/** The result of a submitted payment, as the gateway reports it. */
export type PaymentResult =
  | { readonly outcome: 'paid'; readonly redirectUrl: string | null }
  | { readonly outcome: 'failed'; readonly category: DeclineCategory }
  | { readonly outcome: 'expired' };

/** The names of a checkout's events, each with the type of the details that its listeners receive. */
export interface CheckoutEvents {
  change: CheckoutSnapshot;
  result: PaymentResult;
  expired: undefined;
}

type EventName = keyof CheckoutEvents;
type Listener<Name extends EventName> = (detail: CheckoutEvents[Name]) => void;

/**
 * Delivers events. A new listener also receives the latest event. So code that starts to listen after the end of the payment
 * still learns of it.
 */
export class CheckoutEmitter {
  readonly #listeners: { readonly [Name in EventName]: Set<Listener<Name>> } = {
    change: new Set(),
    result: new Set(),
    expired: new Set(),
  };
  readonly #latest = new Map<EventName, { readonly detail: CheckoutEvents[EventName] }>();

  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    const missed = this.#latest.get(name);
    queueMicrotask(() => {
      if (!missed || this.#latest.get(name) !== missed || !this.#listeners[name].has(listener)) return;
      // The cast is safe: each event is stored under its own name, which the type of a Map cannot express.
      listener(missed.detail as CheckoutEvents[Name]);
    });
    return this.follow(name, listener);
  }

  /** Like `on`, but only for future events. */
  follow<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    const listeners: Set<Listener<Name>> = this.#listeners[name];
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  emit<Name extends EventName>(name: Name, detail: CheckoutEvents[Name]): void {
    this.#latest.set(name, { detail });
    for (const listener of [...this.#listeners[name]]) listener(detail);
  }

  /** Forgets the result of the previous attempt, because a new attempt has started. */
  forgetResult(): void {
    this.#latest.delete('result');
  }
}
