export interface NonceStore {
  /**
   * Spends a merchant's nonce: `fresh` exactly once within its lifetime, on all instances together. An
   * expired nonce is fresh again even before it was purged.
   */
  spend(merchantId: string, nonce: string, realNow: Date): Promise<'fresh' | 'used'>;
}
