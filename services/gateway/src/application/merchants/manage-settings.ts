import type { FieldError, MerchantTransitionCause } from '@kassa/contracts';
import { readChannelId } from '../../domain/channel-account/channel-account.ts';
import type { Environment } from '../../domain/environment.ts';
import { refuseOrigin } from '../../domain/merchant/allowed-origins.ts';
import { refuseAllowListEntries } from '../../domain/merchant/ip-allow-list.ts';
import type { Merchant } from '../../domain/merchant/merchant.ts';
import { moveMerchant } from '../../domain/merchant/merchant-life.ts';
import { methodsNotServed, unknownAmong } from '../../domain/routing/methods-not-served.ts';
import { refuseRoutes } from '../../domain/routing/refuse-routes.ts';
import type { Route } from '../../domain/routing/route.ts';
import type { ChannelTypes } from '../../ports/channel-types.ts';
import { refuse } from '../refusal.ts';
import type { ChangeMerchant, MerchantChange } from './change-merchant.ts';

/** A change of a merchant's settings. An absent member leaves the present value as it is. */
export type SettingsChange = Partial<
  Pick<
    Merchant,
    'name' | 'ipAllowList' | 'orderValiditySeconds' | 'mayTakeCardNumbers' | 'routes' | 'methodOrder'
  >
>;

interface Dependencies {
  readonly change: ChangeMerchant;
  readonly types: ChannelTypes;
  readonly environment: Environment;
}

/** Changes the settings that an operator agrees with a merchant. */
export class ManageMerchantSettings {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Changes a merchant's settings. A changed order validity applies to new orders only. */
  async change(merchantId: string, settings: SettingsChange): Promise<MerchantChange> {
    const faults = refuseAllowListEntries(settings.ipAllowList ?? []);
    if (faults.length > 0) {
      return refuse('INVALID_REQUEST', 'Some of these are not an address or a range.', faults);
    }
    const routes = settings.routes ?? [];
    const routeFaults = [
      ...refuseRoutes(routes, merchantId),
      ...this.#unknownChannels(routes, merchantId),
      ...methodsNotServed(routes, (type) => this.#deps.types.methodCodes(type)),
    ];
    if (routeFaults.length > 0) {
      return refuse('INVALID_REQUEST', 'Some of these are not valid routes.', routeFaults);
    }
    const known = [...new Set(this.#kinds().flatMap((type) => this.#deps.types.methodCodes(type)))];
    const methodFaults = unknownAmong(settings.methodOrder ?? [], known, 'method_order');
    if (methodFaults.length > 0) {
      return refuse('INVALID_REQUEST', 'Some of these are not methods that a channel serves.', methodFaults);
    }
    return this.#deps.change.execute(merchantId, (merchant) => ({ ...merchant, ...settings }));
  }

  /**
   * Sets the origins of a merchant's own pages. These pages may show the hosted cashier in a frame, and consumers may return to
   * them.
   */
  async setAllowedOrigins(merchantId: string, allowedOrigins: readonly string[]): Promise<MerchantChange> {
    const faults = allowedOrigins.flatMap((origin, index) => {
      const message = refuseOrigin(origin, this.#deps.environment);
      return message === undefined ? [] : [{ path: `allowed_origins[${index}]`, message }];
    });
    if (faults.length > 0) return refuse('INVALID_REQUEST', 'Some of these are not exact origins.', faults);
    return this.#deps.change.execute(merchantId, (merchant) => ({ ...merchant, allowedOrigins }));
  }

  /** Approves a merchant for production, disables it, or enables it again. */
  move(merchantId: string, cause: MerchantTransitionCause): Promise<MerchantChange> {
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

  /**
   * Returns a field error for each route to a channel that this deployment does not know. If a merchant's routes led to no
   * channel, nobody could pay. A route may name an account that does not exist yet, because an operator can add it later.
   */
  #unknownChannels(routes: readonly Route[], merchantId: string): readonly FieldError[] {
    const kinds = this.#kinds();
    const withAccounts = this.#deps.types.list().map(({ channelType }) => channelType);
    return routes.flatMap(({ channel }, index) => {
      const { channelType, merchantId: owner } = readChannelId(channel);
      const isKnown = (owner === null ? kinds : withAccounts).includes(channelType);
      // Do not report a route to another merchant's account here, because `refuseRoutes` already reports this route.
      if (isKnown || (owner !== null && owner !== merchantId)) return [];
      return [{ path: `routes[${index}].channel`, message: `is not one of ${kinds.join(', ')}` }];
    });
  }

  /** Returns the channel types that this deployment knows. */
  #kinds(): readonly string[] {
    return [...this.#deps.types.list(), ...this.#deps.types.builtIn()].map(({ channelType }) => channelType);
  }
}
