export interface NonceStore {
  /**
   * Spends a merchant's nonce: `fresh` exactly once within its lifetime, across all instances. An expired nonce is fresh
   * again even before it is purged.
   */
  spend(merchantId: string, nonce: string, realNow: Date): Promise<'fresh' | 'used'>;
}
