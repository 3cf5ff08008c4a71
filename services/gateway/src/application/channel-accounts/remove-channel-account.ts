import type { ChannelAccounts } from '../../ports/channel-accounts.ts';
import type { ChannelTypes } from '../../ports/channel-types.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OrderRepository } from '../../ports/order-repository.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { noAccount } from './change-channel-account.ts';

/** Until then a payment may be begun that found the account while it was not retired yet. */
const SETTLING_MS = 5_000;

/**
 * Removes an account at which nothing was ever begun. With payments it stays, retired: their refunds, disputes and
 * callbacks need it for years.
 */
export class RemoveChannelAccount {
  readonly #accounts: ChannelAccounts;
  readonly #orders: OrderRepository;
  readonly #types: ChannelTypes;
  readonly #clock: Clock;

  constructor(deps: {
    accounts: ChannelAccounts;
    orders: OrderRepository;
    types: ChannelTypes;
    clock: Clock;
  }) {
    this.#accounts = deps.accounts;
    this.#orders = deps.orders;
    this.#types = deps.types;
    this.#clock = deps.clock;
  }

  /** @throws {TemporarilyUnavailable} when it was changed meanwhile, or its payments could not be looked for in time */
  async execute(
    channelId: string,
  ): Promise<{ readonly kind: 'removed'; readonly channelId: string } | Refusal> {
    const account = await this.#accounts.find(channelId);
    if (account === undefined) return noAccount(channelId, this.#types);
    const { retiredAt } = account;
    if (retiredAt === null || this.#clock.realNow().getTime() - retiredAt.getTime() < SETTLING_MS) {
      return refuse(
        'CHANNEL_IN_USE',
        `Payments can be begun at ${channelId}. Retire it, wait for ${SETTLING_MS / 1000} seconds, then remove it.`,
      );
    }
    if (await this.#orders.hasAttemptAt(channelId)) {
      return refuse(
        'CHANNEL_IN_USE',
        `Payments were made at ${channelId}: their refunds, disputes and callbacks need it. It stays retired.`,
      );
    }
    if ((await this.#accounts.remove(account)) === 'removed') return { kind: 'removed', channelId };
    throw new TemporarilyUnavailable(`account ${channelId} was changed meanwhile`);
  }
}
