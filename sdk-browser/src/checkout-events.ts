import type { CheckoutAction, CheckoutReceipt, DeclineCategory } from '@kassa/contracts';

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
  /** The reason for the last failure; null unless the phase is `failed`. */
  readonly failure: DeclineCategory | null;
  /** The merchant's `redirect_url` with `order_id` appended; null until the order is paid. */
  readonly redirectUrl: string | null;
  /**
   * What the consumer still has to do for the current attempt: `kind` is `redirect` (pay on the processor's page), `challenge`
   * (confirm the card payment at the bank) or `instructions` (pay at a bank or a till, with `instructions`), and `url` is the
   * page for it. Set even if another page or device started the attempt. Null if the consumer has nothing to do.
   */
  readonly action: CheckoutAction | null;
  /** The ID of the submitted attempt that still waits for its result, whichever page submitted it; null if there is none. */
  readonly transactionId: string | null;
  /** The latest time until which the gateway waits for the result of the submitted attempt (RFC 3339). */
  readonly awaitedUntil: string | null;
  /** When and with which method the order was paid; null until it is paid. */
  readonly receipt: CheckoutReceipt | null;
  /** Whether the SDK can reach the gateway. While it cannot, it keeps retrying. */
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
