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
  /** The deployment's name of the channel that it is at. */
  readonly channelId: string;
  readonly channelType: ChannelType;
  /** Why it is at that channel; null where that was not noted. */
  readonly route: AttemptRoute | null;
  /** What kept its channel from taking it, where that was not the card and not the consumer; else null. */
  readonly channelFault: ChannelFault | null;
  readonly state: AttemptState;
  /** The channel's own identifier and how to render it; null until the channel answered the opening. */
  readonly opening: AttemptOpening | null;
  /** Where the consumer must go after submit (3-D Secure, the wallet's page); null when nowhere. */
  readonly actionUrl: string | null;
  /** How that page may be shown; null when there is none. */
  readonly actionDisplay: ActionDisplay | null;
  /** What the channel calls the payment that was made, where that is not what it calls the opening; else null. */
  readonly paymentReference: string | null;
  /** The merchant's own page that the consumer comes back to; null for the hosted cashier. */
  readonly returnUrl: string | null;
  readonly card: AttemptCard | null;
  readonly failure: AttemptFailure | null;
  readonly openedAt: Date;
  readonly submittedAt: Date | null;
  readonly endedAt: Date | null;
  /** When the channel is to be asked about the result; null while nothing is awaited. */
  readonly nextCheckAt: Date | null;
  readonly checks: number;
  /** The channel's own names of the payments that it declined for this attempt, each once. */
  readonly declines: readonly string[];
  /** Set while the channel is still to be told that nobody wants this attempt any more. */
  readonly cancellation: AttemptCancellation | null;
  /** Set when its channel could not be brought to say whether it was paid, and an operator has to look. */
  readonly unresolvedSince: Date | null;
  /** Set when its channel could not collect what it had taken as paid, and an operator has to look. */
  readonly uncollected: UncollectedPayment | null;
}

/** What a channel said of money that it could not collect. */
export interface UncollectedPayment {
  /** The channel's own name for the event: the same one again is no news. */
  readonly channelReference: string;
  readonly since: Date;
  /** In the channel's words. */
  readonly reason: string;
}

export type ChannelFault =
  /** It gave no usable answer, and another channel was asked instead. */
  'opening_unavailable' | 'opening_refused' | 'submission_refused';

/** The channel that an attempt goes to, and why. */
export type AttemptTarget = Pick<PaymentAttempt, 'channelId' | 'channelType' | 'route'>;

export interface AttemptCancellation {
  readonly requestedAt: Date;
  /** When the channel is to be called, again if it was called before. */
  readonly dueAt: Date;
  readonly tries: number;
  /** Of the latest call; null before the first. */
  readonly triedAt: Date | null;
}

/** A page that may stand in a frame over the payment page, or one that wants the window to itself. */
export type ActionDisplay = 'frame' | 'page';

/** Where a consumer must go, and how that may be shown. */
export interface RequiredAction {
  readonly url: string;
  readonly display: ActionDisplay;
}

/** A file that the channel keeps for pages, with its hash (Subresource Integrity) where it never changes. */
export interface ChannelFile {
  readonly url: string;
  readonly integrity: string | null;
}

export interface AttemptOpening {
  readonly channelReference: string;
  readonly renderType: PaymentRenderType;
  readonly paymentUrl: string | null;
  readonly clientSecret: string | null;
  /** What the channel's own library is started with; it is public. */
  readonly publicKey: string | null;
  readonly library: ChannelFile | null;
  readonly stylesheet: ChannelFile | null;
  /** What the library's component is configured with, in the channel's own words. */
  readonly component: Readonly<Record<string, unknown>> | null;
  readonly cardBrands: readonly string[];
  /** Until when it can be paid, in real time, where the channel cannot be told to end it before. */
  readonly payableUntil?: Date;
}

/** Of an opening whose page needs nothing of the channel's own: a card form of ours, or another page. */
export const noPageParts = {
  clientSecret: null,
  publicKey: null,
  library: null,
  stylesheet: null,
  component: null,
} as const satisfies Partial<AttemptOpening>;

/** What may be kept of a card: never its number, never its security code. */
export interface AttemptCard {
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

export interface AttemptFailure {
  /** The channel's own code: for the merchant. */
  readonly code: string;
  readonly message: string;
  /** From the allow-list: for the consumer. */
  readonly category: DeclineCategory;
}

/** An attempt that its channel is to be asked to open. */
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

/** The state after a cause, or undefined when the attempt does not move by it. */
export function nextAttemptState(
  from: AttemptState,
  cause: AttemptTransitionCause,
): AttemptState | undefined {
  return attemptTransitions.find((row) => row.from === from && row.cause === cause)?.to;
}

/**
 * Moves an attempt along a row of its table: the only place where its state changes. Asking for a move it
 * does not have is a fault of the caller.
 */
export function moveAttempt(attempt: PaymentAttempt, cause: AttemptTransitionCause): PaymentAttempt {
  const state = nextAttemptState(attempt.state, cause);
  assert(state !== undefined, `an attempt in ${attempt.state} does not move by ${cause}`);
  return { ...attempt, state };
}

/** Whether an attempt may still bring money without anybody doing anything new. */
export function isAttemptAlive(attempt: PaymentAttempt): boolean {
  return attempt.state === 'OPENING' || attempt.state === 'OPEN' || attempt.state === 'SUBMITTED';
}

/** What a channel reports about a payment, in a callback or when asked. */
export type PaymentResult =
  | {
      readonly kind: 'succeeded';
      readonly paid: Money;
      readonly card: AttemptCard | null;
      /** What the channel calls this payment, where that is not what it calls the opening. */
      readonly paymentReference?: string;
    }
  /** A payment was declined. The channel may still take another one for the same opening. */
  | {
      readonly kind: 'failed';
      readonly failure: AttemptFailure;
      readonly card: AttemptCard | null;
      /** What the channel calls this payment, so that each decline counts once. */
      readonly declineReference?: string;
    }
  | { readonly kind: 'cancelled' };
