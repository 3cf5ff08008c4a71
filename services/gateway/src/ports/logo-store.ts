import type { Logo } from '../domain/merchant/logo.ts';

/**
 * Merchants' logos. They are stored apart from the merchants, because each call reads its merchant. A stored logo
 * is never removed, so pages opened before a replacement still show it.
 */
export interface LogoStore {
  /** Storing the same logo again changes nothing. */
  put(merchantId: string, logo: Logo): Promise<void>;
  find(merchantId: string, hash: string): Promise<Logo | undefined>;
}
