import { compileValidator, Reconciliation, refundStateCodes } from '@kassa/contracts';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Gateway, readConfig, startGateway } from '../../src/index.ts';
import { untilTheDayHas } from '../support/until-the-day-has.ts';
import { cardOf } from './support/checkout-client.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import type { MerchantAccount } from './support/merchant-account.ts';
import { read } from './support/read-message.ts';
import { TesterClock } from './support/tester-clock.ts';

/** The short form of a check of `npm run faults`, which restores a backup under two instances. */

const readReconciliation = compileValidator(Reconciliation);

let bench: GatewayBench;
let gateway: Gateway;
let merchant: MerchantAccount;
let date: string;

beforeAll(async () => {
  await untilTheDayHas(60);
  date = new Date().toISOString().slice(0, 10);
  bench = await GatewayBench.start({
    isGatewayStarted: false,
    processor: { callbackDelayMs: 0, refundDelayMs: 0 },
  });
  gateway = await startGateway(readConfig(bench.main.variables));
  merchant = await bench.onboard();
});
afterAll(async () => {
  await gateway.stop();
  await bench.stop();
});

async function whileStopped<Result>(act: () => Promise<Result>): Promise<Result> {
  await gateway.stop();
  const result = await act();
  gateway = await startGateway(readConfig(bench.main.variables));
  return result;
}

/** Reads all documents, as mongodump does. */
async function copyOfDatabase(): Promise<ReadonlyMap<string, readonly Document[]>> {
  const collections = await bench.database.collections();
  const copies = collections.map(async (each) => [each.collectionName, await each.find().toArray()] as const);
  return new Map(await Promise.all(copies));
}

/** Replaces all documents, as `mongorestore --drop` does. */
async function restore(backup: Awaited<ReturnType<typeof copyOfDatabase>>): Promise<void> {
  for (const collection of await bench.database.collections()) {
    await collection.deleteMany({});
    const documents = backup.get(collection.collectionName) ?? [];
    if (documents.length > 0) await collection.insertMany([...documents]);
  }
}

/** The processor reports nothing a second time. So the gateway has to ask for results, up to half a minute later by its clock. */
async function untilAnswered(isAnswered: () => Promise<boolean>): Promise<void> {
  const looked = async () => {
    const isOver = await isAnswered();
    if (!isOver) await new TesterClock(bench).advance(30);
    return isOver;
  };
  await expect.poll(looked, { interval: 300 }).toBe(true);
}

/** Creates the order, or gets it again, and pays it. Returns its ID. */
async function pay(number: string): Promise<string> {
  const checkout = await merchant.openCheckout({ merchant_transaction_id: number });
  await checkout.init('card');
  await checkout.submit(cardOf('4242424242424242'));
  await untilAnswered(async () => (await checkout.status(1)).state === 'PAY_SUCCESS');
  return checkout.orderId;
}

async function refund(number: string): Promise<void> {
  const transaction_id = `${number}-refund`;
  await merchant.acceptedRefund({ transaction_id, original_transaction_id: number, amount: 3 });
  await untilAnswered(
    async () => (await merchant.queryRefund(transaction_id)).status === refundStateCodes.SUCCESS,
  );
}

async function moneyAtProcessor() {
  const payments = await bench.processorDatabase.collection('payments').find().toArray();
  return payments.map(({ reference, status, refunds }) => [reference, status, Object.keys(refunds).length]);
}

/** What the books of the day lack here or there. */
async function differences(): Promise<readonly string[]> {
  await bench.admin('POST', '/admin/reconciliations', { channel: 'Sandbox', date });
  const day = async () =>
    read(readReconciliation, await bench.admin('GET', `/admin/reconciliations/Sandbox/${date}`));
  await expect.poll(async () => (await day()).state).toBe('done');
  return (await day()).differences.map(({ kind, subject, order_id }) => `${kind} ${subject} ${order_id}`);
}

it('after a backup is restored, reconciliation names every payment and refund that the backup lacks, and repeated calls move no money twice (fault 96)', async () => {
  const old = await pay('before-backup');
  await merchant.create({ merchant_transaction_id: 'unpaid-at-backup' });
  const backup = await whileStopped(copyOfDatabase);
  await refund('before-backup');
  const unpaid = await pay('unpaid-at-backup');
  const late = await pay('after-backup');
  const moved = await moneyAtProcessor();
  expect(moved).toHaveLength(3);

  await whileStopped(() => restore(backup));
  expect((await differences()).toSorted()).toEqual(
    [
      `missing_here payment ${late}`,
      `missing_here payment ${unpaid}`,
      `missing_here refund ${old}`,
    ].toSorted(),
  );

  await refund('before-backup');
  await pay('unpaid-at-backup');
  await pay('after-backup');
  expect(await moneyAtProcessor()).toEqual(moved);
  expect(await differences()).toEqual([]);
});
