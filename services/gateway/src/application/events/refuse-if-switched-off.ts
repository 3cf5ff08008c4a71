import type { Merchant } from '../../domain/merchant/merchant.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** What is sent again to an endpoint that is off would only fail again. */
export function refuseIfSwitchedOff(merchantId: string, merchant: Merchant | undefined): Refusal | undefined {
  if (merchant === undefined) {
    return refuse('MERCHANT_NOT_FOUND', `There is no merchant ${merchantId} to send to.`);
  }
  return merchant.webhook.isSwitchedOff
    ? refuse(
        'WEBHOOK_SWITCHED_OFF',
        `The webhook endpoint of merchant ${merchantId} answered 410 and is switched off; nothing was sent again.`,
      )
    : undefined;
}
