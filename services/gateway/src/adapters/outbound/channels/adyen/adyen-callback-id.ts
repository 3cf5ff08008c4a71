import { isRefundId } from '../../../../domain/order/order-identifiers.ts';
import { isDispute } from './adyen-disputes.ts';
import { isOfCapture, isRefund, isRefundUndone } from './adyen-events.ts';
import type { AdyenEvent } from './adyen-notifications.ts';

/**
 * Returns the ID of a callback. It is different for each event, and the same if Adyen sends an event again.
 *
 * - All events of a dispute have the same reference. Adyen may report one of them again with another status, and a bank can
 *   reverse a chargeback twice. So the ID contains the status and the event's time.
 * - Events about several refunds of a payment may all have the payment's reference, so the ID contains the refund's ID.
 * - A report of a failed refund may not name a refund of the gateway. Only the event's time then tells two refunds apart.
 * - Adyen makes a capture or a refund again if a card scheme has rejected it for a technical reason, and the second one can be
 *   rejected, too. So the IDs of reports that these were made, or failed, contain the time.
 *
 * Adyen does not sign the time, and may repeat an event with another time. So applying an event twice must do no harm: at
 * worst, an operator gets a case about something that is settled.
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
