import type { Connection } from 'mongoose';
import { inDatabase } from '../database-errors.ts';

/**
 * How many merchants and how many accounts are read. More than one of each is needed, because some of them may be damaged or
 * encrypted with outdated keys.
 */
const LOOKED_AT = 20;

const collections = ['merchants', 'channel_accounts'];
const projection = { encryptedCredentials: 1, 'webhook.encryptedSecrets': 1 };

export interface EncryptedSecret {
  readonly owner: string;
  readonly encrypted: string;
}

interface Owner {
  readonly _id: string;
  readonly encryptedCredentials?: string;
  readonly webhook?: { readonly encryptedSecrets?: readonly string[] };
}

/** Returns the encrypted secrets of the latest merchants and accounts, in any format that the gateway has ever stored. */
export async function latestSecrets(connection: Connection): Promise<readonly EncryptedSecret[]> {
  const secrets: EncryptedSecret[] = [];
  for (const name of collections) {
    const owners = await inDatabase(() =>
      connection
        .collection<Owner>(name)
        .find({}, { projection })
        .sort({ createdAt: -1 })
        .limit(LOOKED_AT)
        .toArray(),
    );
    secrets.push(...owners.flatMap(secretsOf));
  }
  return secrets;
}

/** Reads the encrypted secrets of all merchants and accounts, one after another. */
export async function* allSecrets(connection: Connection): AsyncGenerator<EncryptedSecret> {
  for (const name of collections) {
    const owners = connection.collection<Owner>(name).find({}, { projection });
    try {
      for (;;) {
        const owner = await inDatabase(() => owners.next());
        if (owner === null) break;
        yield* secretsOf(owner);
      }
    } finally {
      await owners.close();
    }
  }
}

function secretsOf({ _id: owner, encryptedCredentials, webhook }: Owner): readonly EncryptedSecret[] {
  const found = [encryptedCredentials ?? [], webhook?.encryptedSecrets ?? []].flat();
  return found.map((encrypted) => ({ owner, encrypted }));
}
