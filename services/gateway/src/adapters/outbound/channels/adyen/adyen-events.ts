import { orderIdOf } from '../../../../domain/order/order-identifiers.ts';
import type { ChannelNotification } from '../../../../ports/payment-channel.ts';
import { fromAdyenAmount } from './adyen-amounts.ts';
import { failureOf } from './adyen-declines.ts';
import type { AdyenEvent } from './adyen-notifications.ts';
import { amountText, cardOf } from './adyen-results.ts';

/**
 * What an Adyen event means for the gateway (see "Webhook types" and "Dispute webhooks" in Adyen's documentation). The operator
 * is told about unknown events, and about money that moved without the gateway's request. Of an event's fields, the gateway
 * lets only those that Adyen signs decide about money.
 */
type Meaning =
  | 'payment'
  /** The payment was authorised, but Adyen will not capture the money. So the merchant does not get it. */
  | 'uncollected'
  /** The event says whether a cancellation succeeded. If it did, Adyen will not capture the authorised money. */
  | 'uncollected_if_done'
  | 'refund'
  /** A refund that Adyen had sent did not reach the consumer, and the money came back. */
  | 'refund_undone'
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost'
  | 'irrelevant'
  | 'for_operator'
  /**
   * The event reports the result of an operation at Adyen, such as a change of an authorisation. The gateway tells the operator
   * only if the operation succeeded.
   */
  | 'for_operator_if_done'
  /**
   * The event reports the result of an operation at Adyen, such as a capture. The gateway tells the operator only if the
   * operation failed.
   */
  | 'for_operator_if_failed';

export const meanings: Readonly<Record<string, Meaning>> = {
  AUTHORISATION: 'payment',
  AUTHORISATION_ADJUSTMENT: 'for_operator_if_done',
  AUTORESCUE: 'irrelevant',
  CANCEL_AUTORESCUE: 'irrelevant',
  // Somebody has cancelled the payment in Adyen's Customer Area; the gateway itself never cancels payments at Adyen. If the
  // cancellation succeeded, Adyen does not capture the money.
  CANCELLATION: 'uncollected_if_done',
  // This event reports that a payment was either cancelled or refunded. Adyen does not sign the field that says which of the
  // two. So the gateway does not rely on that field, and tells an operator to look at the payment.
  CANCEL_OR_REFUND: 'for_operator_if_done',
  TECHNICAL_CANCEL: 'uncollected_if_done',
  // A successful capture is ignored, because Adyen captures every payment by itself as soon as it is authorised. Only a failed
  // capture matters.
  CAPTURE: 'for_operator_if_failed',
  // The money of this payment is not captured for now. After a technical failure, Adyen retries for ten days; after any other
  // failure, the merchant has to capture.
  CAPTURE_FAILED: 'uncollected',
  EXPIRE: 'uncollected',
  HANDLED_EXTERNALLY: 'for_operator',
  // The consumer has left a payment page. This does not end the payment, which may be open on another page.
  OFFER_CLOSED: 'irrelevant',
  PENDING: 'irrelevant',
  ORDER_OPENED: 'irrelevant',
  ORDER_CLOSED: 'irrelevant',
  PROCESS_RETRY: 'irrelevant',
  MANUAL_REVIEW_ACCEPT: 'irrelevant',
  MANUAL_REVIEW_REJECT: 'for_operator',
  RECURRING_CONTRACT: 'irrelevant',
  REPORT_AVAILABLE: 'irrelevant',

  REFUND: 'refund',
  REFUND_FAILED: 'refund_undone',
  REFUNDED_REVERSED: 'refund_undone',
  REFUND_WITH_DATA: 'for_operator_if_done',
  POSTPONED_REFUND: 'irrelevant',
  VOID_PENDING_REFUND: 'for_operator_if_done',
  PAIDOUT_REVERSED: 'for_operator',
  PAYOUT_DECLINE: 'irrelevant',
  PAYOUT_EXPIRE: 'irrelevant',
  PAYOUT_THIRDPARTY: 'irrelevant',
  DONATION: 'irrelevant',
  ACH_NOTIFICATION_OF_CHANGE: 'irrelevant',
  DIRECT_DEBIT_NOTICE_OF_CHANGE_NOTIFICATION: 'irrelevant',

  // Inquiries and warnings move no money.
  NOTIFICATION_OF_FRAUD: 'irrelevant',
  REQUEST_FOR_INFORMATION: 'irrelevant',
  ISSUER_COMMENTS: 'irrelevant',
  INFORMATION_SUPPLIED: 'irrelevant',
  NOTIFICATION_OF_CHARGEBACK: 'dispute_opened',
  CHARGEBACK: 'dispute_opened',
  // The merchant has won the dispute for now. The bank may object again, so the dispute stays open.
  CHARGEBACK_REVERSED: 'dispute_opened',
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: 'dispute_won',
  DISPUTE_DEFENSE_PERIOD_ENDED: 'dispute_lost',
  SECOND_CHARGEBACK: 'dispute_lost',
  PREARBITRATION_OPEN: 'dispute_opened',
  PREARBITRATION_WON: 'dispute_won',
  PREARBITRATION_ISSUER_WITHDRAWN: 'dispute_won',
  PREARBITRATION_LOST: 'dispute_lost',
  // `PREARBITRATION_ACCEPTED` and `PREARBITRATION_DECLINED` do not say whether the merchant wins: depending on who opened the
  // dispute, either the merchant or the bank has accepted or declined. So an operator has to examine the dispute.
  PREARBITRATION_ACCEPTED: 'for_operator',
  PREARBITRATION_DECLINED: 'for_operator',
  SCHEME_ARBITRATION: 'dispute_opened',
  SCHEME_ARBITRATION_WON: 'dispute_won',
  SCHEME_ARBITRATION_LOST: 'dispute_lost',
};

