import type { Merchant } from '../../domain/merchant/merchant.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import { type Refusal, refuse } from '../refusal.ts';

const MAX_TRIES = 8;

export type MerchantChange = { readonly kind: 'changed'; readonly merchant: Merchant } | Refusal;

interface Dependencies {
  readonly merchants: MerchantRepository;
}

/**
 * Changes a merchant for an operator: loads it, decides, and writes it. If somebody else has changed the merchant meanwhile,
 * decides again. Every change that an operator makes to a merchant goes through this class.
 */
export class ChangeMerchant {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * @param decide called again with the stored merchant if somebody else changed it in between; if it returns the merchant
   * unchanged, nothing is written
   */
  async execute(
    merchantId: string,
    decide: (merchant: Merchant) => Merchant | Refusal,
  ): Promise<MerchantChange> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const merchant = await this.#deps.merchants.findLatest(merchantId);
      if (merchant === undefined) {
        return refuse('MERCHANT_NOT_FOUND', `There is no merchant ${merchantId}.`);
      }
      const decided = decide(merchant);
      if ('kind' in decided) return decided;
      if (decided === merchant) return { kind: 'changed', merchant };
      const changed = { ...decided, revision: merchant.revision + 1 };
      switch (await this.#deps.merchants.save(changed)) {
        case 'saved':
          return { kind: 'changed', merchant: changed };
        case 'duplicate_key':
          return keyOfAnother();
        case 'conflict':
      }
    }
    throw new TemporarilyUnavailable(`too many callers are changing merchant ${merchantId} at the same time`);
  }
}

/** Returns the refusal of a public key that already belongs to another merchant, even if it was revoked there. */
export function keyOfAnother(): Refusal {
  return refuse(
    'DUPLICATE_PUBLIC_KEY',
    'This public key is registered already. Generate a key pair of its own for each merchant.',
    [{ path: 'public_key', message: 'is registered already' }],
  );
}
