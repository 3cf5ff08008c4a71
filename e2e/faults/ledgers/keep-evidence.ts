import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from '../world.ts';

interface StoredOrder {
  readonly _id: string;
  readonly order: {
    readonly attempts: readonly { readonly attemptId: string }[];
    readonly refunds: readonly { readonly refundId: string }[];
  };
}

/**
 * Before the databases are dropped, saves everything that they contain about an order whose ledgers contradict each other. The
 * databases are needed because a replay with the same seed repeats the traffic, but rarely the timing.
 */
export async function keepEvidence(world: World, orderId: string): Promise<void> {
  const { gatewayDatabase, processorDatabase } = world;
  const order = await gatewayDatabase.collection<StoredOrder>('orders').findOne({ _id: orderId });
  const ofAttempts = { $in: order?.order.attempts.map(({ attemptId }) => attemptId) ?? [] };
  const ofRefunds = { $in: order?.order.refunds.map(({ refundId }) => refundId) ?? [] };
  const evidence = {
    order,
    events: await gatewayDatabase.collection('events').find({ orderId }).toArray(),
    callbacks: await gatewayDatabase
      .collection('channel_callbacks')
      .find({ $or: [{ 'notification.attemptId': ofAttempts }, { 'notification.refundId': ofRefunds }] })
      .toArray(),
    payments: await processorDatabase.collection('payments').find({ reference: ofAttempts }).toArray(),
  };
  mkdirSync(world.evidenceFolder, { recursive: true });
  writeFileSync(join(world.evidenceFolder, `${orderId}.json`), JSON.stringify(evidence, null, 2));
}
