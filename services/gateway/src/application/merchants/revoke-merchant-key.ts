import { revokeKey } from '../../domain/merchant/merchant-keys.ts';
import type { Clock } from '../../ports/clock.ts';
import { refuse } from '../refusal.ts';
import type { ChangeMerchant, MerchantChange } from './change-merchant.ts';

interface Dependencies {
  readonly change: ChangeMerchant;
  readonly clock: Clock;
}

/** Takes a key away for good: within a second nothing that it signs is taken any more, on no instance. */
export class RevokeMerchantKey {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  execute(
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
            'It is the last active key: the merchant could not call any more. Add the next one first, or revoke this one by force.',
          );
      }
    });
  }
}
