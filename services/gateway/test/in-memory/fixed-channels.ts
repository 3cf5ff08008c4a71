import type { ChannelAccount } from '../../src/domain/channel-account/channel-account.ts';
import type { PaymentChannel } from '../../src/ports/payment-channel.ts';
import type { PaymentChannels } from '../../src/ports/payment-channels.ts';

/** Channels that never change and are the same for every merchant. */
export class FixedChannels implements PaymentChannels {
  /** IDs of channels whose accounts were removed a moment ago. */
  readonly gone = new Set<string>();
  readonly used: string[] = [];
  /** By the ID of a channel. */
  readonly added = new Map<string, Date>();
  /** The accounts with which a channel was opened without being stored. */
  readonly openedWithAccounts: ChannelAccount[] = [];
  /** Whether some account of the merchant cannot be used. */
  isOneUnusable = false;
  readonly #channels: readonly PaymentChannel[];
  readonly #open: (account: ChannelAccount) => PaymentChannel | undefined;

  constructor(
    channels: readonly PaymentChannel[],
    open: (account: ChannelAccount) => PaymentChannel | undefined = () => undefined,
  ) {
    this.#channels = channels;
    this.#open = open;
  }

  openedWith(account: ChannelAccount): PaymentChannel | undefined {
    this.openedWithAccounts.push(account);
    return this.#open(account);
  }

  async all(): Promise<readonly PaymentChannel[]> {
    return this.#channels;
  }

  async find(channelId: string): Promise<PaymentChannel | undefined> {
    return this.#channels.find((channel) => channel.channelId === channelId);
  }

  async addedAt(channelId: string): Promise<Date | null> {
    return this.added.get(channelId) ?? null;
  }

  async noteUse(channelId: string): Promise<'noted' | 'gone'> {
    if (this.gone.has(channelId)) return 'gone';
    this.used.push(channelId);
    return 'noted';
  }

  async hasUnusable(): Promise<boolean> {
    return this.isOneUnusable;
  }

  async availableTo(): Promise<readonly PaymentChannel[]> {
    return this.#channels;
  }
}
