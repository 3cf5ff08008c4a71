import { type MerchantState, type MerchantTransitionCause, merchantTransitions } from '@kassa/contracts';
import type { Merchant } from './merchant.ts';

/** The state after a cause; undefined if the merchant has no such transition. */
export function nextMerchantState(
  from: MerchantState,
  cause: MerchantTransitionCause,
): MerchantState | undefined {
  return merchantTransitions.find((row) => row.from === from && row.cause === cause)?.to;
}

/**
 * Moves a merchant along a row of its transition table. Only this function changes a merchant's state. A merchant already in
 * the target state stays unchanged, so that the caller can repeat a call whose answer was lost.
 */
export function moveMerchant(merchant: Merchant, cause: MerchantTransitionCause): Merchant | 'not_possible' {
  const state = nextMerchantState(merchant.state, cause);
  if (state !== undefined) return { ...merchant, state };
  const isThere = merchantTransitions.some((row) => row.cause === cause && row.to === merchant.state);
  return isThere ? merchant : 'not_possible';
}

/** Whether the merchant may begin new payments. Payments already begun continue to their end in any case. */
export function takesPayments(merchant: Pick<Merchant, 'state'> | undefined): boolean {
  return merchant?.state === 'active';
}
