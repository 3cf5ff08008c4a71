import type { Db } from 'mongodb';
import { inDatabase } from '../database-errors.ts';

/** How many merchants and how many accounts are looked at. Some of them may be damaged or have outdated keys. */
const LOOKED_AT = 20;

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
export async function latestSecrets(database: Db): Promise<readonly EncryptedSecret[]> {
  const secrets: EncryptedSecret[] = [];
  for (const name of ['merchants', 'channel_accounts']) {
    const owners = await inDatabase(() =>
      database
        .collection<Owner>(name)
        .find({}, { projection: { encryptedCredentials: 1, 'webhook.encryptedSecrets': 1 } })
        .sort({ createdAt: -1 })
        .limit(LOOKED_AT)
        .toArray(),
    );
    for (const { _id: owner, encryptedCredentials, webhook } of owners) {
      const found = [encryptedCredentials ?? [], webhook?.encryptedSecrets ?? []].flat();
      secrets.push(...found.map((encrypted) => ({ owner, encrypted })));
    }
  }
  return secrets;
}
