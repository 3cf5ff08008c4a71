import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyCheckOf, SecretCipher } from '../../src/adapters/outbound/mongo/secret-cipher.ts';
import { StartError } from '../../src/index.ts';
import { flatOf, paidBefore } from '../builders/flat-orders.ts';
import { GatewayBench } from './support/gateway-bench.ts';

const production = {
  KASSA_ENVIRONMENT: 'production',
  KASSA_MERCHANT_PUBLIC_URL: 'https://api.pay.example',
  KASSA_CHECKOUT_PUBLIC_URL: 'https://pay.example',
  KASSA_TRUSTED_PROXIES: '1',
};

let bench: GatewayBench;
beforeAll(async () => {
  bench = await GatewayBench.start({ isGatewayStarted: false });
});
beforeEach(() => bench.database.dropDatabase());
afterAll(() => bench.stop());

const order = paidBefore('T1');
const anyOf = (name: string) => bench.database.collection<{ _id: string; [member: string]: unknown }>(name);
const asBefore = () => anyOf('orders').insertOne({ ...flatOf(order) });
const start = (variables: Readonly<Record<string, string>> = {}) => bench.startAnother({ variables });
const stored = () => anyOf('orders').findOne({ _id: order.orderId });

async function refusalOfStart(
  variables: Readonly<Record<string, string>>,
  name = 'DatabaseFormError',
): Promise<string> {
  const error = await start(variables).then(
    () => undefined,
    (fault: unknown) => fault,
  );
  if (!(error instanceof StartError)) throw new Error(`the gateway started, or failed otherwise: ${error}`);
  expect(error.name).toBe(name);
  return error.message;
}

describe('a gateway in production', () => {
  it('a gateway does not start while a migration is outstanding, changes nothing, and names the command to run (fault 74)', async () => {
    await asBefore();
    const before = await stored();
    const text = await refusalOfStart(production);
    expect(text).toContain(
      'schema number 0, and this version needs 3 (outstanding: 1 nest-orders, 2 number-doc',
    );
    expect(text).toContain('`kassa-admin database migrate`');
    expect(await stored()).toEqual(before);
    expect((await bench.database.listCollections().toArray()).map(({ name }) => name)).toEqual(['orders']);
  });

  it('a gateway does not start if an instance of the previous version has written to the database since the migration (fault 74)', async () => {
    await start(production);
    await asBefore();
    const text = await refusalOfStart(production);
    expect(text).toContain('An instance of the version before has written');
    expect(text).toContain('(outstanding: 1 nest-orders)');
  });

  it('starts on an empty database, which then has the newest number', async () => {
    await start(production);
    expect(await anyOf('deployment').findOne({})).toMatchObject({ schema: 1, migratedTo: 3 });
  });
});

