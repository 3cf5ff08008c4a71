import type { ChannelType, Money, TerminalType, TestCard } from '@kassa/contracts';
import type {
  AttemptFailure,
  AttemptOpening,
  PaymentResult,
  RequiredAction,
} from '../domain/attempt/payment-attempt.ts';
import type { DisputeReport } from '../domain/dispute/dispute.ts';
import type { StatementLine } from '../domain/reconciliation/statement-line.ts';
import type { RefundFailure, RefundResult } from '../domain/refund/refund.ts';
import type { TimeSpan } from '../domain/time-span.ts';

/**
 * Every call to a processor ends within this time, answered or as `unknown` or `unavailable`. Whoever asks about a call
 * that may still be running waits longer: "never received" would only mean "not yet". `open` and `refund` make one call;
 * other methods may make a few, and `statement` makes many.
 */
export const CHANNEL_CALL_TIMEOUT_MS = 10_000;

/** So much of it may pass before the call is made: a channel takes so many at once, and others wait. */
export const CHANNEL_QUEUE_TIMEOUT_MS = 2_000;

/** The rest is the channel's own, its repetitions under the same key included. */
export const CHANNEL_ANSWER_TIMEOUT_MS = CHANNEL_CALL_TIMEOUT_MS - CHANNEL_QUEUE_TIMEOUT_MS;

/** An external processor of payments, seen from the gateway. */
export interface PaymentChannel {
  /** Its name in this deployment: what addresses, routes and attempts call it. */
  readonly channelId: string;
  readonly channelType: ChannelType;
  readonly pageOrigins: PageOrigins;
  /**
   * Methods it serves for an amount.
   *
   * @param secondsLeft until the order closes: what takes longer to pay with is not offered
   */
  methods(amount: Money, secondsLeft: number): readonly ChannelMethod[];
  /** Prepares a payment. Repeating it with the same attempt ID prepares nothing new. */
  open(attempt: OpeningOrder): Promise<OpeningAnswer>;
  /** Hands the payment over to be made. The card stays in memory for this call only. */
  submit(submission: Submission): Promise<SubmissionAnswer>;
  /** Asks what became of a payment. It only reads: asking moves no money. */
  ask(payment: PaymentReference): Promise<PaymentInquiry>;
  /**
   * Takes money that waits to be captured (`to_capture`) and answers how the payment stands then. A payment that does
   * not wait stays as it is. Only for an attempt that is wanted: money that nobody wants is released by `cancel`.
   */
  capture(payment: PaymentReference): Promise<PaymentInquiry>;
  /**
   * Takes what the channel's page gave the consumer's browser on the way back, which anybody can have changed; the
   * payment's result where that tells it. A channel whose pages give nothing answers `pending`.
   */
  takeReturn(payment: PaymentReference, parameters: ReturnParameters): Promise<PaymentInquiry>;
  /** Cancels a payment unless it is paid. */
  cancel(payment: PaymentReference): Promise<CancellationAnswer>;
  /** Returns money, unless the time for it is over. Repeating it with the same refund ID returns nothing more. */
  refund(refund: RefundOrder): Promise<RefundAnswer>;
  /** Asks what became of a refund; only once every call that sent it has ended (`CHANNEL_CALL_TIMEOUT_MS`). */
  askRefund(refund: RefundReference): Promise<RefundInquiry>;
  /** Asks how a dispute stands. Only some channels can be asked; the others tell of disputes by callback alone. */
  askDispute(dispute: DisputeReference): Promise<DisputeInquiry>;
  /**
   * Verifies a callback by the channel's own signature and says what it means. What does not name the
   * payment in words of ours is asked for at the channel.
   */
  readCallback(callback: RawCallback): Promise<CallbackReading>;
  /**
   * What the channel's own books say of a span of time, whole: every payment, refund and dispute whose money was last
   * moved in it. What brought no money need not stand in them. A large day takes minutes, in many calls.
   */
  statement(span: TimeSpan): Promise<ChannelStatement>;
  /** Tries the account's credentials and the connection step by step, without moving money. */
  check(): Promise<readonly CheckStep[]>;
}

/**
 * Where a page that pays through the channel loads from; everything else is blocked. Exact origins, or the subdomains
 * of one (`https://*.js.vendor.example`) where the vendor's documentation asks for them.
 */
export interface PageOrigins {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly images: readonly string[];
  readonly frames: readonly string[];
  readonly connections: readonly string[];
}

