export interface NonceStore {
  /**
   * Spends a merchant's nonce. Exactly one call within the nonce's lifetime gets `fresh`, on whichever instance; all others get
   * `used`. An expired nonce is fresh again even before it is removed from the store.
   */
  spend(merchantId: string, nonce: string, realNow: Date): Promise<'fresh' | 'used'>;
}
