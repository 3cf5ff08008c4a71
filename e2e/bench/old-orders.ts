import { randomBytes } from 'node:crypto';
import { type AnyBulkWriteOperation, type Db, type Document, MongoClient } from 'mongodb';
import { deriveOrderId } from '../../services/gateway/src/domain/order/order-identifiers.ts';

/** A gateway's database to which many orders of the past are added. */
export interface GrowingDatabase {
  readonly uri: string;
  readonly databaseName: string;
  readonly merchantId: string;
}

export interface StoredOrder {
  readonly orderId: string;
  readonly merchantTransactionId: string;
}

/**
 * The number of orders in each hour of the past. It is fixed, so each day has the same number of orders, however many orders
 * there are in total.
 */
const ORDERS_AN_HOUR = 20;
/** The age up to which orders also get their events and callbacks. The gateway removes events and callbacks after 30 days. */
const AGE_WITH_EVENTS_HOURS = 29 * 24;
const HOUR_MS = 3_600_000;
const BATCH = 1_000;
const PATIENCE_MS = 60_000;

/**
 * Stores copies of a paid order, with its events and its callback, as if they had been paid in the hours before. Returns up to
 * 1,000 of the copies, which are spread evenly over all of them.
 *
 * @throws {Error} if the webhooks of the paid order are not delivered within a minute
 */
export async function storeOldOrders(
  { uri, databaseName, merchantId }: GrowingDatabase,
  paid: StoredOrder,
  count: number,
): Promise<readonly StoredOrder[]> {
  const client = await new MongoClient(uri).connect();
  try {
    const database = client.db(databaseName);
    const template = await completeOrder(database, paid.orderId);
    const sample: StoredOrder[] = [];
    const every = Math.ceil(count / 1_000);
    for (let first = 0; first < count; first += BATCH) {
      const inserts = new Map<string, AnyBulkWriteOperation[]>();
      for (let index = first; index < Math.min(first + BATCH, count); index += 1) {
        const copy = newCopy(merchantId, paid, index);
        for (const { collection, documents } of template) {
          if (collection !== 'orders' && copy.ageHours > AGE_WITH_EVENTS_HOURS) continue;
          const operations = inserts.get(collection) ?? [];
          inserts.set(collection, operations);
          operations.push(...documents.map((document) => ({ insertOne: { document: copy.of(document) } })));
        }
        if (index % every === 0) sample.push(copy.order);
      }
      for (const [collection, operations] of inserts) {
        await database.collection(collection).bulkWrite(operations, { ordered: false });
      }
    }
    return sample;
  } finally {
    await client.close();
  }
}

interface StoredDocuments {
  readonly collection: string;
  readonly documents: readonly Document[];
}

/** Reads the documents of a paid order, as soon as its callback is applied and its webhooks are delivered. */
async function completeOrder(database: Db, orderId: string): Promise<readonly StoredDocuments[]> {
  const searches = {
    orders: { 'order.createdAt': { $exists: true }, 'due.unloggedSince': { $exists: false } },
    events: { orderId, 'delivery.state': 'delivered' },
    channel_callbacks: {
      'notification.attemptId': orderId.replace('ord_', 'txn_').concat('_1'),
      appliedAt: { $ne: null },
    },
  };
  const giveUpAtMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const [orders, events, callbacks] = await Promise.all(
      Object.entries(searches).map(async ([collection, search]) => ({
        collection,
        documents: await database.collection(collection).find(search).toArray(),
      })),
    );
    if (orders?.documents.length === 1 && events?.documents.length === 2 && callbacks?.documents.length === 1)
      return [orders, events, callbacks];
    if (performance.now() > giveUpAtMs) throw new Error(`${orderId} is not complete after a minute`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The IDs, the age and the documents of one copy of the order. */
function newCopy(merchantId: string, paid: StoredOrder, index: number) {
  const merchantTransactionId = `old-${randomBytes(12).toString('hex')}`;
  const orderId = deriveOrderId(merchantId, merchantTransactionId);
  const ageHours = Math.floor(index / ORDERS_AN_HOUR) + 1;
  const [oldHash, hash] = [paid.orderId, orderId].map((id) => id.slice('ord_'.length)) as [string, string];
  const renamed = (text: string) =>
    text
      .replaceAll(oldHash, hash)
      .replaceAll(paid.merchantTransactionId, merchantTransactionId)
      .replace(/sbx_(evt|pay)_[0-9a-f]+/, `sbx_$1_${hash}`);
  return {
    order: { orderId, merchantTransactionId },
    ageHours,
    of: (document: Document) => copyOf(document, ageHours * HOUR_MS, renamed) as Document,
  };
}

/** Copies a stored value, but replaces some of its strings and makes its times earlier. */
function copyOf(value: unknown, earlierByMs: number, renamed: (text: string) => string): unknown {
  if (typeof value === 'string') return renamed(value);
  if (value instanceof Date) return new Date(value.getTime() - earlierByMs);
  if (Array.isArray(value)) return value.map((item) => copyOf(item, earlierByMs, renamed));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, copyOf(member, earlierByMs, renamed)]),
  );
}
