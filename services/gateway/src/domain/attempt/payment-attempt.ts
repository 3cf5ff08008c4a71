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
  /**
   * The fault of the channel that prevented the payment; null if there was no such fault. A declined card or a cancellation by
   * the consumer is not a fault of the channel.
   */
  readonly channelFault: ChannelFault | null;
  readonly state: AttemptState;
  /**
   * What the channel answered when it opened the payment: its reference, and what the payment page needs. Null until the
   * channel answers.
   */
  readonly opening: AttemptOpening | null;
  /**
   * The page that the consumer must visit after submitting the payment (3-D Secure, the wallet's page); null if there is none.
   */
  readonly actionUrl: string | null;
  /** How the page at `actionUrl` may be shown; null if there is no such page. */
  readonly actionDisplay: ActionDisplay | null;
  /**
   * The channel's reference of the payment that was made. Null unless it differs from the reference that the channel gave when
   * it opened the payment.
   */
  readonly paymentReference: string | null;
  /** The merchant's own page to which the consumer returns after paying; null for the hosted cashier. */
  readonly returnUrl: string | null;
  readonly card: AttemptCard | null;
  /** The wallet with which the attempt was paid, such as `link`. Absent if the channel has named none. */
  readonly wallet?: string;
  readonly failure: AttemptFailure | null;
  readonly openedAt: Date;
  readonly submittedAt: Date | null;
  readonly endedAt: Date | null;
  /** When to ask the channel for the payment's result; null while no result is awaited. */
  readonly nextCheckAt: Date | null;
  readonly checks: number;
  /** The channel's references of the payments that it declined for this attempt, each once. */
  readonly declines: readonly string[];
  /** Set while the gateway still has to ask the channel to cancel this attempt. */
  readonly cancellation: AttemptCancellation | null;
  /**
   * When the gateway gave up cancelling the attempt, because the channel never answered. An operator has to find out whether
   * the attempt was paid. Null if there is nothing to find out.
   */
  readonly unresolvedSince: Date | null;
  /**
   * What the channel's library in the page reported when the consumer had paid, in the channel's own format. Some channels can
   * look up the payment's result only with this string. The string proves nothing by itself, because anybody can send it.
   */
  readonly sessionResult?: string;
  /** Set if the channel could not collect money that it had reported as paid. An operator then has to handle the case. */
  readonly uncollected: UncollectedPayment | null;
}

/** What a channel reported about money that it could not collect. */
export interface UncollectedPayment {
  /**
   * The channel's own ID of the event with which it reported that it could not collect the money. A further report with the
   * same ID is a duplicate, unless the channel made it later: the channel may have tried again meanwhile.
   */
  readonly channelReference: string;
  /**
   * The IDs of the events of the channel's earlier reports that it could not collect the money, the latest first. Absent if
   * there were none.
   */
  readonly earlierReferences?: readonly string[];
  /**
   * Set if there were more such events than `earlierReferences` can hold, so that the IDs of the oldest ones are no longer
   * known.
   */
  readonly hasForgottenReferences?: true;
  readonly since: Date;
  /** When the channel made the latest of these reports, by its own clock; absent if it does not say. */
  readonly toldAt?: Date;
  /** In the channel's words. */
  readonly reason: string;
  /** Set if the channel has reported, after all these reports, that it has collected the money. */
  readonly isCollectedSince?: true;
}

/** Whether the channel reported under this reference that it could not collect an attempt's money. */
export function isReportedUncollected(
  { uncollected }: Pick<PaymentAttempt, 'uncollected'>,
  channelReference: string,
): boolean {
  if (uncollected === null) return false;
  return [uncollected.channelReference, ...(uncollected.earlierReferences ?? [])].includes(channelReference);
}

export type ChannelFault =
  /**
   * What went wrong at a channel. `opening_unavailable`: when asked to open the payment, the channel gave no usable answer, so
   * the gateway asked another channel.
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
  /** Whether the consumer asked to cancel the attempt. If not, the gateway itself decided to cancel it. */
  readonly isByConsumer?: boolean;
}

/**
 * How a page that the consumer must visit, such as 3-D Secure, may be shown. `frame`: in a frame over the payment page. `page`:
 * only in the whole window.
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
   * The real time until which the consumer can pay at the channel. Set only if the gateway cannot end the payment at the
   * channel before this time.
   */
  readonly payableUntil?: Date;
  /**
   * The maximum number of days from the submission to the result. Set only for methods that always take days, such as a direct
   * debit. The order then stays PAYING beyond its validity.
   */
  readonly resultWithinDays?: number;
  /** What the consumer enters at a bank or shows at a till to pay. Absent if the payment is made on a page. */
  readonly instructions?: PaymentInstructions;
}

/** What the consumer needs in order to pay at a bank or a till. The channel names only what its payment needs. */
export interface PaymentInstructions {
  readonly accountHolder?: string;
  readonly iban?: string;
  readonly bic?: string;
  /** The consumer enters this reference with the payment, so that the channel recognises the payment. */
  readonly reference?: string;
  /** The text of a QR code for a banking app. */
  readonly qr?: string;
  /** The text of a barcode. */
  readonly barcode?: string;
  /** The voucher, to print or to keep. */
  readonly voucherUrl?: string;
}

/**
 * The fields that name the channel's scripts and keys, with empty values. A payment page gets them if it loads nothing from the
 * channel: it shows the gateway's own card form, or redirects the consumer to another page.
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
  /** The channel's own error code, which the merchant sees and the consumer does not. */
  readonly code: string;
  readonly message: string;
  /** The kind of failure that the consumer is told, from a fixed list. */
  readonly category: DeclineCategory;
}

/** Creates a payment attempt. Next, the gateway asks the attempt's channel to open the payment. */
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

/**
 * Returns the state to which a cause moves an attempt. Undefined if the transition table has no row for the attempt's present
 * state and this cause.
 */
export function nextAttemptState(
  from: AttemptState,
  cause: AttemptTransitionCause,
): AttemptState | undefined {
  return attemptTransitions.find((row) => row.from === from && row.cause === cause)?.to;
}

/**
 * Moves an attempt to the state that the transition table gives for a cause. No other function changes an attempt's state.
 * Throws if the table has no row for the present state and the cause, which is a programming error.
 */
export function moveAttempt(attempt: PaymentAttempt, cause: AttemptTransitionCause): PaymentAttempt {
  const state = nextAttemptState(attempt.state, cause);
  assert(state !== undefined, `an attempt in ${attempt.state} does not move by ${cause}`);
  return { ...attempt, state };
}

/**
 * Whether an attempt has not ended yet: it is being opened, is open or was submitted. Such an attempt can be paid without any
 * further call from the gateway.
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
      /** The wallet with which the consumer paid. Its name is `apple_pay`, `google_pay`, `link` or the channel's own. */
      readonly wallet?: string;
      /**
       * The channel's reference of this payment. Set only if it differs from the reference that the channel gave when it opened
       * the payment. A channel must always set this reference if the consumer can pay one opened payment several times. Without
       * the reference, equal reports count as one payment.
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
