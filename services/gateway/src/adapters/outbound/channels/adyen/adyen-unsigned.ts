import type { ChannelNotification, GenuineCallback } from '../../../../ports/channel-callback.ts';
import { callbackIdOf } from './adyen-callback-id.ts';
import { forOperator } from './adyen-events.ts';
import type { AdyenEvent } from './adyen-notifications.ts';

/**
 * The events that Adyen signs, among those with an effect at the gateway. Adyen's libraries for PHP list the event codes with
 * signatures (`isHmacSupportedEventCode`), and the published example of MANUAL_REVIEW_REJECT has a signature. No document says
 * whether Adyen signs other events, such as REVERSAL, EXPIRE and DISPUTE_DEFENSE_PERIOD_ENDED. The published examples of the
 * last two have no signature, and Adyen's plugin for Magento verifies only the events in the list.
 */
const signedCodes: ReadonlySet<string> = new Set([
  'ADVICE_OF_DEBIT',
  'AUTHORISATION',
  'AUTHORISATION_ADJUSTMENT',
  'AUTHORISATION_PENDING',
  'AUTHORISE_REFERRAL',
  'CANCELLATION',
  'CANCEL_OR_REFUND',
  'CAPTURE',
  'CAPTURE_FAILED',
  'CAPTURE_WITH_EXTERNAL_AUTH',
  'CHARGEBACK',
  'CHARGEBACK_REVERSED',
  'DEACTIVATE_RECURRING',
  'FRAUD_ONLY',
  'FUND_TRANSFER',
  'HANDLED_EXTERNALLY',
  'MANUAL_REVIEW_REJECT',
  'NOTIFICATION_OF_CHARGEBACK',
  'NOTIFICATION_OF_FRAUD',
  'OFFER_CLOSED',
  'PAIDOUT_REVERSED',
  'PREARBITRATION_LOST',
  'PREARBITRATION_WON',
  'REFUND',
  'REFUNDED_REVERSED',
  'REFUND_FAILED',
  'REFUND_WITH_DATA',
  'REQUEST_FOR_INFORMATION',
  'SECOND_CHARGEBACK',
  'SUBMIT_RECURRING',
  'TECHNICAL_CANCEL',
  'VOID_PENDING_REFUND',
]);

/**
 * Reads the unsigned events of a batch. Returns undefined if the gateway has to refuse the batch.
 *
 * Adyen sends no later events until the gateway has accepted an event ("Troubleshoot webhooks"), so a refusal delays the results
 * of all payments. Events without an effect are therefore accepted, such as `REPORT_AVAILABLE`. They are not stored. An event with an
 * effect is accepted only if Adyen may not sign it, and if the user name and password of the webhook show that Adyen sent it. An
 * operator then learns of it, but the gateway does not apply it. Other events are refused: if they come from Adyen, the webhook
 * lacks its HMAC key, and Adyen sends them again later.
 */
export function readUnsigned(
  events: readonly AdyenEvent[],
  {
    hasLogin,
    read,
  }: { readonly hasLogin: boolean; readonly read: (event: AdyenEvent) => ChannelNotification },
): readonly GenuineCallback[] | undefined {
  const callbacks: GenuineCallback[] = [];
  for (const event of events) {
    const meant = read(event);
    if (meant.kind === 'irrelevant') continue;
    if (!hasLogin || signedCodes.has(event.eventCode)) return undefined;
    const told = meant.kind === 'for_operator' ? meant : forOperator(event);
    const detail = `Not applied, because it has no signature: ${told.detail}`;
    // The ID differs from that of the same event with a signature, which is then still applied.
    callbacks.push({
      callbackId: `unsigned:${callbackIdOf(event)}`.slice(0, 256),
      notification: { ...told, detail },
    });
  }
  return callbacks;
}
