import type { ChannelType, Money, TerminalType, TestCard } from '@kassa/contracts';
import type {
  AttemptFailure,
  AttemptOpening,
  ChannelFile,
  PaymentResult,
  RequiredAction,
} from '../domain/attempt/payment-attempt.ts';
import type { DisputeReport } from '../domain/dispute/dispute.ts';
import type { PayingCustomer } from '../domain/order/paying-customer.ts';
import type { OrderProduct } from '../domain/order/payment-order.ts';
import type {
  AccountFees,
  StatementFee,
  StatementLine,
  UnreadEntry,
} from '../domain/reconciliation/statement-line.ts';
import type { RefundDelay, RefundFailure, RefundResult } from '../domain/refund/refund.ts';
import type { TimeSpan } from '../domain/time-span.ts';
import type { CallbackReading, RawCallback } from './channel-callback.ts';
import type { CheckStep } from './check-step.ts';

interface ChannelIdentity {
  /** The channel's ID in this deployment. Callback addresses, routes and attempts use it. */
  readonly channelId: string;
  readonly channelType: ChannelType;
}

/**
 * What a channel does for a payment until the consumer has paid: it opens the payment, takes the submission and handles the
 * consumer's return.
 */
export interface ChannelCheckout extends ChannelIdentity {
  readonly pageOrigins: PageOrigins;
  /**
   * Returns the payment methods that the channel serves for an amount.
   *
   * @param secondsLeft the time until the order closes; methods that take longer are left out
   */
  methods(amount: Money, secondsLeft: number): readonly ChannelMethod[];
  /** Opens a payment at the channel, so that the consumer can pay. Repeated calls for an attempt open no second payment. */
  open(attempt: OpeningOrder): Promise<OpeningAnswer>;
  /** Submits a payment to the channel. Card data stays in memory, and only for this call. */
  submit(submission: Submission): Promise<SubmissionAnswer>;
  /**
   * Sends the channel the query parameters with which the consumer's browser came back from the channel's page. Anybody can
   * change these parameters, so the payment's result counts only if the channel confirms it. Returns `pending` if a channel's
   * pages add no parameters.
   */
  takeReturn(payment: PaymentReference, parameters: ReturnParameters): Promise<PaymentInquiry>;
}

/**
 * What a channel does for a payment after its submission: it reports the payment's state, captures the payment or cancels it.
 */
export interface ChannelPayments extends ChannelIdentity {
  /** Asks the channel for the state of a payment. The call moves no money. */
  ask(payment: PaymentReference): Promise<PaymentInquiry>;
  /**
   * Captures money that the channel holds for a payment (`to_capture`), and returns the payment's state afterwards. A payment
   * in any other state stays unchanged. To release the money instead, call `cancel`.
   */
  capture(payment: PaymentReference): Promise<PaymentInquiry>;
  /** Cancels a payment, unless it is already paid. */
  cancel(payment: PaymentReference): Promise<CancellationAnswer>;
}

export interface ChannelRefunds extends ChannelIdentity {
  /**
   * Sends a refund to the channel, unless the refund's deadline (`sendBy`) has passed. If the call is repeated with the same
   * refund ID, the channel does not return the money again.
   */
  refund(refund: RefundOrder): Promise<RefundAnswer>;
  /**
   * Asks the channel for the state of a refund. May be called only after every call that sent the refund has ended
   * (`CHANNEL_CALL_TIMEOUT_MS`).
   */
  askRefund(refund: RefundReference): Promise<RefundInquiry>;
}

export interface ChannelDisputes extends ChannelIdentity {
  /** Asks the channel for the state of a dispute. Some channels cannot be asked and report disputes only by callback. */
  askDispute(dispute: DisputeReference): Promise<DisputeInquiry>;
}

