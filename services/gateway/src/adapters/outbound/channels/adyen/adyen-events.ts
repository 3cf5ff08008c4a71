import { isAttemptId, isRefundId } from '../../../../domain/order/order-identifiers.ts';
import type { ChannelNotification } from '../../../../ports/channel-callback.ts';
import { fromAdyenAmount, fromRefundedAmount } from './adyen-amounts.ts';
import type { AdyenMode } from './adyen-credentials.ts';
import { failureOf } from './adyen-declines.ts';
import { readDispute } from './adyen-disputes.ts';
import { type Meaning, meanings } from './adyen-meanings.ts';
import { elsewhereMethods } from './adyen-methods.ts';
import type { AdyenEvent } from './adyen-notifications.ts';
import { amountText, cardOf } from './adyen-results.ts';

/**
 * Reads an event of the account's webhook. An event without a reference of the gateway is usually about somebody else's
 * payment, and such an event is irrelevant. But a person who refunds or cancels one of the gateway's payments by hand can enter
 * any reference. So if an event without a reference of the gateway names the payment that it changes, the gateway reads the
 * event and looks up the payment.
 */
export function readEvent(event: AdyenEvent, mode: AdyenMode): ChannelNotification {
  const { eventCode, merchantReference } = event;
  const meaning = Object.hasOwn(meanings, eventCode) ? meanings[eventCode] : undefined;
  if (!isOwn(merchantReference) && (event.originalReference === '' || meaning === 'payment')) {
    return irrelevant(event);
  }
  if (meaning === undefined) return forOperator(event);
  if (typeof meaning === 'object') return irrelevant(event);
  return isRefundId(merchantReference) ? readOfRefund(event, meaning) : readOfPayment(event, meaning, mode);
}

/** Whether a reference is the gateway's ID of an attempt or a refund. */
function isOwn(reference: string): boolean {
  return isRefundId(reference) || isAttemptId(reference);
}

/** Reads an event that names a refund of the gateway. */
function readOfRefund(event: AdyenEvent, meaning: Meaning): ChannelNotification {
  switch (meaning) {
    case 'reversal':
      return event.success && isOfCancelledRefund(event) ? forOperator(event) : readRefund(event, meaning);
    case 'refund':
    case 'refund_undone':
      return readRefund(event, meaning);
    case 'offer_closed':
      return irrelevant(event);
    default:
      return isIgnored(event, meaning) ? irrelevant(event) : forOperator(event);
  }
}

/**
 * Whether a REVERSAL reports that an authorised refund was cancelled, so that no money was returned. According to its page in
 * Adyen's API explorer, a REVERSAL says one of three things: the payment was cancelled, the payment was refunded, or an
 * authorised refund was cancelled. CANCEL_OR_REFUND says only one of the first two.
 */
function isOfCancelledRefund({ eventCode, additionalData }: AdyenEvent): boolean {
  return eventCode === 'REVERSAL' && !/^(cancel|refund)$/.test(additionalData['modification.action'] ?? '');
}

/** Reads an event that names a payment of the gateway. */
function readOfPayment(event: AdyenEvent, meaning: Meaning, mode: AdyenMode): ChannelNotification {
  if (isIgnored(event, meaning)) return irrelevant(event);
  switch (meaning) {
    case 'payment':
      return readAuthorisation(event);
    case 'offer_closed':
      return readClosedOffer(event);
    case 'uncollected':
    case 'uncollected_if_done':
      return readUncollected(event);
    case 'refund':
    case 'refund_undone':
      return readRefund(event, meaning);
    case 'reversal':
      return readReversalByHand(event);
    case 'dispute_announced':
    case 'dispute_opened':
    case 'dispute_won':
    case 'dispute_lost':
    case 'dispute_by_status': {
      const report = event.success ? readDispute(event, meaning, mode) : undefined;
      const { merchantReference: attemptId } = event;
      return report === undefined
        ? forOperator(event)
        : { kind: 'dispute', attemptId, ...paymentNamedBy(event), report };
    }
    default:
      return forOperator(event);
  }
}