describe('a gateway on the database of another deployment', () => {
  const deployment = () => anyOf('deployment').findOne({});
  const newKey = () => randomBytes(32);
  const keyed = (...keys: Buffer[]) => ({
    KASSA_ENCRYPTION_KEY: keys.map((key) => key.toString('base64')).join(','),
  });

  it.each([
    ['sandbox', 'production', {}, production],
    ['production', 'sandbox', production, {}],
  ])(
    'a gateway does not start on a database of the other environment, and changes nothing (fault 67): %s, %s',
    async (stored, configured, ofDatabase, ofGateway) => {
      await start(ofDatabase);
      const before = await deployment();
      const text = await refusalOfStart(ofGateway, 'OtherDeploymentError');
      expect(text).toContain(`in the environment ${stored}, and KASSA_ENVIRONMENT is ${configured}`);
      expect(await deployment()).toEqual(before);
    },
  );

  it('a gateway does not migrate a database of the other environment (fault 67)', async () => {
    await asBefore();
    const state = { schema: 1, migratedTo: 0, lease: null, progress: null, unreadable: [] };
    await anyOf('deployment').insertOne({ _id: 'database', ...state, environment: 'production' });
    await refusalOfStart({}, 'OtherDeploymentError');
    expect(await stored()).not.toHaveProperty('schema');
  });

  it('a gateway does not start with the keys of another deployment, and says which it has (fault 67)', async () => {
    const [own, foreign] = [newKey(), newKey()];
    await start(keyed(own));
    const text = await refusalOfStart(keyed(foreign), 'OtherDeploymentError');
    expect(text).toContain(`Its keys have the check values ${keyCheckOf(foreign)}.`);
    expect(text).toContain(`The keys of the database have the check values ${keyCheckOf(own)}.`);
    expect(text).not.toContain(foreign.toString('base64'));
    expect(await deployment()).toMatchObject({ keyChecks: [keyCheckOf(own)] });
  });

  it('a new key becomes known to the database together with the key that it replaces', async () => {
    const [own, next] = [newKey(), newKey()];
    await start(keyed(own));
    await refusalOfStart(keyed(next), 'OtherDeploymentError');
    await start(keyed(own, next));
    await start(keyed(next, own));
    await start(keyed(next));
    expect(await deployment()).toMatchObject({ keyChecks: [keyCheckOf(own), keyCheckOf(next)] });
  });

  it.each(['KASSA_ENCRYPTION_KEY', 'KASSA_SESSION_KEYS'])(
    'a gateway does not use a key of %s that no instance has accepted before (fault 68)',
    async (variable) => {
      const [own, next] = [newKey(), newKey()];
      const keys = (...list: Buffer[]) => ({ [variable]: list.map((key) => key.toString('base64')).join(',') });
      await start(keys(own));
      const text = await refusalOfStart(keys(next, own), 'OtherDeploymentError');
      expect(text).toContain(`The first key of ${variable}, with the check value ${keyCheckOf(next)}, is new.`);
      await start(keys(own, next));
      await start(keys(next, own));
    },
  );

  it('all session keys can be replaced at once, after a leak', async () => {
    await start({ KASSA_SESSION_KEYS: newKey().toString('base64') });
    await start({ KASSA_SESSION_KEYS: newKey().toString('base64') });
  });

  it('of two deployments that start at once on an empty database, one does not start (fault 67)', async () => {
    const starts = await Promise.allSettled([start(keyed(newKey())), start(keyed(newKey()))]);
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await deployment())?.keyChecks).toHaveLength(1);
  });

  it('a gateway does not start if none of its keys decrypts what an earlier version stored (fault 67)', async () => {
    const [own, foreign] = [newKey(), newKey()];
    await anyOf('channel_accounts').insertOne({
      _id: 'ProcessorA',
      schema: 1,
      encryptedCredentials: new SecretCipher([own]).encrypt('{}', 'ProcessorA'),
      createdAt: new Date(),
    });
    const before = { schema: 1, migratedTo: 3, lease: null, progress: null, unreadable: [] };
    await anyOf('deployment').insertOne({ _id: 'database', ...before });
    const text = await refusalOfStart(keyed(foreign), 'OtherDeploymentError');
    expect(text).toContain('None of them decrypts a secret in the database');
    expect(await deployment()).toEqual({ _id: 'database', ...before });
    await start(keyed(own));
    expect(await deployment()).toMatchObject({ environment: 'sandbox', keyChecks: [keyCheckOf(own)] });
  });
});

describe('a gateway in the sandbox', () => {
  it('migrates at its start, even if two start at once', async () => {
    await asBefore();
    await Promise.all([start(), start()]);
    expect(await stored()).toMatchObject({ schema: 2, order: { merchantTransactionId: 'T1' } });
    expect(await anyOf('deployment').findOne({})).toMatchObject({ migratedTo: 3, lease: null });
  });
});

it.each([
  ['production', production],
  ['the sandbox', {}],
])(
  'a gateway does not start on the database of a later version (fault 74): %s',
  async (_where, variables) => {
    const later = { _id: 'database', schema: 1, migratedTo: 4, lease: null, progress: null, unreadable: [] };
    await anyOf('deployment').insertOne(later);
    await asBefore();
    expect(await refusalOfStart(variables)).toContain(
      'schema number 4, and this version knows none beyond 3',
    );
    expect(await stored()).not.toHaveProperty('schema');
  },
);
