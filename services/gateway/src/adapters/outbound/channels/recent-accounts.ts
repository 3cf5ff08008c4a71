import { LRUCache } from 'lru-cache';
import type { ChannelAccount } from '../../../domain/channel-account/channel-account.ts';
import type { ChannelAccounts } from '../../../ports/channel-accounts.ts';
import { TemporarilyUnavailable } from '../../../ports/temporarily-unavailable.ts';

/**
 * How long a remembered account is used before the database is asked again. The time is short, so that an instance sees changes
 * by other instances within a second.
 */
const FRESH_FOR_MS = 500;
/**
 * How long a read waits for the database before the remembered accounts are used. During an outage, the database's own error
 * may come much later.
 */
const PATIENCE_MS = 1_000;
/**
 * The largest number of database reads whose results are remembered. Without a limit, callers who try many guessed channel IDs
 * could fill the memory.
 */
const MAX_REMEMBERED = 10_000;

interface Remembered {
  readonly readAtMs: number;
  readonly accounts: Promise<readonly ChannelAccount[]>;
}

/**
 * Remembers each account for half a second after it was read from the database. While the database is unreachable, the accounts
 * that were read last are used, because their credentials are still valid during such an outage.
 */
export class RecentAccounts {
  readonly #stored: ChannelAccounts;
  readonly #recent = new LRUCache<string, Remembered>({ max: MAX_REMEMBERED });
  /**
   * The channel IDs of accounts that payments use, according to the database. Such an account can no longer be removed.
   */
  readonly #used = new Set<string>();
  /**
   * The channel IDs of accounts that have opened a payment, according to the database. New credentials for such a channel must
   * belong to the same account at the processor as the old ones.
   */
  readonly #opened = new Set<string>();

  constructor(stored: ChannelAccounts) {
    this.#stored = stored;
  }

  async find(channelId: string): Promise<ChannelAccount | undefined> {
    const [account] = await this.#read(`channel ${channelId}`, async () => {
      const found = await this.#stored.find(channelId);
      return found === undefined ? [] : [found];
    });
    return account;
  }

  listFor(merchantId: string): Promise<readonly ChannelAccount[]> {
    return this.#read(`merchant ${merchantId}`, () => this.#stored.listFor(merchantId));
  }

  list(): Promise<readonly ChannelAccount[]> {
    return this.#read('all', () => this.#stored.list());
  }

  /** Records in the database that payments use an account. After that, later calls for the account do not ask the database. */
  async noteUse(channelId: string): Promise<'noted' | 'gone'> {
    if (this.#used.has(channelId)) return 'noted';
    const outcome = await this.#stored.noteUse(channelId);
    if (outcome === 'noted') {
      this.#used.add(channelId);
      // Forget all remembered accounts now. An operator may have replaced this account's credentials just before its use was
      // recorded, and the payment must use the newest credentials.
      this.#recent.clear();
    }
    return outcome;
  }

  /**
   * Records in the database that an account has opened a payment. After that, later calls for the account do not ask the
   * database.
   */
  async noteOpening(
    account: Pick<ChannelAccount, 'channelId' | 'credentialsChangedAt'>,
  ): Promise<'noted' | 'replaced'> {
    const { channelId } = account;
    if (this.#opened.has(channelId)) return 'noted';
    const outcome = await this.#stored.noteOpening(account);
    if (outcome === 'noted') this.#opened.add(channelId);
    else this.#recent.clear();
    return outcome;
  }

  #read(key: string, read: () => Promise<readonly ChannelAccount[]>): Promise<readonly ChannelAccount[]> {
    const known = this.#recent.get(key);
    const nowMs = performance.now();
    if (known !== undefined && nowMs - known.readAtMs < FRESH_FOR_MS) return known.accounts;
    const accounts = known === undefined ? read() : orAsBefore(read(), known.accounts);
    this.#recent.set(key, { readAtMs: nowMs, accounts });
    accounts.catch(() => this.#recent.delete(key));
    return accounts;
  }
}

async function orAsBefore<Value>(read: Promise<Value>, before: Promise<Value>): Promise<Value> {
  const { promise: patienceEnds, resolve } = Promise.withResolvers<Value>();
  const timer = setTimeout(() => resolve(before), PATIENCE_MS);
  try {
    return await Promise.race([read, patienceEnds]);
  } catch (error) {
    if (error instanceof TemporarilyUnavailable) return before;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
