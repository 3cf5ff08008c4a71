import type { ChannelAccount } from '../../src/domain/channel-account/channel-account.ts';
import type { ChannelAccounts } from '../../src/ports/channel-accounts.ts';
import type { PaymentChannel } from '../../src/ports/payment-channel.ts';
import { FixedChannels } from '../in-memory/fixed-channels.ts';

/** The channels behind stored accounts. A channel is opened again after its account has changed. */
export class AccountedChannels extends FixedChannels {
  readonly #accounts: ChannelAccounts;
  readonly #channelIds: readonly string[];
  readonly #open: (account: ChannelAccount) => PaymentChannel;
  readonly #opened = new Map<string, { readonly revision: number; readonly channel: PaymentChannel }>();

  /** @param channelIds in order of preference */
  constructor(
    accounts: ChannelAccounts,
    channelIds: readonly string[],
    open: (account: ChannelAccount) => PaymentChannel,
  ) {
    super([], open);
    this.#accounts = accounts;
    this.#channelIds = channelIds;
    this.#open = open;
  }

  override async all(): Promise<readonly PaymentChannel[]> {
    const found = await Promise.all(this.#channelIds.map((channelId) => this.find(channelId)));
    return found.filter((channel) => channel !== undefined);
  }

  override availableTo(): Promise<readonly PaymentChannel[]> {
    return this.all();
  }

  override async find(channelId: string): Promise<PaymentChannel | undefined> {
    const account = await this.#accounts.find(channelId);
    if (account === undefined) return undefined;
    const opened = this.#opened.get(channelId);
    if (opened?.revision === account.revision) return opened.channel;
    const channel = this.#open(account);
    this.#opened.set(channelId, { revision: account.revision, channel });
    return channel;
  }

  override noteUse(channelId: string): Promise<'noted' | 'gone'> {
    return this.#accounts.noteUse(channelId);
  }
}
