import type { ChannelAccounts } from '../../ports/channel-accounts.ts';
import type { ChannelTypes } from '../../ports/channel-types.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { noAccount } from './change-channel-account.ts';

/**
 * Removes an account to which no payment was ever sent. With payments it stays, retired: their refunds, disputes and
 * callbacks need it for years.
 */
export class RemoveChannelAccount {
  readonly #accounts: ChannelAccounts;
  readonly #types: ChannelTypes;

  constructor(deps: { accounts: ChannelAccounts; types: ChannelTypes }) {
    this.#accounts = deps.accounts;
    this.#types = deps.types;
  }

  /** @throws {TemporarilyUnavailable} when it was changed, or used for the first time, meanwhile */
  async execute(
    channelId: string,
  ): Promise<{ readonly kind: 'removed'; readonly channelId: string } | Refusal> {
    const account = await this.#accounts.find(channelId);
    if (account === undefined) return noAccount(channelId, this.#types);
    if (account.isUsed) {
      return refuse(
        'CHANNEL_IN_USE',
        `Payments were sent to ${channelId}: their refunds, disputes and callbacks need it. Retire it instead.`,
      );
    }
    if (account.state === 'active') {
      return refuse('CHANNEL_IN_USE', `Payments can be begun at ${channelId}. Retire it, then remove it.`);
    }
    if ((await this.#accounts.remove(account)) === 'removed') return { kind: 'removed', channelId };
    throw new TemporarilyUnavailable(`account ${channelId} was changed meanwhile`);
  }
}
