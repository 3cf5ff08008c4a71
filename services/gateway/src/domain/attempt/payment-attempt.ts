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

/** One try to pay an order through a channel. */
export interface PaymentAttempt {
  readonly attemptId: string;
  readonly methodCode: string;
  /** The channel's name in this deployment. */
  readonly channelId: string;
  readonly channelType: ChannelType;
  /** Why this channel was chosen; null if that was not recorded. */
  readonly route: AttemptRoute | null;
  /** Why the channel did not take the payment, if neither the card nor the consumer was the reason; else null. */
  readonly channelFault: ChannelFault | null;
  readonly state: AttemptState;
  /** The channel's own identifier and how to render the payment; null until the channel answers the opening. */
  readonly opening: AttemptOpening | null;
  /** Where the consumer must go after submitting (3-D Secure, the wallet's page); null if nowhere. */
  readonly actionUrl: string | null;
  /** How that page may be shown; null if there is no such page. */
  readonly actionDisplay: ActionDisplay | null;
  /** The channel's reference of the payment, if it differs from its reference of the opening; else null. */
  readonly paymentReference: string | null;
  /** The merchant's own page that the consumer returns to; null for the hosted cashier. */
  readonly returnUrl: string | null;
  readonly card: AttemptCard | null;
  readonly failure: AttemptFailure | null;
  readonly openedAt: Date;
  readonly submittedAt: Date | null;
  readonly endedAt: Date | null;
  /** When to ask the channel for the result; null while no result is awaited. */
  readonly nextCheckAt: Date | null;
  readonly checks: number;
  /** The channel's references of the payments that it declined for this attempt, each once. */
  readonly declines: readonly string[];
  /** Set while the channel still has to be told to cancel this attempt. */
  readonly cancellation: AttemptCancellation | null;
  /** Set if the channel did not say whether the attempt was paid, so that an operator has to look. */
  readonly unresolvedSince: Date | null;
  /** Set if the channel could not collect money that it had reported as paid, so that an operator has to look. */
  readonly uncollected: UncollectedPayment | null;
}

/** What a channel reported about money that it could not collect. */
export interface UncollectedPayment {
  /** The channel's own ID of the event; a repeated ID is not news. */
  readonly channelReference: string;
  readonly since: Date;
  /** In the channel's words. */
  readonly reason: string;
}

export type ChannelFault =
  /** The channel gave no usable answer, and the gateway asked another channel. */
  'opening_unavailable' | 'opening_refused' | 'submission_refused';

/** The channel of an attempt, and why it was chosen. */
export type AttemptTarget = Pick<PaymentAttempt, 'channelId' | 'channelType' | 'route'>;

export interface AttemptCancellation {
  readonly requestedAt: Date;
  /** When the next call to the channel is due. */
  readonly dueAt: Date;
  readonly tries: number;
  /** When the latest call was made; null before the first. */
  readonly triedAt: Date | null;
  /** Set if the consumer gave up the attempt; otherwise the gateway no longer wanted it. */
  readonly isByConsumer?: boolean;
}

/** `frame` may be shown in a frame over the payment page; `page` needs the whole window. */
export type ActionDisplay = 'frame' | 'page';

/** Where the consumer must go, and how the page may be shown. */
export interface RequiredAction {
  readonly url: string;
  readonly display: ActionDisplay;
}

/** A file that the channel hosts for pages, with its hash (Subresource Integrity) if the file never changes. */
export interface ChannelFile {
  readonly url: string;
  readonly integrity: string | null;
}

export interface AttemptOpening {
  readonly channelReference: string;
  readonly renderType: PaymentRenderType;
  readonly paymentUrl: string | null;
  readonly clientSecret: string | null;
  /** The public key that starts the channel's own library. */
  readonly publicKey: string | null;
  readonly library: ChannelFile | null;
  readonly stylesheet: ChannelFile | null;
  /** The configuration of the library's component, in the channel's own format. */
  readonly component: Readonly<Record<string, unknown>> | null;
  readonly cardBrands: readonly string[];
  /**
   * The real time until which the consumer can pay; set only if the channel cannot be told to end the payment
   * earlier.
   */
  readonly payableUntil?: Date;
}

/** For an opening whose page needs no parts of the channel: the gateway's own card form, or another page. */
export const noPageParts = {
  clientSecret: null,
  publicKey: null,
  library: null,
  stylesheet: null,
  component: null,
} as const satisfies Partial<AttemptOpening>;

/** What the gateway may store about a card: never its number or its security code. */
export interface AttemptCard {
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

export interface AttemptFailure {
  /** The channel's own code, for the merchant. */
  readonly code: string;
  readonly message: string;
  /** From the allow-list, for the consumer. */
  readonly category: DeclineCategory;
}

/** An attempt that the gateway is about to ask its channel to open. */
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

/** The state after a cause; undefined if the attempt has no such transition. */
export function nextAttemptState(
  from: AttemptState,
  cause: AttemptTransitionCause,
): AttemptState | undefined {
  return attemptTransitions.find((row) => row.from === from && row.cause === cause)?.to;
}

/**
 * Moves an attempt along a row of its transition table. Only this function changes an attempt's state. Asking for a
 * transition that does not exist is a programming error.
 */
export function moveAttempt(attempt: PaymentAttempt, cause: AttemptTransitionCause): PaymentAttempt {
  const state = nextAttemptState(attempt.state, cause);
  assert(state !== undefined, `an attempt in ${attempt.state} does not move by ${cause}`);
  return { ...attempt, state };
}

/** Whether an attempt may still bring money without any new action. */
export function isAttemptAlive(attempt: PaymentAttempt): boolean {
  return attempt.state === 'OPENING' || attempt.state === 'OPEN' || attempt.state === 'SUBMITTED';
}

/** What a channel reports about a payment, in a callback or when asked. */
export type PaymentResult =
  | {
      readonly kind: 'succeeded';
      readonly paid: Money;
      readonly card: AttemptCard | null;
      /** The channel's reference of this payment, if it differs from its reference of the opening. */
      readonly paymentReference?: string;
    }
  /** The channel declined a payment. It may still take another payment for the same opening. */
  | {
      readonly kind: 'failed';
      readonly failure: AttemptFailure;
      readonly card: AttemptCard | null;
      /** The channel's reference of this payment, so that each decline counts once. */
      readonly declineReference?: string;
    }
  | { readonly kind: 'cancelled' };