/** Whether the event changes nothing. Some operations matter only if they succeed, and others only if they fail. */
function isIgnored({ eventCode, success, reason }: AdyenEvent, meaning: Meaning): boolean {
  switch (meaning) {
    case 'uncollected_if_done':
    case 'for_operator_if_done':
    case 'reversal':
      return !success;
    case 'for_operator_if_failed':
      return success && !isRecaptured({ eventCode, reason });
    default:
      return false;
  }
}

/**
 * Matches Adyen's reason in a report that it has captured a payment whose first capture had failed ("CAPTURE_FAILED and
 * REFUND_FAILED reasons" in Adyen's documentation). An operator may have recorded the payment as lost.
 */
const recaptured = /recaptured/i;

function isRecaptured({ eventCode, reason }: Pick<AdyenEvent, 'eventCode' | 'reason'>): boolean {
  return eventCode === 'CAPTURE' && recaptured.test(reason);
}

/**
 * Reads an event of an Adyen merchant account that does not belong to the channel. A company may use one webhook for several
 * accounts. Somebody may have used a reference of the gateway for a payment in that account, so an event with such a reference
 * is only reported to the operator. Any other event is ignored.
 */
export function readForeignEvent(event: AdyenEvent, mode: AdyenMode): ChannelNotification {
  if (!isOwn(event.merchantReference)) return irrelevant(event);
  const notification = readEvent(event, mode);
  if (notification.kind === 'irrelevant') return notification;
  const { merchantReference: reference, merchantAccountCode } = event;
  const detail = `From the merchant account ${merchantAccountCode}, which is not the channel’s: ${detailOf(event)}`;
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

/**
 * Reads Adyen's report that an offer has expired, for example because the consumer has abandoned it. In a session, a consumer
 * who was declined can pay by another offer. Without a session, Adyen makes only one offer, so the attempt ends with it. If Adyen
 * reports a success after that, it counts like any late success.
 */
function readClosedOffer(event: AdyenEvent): ChannelNotification {
  const { merchantReference: attemptId, paymentMethod, success } = event;
  const isOnlyOffer = elsewhereMethods.some(({ type, isHosted }) => type === paymentMethod && !isHosted);
  return success && isOnlyOffer
    ? { kind: 'payment', attemptId, result: { kind: 'cancelled' } }
    : irrelevant(event);
}

function readUncollected(event: AdyenEvent): ChannelNotification {
  const { merchantReference: attemptId, eventCode, pspReference } = event;
  return {
    kind: 'uncollected',
    attemptId,
    // Adyen's published example of EXPIRE contains only one reference. It does not say whether this is the payment's reference
    // or the event's.
    ...(event.originalReference === '' ? { eventReference: pspReference } : paymentNamedBy(event)),
    channelReference: `${eventCode}:${pspReference}`,
    reason: detailOf(event),
    ...timeOf(event),
  };
}

/** Whether events with this code say if Adyen has made a refund. */
export function isRefund(eventCode: string): boolean {
  const meaning = Object.hasOwn(meanings, eventCode) ? meanings[eventCode] : undefined;
  return meaning === 'refund' || meaning === 'reversal';
}

/** Whether events with this code say that a refund was returned after Adyen had made it. */
export function isRefundUndone(eventCode: string): boolean {
  return Object.hasOwn(meanings, eventCode) && meanings[eventCode] === 'refund_undone';
}

/** Whether an event of this code says whether Adyen has collected the money of a payment. */
export function isOfCapture(eventCode: string): boolean {
  if (eventCode === 'CAPTURE') return true;
  return Object.hasOwn(meanings, eventCode) && meanings[eventCode] === 'uncollected';
}

/**
 * Matches the reason that Adyen gives if it refuses a refund before the capture. The words are those of the published example
 * of REFUND in `json/Webhooks-v1.json`.
 */
const tooEarly = /hasn['’]t been captured/i;

function readRefund(
  event: AdyenEvent,
  meaning: 'refund' | 'reversal' | 'refund_undone',
): ChannelNotification {
  const { merchantReference, pspReference, amount, eventCode, reason, success } = event;
  // Adyen tried to reverse a refund and failed. So the refund stands, and nothing has changed.
  if (meaning === 'refund_undone' && !success) return irrelevant(event);
  const returned = fromRefundedAmount(amount);
  if (returned === undefined) return forOperator(event);
  const isMade = meaning !== 'refund_undone' && success;
  const code = meaning === 'refund_undone' ? eventCode.toLowerCase() : 'refund_refused';
  const message = reason || 'The processor could not return the money.';
  // Adyen does not sign the reason. But Adyen's signature proves that it has not made this refund. So the gateway can send the
  // refund again: the money is returned at most once.
  const isTooEarly = meaning === 'refund' && !success && tooEarly.test(reason);
  const time = timeOf(event);
  const result = isMade
    ? ({ kind: 'succeeded', returned, ...time } as const)
    : ({ kind: 'failed', failure: { code, message }, ...(isTooEarly && { isTooEarly }), ...time } as const);
  if (!isRefundId(merchantReference)) {
    return {
      kind: 'refund_by_reference',
      attemptId: merchantReference,
      ...paymentNamedBy(event),
      channelReference: pspReference,
      ...(!isMade && { amount: returned }),
      result,
    };
  }
  // Take Adyen's reference of a refund only from the report of the refund itself. In a report that a refund was undone, the
  // reference may be the payment's: Adyen's documentation says that it is the refund's, but some of its examples show the
  // payment's.
  const named = meaning === 'refund_undone' ? {} : { channelReference: pspReference };
  return { kind: 'refund', refundId: merchantReference, ...paymentNamedBy(event), ...named, result };
}

/**
 * Reads the report that somebody has returned a payment in the Customer Area. Adyen has either refunded the payment, or
 * cancelled it before the capture. Adyen's signature does not cover which of the two happened. In both cases, the consumer has
 * the money, and the merchant does not. After a refund, the order can refund less; after a cancellation, a case opens that
 * holds refunds back. So even if the report names the wrong operation, the money is not returned twice.
 */
function readReversalByHand(event: AdyenEvent): ChannelNotification {
  switch (event.additionalData['modification.action']) {
    case 'refund':
      return readRefund(event, 'refund');
    case 'cancel':
      return readUncollected(event);
    default:
      return forOperator(event);
  }
}

/** When an event happened. Adyen does not sign this time. */
function timeOf({ eventDate }: AdyenEvent): { readonly toldAt?: Date } {
  const toldAt = new Date(eventDate);
  return Number.isNaN(toldAt.getTime()) ? {} : { toldAt };
}

/** The reference of the payment that an event about a change or a dispute concerns, if the event names it. */
function paymentNamedBy({ originalReference }: AdyenEvent): { readonly paymentReference?: string } {
  return originalReference === '' ? {} : { paymentReference: originalReference };
}

function irrelevant({ eventCode }: AdyenEvent): ChannelNotification {
  return { kind: 'irrelevant', type: eventCode };
}

export function forOperator(
  event: AdyenEvent,
): Extract<ChannelNotification, { readonly kind: 'for_operator' }> {
  const { merchantReference: reference, success } = event;
  const { toldAt: collectedAt } = success && isRecaptured(event) ? timeOf(event) : {};
  return {
    kind: 'for_operator',
    reference,
    ...paymentNamedBy(event),
    detail: detailOf(event),
    ...(collectedAt && { collectedAt }),
  };
}

function detailOf({ eventCode, success, reason, amount, pspReference }: AdyenEvent): string {
  const outcome = success ? 'was done' : 'was not done';
  return `Adyen reports that ${eventCode} ${outcome} (${pspReference}, ${amountText(amount)}): ${reason}`;
}
