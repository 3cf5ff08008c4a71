import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '../../src/index.ts';
import { flatOf, paidBefore } from '../builders/flat-orders.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import { productionVariables } from './support/production-variables.ts';

const production = {
  ...productionVariables,
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

async function refusalOfStart(variables: Readonly<Record<string, string>>): Promise<string> {
  const error = await start(variables).then(
    () => undefined,
    (fault: unknown) => fault,
  );
  if (!(error instanceof StartError)) {
    throw new Error(`the gateway started, or failed otherwise: ${error}`, { cause: error });
  }
  expect(error.name).toBe('DatabaseFormError');
  return error.message;
}

describe('a gateway in production', () => {
  it('a gateway does not start while a migration is outstanding, changes nothing, and names the command to run (fault 74)', async () => {
    await asBefore();
    const before = await stored();
    const text = await refusalOfStart(production);
    expect(text).toContain(
      'schema number 0, and this version needs 4 (outstanding: 1 nest-orders, 2 number-doc',
    );
    expect(text).toContain('`kassa-admin database migrate`');
    expect(await stored()).toEqual(before);
    expect((await bench.database.listCollections().toArray()).map(({ name }) => name)).toEqual(['orders']);
  });

  it('a gateway does not start if an instance of the previous version has written to the database since the migration (fault 74)', async () => {
    await start(production);
    await asBefore();
    const text = await refusalOfStart(production);
    expect(text).toContain('An instance of the previous version has written');
    expect(text).toContain('(outstanding: 1 nest-orders)');
  });

  it('starts on an empty database, which then has the newest number', async () => {
    await start(production);
    expect(await anyOf('deployment').findOne({})).toMatchObject({ schema: 1, migratedTo: 4 });
  });
});

describe('a gateway in the sandbox', () => {
  it('migrates at its start, even if two start at once', async () => {
    await asBefore();
    await Promise.all([start(), start()]);
    expect(await stored()).toMatchObject({ schema: 2, order: { merchantTransactionId: 'T1' } });
    expect(await anyOf('deployment').findOne({})).toMatchObject({ migratedTo: 4, lease: null });
  });
});

it.each([
  ['production', production],
  ['the sandbox', {}],
])(
  'a gateway does not start on the database of a later version (fault 74): %s',
  async (_where, variables) => {
    const later = { _id: 'database', schema: 1, migratedTo: 5, lease: null, progress: null, unreadable: [] };
    await anyOf('deployment').insertOne(later);
    await asBefore();
    expect(await refusalOfStart(variables)).toContain(
      'schema number 5, and this version knows none beyond 4',
    );
    expect(await stored()).not.toHaveProperty('schema');
  },
);
