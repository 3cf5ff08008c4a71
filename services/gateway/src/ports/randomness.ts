export interface Randomness {
  /** A new merchant ID, unguessable. */
  newMerchantId(): string;
  newKeyId(): string;
  newWebhookSecret(): string;
  /** Uniform, from 0 to 1; for jitter only. */
  chance(): number;
}
