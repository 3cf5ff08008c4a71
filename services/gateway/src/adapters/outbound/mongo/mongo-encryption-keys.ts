import type { Connection } from 'mongoose';
import type { ServerKeys } from '../../../domain/expiring-key.ts';
import type { EncryptionKeys } from '../../../ports/encryption-keys.ts';
import { inDatabase } from './database-errors.ts';
import { readState, stateId, stateModel } from './migrations/database-state.ts';
import { allSecrets } from './migrations/stored-secrets.ts';
import { keyCheckOf, SecretCipher } from './secret-cipher.ts';

/** The check values of the encryption keys, which the database stores. */
export class MongoEncryptionKeys implements EncryptionKeys {
  readonly #connection: Connection;
  readonly #first: Buffer;

  constructor(connection: Connection, [first]: ServerKeys) {
    this.#connection = connection;
    this.#first = first;
  }

  async retireUnneeded(): Promise<readonly string[]> {
    const { keyChecks = [] } = (await readState(this.#connection)) ?? {};
    // The check values are stored in the order in which the keys became known. Those before the check value of the present
    // first key belong to earlier keys. Those after it may belong to keys that will be used later.
    const earlier = keyChecks.slice(0, Math.max(keyChecks.indexOf(keyCheckOf(this.#first)), 0));
    if (earlier.length === 0 || (await this.#needsEarlierKey())) return [];
    await inDatabase(() =>
      stateModel(this.#connection).updateOne(
        { _id: stateId },
        { $pull: { keyChecks: { $in: earlier } }, $addToSet: { retiredKeyChecks: { $each: earlier } } },
      ),
    );
    return earlier;
  }

  async #needsEarlierKey(): Promise<boolean> {
    const cipher = new SecretCipher([this.#first]);
    for await (const secret of allSecrets(this.#connection)) {
      if (!cipher.decrypts(secret)) return true;
    }
    return false;
  }
}
