export interface Randomness {
  /** A new merchant ID: `mer_` followed by random letters and digits that nobody can guess. */
  newMerchantId(): string;
  /** A new ID for a public key: `key_` followed by letters and digits. */
  newKeyId(): string;
  /** A new secret for signing webhooks: `whsec_` followed by Base64. */
  newWebhookSecret(): string;
  /** A new token for an operator: `kop_` followed by 43 random characters of base64url. */
  newOperatorToken(): string;
  /** A random number from 0 to 1. Use it only to vary waiting times. */
  chance(): number;
}
