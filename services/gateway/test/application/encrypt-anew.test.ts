import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MongoChannelAccounts } from '../../src/adapters/outbound/mongo/mongo-channel-accounts.ts';
import { MongoEncryptionKeys } from '../../src/adapters/outbound/mongo/mongo-encryption-keys.ts';
import { MongoMerchantRepository } from '../../src/adapters/outbound/mongo/mongo-merchant-repository.ts';
import { keyCheckOf, SecretCipher } from '../../src/adapters/outbound/mongo/secret-cipher.ts';
import { EncryptAnew } from '../../src/application/channel-accounts/encrypt-anew.ts';
import { fitDatabase, OtherDeploymentError } from '../../src/composition/fit-database.ts';
import { accountOf } from '../builders/channel-accounts.ts';
import { newMerchant } from '../builders/merchants.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

const logger = pino({ level: 'silent' });

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  const connection = await database.connect();
  storesWith(connection, [randomBytes(32)]);
  await database.prepare(connection);
});
beforeEach(() => database.empty());
afterAll(() => database.drop());

function storesWith(connection: Connection, keys: readonly [Buffer, ...Buffer[]]) {
  const cipher = new SecretCipher(keys);
  return {
    merchants: new MongoMerchantRepository(connection, cipher),
    accounts: new MongoChannelAccounts(connection, cipher),
    keys: new MongoEncryptionKeys(connection, keys),
  };
}

test('re-encrypted secrets need only the first key; secrets that no key decrypts are named and stay', async () => {
  const [older, newer, lost] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const before = storesWith(await database.connect(), [older]);
  const merchant = newMerchant();
  await before.merchants.insert(merchant);
  await before.accounts.insert(accountOf());
  const astray = storesWith(await database.connect(), [lost]);
  const lostMerchant = newMerchant();
  await astray.merchants.insert(lostMerchant);
  await astray.accounts.insert(accountOf('mer_lost'));

  const both = storesWith(await database.connect(), [newer, older]);
  expect(await new EncryptAnew(both).execute(null)).toEqual({
    kind: 'encrypted',
    merchants: 1,
    channelAccounts: 1,
    unreadable: ['ProcessorA-mer_lost', lostMerchant.merchantId],
    next: null,
    retiredKeys: [],
  });

  const afterwards = storesWith(await database.connect(), [newer]);
  expect((await afterwards.accounts.find('ProcessorA'))?.credentials).toEqual(accountOf().credentials);
  expect((await afterwards.merchants.find(merchant.merchantId))?.webhook.secrets).toEqual(
    merchant.webhook.secrets,
  );
  expect((await before.accounts.find('ProcessorA'))?.credentials).toBeNull();
  expect((await astray.accounts.find('ProcessorA-mer_lost'))?.credentials).not.toBeNull();
});

test('once everything is encrypted with the new key, the earlier keys are retired, and a gateway that has only a retired key does not start (fault 67)', async () => {
  const [older, newer, next] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const connection = await database.connect();
  const start = (...encryptionKeys: [Buffer, ...Buffer[]]) =>
    fitDatabase(connection, { environment: 'sandbox', encryptionKeys, sessionKeys: [older] }, logger);
  const encryptAnew = (...keys: [Buffer, ...Buffer[]]) =>
    new EncryptAnew(storesWith(connection, keys)).execute(null);
  await start(older);
  await storesWith(connection, [older]).merchants.insert(newMerchant());
  await start(older, newer);
  // The newer key is accepted and not in use yet, so it must stay known.
  expect(await encryptAnew(older, newer)).toMatchObject({ retiredKeys: [] });
  await start(newer, older, next);
  expect(await encryptAnew(newer, older, next)).toMatchObject({ retiredKeys: [keyCheckOf(older)] });
  // Until the operator removes the earlier key, a restart does not make it a key of the database again.
  await start(newer, older, next);
  await expect(start(older)).rejects.toThrow(OtherDeploymentError);
  await start(next, newer);
});

test('a key that a stored secret still needs is not retired', async () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  const connection = await database.connect();
  const sessionKeys = [older] as const;
  for (const encryptionKeys of [[older], [older, newer]] as const) {
    await fitDatabase(connection, { environment: 'sandbox', encryptionKeys, sessionKeys }, logger);
  }
  const merchant = newMerchant();
  await storesWith(connection, [older]).merchants.insert(merchant);
  const { keys, merchants } = storesWith(connection, [newer, older]);
  expect(await keys.retireUnneeded()).toEqual([]);
  await merchants.save({ ...merchant, revision: merchant.revision + 1 });
  expect(await keys.retireUnneeded()).toEqual([keyCheckOf(older)]);
});

test('credentials cannot be decrypted under another account’s ID', async () => {
  const connection = await database.connect();
  const { accounts } = storesWith(connection, [randomBytes(32)]);
  for (const merchantId of ['mer_1', 'mer_2']) await accounts.insert(accountOf(merchantId));
  const stored = connection.collection<{ _id: string; encryptedCredentials: string }>('channel_accounts');
  const one = await stored.findOne({ _id: 'ProcessorA-mer_1' });
  await stored.updateOne(
    { _id: 'ProcessorA-mer_2' },
    { $set: { encryptedCredentials: one?.encryptedCredentials ?? '' } },
  );
  expect((await accounts.find('ProcessorA-mer_1'))?.credentials).not.toBeNull();
  expect((await accounts.find('ProcessorA-mer_2'))?.credentials).toBeNull();
});
