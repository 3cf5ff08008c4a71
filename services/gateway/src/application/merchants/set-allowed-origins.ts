import type { Environment } from '../../domain/environment.ts';
import { refuseOrigin } from '../../domain/merchant/allowed-origins.ts';
import { refuse } from '../refusal.ts';
import type { ChangeMerchant, MerchantChange } from './change-merchant.ts';

interface Dependencies {
  readonly change: ChangeMerchant;
  readonly environment: Environment;
}

/** Says anew which of a merchant's own pages may frame the hosted cashier and take consumers back. */
export class SetAllowedOrigins {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(merchantId: string, allowedOrigins: readonly string[]): Promise<MerchantChange> {
    const faults = allowedOrigins.flatMap((origin, index) => {
      const message = refuseOrigin(origin, this.#deps.environment);
      return message === undefined ? [] : [{ path: `allowed_origins[${index}]`, message }];
    });
    if (faults.length > 0) return refuse('INVALID_REQUEST', 'Not each of these is an exact origin.', faults);
    return this.#deps.change.execute(merchantId, (merchant) => ({ ...merchant, allowedOrigins }));
  }
}
