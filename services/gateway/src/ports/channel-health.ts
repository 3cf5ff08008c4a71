/** How the channels are, as this process has seen them lately; other instances see for themselves. */
export interface ChannelHealth {
  /** Whether a payment may be opened at a channel now. */
  isOpenable(channelId: string): boolean;
}
