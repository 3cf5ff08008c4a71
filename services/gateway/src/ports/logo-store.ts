import type { Logo } from '../domain/merchant/logo.ts';

/**
 * Merchants' logos, apart from the merchants, who are read with each of their calls. One that was stored
 * stays: pages that were opened before it was replaced go on showing it.
 */
export interface LogoStore {
  /** Storing the same logo again changes nothing. */
  put(merchantId: string, logo: Logo): Promise<void>;
  find(merchantId: string, hash: string): Promise<Logo | undefined>;
}
