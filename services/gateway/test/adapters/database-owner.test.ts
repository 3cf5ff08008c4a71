import { randomBytes } from 'node:crypto';
import type { Db } from 'mongodb';
import type { Connection } from 'mongoose';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keyCheckOf, SecretCipher } from '../../src/adapters/outbound/mongo/secret-cipher.ts';
import { fitDatabase, OtherDeploymentError } from '../../src/composition/fit-database.ts';
import type { Environment } from '../../src/domain/environment.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await openTestDatabase();
  connection = await database.connect();
});
beforeEach(() => database.empty());
afterAll(() => database.drop());

const newKey = () => randomBytes(32);
const sessionKey = newKey();
const encryptionKey = newKey();
const logger = pino({ level: 'silent' });

type Keys = readonly [Buffer, ...Buffer[]];

interface Start {
  readonly environment?: Environment;
  readonly encryptionKeys?: Keys;
  readonly sessionKeys?: Keys;
}

/** Does what a gateway does with its database when it starts. */
function start({
  environment = 'sandbox',
  encryptionKeys = [encryptionKey],
  sessionKeys = [sessionKey],
}: Start = {}) {
  return fitDatabase(connection, { environment, encryptionKeys, sessionKeys }, logger);
}

async function refusalOf(settings: Start): Promise<string> {
  const error = await start(settings).catch((fault: unknown) => fault);
  if (!(error instanceof OtherDeploymentError)) throw new Error(`started, or failed otherwise: ${error}`);
  return error.message;
}

const collection = (name: string) => (connection.db as Db).collection<{ _id: string }>(name);
const deployment = () => collection('deployment').findOne({});
const earlier = { _id: 'database', schema: 1, migratedTo: 3, lease: null, progress: null, unreadable: [] };

describe('a gateway on the database of another deployment', () => {
  test.each([
    ['sandbox', 'production'],
    ['production', 'sandbox'],
  ] as const)(
    'a production gateway does not start on a sandbox’s database or vice versa, and changes nothing there (fault 67): %s, %s',
    async (stored, environment) => {
      await start({ environment: stored });
      const before = await deployment();
      const text = await refusalOf({ environment });
      expect(text).toContain(`in the environment ${stored}, and KASSA_ENVIRONMENT is ${environment}`);
      expect(await deployment()).toEqual(before);
    },
  );

  test('a production gateway does not migrate a sandbox’s database or vice versa (fault 67)', async () => {
    const outstanding = { ...earlier, migratedTo: 0, environment: 'production' };
    await collection('deployment').insertOne(outstanding);
    await refusalOf({});
    expect(await deployment()).toEqual(outstanding);
  });

  test('a gateway does not start with the keys of another deployment, and says which keys are wrong (fault 67)', async () => {
    const foreign = newKey();
    await start();
    const text = await refusalOf({ encryptionKeys: [foreign] });
    expect(text).toContain(`Its keys have the check values ${keyCheckOf(foreign)}.`);
    expect(text).toContain(`The keys of the database have the check values ${keyCheckOf(encryptionKey)}.`);
    expect(text).not.toContain(foreign.toString('base64'));
    expect(await deployment()).toMatchObject({ keyChecks: [keyCheckOf(encryptionKey)] });
  });

  test('if two deployments start at once on the same empty database, one of them does not start (fault 67)', async () => {
    const starts = [newKey(), newKey()].map((key) => start({ encryptionKeys: [key] }));
    const outcomes = await Promise.allSettled(starts);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await deployment()).toMatchObject({ keyChecks: [expect.any(String)] });
  });

  test('a gateway does not start if none of its keys decrypts what an earlier version stored (fault 67)', async () => {
    const secret = {
      _id: 'ProcessorA',
      encryptedCredentials: new SecretCipher([encryptionKey]).encrypt('{}', 'ProcessorA'),
    };
    await collection('channel_accounts').insertOne(secret);
    await collection('deployment').insertOne(earlier);
    const text = await refusalOf({ encryptionKeys: [newKey()] });
    expect(text).toContain('None of them decrypts a secret in the database');
    expect(await deployment()).toEqual(earlier);
    await start();
    expect(await deployment()).toMatchObject({
      environment: 'sandbox',
      keyChecks: [keyCheckOf(encryptionKey)],
    });
  });
});

describe('a gateway with a new key', () => {
  test.each([
    ['KASSA_ENCRYPTION_KEY', encryptionKey, (encryptionKeys: Keys) => ({ encryptionKeys })],
    ['KASSA_SESSION_KEYS', sessionKey, (sessionKeys: Keys) => ({ sessionKeys })],
  ])(
    'a gateway refuses to start with a current key that the database does not know yet, because other instances might reject it (fault 68): %s',
    async (variable, own, keyed) => {
      const next = newKey();
      await start();
      const text = await refusalOf(keyed([next, own]));
      expect(text).toContain(
        `The first key of ${variable}, with the check value ${keyCheckOf(next)}, is new.`,
      );
      await start(keyed([own, next]));
      await start(keyed([next, own]));
      await start(keyed([next]));
    },
  );

  test('starts although it replaces all session keys at once, as after a leak', async () => {
    await start();
    await start({ sessionKeys: [newKey()] });
  });
});
