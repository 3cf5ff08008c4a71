import type { DeclineCategory } from '@kassa/contracts';

/**
 * - `open`: nothing was submitted yet.
 * - `submitting`: a submit is on its way.
 * - `confirming`: the processor's form on this page has it and may be asking for more, such as 3-D Secure: it
 *   must stay in the page, and visible.
 * - `redirecting`: the consumer is being sent to the processor's page.
 * - `processing`: the attempt is in the channel's hands.
 * - `failed`: the last attempt failed; another may be made.
 * - `paid`, `expired`: the end.
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

/** Where the checkout stands at the moment. */
export interface CheckoutSnapshot {
  readonly phase: CheckoutPhase;
  /** Why the last attempt failed; null unless the phase is `failed`. */
  readonly failure: DeclineCategory | null;
  /** The merchant's `redirect_url` with `order_id`; null until paid. */
  readonly redirectUrl: string | null;
  /** False while the service cannot be reached; the SDK keeps trying by itself. */
  readonly connected: boolean;
}

/** How a submitted payment ended, as the service says. */
export type PaymentResult =
  | { readonly outcome: 'paid'; readonly redirectUrl: string | null }
  | { readonly outcome: 'failed'; readonly category: DeclineCategory }
  | { readonly outcome: 'expired' };

/** What a checkout tells, and what comes with it. */
export interface CheckoutEvents {
  change: CheckoutSnapshot;
  result: PaymentResult;
  expired: undefined;
}

type EventName = keyof CheckoutEvents;
type Listener<Name extends EventName> = (detail: CheckoutEvents[Name]) => void;

/**
 * Delivers events. What was told last is also told to whoever starts to listen after it, so that a page which
 * loads after the payment ended hears of it like one that waited.
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
      // Stored under this name, so it is this name's detail; a Map cannot say that.
      listener(missed.detail as CheckoutEvents[Name]);
    });
    return this.follow(name, listener);
  }

  /** Like `on`, but for what comes from now on alone. */
  follow<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    const listeners: Set<Listener<Name>> = this.#listeners[name];
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  emit<Name extends EventName>(name: Name, detail: CheckoutEvents[Name]): void {
    this.#latest.set(name, { detail });
    for (const listener of [...this.#listeners[name]]) listener(detail);
  }

  /** A new attempt began: the ending of the one before is no longer news. */
  forgetResult(): void {
    this.#latest.delete('result');
  }
}
