import { randomBytes } from 'node:crypto';
import { generateWebhookSecret } from '@kassa/contracts';
import type { Randomness } from '../../ports/randomness.ts';

const ID_BYTES = 15;

export class SystemRandomness implements Randomness {
  newMerchantId(): string {
    return `mer_${randomBytes(ID_BYTES).toString('hex')}`;
  }

  newKeyId(): string {
    return `key_${randomBytes(ID_BYTES).toString('hex')}`;
  }

  newWebhookSecret(): string {
    return generateWebhookSecret();
  }

  chance(): number {
    return Math.random();
  }
}
