import type { Logo } from '../domain/merchant/logo.ts';

/**
 * The merchants' logos. They are stored apart from the merchants. Each call reads its merchant, so the merchant must stay
 * small. A replaced logo is not removed, so that pages which were opened before still show it.
 */
export interface LogoStore {
  /** Stores a merchant's logo. Storing the same logo again changes nothing. */
  put(merchantId: string, logo: Logo): Promise<void>;
  find(merchantId: string, hash: string): Promise<Logo | undefined>;
}
