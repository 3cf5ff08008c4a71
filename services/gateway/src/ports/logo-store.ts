import type { Logo } from '../domain/merchant/logo.ts';

/**
 * The merchants' logos. They are stored apart from the merchants, because each call reads its merchant, so the stored merchant
 * must stay small. A replaced logo is not removed, so that pages that are already open still show it.
 */
export interface LogoStore {
  /** Stores a merchant's logo. Storing the same logo again changes nothing. */
  put(merchantId: string, logo: Logo): Promise<void>;
  find(merchantId: string, hash: string): Promise<Logo | undefined>;
}
