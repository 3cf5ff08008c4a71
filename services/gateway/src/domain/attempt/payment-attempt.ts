import assert from 'node:assert/strict';
import {
  type AttemptState,
  type AttemptTransitionCause,
  attemptTransitions,
  type ChannelType,
  type DeclineCategory,
  type Money,
  type PaymentRenderType,
} from '@kassa/contracts';
import type { AttemptRoute } from '../routing/attempt-route.ts';

/** One attempt to pay an order through a channel. */
export interface PaymentAttempt {
  readonly attemptId: string;
  readonly methodCode: string;
  /** The channel's name in this deployment. */
  readonly channelId: string;
  readonly channelType: ChannelType;
  /** Why this channel was chosen for the attempt; null if the reason was not recorded. */
  readonly route: AttemptRoute | null;
  /** Why the channel did not take the payment, if the reason was neither the card nor the consumer; otherwise null. */
  readonly channelFault: ChannelFault | null;
  readonly state: AttemptState;
  /**
   * The channel's identifier of the payment and how to render it; null until the channel answers the request that opens the
   * payment.
   */
  readonly opening: AttemptOpening | null;
  /**
   * The page that the consumer must visit after submitting the payment (3-D Secure, the wallet's page); null if there is none.
   */
  readonly actionUrl: string | null;
  /** How the page at `actionUrl` may be shown; null if there is no such page. */
  readonly actionDisplay: ActionDisplay | null;
  /**
   * The channel's reference of the payment, if it differs from the reference that the channel gave when it opened the payment;
   * otherwise null.
   */
  readonly paymentReference: string | null;
  /** The merchant's own page to which the consumer returns after paying; null for the hosted cashier. */
  readonly returnUrl: string | null;
  readonly card: AttemptCard | null;
  readonly failure: AttemptFailure | null;
  readonly openedAt: Date;
  readonly submittedAt: Date | null;
  readonly endedAt: Date | null;
  /** When to ask the channel for the payment's result; null while no result is awaited. */
  readonly nextCheckAt: Date | null;
  readonly checks: number;
  /** The channel's references of the payments that it declined for this attempt. Each reference is listed once. */
  readonly declines: readonly string[];
  /** Set while the gateway still has to ask the channel to cancel this attempt. */
  readonly cancellation: AttemptCancellation | null;
  /** Set if the channel did not say whether the attempt was paid, so that an operator has to ask the channel. */
  readonly unresolvedSince: Date | null;
  /** Set if the channel could not collect money that it had reported as paid. An operator then has to handle the case. */
  readonly uncollected: UncollectedPayment | null;
}

/** What a channel reported about money that it could not collect. */
export interface UncollectedPayment {
  /** The channel's own ID of its event. A second event with the same ID is a duplicate. */
  readonly channelReference: string;
  readonly since: Date;
  /** In the channel's words. */
  readonly reason: string;
}

export type ChannelFault =
  /**
   * `opening_unavailable`: the channel gave no usable answer when asked to open the payment, and the gateway asked another
   * channel.
   */
  'opening_unavailable' | 'opening_refused' | 'submission_refused';

/** The channel of a payment attempt, and why it was chosen. */
export type AttemptTarget = Pick<PaymentAttempt, 'channelId' | 'channelType' | 'route'>;

export interface AttemptCancellation {
  readonly requestedAt: Date;
  /** When the next call that cancels the attempt at its channel is due. */
  readonly dueAt: Date;
  readonly tries: number;
  /** When the gateway last asked the channel to cancel the attempt; null before the first call. */
  readonly triedAt: Date | null;
  /** Set if the consumer gave up the attempt; otherwise the gateway no longer wanted it. */
  readonly isByConsumer?: boolean;
}

/**
 * How the page of a required action may be shown. `frame` may be shown in a frame over the payment page; `page` needs the whole
 * window.
 */
export type ActionDisplay = 'frame' | 'page';

/** The page that the consumer must visit to complete the payment, and how it may be shown. */
export interface RequiredAction {
  readonly url: string;
  readonly display: ActionDisplay;
}

