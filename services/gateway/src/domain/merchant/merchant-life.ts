import { type MerchantState, type MerchantTransitionCause, merchantTransitions } from '@kassa/contracts';
import type { Merchant } from './merchant.ts';

/** The merchant's state after a cause; undefined if the transition table has no such row. */
export function nextMerchantState(
  from: MerchantState,
  cause: MerchantTransitionCause,
): MerchantState | undefined {
  return merchantTransitions.find((row) => row.from === from && row.cause === cause)?.to;
}

/**
 * Changes a merchant's state by a row of its transition table. No other function changes this state. A merchant already in the
 * target state stays unchanged, so that the caller can repeat a call whose answer was lost.
 */
export function moveMerchant(merchant: Merchant, cause: MerchantTransitionCause): Merchant | 'not_possible' {
  const state = nextMerchantState(merchant.state, cause);
  if (state !== undefined) return { ...merchant, state };
  const isThere = merchantTransitions.some((row) => row.cause === cause && row.to === merchant.state);
  return isThere ? merchant : 'not_possible';
}

/** Whether the merchant may start new payments. Payments that were started before continue to their end in any case. */
export function takesPayments(merchant: Pick<Merchant, 'state'> | undefined): boolean {
  return merchant?.state === 'active';
}
