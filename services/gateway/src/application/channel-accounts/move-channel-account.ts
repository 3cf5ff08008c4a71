import type { ChannelAccountTransitionCause } from '@kassa/contracts';
import { moveAccount } from '../../domain/channel-account/channel-account.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChangeChannelAccount, ChannelChange } from './change-channel-account.ts';

/** Retires an account, and takes it back. */
export class MoveChannelAccount {
  readonly #change: ChangeChannelAccount;
  readonly #clock: Clock;

  constructor(deps: { change: ChangeChannelAccount; clock: Clock }) {
    this.#change = deps.change;
    this.#clock = deps.clock;
  }

  execute(channelId: string, cause: ChannelAccountTransitionCause): Promise<ChannelChange> {
    return this.#change.execute(channelId, (account) => moveAccount(account, cause, this.#clock.realNow()));
  }
}
