import type { Logo } from '../domain/merchant/logo.ts';

/**
 * Merchants' logos, stored apart from the merchants, who are read with each of their calls. A stored logo stays: pages opened
 * before a replacement continue to show it.
 */
export interface LogoStore {
  /** Storing the same logo again changes nothing. */
  put(merchantId: string, logo: Logo): Promise<void>;
  find(merchantId: string, hash: string): Promise<Logo | undefined>;
}
