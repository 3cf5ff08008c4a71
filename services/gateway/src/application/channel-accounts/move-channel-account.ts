import type { ChannelAccountTransitionCause } from '@kassa/contracts';
import { moveAccount } from '../../domain/channel-account/channel-account.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChangeChannelAccount, ChannelChange } from './change-channel-account.ts';

interface Dependencies {
  readonly change: ChangeChannelAccount;
  readonly clock: Clock;
}

/** Retires an account, and takes it back. */
export class MoveChannelAccount {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  execute(channelId: string, cause: ChannelAccountTransitionCause): Promise<ChannelChange> {
    return this.#deps.change.execute(channelId, (account) =>
      moveAccount(account, cause, this.#deps.clock.realNow()),
    );
  }
}
