import { createConnection } from 'mongoose';
import { expect, test } from 'vitest';
import { callbackModel } from '../../src/adapters/outbound/mongo/mongo-callback-inbox.ts';
import { waitingCallbackOrders } from '../../src/adapters/outbound/mongo/waiting-callbacks.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { newOrder, opened } from '../builders/orders.ts';
import { HalfDatabase } from '../support/half-database.ts';

type Batch = readonly [cursorId: bigint, callbacks: readonly { readonly _id: string }[]];

/** Searches a database that answers with these batches, one after the other. */
async function searchWith(orders: readonly PaymentOrder[], batches: readonly Batch[]) {
  const waiting = [...batches];
  const half = await HalfDatabase.start((command) => {
    if (command !== 'find' && command !== 'getMore') return { ok: 1 };
    const [id, callbacks] = waiting.shift() ?? [0n, []];
    const batch = command === 'find' ? 'firstBatch' : 'nextBatch';
    return { cursor: { id, ns: 'kassa.channel_callbacks', [batch]: callbacks }, ok: 1 };
  });
  const connection = await createConnection(half.uri, { autoCreate: false, autoIndex: false }).asPromise();
  try {
    return await waitingCallbackOrders(callbackModel(connection), orders);
  } finally {
    await connection.close();
    await half.stop();
  }
}

const orders = ['T1', 'T2', 'T3'].map((merchantTransactionId) => opened(newOrder({ merchantTransactionId })));
const [first, second, third] = orders.map(({ orderId, attempts }) => ({
  orderId,
  callback: { _id: orderId, notification: { kind: 'payment', attemptId: attempts[0]?.attemptId } },
}));

test('a waiting callback that the first search misses is found, because the second search reads it', async () => {
  if (!first || !second || !third) throw new Error('three orders are needed');
  const found = await searchWith(orders, [
    [7n, [first.callback]],
    [0n, [first.callback]],
    [0n, [first.callback, second.callback]],
    [0n, [second.callback]],
    [0n, [third.callback]],
  ]);
  expect(orders.filter(({ orderId }) => !found.has(orderId))).toEqual([]);
});
