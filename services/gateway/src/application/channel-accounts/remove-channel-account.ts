import type { ChannelAccounts } from '../../ports/channel-accounts.ts';
import type { ChannelTypes } from '../../ports/channel-types.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { noAccount } from './change-channel-account.ts';

interface Dependencies {
  readonly accounts: ChannelAccounts;
  readonly types: ChannelTypes;
}

/**
 * Removes an account to which no payment was ever sent. With payments it stays, retired: their refunds, disputes and
 * callbacks need it for years.
 */
export class RemoveChannelAccount {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @throws {TemporarilyUnavailable} when it was changed, or used for the first time, meanwhile */
  async execute(
    channelId: string,
  ): Promise<{ readonly kind: 'removed'; readonly channelId: string } | Refusal> {
    const account = await this.#deps.accounts.find(channelId);
    if (account === undefined) return noAccount(channelId, this.#deps.types);
    if (account.isUsed) {
      return refuse(
        'CHANNEL_IN_USE',
        `Payments were sent to ${channelId}: their refunds, disputes and callbacks need it. Retire it instead.`,
      );
    }
    if (account.state === 'active') {
      return refuse('CHANNEL_IN_USE', `Payments can be begun at ${channelId}. Retire it, then remove it.`);
    }
    if ((await this.#deps.accounts.remove(account)) === 'removed') return { kind: 'removed', channelId };
    throw new TemporarilyUnavailable(`account ${channelId} was changed meanwhile`);
  }
}
