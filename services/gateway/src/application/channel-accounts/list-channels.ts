import type { ChannelAccounts } from '../../ports/channel-accounts.ts';
import type { ChannelTypes } from '../../ports/channel-types.ts';
import { type ChannelView, viewOf, viewOfBuiltIn } from './channel-view.ts';

/** All channels of the deployment, also those that can not be used: the accounts, then what needs none. */
export class ListChannels {
  readonly #accounts: ChannelAccounts;
  readonly #types: ChannelTypes;

  constructor(deps: { accounts: ChannelAccounts; types: ChannelTypes }) {
    this.#accounts = deps.accounts;
    this.#types = deps.types;
  }

  async execute(): Promise<readonly ChannelView[]> {
    const accounts = await this.#accounts.list();
    return [
      ...accounts.map((account) => viewOf(account, this.#types)),
      ...this.#types.builtIn().map(viewOfBuiltIn),
    ];
  }
}
