import type { ChannelAccounts } from '../../ports/channel-accounts.ts';
import type { ChannelTypes } from '../../ports/channel-types.ts';
import { type ChannelView, viewOf, viewOfBuiltIn } from './channel-view.ts';

interface Dependencies {
  readonly accounts: ChannelAccounts;
  readonly types: ChannelTypes;
}

/** All channels of the deployment, also those that can not be used: the accounts, then what needs none. */
export class ListChannels {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(): Promise<readonly ChannelView[]> {
    const accounts = await this.#deps.accounts.list();
    return [
      ...accounts.map((account) => viewOf(account, this.#deps.types)),
      ...this.#deps.types.builtIn().map(viewOfBuiltIn),
    ];
  }
}
