import { readMerchantPublicKey } from '@kassa/contracts';
import type { Merchant } from '../../domain/merchant/merchant.ts';
import { addKey, MAX_ACTIVE_KEYS, revokeKey } from '../../domain/merchant/merchant-keys.ts';
import { newPublicKey } from '../../domain/merchant/merchant-public-key.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { ChangeMerchant, MerchantChange } from './change-merchant.ts';

interface Dependencies {
  readonly change: ChangeMerchant;
  readonly randomness: Randomness;
  readonly clock: Clock;
}

/** Manages the public keys that verify a merchant's calls. */
export class ManageMerchantKeys {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Adds a public key to a merchant. The merchant's present keys stay active, so that the merchant can switch to the new key at
   * any time.
   */
  async add(
    merchantId: string,
    publicKeyPem: string,
  ): Promise<{ readonly kind: 'added'; readonly merchant: Merchant; readonly keyId: string } | Refusal> {
    const reading = readMerchantPublicKey(publicKeyPem);
    if (reading.kind === 'refused') {
      return refuse('INVALID_REQUEST', `public_key ${reading.reason}.`, [
        { path: 'public_key', message: reading.reason },
      ]);
    }
    const key = newPublicKey(this.#deps.randomness.newKeyId(), reading.key, this.#deps.clock.realNow());
    let { keyId } = key;
    const change = await this.#deps.change.execute(merchantId, (merchant) => {
      const addition = addKey(merchant, key);
      switch (addition.kind) {
        case 'added':
          keyId = addition.keyId;
          return addition.merchant;
        case 'there_already':
          keyId = addition.keyId;
          return merchant;
        case 'was_revoked':
          return refuse(
            'DUPLICATE_PUBLIC_KEY',
            `This public key is ${addition.keyId}, which was permanently revoked. Generate a new key pair.`,
            [{ path: 'public_key', message: 'was revoked' }],
          );
        case 'too_many':
          return refuse(
            'TOO_MANY_KEYS',
            `The merchant has ${MAX_ACTIVE_KEYS} active keys. Revoke those that are not used any more.`,
          );
      }
    });
    return change.kind === 'changed' ? { kind: 'added', merchant: change.merchant, keyId } : change;
  }

  /** Permanently revokes a merchant's public key. After a second at most, no instance accepts its signatures any more. */
  revoke(
    merchantId: string,
    keyId: string,
    { isForced }: { readonly isForced: boolean },
  ): Promise<MerchantChange> {
    return this.#deps.change.execute(merchantId, (merchant) => {
      const revocation = revokeKey(merchant, keyId, this.#deps.clock.realNow(), { isForced });
      switch (revocation.kind) {
        case 'revoked':
          return revocation.merchant;
        case 'revoked_before':
          return merchant;
        case 'not_found':
          return refuse('KEY_NOT_FOUND', `The merchant has no key ${keyId}.`);
        case 'last_active':
          return refuse(
            'LAST_ACTIVE_KEY',
            'This is the merchant’s last active key; without it, the merchant cannot call. Add the next key first, or revoke this one by force.',
          );
      }
    });
  }
}
