import { type MerchantState, type MerchantTransitionCause, merchantTransitions } from '@kassa/contracts';
import type { Merchant } from './merchant.ts';

/** The state after a cause, or undefined when the account does not move by it. */
export function nextMerchantState(
  from: MerchantState,
  cause: MerchantTransitionCause,
): MerchantState | undefined {
  return merchantTransitions.find((row) => row.from === from && row.cause === cause)?.to;
}

/**
 * Moves a merchant along a row of its table: the only place where its state changes. One that is where the
 * cause leads stays as it is, so that a lost answer can be asked for again.
 */
export function moveMerchant(merchant: Merchant, cause: MerchantTransitionCause): Merchant | 'not_possible' {
  const state = nextMerchantState(merchant.state, cause);
  if (state !== undefined) return { ...merchant, state };
  const isThere = merchantTransitions.some((row) => row.cause === cause && row.to === merchant.state);
  return isThere ? merchant : 'not_possible';
}

/** Whether payments may be begun for it. What was begun before comes to its end in any case. */
export function takesPayments(merchant: Pick<Merchant, 'state'> | undefined): boolean {
  return merchant?.state === 'active';
}
