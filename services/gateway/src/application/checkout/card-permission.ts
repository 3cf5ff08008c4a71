import type { Environment } from '../../domain/environment.ts';
import type { Merchant } from '../../domain/merchant/merchant.ts';

/** Decisions, section 7: in production a merchant's own card form needs a permission. */
export function mayTakeCardNumbers(merchant: Merchant | undefined, environment: Environment): boolean {
  return environment === 'sandbox' || merchant?.mayTakeCardNumbers === true;
}