export interface ChannelMethod {
  readonly code: string;
  readonly name: string;
  readonly iconFile: string;
  readonly cardBrands: readonly string[];
  /** Of a simulator: cards to try it with. */
  readonly testCards?: readonly TestCard[];
}

export interface OpeningOrder {
  readonly attemptId: string;
  readonly methodCode: string;
  readonly amount: Money;
  readonly description: string | null;
  /** Where the channel's pages send the consumer back to. */
  readonly returnUrl: string;
  /** When the order closes, in real time: nothing should be payable for much longer. */
  readonly expiresAt: Date;
  /** Whether the page may take a card's number in a form of its own. */
  readonly mayTakeCardNumbers: boolean;
}

export type OpeningAnswer =
  | { readonly kind: 'opened'; readonly opening: AttemptOpening }
  | { readonly kind: 'refused'; readonly failure: AttemptFailure }
  /** No usable answer; the same call may be repeated. */
  | { readonly kind: 'unavailable'; readonly detail: string };

export interface CardData {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string;
}

export interface PaymentReference {
  readonly attemptId: string;
  readonly methodCode: string;
  readonly opening: AttemptOpening;
  /** What the channel calls the payment that was made, where that is not what it calls the opening; else null. */
  readonly paymentReference: string | null;
}

/** The query of the address that a consumer came back to, with each name once. */
export type ReturnParameters = Readonly<Record<string, string>>;

export interface Submission extends PaymentReference {
  readonly card: CardData | null;
  /** Where the channel's pages send the consumer back to. */
  readonly returnUrl: string;
  /** What the consumer pays from, where it is known; for the channel's checks of the risk only. */
  readonly device: PayingDevice | null;
}

export interface PayingDevice {
  /** The device's fingerprint. */
  readonly deviceId: string | null;
  readonly terminalType: TerminalType;
  readonly userAgent: string;
}

export type SubmissionAnswer =
  /** The result follows by callback. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'action_required'; readonly action: RequiredAction }
  | { readonly kind: 'ended'; readonly result: PaymentResult }
  /** The call itself was refused, not the card: nothing was charged, and nothing will be. */
  | { readonly kind: 'refused'; readonly failure: AttemptFailure }
  /** Nobody knows whether it was made: ask later, never repeat. */
  | { readonly kind: 'unknown'; readonly detail: string };

export type PaymentInquiry =
  | { readonly kind: 'ended'; readonly result: PaymentResult }
  /** The channel waits for the consumer or works on it. */
  | { readonly kind: 'pending' }
  /** The consumer has paid, and the channel holds the money back until it is told to take it. */
  | { readonly kind: 'to_capture' }
  /** The account has no such payment: it was made at another one. */
  | { readonly kind: 'not_found' }
  /** The channel knows the payment, and nothing was ever submitted for it. */
  | { readonly kind: 'not_submitted' }
  | NotUnderstood
  | { readonly kind: 'unavailable'; readonly detail: string };

export type CancellationAnswer =
  /** The channel takes no more payment for it. */
  | { readonly kind: 'cancelled' }
  /** A failure means here that the channel takes no more payment for it either. */
  | { readonly kind: 'ended'; readonly result: PaymentResult }
  /** It cannot be cancelled, and has not ended by itself yet. */
  | { readonly kind: 'pending' }
  | NotUnderstood
  | { readonly kind: 'unavailable'; readonly detail: string };

/** The payment is in a state that nobody here knows: an operator has to see it, and nothing is guessed. */
export interface NotUnderstood {
  readonly kind: 'not_understood';
  readonly detail: string;
}

export interface RefundReference {
  readonly refundId: string;
  /** Whose money it returns. */
  readonly payment: PaymentReference;
  readonly channelReference: string | null;
  /** When the gateway accepted it, in real time and before it was ever sent. */
  readonly acceptedAt: Date;
}

export interface RefundOrder {
  readonly refundId: string;
  readonly payment: PaymentReference;
  readonly amount: Money;
  /** Real time. After it the channel must not be called any more: the caller has stood still, and others go on. */
  readonly sendBy: Date;
}