export interface ChannelCallbacks extends ChannelIdentity {
  /**
   * Verifies a callback by the channel's own signature, and reads it. If the callback does not name its payment by an ID of the
   * gateway, this method asks the channel which payment it is about.
   */
  readCallback(callback: RawCallback): Promise<CallbackReading>;
}

export interface ChannelBooks extends ChannelIdentity {
  /**
   * Returns the channel's books for a span of time: every payment, refund and dispute whose latest movement of money was in
   * this span. Some channels list each step of a payment, refund or dispute separately, on the day of the step. Entries that
   * moved no money may be missing. If there are many entries, this takes minutes and many calls.
   */
  statement(span: TimeSpan): Promise<ChannelStatement>;
}

export interface ChannelChecks extends ChannelIdentity {
  /** Tests the account's credentials and the connection step by step, without moving money. */
  check(): Promise<readonly CheckStep[]>;
}

/** Registers the domains of pages at a processor, because wallets such as Apple Pay appear only on registered domains. */
export interface WalletDomains {
  /** Tells whether a domain is registered, and which wallets are active on it. */
  check(domain: string): Promise<readonly CheckStep[]>;
  /** Registers a domain if it is not registered yet, and has the processor verify it. The call can be repeated. */
  register(domain: string): Promise<readonly CheckStep[]>;
}

export interface ChannelDomains extends ChannelIdentity {
  /** Absent if the channel offers no wallet on pages of the gateway or of merchants. */
  readonly walletDomains?: WalletDomains | undefined;
}

/**
 * A channel: an account at a payment processor, as the gateway sees it. Each channel implements all interfaces that this one
 * extends. A use case depends only on those that it needs.
 */
export interface PaymentChannel
  extends ChannelCheckout,
    ChannelPayments,
    ChannelRefunds,
    ChannelDisputes,
    ChannelCallbacks,
    ChannelBooks,
    ChannelChecks,
    ChannelDomains {}

/**
 * The origins from which a payment page may load files of the channel; the page's content security policy blocks all others.
 * Each is an exact origin. If the vendor's documentation requires it, an entry can stand for all subdomains of an origin
 * (`https://*.js.vendor.example`).
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
  /**
   * Set if the page's own card form can be used for the method whenever the page may take card numbers. The channel then opens
   * the payment with the render type `OWN_FORM` and these card brands.
   */
  readonly takesCardNumbers?: true;
  /** Cards with which testers can pay. Only a simulated channel has them. */
  readonly testCards?: readonly TestCard[];
  /**
   * The consumer's data that the channel needs; absent if it needs none. An order without this data does not offer the method.
   */
  readonly needs?: readonly (keyof PayingCustomer)[];
  /** Set if the page can show the processor's own buttons for wallets, before a payment with the method is opened. */
  readonly express?: ExpressOffer;
}

/** What a page needs to show the processor's buttons for wallets. */
export interface ExpressOffer {
  readonly channelType: ChannelType;
  readonly publicKey: string;
  readonly library: ChannelFile;
  /** The amount, in the units that the processor's library expects. */
  readonly amount: number;
  /** The currency, written as the processor's library expects it. */
  readonly currency: string;
  /** The payment methods that the buttons may use, by their names in the library. */
  readonly types: readonly string[];
}

export interface OpeningOrder {
  readonly attemptId: string;
  readonly methodCode: string;
  readonly amount: Money;
  readonly description: string | null;
  /** The address to which the channel's payment page sends the consumer back. */
  readonly returnUrl: string;
  /** When the order closes, by the real clock rather than business time. The channel should accept no payment much later. */
  readonly expiresAt: Date;
  /** Whether the payment page may ask for a card number in its own form. */
  readonly mayTakeCardNumbers: boolean;
  /** The products that are bought, as the merchant listed them. The prices need not add up to the amount. */
  readonly products?: readonly OrderProduct[];
  readonly customer?: PayingCustomer;
  /** The language that the merchant asked for, as a BCP 47 tag; absent if it asked for none. */
  readonly locale?: string;
}

