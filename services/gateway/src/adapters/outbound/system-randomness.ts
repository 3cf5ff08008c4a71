import { randomBytes } from 'node:crypto';
import { generateWebhookSecret } from '@kassa/contracts';
import type { Randomness } from '../../ports/randomness.ts';

const ID_BYTES = 15;
const TOKEN_BYTES = 32;

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

  newOperatorToken(): string {
    return `kop_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  }

  chance(): number {
    return Math.random();
  }
}
