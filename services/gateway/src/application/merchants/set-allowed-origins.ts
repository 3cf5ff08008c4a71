import type { Environment } from '../../domain/environment.ts';
import { refuseOrigin } from '../../domain/merchant/allowed-origins.ts';
import { refuse } from '../refusal.ts';
import type { ChangeMerchant, MerchantChange } from './change-merchant.ts';

/** Says anew which of a merchant's own pages may frame the hosted cashier and take consumers back. */
export class SetAllowedOrigins {
  readonly #change: ChangeMerchant;
  readonly #environment: Environment;

  constructor(deps: { change: ChangeMerchant; environment: Environment }) {
    this.#change = deps.change;
    this.#environment = deps.environment;
  }

  async execute(merchantId: string, allowedOrigins: readonly string[]): Promise<MerchantChange> {
    const faults = allowedOrigins.flatMap((origin, index) => {
      const message = refuseOrigin(origin, this.#environment);
      return message === undefined ? [] : [{ path: `allowed_origins[${index}]`, message }];
    });
    if (faults.length > 0) return refuse('INVALID_REQUEST', 'Not each of these is an exact origin.', faults);
    return this.#change.execute(merchantId, (merchant) => ({ ...merchant, allowedOrigins }));
  }
}
