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
 * Every call to a processor ends within this time: with an answer, or as `unknown` or `unavailable`. A caller
 * that asks about another call must wait until that call has ended, because "never received" would otherwise only
 * mean "not yet". `open` and `refund` make one call each; other methods may make a few, and `statement` makes
 * many.
 */
export const CHANNEL_CALL_TIMEOUT_MS = 10_000;

/** How much of that time a call may spend waiting, because a channel's concurrency is limited. */
export const CHANNEL_QUEUE_TIMEOUT_MS = 2_000;

/** The rest is for the channel's answer, including retries with the same key. */
export const CHANNEL_ANSWER_TIMEOUT_MS = CHANNEL_CALL_TIMEOUT_MS - CHANNEL_QUEUE_TIMEOUT_MS;

interface ChannelIdentity {
  /** The channel's name in this deployment, which addresses, routes and attempts use. */
  readonly channelId: string;
  readonly channelType: ChannelType;
}

/** What a consumer needs in order to pay. */
export interface ChannelCheckout extends ChannelIdentity {
  readonly pageOrigins: PageOrigins;
  /**
   * The methods that the channel serves for an amount.
   *
   * @param secondsLeft until the order closes; methods that take longer are not offered
   */
  methods(amount: Money, secondsLeft: number): readonly ChannelMethod[];
  /** Prepares a payment. Repeating the call with the same attempt ID prepares nothing new. */
  open(attempt: OpeningOrder): Promise<OpeningAnswer>;
  /** Submits the payment to the channel. The card stays in memory for this call only. */
  submit(submission: Submission): Promise<SubmissionAnswer>;
  /**
   * Reads the parameters that the channel's page gave the consumer's browser for the return. Anybody can have
   * changed them. Returns the payment's result if the parameters reveal it; a channel whose pages add no
   * parameters returns `pending`.
   */
  takeReturn(payment: PaymentReference, parameters: ReturnParameters): Promise<PaymentInquiry>;
}

/** Payments after their submission. */
export interface ChannelPayments extends ChannelIdentity {
  /** Asks for the state of a payment. This only reads and moves no money. */
  ask(payment: PaymentReference): Promise<PaymentInquiry>;
  /**
   * Captures held money (`to_capture`) and returns the payment's state afterwards. A payment that does not wait
   * for its capture stays unchanged. Call this only for wanted attempts; `cancel` releases unwanted money.
   */
  capture(payment: PaymentReference): Promise<PaymentInquiry>;
  /** Cancels a payment unless it is paid. */
  cancel(payment: PaymentReference): Promise<CancellationAnswer>;
}

export interface ChannelRefunds extends ChannelIdentity {
  /**
   * Returns money, unless the refund's deadline has passed. Repeating the call with the same refund ID returns
   * nothing more.
   */
  refund(refund: RefundOrder): Promise<RefundAnswer>;
  /**
   * Asks for the state of a refund. Call this only after every call that sent the refund has ended
   * (`CHANNEL_CALL_TIMEOUT_MS`).
   */
  askRefund(refund: RefundReference): Promise<RefundInquiry>;
}

export interface ChannelDisputes extends ChannelIdentity {
  /** Asks for the state of a dispute. Some channels cannot be asked and report disputes only by callback. */
  askDispute(dispute: DisputeReference): Promise<DisputeInquiry>;
}

export interface ChannelCallbacks extends ChannelIdentity {
  /**
   * Verifies a callback by the channel's own signature and interprets it. If the callback does not name the
   * payment by one of the gateway's IDs, the method asks the channel for the payment.
   */
  readCallback(callback: RawCallback): Promise<CallbackReading>;
}

export interface ChannelBooks extends ChannelIdentity {
  /**
   * The channel's complete books for a span of time: every payment, refund and dispute whose money last moved in
   * the span. Some channels keep earlier steps too, each on its own day. Entries that brought no money may be
   * missing. A large day takes minutes and many calls.
   */
  statement(span: TimeSpan): Promise<ChannelStatement>;
}

export interface ChannelChecks extends ChannelIdentity {
  /** Tests the account's credentials and the connection step by step, without moving money. */
  check(): Promise<readonly CheckStep[]>;
}

/**
 * An external payment processor, as the gateway sees it. A channel implements all of this; a use case depends
 * only on the part that it needs.
 */
export interface PaymentChannel
  extends ChannelCheckout,
    ChannelPayments,
    ChannelRefunds,
    ChannelDisputes,
    ChannelCallbacks,
    ChannelBooks,
    ChannelChecks {}

/**
 * The sources from which a page may load files to pay through the channel; everything else is blocked. They are
 * exact origins, or subdomains of one (`https://*.js.vendor.example`) if the vendor's documentation requires
 * that.
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
  /** Only for a simulator: cards for test payments. */
  readonly testCards?: readonly TestCard[];
}

export interface OpeningOrder {
  readonly attemptId: string;
  readonly methodCode: string;
  readonly amount: Money;
  readonly description: string | null;
  /** The address to which the channel's pages send the consumer back. */
  readonly returnUrl: string;
  /** When the order closes, in real time: nothing should be payable for much longer. */
  readonly expiresAt: Date;
  /** Whether the page may take a card number in its own form. */
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
  /** The channel's reference of the payment, if it differs from its reference of the opening; else null. */
  readonly paymentReference: string | null;
}

/** The query parameters of the consumer's return, each name once. */
export type ReturnParameters = Readonly<Record<string, string>>;

