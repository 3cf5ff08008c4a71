import { randomBytes } from 'node:crypto';
import { type Collection, type Document, MongoClient } from 'mongodb';
import { deriveOrderId } from '../../services/gateway/src/domain/order/order-identifiers.ts';

const BATCH = 1_000;
/** The events are stored with a due time that is this far away. The benchmark then makes them due earlier. */
const FAR_MS = 3_600_000;
/**
 * How long before the events are due the benchmark changes their due time: a fixed time, and an additional time for each event.
 */
const HEAD_START_MS = 3_000;
const HEAD_START_EACH_MS = 1;

/** A gateway's database. */
export interface EventsDatabase {
  readonly uri: string;
  readonly databaseName: string;
}

interface StoredEvent extends Document {
  readonly _id: string;
  readonly orderId: string;
}

/** What to store: the number of events, and of merchants. The merchants' events are stored in turn. */
export interface EventsOfMerchants {
  readonly merchantIds: readonly string[];
  readonly count: number;
}

export interface DueEvents {
  /** The time from which the events are due. */
  readonly dueAtMs: number;
  /** The IDs of the events, in the order of `EventsOfMerchants`. */
  readonly eventIds: readonly (readonly string[])[];
}

/**
 * Stores copies of the first event of a paid order, each for a new order. They become due at the same time.
 *
 * @throws {Error} if the database is too slow for this
 */
export function storeDueEvents(
  database: EventsDatabase,
  paidOrderId: string,
  all: readonly EventsOfMerchants[],
): Promise<DueEvents> {
  return withEvents(database, async (events) => {
    const template = await events.findOne({ orderId: paidOrderId }, { sort: { sequence: 1 } });
    if (template === null) throw new Error(`${paidOrderId} has no event`);
    const far = new Date(Date.now() + FAR_MS);
    const copies = all.map(({ merchantIds, count }) =>
      Array.from({ length: count }, (_, index) =>
        copyOf(template, merchantIds[index % merchantIds.length] as string, far),
      ),
    );
    const documents = copies.flat();
    for (let first = 0; first < documents.length; first += BATCH) {
      await events.insertMany(documents.slice(first, first + BATCH), { ordered: false });
    }
    const dueAtMs = Date.now() + HEAD_START_MS + HEAD_START_EACH_MS * documents.length;
    await events.updateMany(
      { 'delivery.nextTryAt': far },
      { $set: { 'delivery.nextTryAt': new Date(dueAtMs) } },
    );
    if (Date.now() > dueAtMs) throw new Error('the events were due before all of them had this time');
    return { dueAtMs, eventIds: copies.map((some) => some.map(({ _id }) => _id)) };
  });
}

/** @throws {Error} if not all events are stored as delivered in this time, or if there are not as many events as expected */
export function expectDelivered(
  database: EventsDatabase,
  expected: number,
  patienceMs: number,
): Promise<void> {
  return withEvents(database, async (events) => {
    const giveUpAtMs = performance.now() + patienceMs;
    for (;;) {
      const delivered = await events.countDocuments({ 'delivery.state': 'delivered' });
      const all = await events.countDocuments();
      if (all === expected && delivered === expected) return;
      if (performance.now() > giveUpAtMs)
        throw new Error(`${expected} delivered events were expected, but ${delivered} of ${all} are`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
}

function copyOf(template: StoredEvent, merchantId: string, nextTryAt: Date): StoredEvent {
  const orderId = deriveOrderId(merchantId, randomBytes(12).toString('hex'));
  const [oldHash, hash] = [template.orderId, orderId].map((id) => id.slice('ord_'.length)) as [
    string,
    string,
  ];
  return {
    ...template,
    _id: template._id.replace(oldHash, hash),
    merchantId,
    orderId,
    body: String(template.body).replaceAll(oldHash, hash),
    loggedAt: new Date(),
    delivery: {
      state: 'pending',
      failures: 0,
      nextTryAt,
      leasedUntil: null,
      isResent: false,
      tries: [],
    },
  };
}

async function withEvents<Result>(
  { uri, databaseName }: EventsDatabase,
  work: (events: Collection<StoredEvent>) => Promise<Result>,
): Promise<Result> {
  const client = await new MongoClient(uri).connect();
  try {
    return await work(client.db(databaseName).collection<StoredEvent>('events'));
  } finally {
    await client.close();
  }
}
