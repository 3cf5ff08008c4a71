import { retireCallbackSecret } from '../../domain/channel-account/channel-account.ts';
import type { ChangeChannelAccount, ChannelChange } from './change-channel-account.ts';

/** Ends a rotation: callbacks are taken with the current secret alone. Does nothing when there is one only. */
export class RetireCallbackSecret {
  readonly #change: ChangeChannelAccount;

  constructor(deps: { change: ChangeChannelAccount }) {
    this.#change = deps.change;
  }

  execute(channelId: string): Promise<ChannelChange> {
    return this.#change.execute(channelId, retireCallbackSecret);
  }
}
