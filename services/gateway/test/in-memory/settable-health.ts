import type { ChannelHealth } from '../../src/ports/channel-health.ts';

/** Channels are well until the test says otherwise. */
export class SettableHealth implements ChannelHealth {
  /** IDs of channels whose circuits are open. */
  readonly open = new Set<string>();

  isOpenable(channelId: string): boolean {
    return !this.open.has(channelId);
  }
}
