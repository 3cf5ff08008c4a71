import type { FieldError } from '@kassa/contracts';
import { readChannelId } from '../../domain/channel-account/channel-account.ts';
import { refuseAllowListEntries } from '../../domain/merchant/ip-allow-list.ts';
import type { Merchant } from '../../domain/merchant/merchant.ts';
import { methodsNotServed, unknownAmong } from '../../domain/routing/methods-not-served.ts';
import { refuseRoutes } from '../../domain/routing/refuse-routes.ts';
import type { Route } from '../../domain/routing/route.ts';
import type { ChannelTypes } from '../../ports/channel-types.ts';
import { refuse } from '../refusal.ts';
import type { ChangeMerchant, MerchantChange } from './change-merchant.ts';

/** What is left out stays as it is. */
export type SettingsChange = Partial<
  Pick<
    Merchant,
    'name' | 'ipAllowList' | 'orderValiditySeconds' | 'mayTakeCardNumbers' | 'routes' | 'methodOrder'
  >
>;

interface Dependencies {
  readonly change: ChangeMerchant;
  readonly types: ChannelTypes;
}

/** Changes what the operator settles with a merchant. Orders that are there keep the validity they began with. */
export class ChangeMerchantSettings {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(merchantId: string, settings: SettingsChange): Promise<MerchantChange> {
    const faults = refuseAllowListEntries(settings.ipAllowList ?? []);
    if (faults.length > 0) {
      return refuse('INVALID_REQUEST', 'Not each of these is an address or a range.', faults);
    }
    const routes = settings.routes ?? [];
    const routeFaults = [
      ...refuseRoutes(routes, merchantId),
      ...this.#unknownChannels(routes, merchantId),
      ...methodsNotServed(routes, (type) => this.#deps.types.methodCodes(type)),
    ];
    if (routeFaults.length > 0) {
      return refuse('INVALID_REQUEST', 'Not each of these is a route that payments can take.', routeFaults);
    }
    const known = [...new Set(this.#kinds().flatMap((type) => this.#deps.types.methodCodes(type)))];
    const methodFaults = unknownAmong(settings.methodOrder ?? [], known, 'method_order');
    if (methodFaults.length > 0) {
      return refuse('INVALID_REQUEST', 'Not each of these is a method that a channel serves.', methodFaults);
    }
    return this.#deps.change.execute(merchantId, (merchant) => ({ ...merchant, ...settings }));
  }

  /** Nobody could pay a merchant whose routes lead nowhere. An account that they name may come later. */
  #unknownChannels(routes: readonly Route[], merchantId: string): readonly FieldError[] {
    const kinds = this.#kinds();
    const withAccounts = this.#deps.types.list().map(({ channelType }) => channelType);
    return routes.flatMap(({ channel }, index) => {
      const { channelType, merchantId: owner } = readChannelId(channel);
      const isKnown = (owner === null ? kinds : withAccounts).includes(channelType);
      // Another merchant's account is refused as that.
      if (isKnown || (owner !== null && owner !== merchantId)) return [];
      return [{ path: `routes[${index}].channel`, message: `is none of ${kinds.join(', ')}` }];
    });
  }

  /** Of this deployment. */
  #kinds(): readonly string[] {
    return [...this.#deps.types.list(), ...this.#deps.types.builtIn()].map(({ channelType }) => channelType);
  }
}
