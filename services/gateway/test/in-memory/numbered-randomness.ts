import { generateWebhookSecret } from '@kassa/contracts';
import type { Randomness } from '../../src/ports/randomness.ts';

/** Replaces random values with predictable ones: IDs are numbered, and random numbers are always in the middle. */
export class NumberedRandomness implements Randomness {
  #count = 0;

  newMerchantId(): string {
    return `mer_${this.#next()}`;
  }

  newKeyId(): string {
    return `key_${this.#next()}`;
  }

  newWebhookSecret(): string {
    return generateWebhookSecret();
  }

  newOperatorToken(): string {
    return `kop_${String(this.#next()).padStart(43, '0')}`;
  }

  chance(): number {
    return 0.5;
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }
}