export interface Submission extends PaymentReference {
  readonly card: CardData | null;
  /** The address to which the channel's pages send the consumer back. */
  readonly returnUrl: string;
  /** The device that the consumer pays from, if known; only for the channel's risk checks. */
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
  /** The channel refused the call itself, not the card: it has charged nothing and never will. */
  | { readonly kind: 'refused'; readonly failure: AttemptFailure }
  /** Nobody knows whether the payment was made: ask later, never repeat. */
  | { readonly kind: 'unknown'; readonly detail: string };

export type PaymentInquiry =
  | { readonly kind: 'ended'; readonly result: PaymentResult }
  /** The channel waits for the consumer or is processing the payment. */
  | { readonly kind: 'pending' }
  /** The consumer has paid, and the channel holds the money until the gateway captures it. */
  | { readonly kind: 'to_capture' }
  /** The account has no such payment: it was made at another account. */
  | { readonly kind: 'not_found' }
  /** The channel knows the payment, but nothing was ever submitted for it. */
  | { readonly kind: 'not_submitted' }
  | NotUnderstood
  | { readonly kind: 'unavailable'; readonly detail: string };

export type CancellationAnswer =
  /** The channel takes no more payments for this opening. */
  | { readonly kind: 'cancelled' }
  /** Here a failure, too, means that the channel takes no more payments for this opening. */
  | { readonly kind: 'ended'; readonly result: PaymentResult }
  /** The payment cannot be cancelled and has not ended yet. */
  | { readonly kind: 'pending' }
  | NotUnderstood
  | { readonly kind: 'unavailable'; readonly detail: string };

/** The gateway does not know this state and never guesses, so an operator has to look. */
export interface NotUnderstood {
  readonly kind: 'not_understood';
  readonly detail: string;
}

export interface RefundReference {
  readonly refundId: string;
  /** The payment whose money the refund returns. */
  readonly payment: PaymentReference;
  readonly channelReference: string | null;
  /** When the gateway accepted the refund, in real time; the first sending comes later. */
  readonly acceptedAt: Date;
}

export interface RefundOrder {
  readonly refundId: string;
  readonly payment: PaymentReference;
  readonly amount: Money;
  /**
   * The real time after which the channel must not be called: the caller has stalled, and another process has
   * taken over.
   */
  readonly sendBy: Date;
}

export type RefundAnswer =
  | { readonly kind: 'pending'; readonly channelReference: string }
  | { readonly kind: 'ended'; readonly channelReference: string; readonly result: RefundResult }
  | { readonly kind: 'refused'; readonly failure: RefundFailure }
  /** The channel was not called, so it cannot have the refund. */
  | { readonly kind: 'not_sent'; readonly detail: string }
  /** Nobody knows whether the refund was made: ask before sending it again. */
  | { readonly kind: 'unknown'; readonly detail: string };

export type RefundInquiry =
  | { readonly kind: 'pending'; readonly channelReference: string }
  | { readonly kind: 'ended'; readonly channelReference: string; readonly result: RefundResult }
  /** The channel never received the refund. */
  | { readonly kind: 'not_received' }
  /**
   * The channel cannot be asked. Sending the refund again still makes only one refund, because the channel still
   * remembers its key.
   */
  | { readonly kind: 'cannot_tell' }
  | { readonly kind: 'unavailable'; readonly detail: string };

export interface DisputeReference {
  readonly channelReference: string;
  /** The payment whose money is disputed. */
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
  /** Real time, to check the signature's age. */
  readonly receivedAt: Date;
}

export type CallbackReading =
  | {
      readonly kind: 'genuine';
      readonly callbacks: readonly GenuineCallback[];
      /** The plain string that the channel expects as the answer, if it expects a specific one. */
      readonly acknowledgement?: string;
    }
  | { readonly kind: 'forged'; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly reason: string }
  /**
   * Genuine, but with a state that the gateway does not know. The gateway never guesses, so an operator has to
   * look.
   */
  | { readonly kind: 'not_understood'; readonly reference: string; readonly reason: string }
  /** Genuine, but the channel could not be asked which payment it is about, so the channel has to resend it. */
  | { readonly kind: 'unavailable'; readonly detail: string };

export interface GenuineCallback {
  /** The channel's own ID of the callback. */
  readonly callbackId: string;
  readonly notification: ChannelNotification;
}

/** The meaning of a callback, in the gateway's terms. */
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
  /** The channel could not collect the money of a payment that it has reported, or will report, as successful. */
  | {
      readonly kind: 'uncollected';
      readonly attemptId: string;
      /** The channel's own ID of this event. */
      readonly channelReference: string;
      readonly reason: string;
    }
  /**
   * A report about the gateway's money that the gateway cannot act on, or a report with one of the gateway's IDs
   * about something that this account cannot have made. An operator has to look.
   */
  | { readonly kind: 'for_operator'; readonly reference: string; readonly detail: string }
  /** Genuine, but not for the gateway, for example about other payments in the same account. */
  | { readonly kind: 'irrelevant'; readonly type: string };

/** The payment that a report concerns, as the channel knows it. */
interface ReportedPayment {
  /**
   * The channel's reference of the payment's opening, if the report names it. A report about a payment other than
   * the opened one is not applied, whichever of the gateway's IDs it carries.
   */
  readonly openingReference?: string;
}

export type ChannelStatement =
  | { readonly kind: 'statement'; readonly lines: readonly StatementLine[] }
  /** The books are not available, or not yet. */
  | { readonly kind: 'unavailable'; readonly detail: string };

/** One step of a channel's check, in words for an operator. */
export interface CheckStep {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why the step failed or was skipped, never with a secret; null if there is nothing to say. */
  readonly detail: string | null;
}

/** The overall outcome of a check: failed if any step failed; skipped if every step was skipped. */
export function outcomeOfSteps(steps: readonly CheckStep[]): CheckStep['outcome'] {
  const has = (outcome: CheckStep['outcome']) => steps.some((step) => step.outcome === outcome);
  return has('failed') ? 'failed' : has('passed') ? 'passed' : 'skipped';
}
