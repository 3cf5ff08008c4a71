import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MongoChannelAccounts } from '../../src/adapters/outbound/mongo/mongo-channel-accounts.ts';
import { MongoMerchantRepository } from '../../src/adapters/outbound/mongo/mongo-merchant-repository.ts';
import { SecretCipher } from '../../src/adapters/outbound/mongo/secret-cipher.ts';
import { EncryptAnew } from '../../src/application/channel-accounts/encrypt-anew.ts';
import { accountOf } from '../builders/channel-accounts.ts';
import { newMerchant } from '../builders/merchants.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  const connection = await database.connect();
  storesWith(connection, [randomBytes(32)]);
  await database.prepare(connection);
});
afterAll(() => database.drop());

function storesWith(connection: Connection, keys: readonly [Buffer, ...Buffer[]]) {
  const cipher = new SecretCipher(keys);
  return {
    merchants: new MongoMerchantRepository(connection, cipher),
    accounts: new MongoChannelAccounts(connection, cipher),
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
  });

  const afterwards = storesWith(await database.connect(), [newer]);
  expect((await afterwards.accounts.find('ProcessorA'))?.credentials).toEqual(accountOf().credentials);
  expect((await afterwards.merchants.find(merchant.merchantId))?.webhook.secrets).toEqual(
    merchant.webhook.secrets,
  );
  expect((await before.accounts.find('ProcessorA'))?.credentials).toBeNull();
  expect((await astray.accounts.find('ProcessorA-mer_lost'))?.credentials).not.toBeNull();
});

test('credentials do not decrypt in another account’s place', async () => {
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
