import { refuseAllowListEntries } from '../../domain/merchant/ip-allow-list.ts';
import type { Merchant } from '../../domain/merchant/merchant.ts';
import { refuseRoutes } from '../../domain/routing/refuse-routes.ts';
import { refuse } from '../refusal.ts';
import type { ChangeMerchant, MerchantChange } from './change-merchant.ts';

/** What is left out stays as it is. */
export type SettingsChange = Partial<
  Pick<
    Merchant,
    'name' | 'ipAllowList' | 'orderValiditySeconds' | 'mayTakeCardNumbers' | 'routes' | 'methodOrder'
  >
>;

/** Changes what the operator settles with a merchant. Orders that are there keep the validity they began with. */
export class ChangeMerchantSettings {
  readonly #change: ChangeMerchant;

  constructor(deps: { change: ChangeMerchant }) {
    this.#change = deps.change;
  }

  async execute(merchantId: string, settings: SettingsChange): Promise<MerchantChange> {
    const faults = refuseAllowListEntries(settings.ipAllowList ?? []);
    if (faults.length > 0) {
      return refuse('INVALID_REQUEST', 'Not each of these is an address or a range.', faults);
    }
    const routeFaults = refuseRoutes(settings.routes ?? [], merchantId);
    if (routeFaults.length > 0) {
      return refuse('INVALID_REQUEST', 'Not each of these is a route that payments can take.', routeFaults);
    }
    return this.#change.execute(merchantId, (merchant) => ({ ...merchant, ...settings }));
  }
}
