import type { MerchantTransitionCause } from '@kassa/contracts';
import { moveMerchant } from '../../domain/merchant/merchant-life.ts';
import { refuse } from '../refusal.ts';
import type { ChangeMerchant, MerchantChange } from './change-merchant.ts';

interface Dependencies {
  readonly change: ChangeMerchant;
}

/** Approves a merchant for production, switches it off, and on again. */
export class ChangeMerchantState {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  execute(merchantId: string, cause: MerchantTransitionCause): Promise<MerchantChange> {
    return this.#deps.change.execute(merchantId, (merchant) => {
      const moved = moveMerchant(merchant, cause);
      if (moved !== 'not_possible') return moved;
      return refuse(
        'MERCHANT_MOVE_NOT_POSSIBLE',
        merchant.state === 'pending'
          ? 'The merchant waits for its approval and takes no payments yet. Approve it first.'
          : `The merchant is ${merchant.state}. Enable it instead.`,
      );
    });
  }
}