/**
 * A script or stylesheet that the channel hosts for payment pages. `integrity` is its hash (Subresource Integrity) if the file
 * never changes, otherwise null.
 */
export interface ChannelFile {
  readonly url: string;
  readonly integrity: string | null;
}

export interface AttemptOpening {
  readonly channelReference: string;
  readonly renderType: PaymentRenderType;
  readonly paymentUrl: string | null;
  readonly clientSecret: string | null;
  /** The public key that the channel's JavaScript library needs on the payment page. */
  readonly publicKey: string | null;
  readonly library: ChannelFile | null;
  readonly stylesheet: ChannelFile | null;
  /** The configuration of the payment component in the channel's library, in the channel's own format. */
  readonly component: Readonly<Record<string, unknown>> | null;
  readonly cardBrands: readonly string[];
  /**
   * The real time until which the consumer can pay. Set only if the gateway cannot make the channel end the payment earlier.
   */
  readonly payableUntil?: Date;
}

/**
 * The values for a payment page that needs no scripts or keys of the channel: the gateway's own card form, or a page to which
 * the consumer is redirected.
 */
export const noPageParts = {
  clientSecret: null,
  publicKey: null,
  library: null,
  stylesheet: null,
  component: null,
} as const satisfies Partial<AttemptOpening>;

/** What the gateway may store about a card. It never stores the card number or the security code. */
export interface AttemptCard {
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

export interface AttemptFailure {
  /** The channel's own error code, which only the merchant sees. */
  readonly code: string;
  readonly message: string;
  /** From the allow-list, for the consumer. */
  readonly category: DeclineCategory;
}

/** Creates an attempt that the gateway is about to ask its channel to open. */
export function newAttempt(
  attempt: AttemptTarget & Pick<PaymentAttempt, 'attemptId' | 'methodCode' | 'returnUrl'>,
  now: Date,
): PaymentAttempt {
  return {
    ...attempt,
    channelFault: null,
    state: 'OPENING',
    opening: null,
    actionUrl: null,
    actionDisplay: null,
    paymentReference: null,
    card: null,
    failure: null,
    openedAt: now,
    submittedAt: null,
    endedAt: null,
    nextCheckAt: null,
    checks: 0,
    declines: [],
    cancellation: null,
    unresolvedSince: null,
    uncollected: null,
  };
}

/** The attempt's state after a cause; undefined if the transition table has no such row. */
export function nextAttemptState(
  from: AttemptState,
  cause: AttemptTransitionCause,
): AttemptState | undefined {
  return attemptTransitions.find((row) => row.from === from && row.cause === cause)?.to;
}

/**
 * Changes an attempt's state by a row of its transition table. No other function changes this state. A cause without a row for
 * the present state is a programming error.
 */
export function moveAttempt(attempt: PaymentAttempt, cause: AttemptTransitionCause): PaymentAttempt {
  const state = nextAttemptState(attempt.state, cause);
  assert(state !== undefined, `an attempt in ${attempt.state} does not move by ${cause}`);
  return { ...attempt, state };
}

/**
 * Whether an attempt may still bring money although the gateway does nothing more for it: it is being opened, is open or was
 * submitted, and has not ended.
 */
export function isAttemptAlive(attempt: PaymentAttempt): boolean {
  return attempt.state === 'OPENING' || attempt.state === 'OPEN' || attempt.state === 'SUBMITTED';
}

/** What a channel reports about a payment, in a callback or when the gateway asks. */
export type PaymentResult =
  | {
      readonly kind: 'succeeded';
      readonly paid: Money;
      readonly card: AttemptCard | null;
      /**
       * The channel's reference of this payment, if it differs from the reference that the channel gave when it opened the
       * payment.
       */
      readonly paymentReference?: string;
    }
  /** The channel declined one payment of the attempt. It may still take another payment for the same attempt. */
  | {
      readonly kind: 'failed';
      readonly failure: AttemptFailure;
      readonly card: AttemptCard | null;
      /** The channel's reference of the declined payment, so that a repeated report of the decline is recognised. */
      readonly declineReference?: string;
    }
  | { readonly kind: 'cancelled' };
