import { randomBytes } from 'node:crypto';
import { generateWebhookSecret } from '@kassa/contracts';
import type { Randomness } from '../../ports/randomness.ts';

const ID_BYTES = 15;
const TOKEN_BYTES = 32;

export class SystemRandomness implements Randomness {
  readonly #merchantPrefix: string;

  /** @param region two hexadecimal digits; null if merchants have no region. Other IDs are derived from the merchant's ID. */
  constructor(region: string | null) {
    this.#merchantPrefix = region === null ? 'mer_' : `mer_r${region}`;
  }

  newMerchantId(): string {
    return `${this.#merchantPrefix}${randomBytes(ID_BYTES).toString('hex')}`;
  }

  newKeyId(): string {
    return `key_${randomBytes(ID_BYTES).toString('hex')}`;
  }

  newWebhookSecret(): string {
    return generateWebhookSecret();
  }

  newOperatorToken(): string {
    return `kop_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  }

  chance(): number {
    return Math.random();
  }
}
