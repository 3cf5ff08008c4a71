import { retireCallbackSecret } from '../../domain/channel-account/channel-account.ts';
import type { ChangeChannelAccount, ChannelChange } from './change-channel-account.ts';

interface Dependencies {
  readonly change: ChangeChannelAccount;
}

/** Ends a rotation: callbacks are taken with the current secret alone. Does nothing when there is one only. */
export class RetireCallbackSecret {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  execute(channelId: string): Promise<ChannelChange> {
    return this.#deps.change.execute(channelId, retireCallbackSecret);
  }
}
