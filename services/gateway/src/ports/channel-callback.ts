import type { Money } from '@kassa/contracts';
import type { PaymentResult } from '../domain/attempt/payment-attempt.ts';
import type { DisputeReport } from '../domain/dispute/dispute.ts';
import type { RefundResult } from '../domain/refund/refund.ts';

/** What a channel reports to the gateway without being asked. */

export interface RawCallback {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
  /** When the callback arrived, in real time. It shows how old the callback's signature is. */
  readonly receivedAt: Date;
}

export type CallbackReading =
  | {
      readonly kind: 'genuine';
      readonly callbacks: readonly GenuineCallback[];
      /**
       * True if nothing in the callback proves that the channel sent it. The gateway accepts such a callback, because otherwise
       * the channel would stop sending callbacks, but the callback has no effect.
       */
      readonly isUnproven?: true;
      /**
       * The exact text that the channel expects as the answer to its callback; absent if any answer with a success status will
       * do.
       */
      readonly acknowledgement?: string;
    }
  | { readonly kind: 'forged'; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly reason: string }
  /**
   * The callback is genuine, but reports a state that the gateway does not know. The gateway does not guess what the state
   * means, but asks an operator to examine the callback.
   */
  | { readonly kind: 'not_understood'; readonly reference: string; readonly reason: string }
  /**
   * The callback is genuine, but the gateway had to ask the channel which payment it is about and got no answer. The channel
   * has to send the callback again.
   */
  | { readonly kind: 'unavailable'; readonly detail: string };

export interface GenuineCallback {
  /** The channel's own ID of the callback. */
  readonly callbackId: string;
  readonly notification: ChannelNotification;
}

/**
 * The meaning of a callback, in the gateway's terms. If a report names a `paymentReference`, the gateway finds the attempt by
 * this reference and ignores `attemptId`, because somebody may have entered that ID by hand. If a report names no ID of the
 * gateway at all, `attemptId` (or `reference`) is the `openingReference`: the gateway then finds the attempt by it.
 */
export type ChannelNotification =
  | (ReportedPayment & {
      readonly kind: 'payment';
      readonly attemptId: string;
      readonly result: PaymentResult;
    })
  /** The consumer has confirmed the payment at the channel, and its result follows later. */
  | (ReportedPayment & { readonly kind: 'payment_under_way'; readonly attemptId: string })
  | (ReportedPayment & {
      readonly kind: 'refund';
      readonly refundId: string;
      /** The channel's own reference of the refund; absent if the report does not name it reliably. */
      readonly channelReference?: string;
      readonly result: RefundResult;
    })
  /**
   * A report about a refund that does not contain the gateway's ID of the refund. It contains the channel's own reference of
   * the refund, and the gateway's ID of the attempt whose money the refund returns. If the gateway knows no refund with this
   * reference, somebody made the refund at the processor by hand. If a refund failed and the channel names only its payment,
   * `channelReference` is the reference of the payment. In this case, the callback's ID must be the ID of the event itself.
   */
  | (ReportedPayment & {
      readonly kind: 'refund_by_reference';
      readonly attemptId: string;
      readonly channelReference: string;
      /** The amount of the failed refund; absent if the report does not name it. */
      readonly amount?: Money;
      readonly result: RefundResult;
    })
  | (ReportedPayment & {
      readonly kind: 'dispute';
      readonly attemptId: string;
      readonly report: DisputeReport;
    })
  /**
   * The channel could not collect the money of a payment that it reports as successful. The report of the success can arrive
   * earlier or later.
   */
  | (ReportedPayment & {
      readonly kind: 'uncollected';
      readonly attemptId: string;
      /** The channel's own ID of the event with which it reported that it could not collect the money. */
      readonly channelReference: string;
      /** The reference in a report whose channel does not say what the reference stands for: the event or the payment. */
      readonly eventReference?: string;
      readonly reason: string;
      /** When the channel made the report, by its own clock; absent if it does not say. */
      readonly toldAt?: Date;
    })
  /**
   * A report that only an operator can handle. Either the gateway has no rule for it, or it names one of the gateway's payments
   * or refunds although this account cannot have made it.
   */
  | (ReportedPayment & {
      readonly kind: 'for_operator';
      readonly reference: string;
      readonly detail: string;
      /**
       * When the channel reported, by its own clock, that it has collected the money of a payment after all. Absent if the
       * report says something else.
       */
      readonly collectedAt?: Date;
    })
  /**
   * The callback is genuine but does not concern the gateway. For example, it is about a payment that somebody else made with
   * the same account.
   */
  | { readonly kind: 'irrelevant'; readonly type: string };

/** Identifies the payment that a channel's report is about, in the channel's own terms. */
interface ReportedPayment {
  /**
   * The channel's reference of the payment, if the report names it. The channel already gave the gateway a reference when it
   * opened the attempt's payment. If the two differ, the gateway does not apply the report, even if the report names a valid
   * attempt.
   */
  readonly openingReference?: string;
  /**
   * The channel's reference of the payment that was made for the attempt, if it differs from `openingReference` and the report
   * names it. The report is applied only once the gateway knows this payment. If another payment pays the attempt, the report
   * does not affect any money, and becomes a case.
   */
  readonly paymentReference?: string;
}