export type RefundAnswer =
  | { readonly kind: 'pending'; readonly channelReference: string }
  | { readonly kind: 'ended'; readonly channelReference: string; readonly result: RefundResult }
  | { readonly kind: 'refused'; readonly failure: RefundFailure }
  /** The channel was not called, so it cannot have it. */
  | { readonly kind: 'not_sent'; readonly detail: string }
  /** Nobody knows whether it was made: ask before sending again. */
  | { readonly kind: 'unknown'; readonly detail: string };

export type RefundInquiry =
  | { readonly kind: 'pending'; readonly channelReference: string }
  | { readonly kind: 'ended'; readonly channelReference: string; readonly result: RefundResult }
  /** The channel never received it. */
  | { readonly kind: 'not_received' }
  /** The channel cannot be asked. Sent again, the refund is not made twice: the channel still knows its key. */
  | { readonly kind: 'cannot_tell' }
  | { readonly kind: 'unavailable'; readonly detail: string };

export interface DisputeReference {
  readonly channelReference: string;
  /** Whose money is disputed. */
  readonly payment: PaymentReference;
}

export type DisputeInquiry =
  | { readonly kind: 'known'; readonly report: DisputeReport }
  /** The channel cannot be asked about disputes at all. */
  | { readonly kind: 'not_askable' }
  | NotUnderstood
  | { readonly kind: 'unavailable'; readonly detail: string };

export interface RawCallback {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
  /** Real time, for the age of the signature. */
  readonly receivedAt: Date;
}

export type CallbackReading =
  | {
      readonly kind: 'genuine';
      readonly callbacks: readonly GenuineCallback[];
      /** The plain text that the channel wants as its answer, where it wants one of its own. */
      readonly acknowledgement?: string;
    }
  | { readonly kind: 'forged'; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** Genuine, with a state that nobody here knows: an operator has to see it, and nothing is guessed. */
  | { readonly kind: 'not_understood'; readonly reference: string; readonly reason: string }
  /** Genuine, but what it is about could not be asked for: it has to come again. */
  | { readonly kind: 'unavailable'; readonly detail: string };

export interface GenuineCallback {
  /** The channel's own ID of the callback. */
  readonly callbackId: string;
  readonly notification: ChannelNotification;
}

/** What a callback says, in the gateway's words. */
export type ChannelNotification =
  | (ReportedPayment & {
      readonly kind: 'payment';
      readonly attemptId: string;
      readonly result: PaymentResult;
    })
  | (ReportedPayment & { readonly kind: 'refund'; readonly refundId: string; readonly result: RefundResult })
  /** A refund that the channel names by its own reference, with the payment that it returns. */
  | {
      readonly kind: 'refund_by_reference';
      readonly attemptId: string;
      readonly channelReference: string;
      readonly result: RefundResult;
    }
  | (ReportedPayment & {
      readonly kind: 'dispute';
      readonly attemptId: string;
      readonly report: DisputeReport;
    })
  /** It could not collect the money of a payment that it reports, or has reported, as made. */
  | {
      readonly kind: 'uncollected';
      readonly attemptId: string;
      /** The channel's own name for this event. */
      readonly channelReference: string;
      readonly reason: string;
    }
  /**
   * About the gateway's money, but nothing that it can act on; or it names an ID of ours on what this account cannot
   * have made. Somebody has to look.
   */
  | { readonly kind: 'for_operator'; readonly reference: string; readonly detail: string }
  /** Genuine, but about nothing the gateway acts on, such as what others do in the same account. */
  | { readonly kind: 'irrelevant'; readonly type: string };

/** The payment that a report is about, as the channel knows it. */
interface ReportedPayment {
  /**
   * What the channel calls the payment's opening, where the report tells that. A report on another payment than the one
   * that was opened is not applied, whichever of our IDs it bears.
   */
  readonly openingReference?: string;
}

export type ChannelStatement =
  | { readonly kind: 'statement'; readonly lines: readonly StatementLine[] }
  /** The books are not to be had, or not yet. */
  | { readonly kind: 'unavailable'; readonly detail: string };

/** One step of a channel's check, in words for an operator. */
export interface CheckStep {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was skipped, never with a secret; null when there is nothing to say. */
  readonly detail: string | null;
}

/** What a check says as a whole: failed if any step did; skipped if every step was. */
export function outcomeOfSteps(steps: readonly CheckStep[]): CheckStep['outcome'] {
  const has = (outcome: CheckStep['outcome']) => steps.some((step) => step.outcome === outcome);
  return has('failed') ? 'failed' : has('passed') ? 'passed' : 'skipped';
}
