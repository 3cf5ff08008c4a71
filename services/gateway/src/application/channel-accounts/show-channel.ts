import type { ChannelAccounts } from '../../ports/channel-accounts.ts';
import type { ChannelTypes } from '../../ports/channel-types.ts';
import type { Refusal } from '../refusal.ts';
import { noAccount } from './change-channel-account.ts';
import { type ChannelView, viewOf, viewOfBuiltIn } from './channel-view.ts';

export class ShowChannel {
  readonly #accounts: ChannelAccounts;
  readonly #types: ChannelTypes;

  constructor(deps: { accounts: ChannelAccounts; types: ChannelTypes }) {
    this.#accounts = deps.accounts;
    this.#types = deps.types;
  }

  async execute(
    channelId: string,
  ): Promise<{ readonly kind: 'found'; readonly channel: ChannelView } | Refusal> {
    const builtIn = this.#types.builtIn().find((channel) => channel.channelId === channelId);
    if (builtIn !== undefined) return { kind: 'found', channel: viewOfBuiltIn(builtIn) };
    const account = await this.#accounts.find(channelId);
    if (account === undefined) return noAccount(channelId, this.#types);
    return { kind: 'found', channel: viewOf(account, this.#types) };
  }
}
