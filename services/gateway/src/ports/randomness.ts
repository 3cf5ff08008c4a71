export interface Randomness {
  /** A new merchant ID, `mer_` and letters and digits, unguessable. */
  newMerchantId(): string;
  /** A new ID of a public key, `key_` and letters and digits. */
  newKeyId(): string;
  /** A new secret for signing webhooks: `whsec_` and Base64. */
  newWebhookSecret(): string;
  /** Uniform, from 0 to 1; for jitter only. */
  chance(): number;
}
