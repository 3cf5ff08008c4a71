import type { ChannelAccounts } from '../../ports/channel-accounts.ts';
import type { EncryptionKeys } from '../../ports/encryption-keys.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import { StorageRefused } from '../../ports/storage-refused.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';

const PAGE = 200;
const MAX_TRIES = 8;

export interface EncryptedAnew {
  readonly kind: 'encrypted';
  readonly merchants: number;
  readonly channelAccounts: number;
  /** IDs of merchants and accounts whose secrets no available key can decrypt. */
  readonly unreadable: readonly string[];
  /** The last merchant of this page; the next call continues after it. Null if there are no further merchants. */
  readonly next: string | null;
  /** The check values of the keys that are no longer needed. Empty except in the result of the last page. */
  readonly retiredKeys: readonly string[];
}

interface Dependencies {
  readonly merchants: MerchantRepository;
  readonly accounts: ChannelAccounts;
  readonly keys: EncryptionKeys;
}

/**
 * Reads all stored secrets and writes them again, so that they are encrypted with the first of the deployment's encryption
 * keys. Afterwards, the older keys are no longer needed, and the last call retires them. Each call handles one page of
 * merchants, and the first call also handles all accounts.
 */
export class EncryptAnew {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(after: string | null): Promise<EncryptedAnew> {
    const unreadable: string[] = [];
    const channelAccounts = after === null ? await this.#writeAccounts(unreadable) : 0;
    const page = await this.#deps.merchants.list(after, PAGE);
    let merchants = 0;
    for (const { merchantId } of page) {
      if (await this.#writeMerchant(merchantId)) merchants += 1;
      else unreadable.push(merchantId);
    }
    const next = page.length < PAGE ? null : (page.at(-1)?.merchantId ?? null);
    const retiredKeys = next === null ? await this.#deps.keys.retireUnneeded() : [];
    return { kind: 'encrypted', merchants, channelAccounts, unreadable, next, retiredKeys };
  }

  async #writeAccounts(unreadable: string[]): Promise<number> {
    let written = 0;
    for (const { channelId } of await this.#deps.accounts.list()) {
      const isWritten = await inSpiteOfOthers(channelId, async () => {
        const account = await this.#deps.accounts.find(channelId);
        if (account === undefined) return 'saved';
        if (account.credentials === null) return 'unreadable';
        return this.#deps.accounts.save({ ...account, revision: account.revision + 1 });
      });
      if (isWritten) written += 1;
      else unreadable.push(channelId);
    }
    return written;
  }

  #writeMerchant(merchantId: string): Promise<boolean> {
    return inSpiteOfOthers(merchantId, async () => {
      const merchant = await readable(() => this.#deps.merchants.findLatest(merchantId));
      if (merchant === undefined) return 'unreadable';
      return this.#deps.merchants.save({ ...merchant, revision: merchant.revision + 1 });
    });
  }
}

/**
 * Reads a merchant or an account and writes it again, so that its secrets are encrypted anew. If somebody else changed the
 * merchant or account in between, reads and writes it again. Returns whether the write succeeded.
 */
async function inSpiteOfOthers(
  what: string,
  write: () => Promise<'saved' | 'conflict' | 'duplicate_key' | 'unreadable'>,
): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const outcome = await write();
    if (outcome !== 'conflict') return outcome === 'saved';
  }
  throw new TemporarilyUnavailable(`too many callers are changing ${what} at the same time`);
}

/** Reads a merchant. Returns undefined if the merchant's webhook secrets cannot be decrypted. */
async function readable<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TemporarilyUnavailable || error instanceof StorageRefused) throw error;
    return undefined;
  }
}
