import { type MerchantState, type MerchantTransitionCause, merchantTransitions } from '@kassa/contracts';
import type { Merchant } from './merchant.ts';

/**
 * Returns the next state of a merchant after a cause. Undefined if the transition table has no row for this state and cause.
 */
export function nextMerchantState(
  from: MerchantState,
  cause: MerchantTransitionCause,
): MerchantState | undefined {
  return merchantTransitions.find((row) => row.from === from && row.cause === cause)?.to;
}

/**
 * Moves a merchant to the state that the transition table gives for a cause. No other function changes a merchant's state. A
 * merchant that is already in the new state stays unchanged, so that a caller that lost the answer can repeat the call.
 */
export function moveMerchant(merchant: Merchant, cause: MerchantTransitionCause): Merchant | 'not_possible' {
  const state = nextMerchantState(merchant.state, cause);
  if (state !== undefined) return { ...merchant, state };
  const isThere = merchantTransitions.some((row) => row.cause === cause && row.to === merchant.state);
  return isThere ? merchant : 'not_possible';
}

/** Whether the merchant may start new payments. Payments that were already started continue to their end in any case. */
export function takesPayments(merchant: Pick<Merchant, 'state'> | undefined): boolean {
  return merchant?.state === 'active';
}
