export interface NonceStore {
  /**
   * Spends a merchant's nonce, so that nobody can send the same signed call twice. The first call on any instance gets `fresh`;
   * all others get `used` until the nonce expires. An expired nonce is fresh again even before the store removes it.
   */
  spend(merchantId: string, nonce: string, realNow: Date): Promise<'fresh' | 'used'>;
}
