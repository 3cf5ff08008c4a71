import type { ChannelAccounts } from '../../ports/channel-accounts.ts';
import type { ChannelTypes } from '../../ports/channel-types.ts';
import type { Refusal } from '../refusal.ts';
import { noAccount } from './change-channel-account.ts';
import { type ChannelView, viewOf, viewOfBuiltIn } from './channel-view.ts';

interface Dependencies {
  readonly accounts: ChannelAccounts;
  readonly types: ChannelTypes;
}

/** Finds the channels of the deployment, including those that cannot be used at present. */
export class FindChannels {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Lists all channels: first those with an account, then those that need no account. */
  async list(): Promise<readonly ChannelView[]> {
    const accounts = await this.#deps.accounts.list();
    return [
      ...accounts.map((account) => viewOf(account, this.#deps.types)),
      ...this.#deps.types.builtIn().map(viewOfBuiltIn),
    ];
  }

  async find(
    channelId: string,
  ): Promise<{ readonly kind: 'found'; readonly channel: ChannelView } | Refusal> {
    const builtIn = this.#deps.types.builtIn().find((channel) => channel.channelId === channelId);
    if (builtIn !== undefined) return { kind: 'found', channel: viewOfBuiltIn(builtIn) };
    const account = await this.#deps.accounts.find(channelId);
    if (account === undefined) return noAccount(channelId, this.#deps.types);
    return { kind: 'found', channel: viewOf(account, this.#deps.types) };
  }
}