export type OpeningAnswer =
  | { readonly kind: 'opened'; readonly opening: AttemptOpening }
  | { readonly kind: 'refused'; readonly failure: AttemptFailure }
  /** The channel gave no usable answer. The gateway may repeat the same call. */
  | {
      readonly kind: 'unavailable';
      readonly detail: string;
      /**
       * Set if the channel already has a payment with this attempt's ID but with other content. The gateway may not know of
       * that payment, because a restored backup lacks it. The consumer may have paid it.
       */
      readonly hasPayment?: true;
    };

export interface CardData {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string;
  /** The network that the consumer chose, if the card belongs to two; absent if the channel chooses. */
  readonly network?: string;
}

export interface PaymentReference {
  readonly attemptId: string;
  readonly methodCode: string;
  readonly opening: AttemptOpening;
  /**
   * The channel's reference of the payment that was made, if it differs from the reference that the channel gave when it opened
   * the payment. Otherwise null.
   */
  readonly paymentReference: string | null;
  /**
   * What the channel's library in the page reported when the consumer had paid, in the channel's own format. It comes from the
   * browser, so it proves nothing. But some channels can look up the result only with it. Absent if the page sent nothing.
   */
  readonly sessionResult?: string;
}

/** The query parameters with which the consumer returns from the channel's page. No name appears twice. */
export type ReturnParameters = Readonly<Record<string, string>>;

export interface Submission extends PaymentReference {
  readonly card: CardData | null;
  /** The address to which the channel's pages send the consumer back after a further step, such as 3-D Secure. */
  readonly returnUrl: string;
  readonly customer?: PayingCustomer;
  /** The device from which the consumer pays; null if it is not known. The channel uses it only for its risk checks. */
  readonly device: PayingDevice | null;
}

export interface PayingDevice {
  /** The device's fingerprint. */
  readonly deviceId: string | null;
  readonly terminalType: TerminalType;
  readonly userAgent: string;
}

export type SubmissionAnswer =
  /** The payment has no result yet. It will follow by callback. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'action_required'; readonly action: RequiredAction }
  | { readonly kind: 'ended'; readonly result: PaymentResult }
  /** The channel refused the submission for a reason other than the card. It has charged nothing, and never will. */
  | { readonly kind: 'refused'; readonly failure: AttemptFailure }
  /** Nobody knows whether the payment was made. The gateway asks the channel later, and never submits the payment again. */
  | {
      readonly kind: 'unknown';
      readonly detail: string;
      /**
       * Set if the channel itself works, but is waiting for the card's issuer. Such an answer says nothing against the channel,
       * so new payments still go there.
       */
      readonly awaitsIssuer?: true;
    };

export type PaymentInquiry =
  | { readonly kind: 'ended'; readonly result: PaymentResult }
  /** The payment has no result yet. The channel may still wait for the consumer. */
  | { readonly kind: 'pending' }
  /** The consumer has confirmed the payment, and the channel is processing it. Its result follows. */
  | { readonly kind: 'under_way' }
  /** The consumer has paid, and the channel holds the money until the gateway captures it. */
  | { readonly kind: 'to_capture' }
  /** The account at the processor does not have this payment. So the payment was made at another account. */
  | { readonly kind: 'not_found' }
  /** The channel has opened the payment, but neither the gateway nor the consumer has submitted anything for it. */
  | { readonly kind: 'not_submitted' }
  /** The channel cannot be asked about this payment now. Its result comes only by callback, if at all. */
  | { readonly kind: 'not_askable' }
  | NotUnderstood
  | { readonly kind: 'unavailable'; readonly detail: string };