/**
 * Reads an event of the account's webhook. An event whose reference does not come from the gateway concerns a payment of
 * somebody else, so it is irrelevant.
 */
export function readEvent(event: AdyenEvent): ChannelNotification {
  const { eventCode, merchantReference, success } = event;
  if (orderIdOf(merchantReference) === undefined) return irrelevant(event);
  const isOfRefund = merchantReference.startsWith('rfd_');
  if (!isOfRefund && !merchantReference.startsWith('txn_')) return irrelevant(event);
  const meaning = Object.hasOwn(meanings, eventCode) ? meanings[eventCode] : undefined;
  switch (meaning) {
    case 'payment':
      return isOfRefund ? forOperator(event) : readAuthorisation(event);
    case 'uncollected':
      return isOfRefund ? forOperator(event) : readUncollected(event);
    case 'uncollected_if_done':
      if (!success) return irrelevant(event);
      return isOfRefund ? forOperator(event) : readUncollected(event);
    case 'refund':
    case 'refund_undone':
      return readRefund(event, meaning);
    case 'dispute_opened':
    case 'dispute_won':
    case 'dispute_lost':
      return isOfRefund || !success ? forOperator(event) : readDispute(event, meaning);
    case 'irrelevant':
      return irrelevant(event);
    case 'for_operator_if_done':
      return success ? forOperator(event) : irrelevant(event);
    case 'for_operator_if_failed':
      return success ? irrelevant(event) : forOperator(event);
    case 'for_operator':
    case undefined:
      return forOperator(event);
  }
}

/**
 * Reads an event of an Adyen merchant account that is not the channel's. A company may use one webhook for several accounts.
 * Somebody may have used a reference of the gateway for a payment in that account, so an event with such a reference is only
 * reported to the operator. Any other event is ignored.
 */
export function readForeignEvent(event: AdyenEvent): ChannelNotification {
  const notification = readEvent(event);
  if (notification.kind === 'irrelevant') return notification;
  const { merchantReference: reference, merchantAccountCode } = event;
  const detail = `Of the merchant account ${merchantAccountCode}, which is not the channel’s, ${detailOf(event)}`;
  return { kind: 'for_operator', reference, detail };
}

function readAuthorisation(event: AdyenEvent): ChannelNotification {
  const { merchantReference: attemptId, pspReference, amount, reason, success } = event;
  const card = cardOf(event);
  if (!success) {
    const failure = failureOf({ refusalReason: reason });
    return {
      kind: 'payment',
      attemptId,
      result: { kind: 'failed', failure, card, declineReference: pspReference },
    };
  }
  const paid = fromAdyenAmount(amount);
  if (paid === undefined) return forOperator(event);
  const result = { kind: 'succeeded', paid, card, paymentReference: pspReference } as const;
  return { kind: 'payment', attemptId, result };
}

function readUncollected(event: AdyenEvent): ChannelNotification {
  const { merchantReference: attemptId, eventCode, pspReference } = event;
  return {
    kind: 'uncollected',
    attemptId,
    channelReference: `${eventCode}:${pspReference}`,
    reason: detailOf(event),
  };
}

function readRefund(event: AdyenEvent, meaning: 'refund' | 'refund_undone'): ChannelNotification {
  const { merchantReference, pspReference, amount, eventCode, reason, success } = event;
  // Adyen tried to reverse a refund and failed. So the refund stands, and nothing has changed.
  if (meaning === 'refund_undone' && !success) return irrelevant(event);
  const returned = fromAdyenAmount(amount);
  if (returned === undefined) return forOperator(event);
  const isMade = meaning === 'refund' && success;
  const code = meaning === 'refund' ? 'refund_refused' : eventCode.toLowerCase();
  const message = reason || 'The processor could not return the money.';
  const result = isMade
    ? ({ kind: 'succeeded', returned } as const)
    : ({ kind: 'failed', failure: { code, message } } as const);
  if (!merchantReference.startsWith('rfd_')) {
    return {
      kind: 'refund_by_reference',
      attemptId: merchantReference,
      channelReference: pspReference,
      result,
    };
  }
  // Take Adyen's reference of a refund only from the report of the refund itself. In a report that a refund was undone, the
  // reference may be the payment's: Adyen's documentation says that it is the refund's, but some of its examples show the
  // payment's.
  const named = meaning === 'refund' ? { channelReference: pspReference } : {};
  return { kind: 'refund', refundId: merchantReference, ...named, result };
}

function readDispute(
  event: AdyenEvent,
  meaning: 'dispute_opened' | 'dispute_won' | 'dispute_lost',
): ChannelNotification {
  const { merchantReference: attemptId, pspReference: channelReference } = event;
  const amount = fromAdyenAmount(event.amount);
  if (amount === undefined) return forOperator(event);
  const kind = ({ dispute_opened: 'opened', dispute_won: 'won', dispute_lost: 'lost' } as const)[meaning];
  return { kind: 'dispute', attemptId, report: { kind, channelReference, amount } };
}

function irrelevant({ eventCode }: AdyenEvent): ChannelNotification {
  return { kind: 'irrelevant', type: eventCode };
}

function forOperator(event: AdyenEvent): ChannelNotification {
  return { kind: 'for_operator', reference: event.merchantReference, detail: detailOf(event) };
}

function detailOf({ eventCode, success, reason, amount, pspReference }: AdyenEvent): string {
  const outcome = success ? 'was done' : 'was not done';
  return `Adyen reports that ${eventCode} ${outcome} (${pspReference}, ${amountText(amount)}): ${reason}`;
}
