import type { ChannelAccount } from '../../src/domain/channel-account/channel-account.ts';
import type { ChannelAccounts } from '../../src/ports/channel-accounts.ts';

export class InMemoryChannelAccounts implements ChannelAccounts {
  readonly #accounts = new Map<string, ChannelAccount>();

  async insert(account: ChannelAccount): Promise<'inserted' | 'exists'> {
    if (this.#accounts.has(account.channelId)) return 'exists';
    this.#accounts.set(account.channelId, account);
    return 'inserted';
  }

  async find(channelId: string): Promise<ChannelAccount | undefined> {
    return this.#accounts.get(channelId);
  }

  async listFor(merchantId: string): Promise<readonly ChannelAccount[]> {
    return (await this.list()).filter(
      (account) => account.merchantId === null || account.merchantId === merchantId,
    );
  }

  async list(): Promise<readonly ChannelAccount[]> {
    return [...this.#accounts.values()].sort((left, right) => (left.channelId < right.channelId ? -1 : 1));
  }

  async save(account: ChannelAccount): Promise<'saved' | 'conflict'> {
    const stored = this.#accounts.get(account.channelId);
    if (stored?.revision !== account.revision - 1 || stored.isUsed !== account.isUsed) return 'conflict';
    if (stored.hasOpened !== account.hasOpened) return 'conflict';
    const credentials = account.credentials ?? stored.credentials;
    this.#accounts.set(account.channelId, { ...account, credentials });
    return 'saved';
  }

  async noteUse(channelId: string): Promise<'noted' | 'gone'> {
    const stored = this.#accounts.get(channelId);
    if (stored === undefined) return 'gone';
    this.#accounts.set(channelId, { ...stored, isUsed: true });
    return 'noted';
  }

  async noteOpening({
    channelId,
    credentialsChangedAt,
  }: Pick<ChannelAccount, 'channelId' | 'credentialsChangedAt'>): Promise<'noted' | 'replaced'> {
    const stored = this.#accounts.get(channelId);
    const isSame = stored?.credentialsChangedAt.getTime() === credentialsChangedAt.getTime();
    if (stored === undefined || !(stored.hasOpened || isSame)) return 'replaced';
    this.#accounts.set(channelId, { ...stored, hasOpened: true });
    return 'noted';
  }

  async remove({
    channelId,
    revision,
  }: Pick<ChannelAccount, 'channelId' | 'revision'>): Promise<'removed' | 'conflict'> {
    const stored = this.#accounts.get(channelId);
    if (stored?.revision !== revision || stored.isUsed) return 'conflict';
    this.#accounts.delete(channelId);
    return 'removed';
  }
}