export type CancellationAnswer =
  /** The payment is cancelled: the channel takes no money for it any more. */
  | { readonly kind: 'cancelled' }
  /**
   * The payment had already ended before the cancellation. Even if it ended as failed, the channel takes no more money for it.
   */
  | { readonly kind: 'ended'; readonly result: PaymentResult }
  /** The channel cannot cancel the payment, and the payment has no result yet. */
  | { readonly kind: 'pending' }
  /** The channel cannot cancel the payment, because the consumer has confirmed it. Its result follows, perhaps days later. */
  | { readonly kind: 'under_way' }
  /** The channel cannot cancel the payment and cannot be asked about it. The consumer may have paid. */
  | { readonly kind: 'not_askable' }
  | NotUnderstood
  | { readonly kind: 'unavailable'; readonly detail: string };

/**
 * The channel's answer contains a state that the gateway does not know. The gateway does not guess what the state means, but
 * asks an operator to examine the answer.
 */
export interface NotUnderstood {
  readonly kind: 'not_understood';
  readonly detail: string;
}

export interface RefundReference {
  readonly refundId: string;
  /** The payment whose money the refund returns. */
  readonly payment: PaymentReference;
  readonly channelReference: string | null;
  /** When the gateway accepted the refund, in real time. The gateway has not sent the refund before this time. */
  readonly acceptedAt: Date;
}

export interface RefundOrder {
  readonly refundId: string;
  readonly payment: PaymentReference;
  readonly amount: Money;
  /**
   * How many times the channel has refused this refund because it had not captured the payment yet. After each refusal, the
   * refund is a new request to the channel, so it needs another idempotency key. Absent if the channel has never done so.
   */
  readonly earlyRefusals?: number;
  /** What the consumer paid. A channel may return a whole payment in a different way than a part of it. */
  readonly paid?: Money;
  /**
   * The deadline for sending the refund, in real time. A process that was suspended may try to send the refund later than this.
   * By then, another process may have taken over the refund.
   */
  readonly sendBy: Date;
}

/** The channel has the refund but has not made it yet. */
export interface PendingRefund {
  readonly kind: 'pending';
  readonly channelReference: string;
  /** Why the channel waits. Absent if it gives no reason, or names only its usual processing. */
  readonly delay?: RefundDelay;
}

export type RefundAnswer =
  | PendingRefund
  | { readonly kind: 'ended'; readonly channelReference: string; readonly result: RefundResult }
  | { readonly kind: 'refused'; readonly failure: RefundFailure }
  /** The gateway did not send the refund in this call, for example because the refund's deadline had passed. */
  | { readonly kind: 'not_sent'; readonly detail: string }
  /** Nobody knows whether the refund was made. The gateway asks the channel before it sends the refund again. */
  | { readonly kind: 'unknown'; readonly detail: string };

export type RefundInquiry =
  | PendingRefund
  | { readonly kind: 'ended'; readonly channelReference: string; readonly result: RefundResult }
  /** The channel never received the refund. */
  | { readonly kind: 'not_received' }
  /**
   * The gateway cannot ask the channel about the refund, but can safely send the refund again: the channel still remembers the
   * refund's idempotency key, so it makes only one refund.
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
  /** The channel offers no way to ask about disputes. */
  | { readonly kind: 'not_askable' }
  | NotUnderstood
  | { readonly kind: 'unavailable'; readonly detail: string };

export type ChannelStatement =
  | {
      readonly kind: 'statement';
      readonly lines: readonly StatementLine[];
      /** The fees that the channel took for movements of money in the span of time; absent if its books show no fees. */
      readonly fees?: readonly StatementFee[];
      /** The fees that name no payment, refund or dispute of the gateway, by currency; absent if its books show none. */
      readonly accountFees?: readonly AccountFees[];
      /** The entries of a kind that the gateway does not know; absent if there are none. */
      readonly unread?: readonly UnreadEntry[];
      /** Set if books of a part of the span do not exist, perhaps because the channel no longer keeps them. */
      readonly mayLackEntries?: true;
    }
  /** The channel's books are not available, or not yet. */
  | { readonly kind: 'unavailable'; readonly detail: string };
