import { isRefundId } from '../../../../domain/order/order-identifiers.ts';
import { isDispute } from './adyen-disputes.ts';
import { isOfCapture, isRefund, isRefundUndone } from './adyen-events.ts';
import type { AdyenEvent } from './adyen-notifications.ts';

/**
 * Returns the ID of a callback. Different events have different IDs, and an event that Adyen sends again has the same ID.
 *
 * - All events of a dispute have the same reference. Adyen may report one of them again with another status, and a bank can
 *   reverse a chargeback twice. So the ID contains the status and the event's time.
 * - Events about several refunds of a payment may all have the payment's reference, so the ID contains the refund's ID.
 * - A report of a failed refund may not name a refund of the gateway. In that case, only the event's time distinguishes two
 *   refunds.
 * - If a card scheme has rejected a capture or a refund for a technical reason, Adyen makes it again, and the scheme can reject
 *   it again. So the ID of a report that a capture or a refund was made or has failed contains the time.
 *
 * Adyen does not sign the time, and may repeat an event with another time. So applying an event twice must do no harm: at
 * worst, an operator gets a case about something that is already settled.
 */
export function callbackIdOf(event: AdyenEvent): string {
  const { pspReference, eventCode, success, amount, additionalData, merchantReference, eventDate } = event;
  const status =
    isDispute(eventCode) && additionalData.disputeStatus ? `:${additionalData.disputeStatus}` : '';
  const refund = isRefundId(merchantReference) ? `:${merchantReference}` : '';
  const isOfRefund = isRefundUndone(eventCode) || (isRefund(eventCode) && success);
  const isTimed = isDispute(eventCode) || isOfRefund || isOfCapture(eventCode);
  const time = isTimed ? `:${eventDate}` : '';
  const subject = `${amount.value}:${amount.currency}${status}${refund}${time}`;
  return `${pspReference}:${eventCode}:${success}:${subject}`.slice(0, 256);
}
