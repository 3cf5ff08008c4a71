import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandStartedEvent, MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { archiveAdministration } from '../../src/composition/administer-archive.ts';
import { callKassaAdmin } from '../cli/support/call-kassa-admin.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { forbidden, WatchedCommands, watchedAddress } from '../support/watched-commands.ts';
import { cardOf } from './support/checkout-client.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import { type MerchantAccount, newTransactionId } from './support/merchant-account.ts';
import { TesterClock } from './support/tester-clock.ts';

/** Watches every command that a gateway and `kassa-admin` send, in the life of orders from the creation to the archive. */

const DAY_SECONDS = 24 * 60 * 60;

let server: TestDatabase;
let bench: GatewayBench;
let merchant: MerchantAccount;
let folder: string;
const watched = new WatchedCommands();
const { emit } = MongoClient.prototype;

beforeAll(async () => {
  server = await openTestDatabase();
  // Clients whose address asks for it tell of their commands. Those of the tests do not.
  vi.spyOn(MongoClient.prototype, 'emit').mockImplementation(function (this: MongoClient, name, ...args) {
    const [told] = args as readonly unknown[];
    if (name === 'commandStarted') watched.note(told as CommandStartedEvent);
    return Reflect.apply(emit, this, [name, ...args]) as boolean;
  });
  bench = await GatewayBench.start({ variables: { MONGODB_URI: watchedAddress(server.uri) } });
  merchant = await bench.onboard();
  folder = await mkdtemp(join(tmpdir(), 'kassa-sharded-'));
});
afterAll(async () => {
  await bench.stop();
  vi.restoreAllMocks();
  await server.drop();
  await rm(folder, { recursive: true });
});

const state = (number: string) => async () => (await merchant.query(number)).state;

async function paidAndRefunded(): Promise<string> {
  const { merchant_transaction_id: number, order_id: orderId } = await merchant.paidOrder();
  const transaction_id = newTransactionId('R');
  await merchant.acceptedRefund({ transaction_id, original_transaction_id: number, amount: 1 });
  await expect.poll(state(number)).toBe('PARTIAL_REFUND');
  await merchant.queryRefund(transaction_id);
  await bench.receiver.eventsOf(orderId, 3);
  return orderId;
}

async function disputed(): Promise<string> {
  const { merchant_transaction_id: number, order_id: orderId } = await merchant.paidOrder();
  for (const what of ['dispute_opened', 'dispute_lost']) {
    expect((await merchant.trigger(orderId, what)).msg).toBe('success');
    await expect.poll(state(number)).toBe(what === 'dispute_opened' ? 'IN_DISPUTE' : 'REFUNDED');
  }
  return orderId;
}

/** Many at once, so that their commands travel together. */
async function manyAtOnce(): Promise<void> {
  await Promise.all(Array.from({ length: 8 }, () => merchant.paidOrder()));
}

async function declined(): Promise<void> {
  const checkout = await merchant.openCheckout();
  await checkout.initialised('card');
  await checkout.submitted(cardOf('4000000000000002'));
  await expect.poll(async () => (await checkout.result()).failure).not.toBeNull();
}

async function expired(): Promise<void> {
  const number = newTransactionId();
  const checkout = await merchant.openCheckout({ merchant_transaction_id: number });
  await checkout.methods();
  await declined();
  await new TesterClock(bench).toNextDue();
  await new TesterClock(bench).advance(2 * DAY_SECONDS);
  await expect.poll(state(number)).toBe('CLOSE');
}

async function lists(): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const paths = [
    'order/list',
    'order/list?limit=1',
    'order/refund/list',
    'event/list',
    'event/list?limit=1',
    `report/settlement?date=${day}`,
  ];
  for (const path of paths) {
    const answer = await merchant.client.call('GET', `/api/merchant/${path}`);
    expect(answer.msg, path).toBe('success');
  }
}

async function operatorsCalls(orderId: string): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const { merchantId } = merchant.client;
  const calls: readonly (readonly [string, string, unknown?])[] = [
    ['GET', `/admin/orders/${orderId}`],
    ['GET', '/admin/cases'],
    ['GET', '/admin/webhooks/failed'],
    ['GET', `/admin/webhooks/failed?merchant_id=${merchantId}`],
    ['GET', '/admin/audit'],
    ['GET', '/admin/merchants'],
    ['GET', `/admin/orders/${orderId}/customer`],
    ['POST', `/admin/orders/${orderId}/customer/erase`, { note: 'They asked for it.' }],
    ['GET', `/admin/reports/settlement?merchant_id=${merchantId}&date=${day}`],
    ['POST', '/admin/reconciliations', { channel: 'Sandbox', date: day }],
    ['POST', '/admin/webhooks/resend', { event_ids: [`evt_${orderId.slice('ord_'.length)}_1`] }],
  ];
  for (const [method, target, body] of calls) {
    expect((await bench.admin(method, target, body)).msg, target).toBe('success');
  }
}

async function archived(): Promise<void> {
  const day = new Date(Date.now() + 10 * DAY_SECONDS * 1_000).toISOString().slice(0, 10);
  const { exitCode, errors } = await callKassaAdmin(
    ['archive', 'write', '--before', day, '--to', join(folder, 'orders')],
    { environment: { ...bench.main.variables }, currentFolder: folder, archives: archiveAdministration },
  );
  // A slow run also writes its progress to the stream of errors.
  expect(exitCode, errors).toBe(0);
}

test('every command about orders, events, claims and nonces names its shard key, or is a listed search', async () => {
  await manyAtOnce();
  const orderId = await paidAndRefunded();
  await disputed();
  await lists();
  await operatorsCalls(orderId);
  await expired();
  await archived();
  await bench.metric('kassa_ready');
  expect(forbidden(watched.accesses)).toEqual([]);
  const seen = new Set(watched.accesses.map(({ collection, command }) => `${collection} ${command}`));
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'events find',
      'events insert',
      'events update',
      'events updateMany',
      'nonces insert',
      'orders find',
      'orders insert',
      'orders update',
      'refund_claims find',
      'refund_claims insert',
    ]),
  );
});
