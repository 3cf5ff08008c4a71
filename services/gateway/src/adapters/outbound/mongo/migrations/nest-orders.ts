import type { Collection } from 'mongodb';
import { inDatabase } from '../database-errors.ts';
import { dueFieldsOf } from '../due-fields.ts';
import {
  type OrderDocument,
  type OrderDue,
  toOrderDocument,
  withoutForm,
  withoutFormIndex,
} from '../order-documents.ts';
import { writtenInSpiteOfConflicts } from '../write-conflicts.ts';
import { writeTogether } from '../write-together.ts';
import { dropIndexes } from './drop-indexes.ts';
import { type FlatOrder, orderOfFlat } from './flat-order.ts';
import type { Migration, MigrationRun } from './migration.ts';

/**
 * How many orders are read and written at a time. The number is small, because all of them are in memory and an order can be
 * large.
 */
const ORDERS_AT_A_TIME = 100;

type StoredOrder = OrderDocument | FlatOrder;

/**
 * Converts stored payment orders to a format in which the fields for finding orders are separate, in `due`. In earlier
 * versions, these fields stood among the order's own members. The migration also gives each document a schema number.
 */
export const nestOrders: Migration = {
  number: 1,
  name: 'nest-orders',
  async run(run) {
    const orders = run.database.collection<StoredOrder>('orders');
    const { fields, options } = withoutFormIndex;
    await writtenInSpiteOfConflicts(() => orders.createIndex(fields, options));
    const unreadable: string[] = [];
    for (;;) {
      // Each batch searches from the first order again. The search skips converted orders, but finds an order again if a change
      // prevented its conversion.
      const found = await inDatabase(() =>
        orders.find(flatExcept(unreadable)).limit(ORDERS_AT_A_TIME).toArray(),
      );
      if (found.length === 0) break;
      unreadable.push(...(await nest(orders, found as FlatOrder[], run)));
      await run.batchDone('orders', found.length, null);
    }
    await dropIndexes(run.database, 'orders', ({ name = '' }) => flatIndexNames.has(name));
  },
  async isLeftBehind(database, unreadable) {
    const orders = database.collection<StoredOrder>('orders');
    return (await inDatabase(() => orders.findOne(flatExcept(unreadable)))) !== null;
  },
};

function flatExcept(unreadable: readonly string[]) {
  return unreadable.length === 0 ? withoutForm : { ...withoutForm, _id: { $nin: [...unreadable] } };
}

/** Converts one batch of orders. Returns the IDs of the orders that could not be read. */
async function nest(
  orders: Collection<StoredOrder>,
  found: readonly FlatOrder[],
  run: MigrationRun,
): Promise<readonly string[]> {
  const unreadable: string[] = [];
  const replacements = found.flatMap((flat) => {
    try {
      const { _id, ...replacement } = nested(flat);
      return [{ replaceOne: { filter: unchangedSince(flat), replacement } }];
    } catch (error) {
      unreadable.push(flat._id);
      run.tellUnreadable(flat._id, error);
      return [];
    }
  });
  await inDatabase(() =>
    writeTogether(replacements, (some) => orders.bulkWrite([...some], { ordered: false })),
  );
  return unreadable;
}

/**
 * Returns a filter that matches an order only if nobody has changed it since it was read. It compares more than the version,
 * because instances of the previous version change some members without raising it.
 */
function unchangedSince({ _id, version, outbox, attentionAt, attentionFailures, parked }: FlatOrder) {
  return {
    _id,
    ...withoutForm,
    version,
    outbox: { $size: outbox.length },
    attentionAt: attentionAt ?? null,
    attentionFailures: attentionFailures ?? null,
    parked: { $exists: parked !== undefined },
  };
}

/** @throws {Error} when the order is damaged */
function nested(flat: FlatOrder): OrderDocument {
  const order = orderOfFlat(flat, new Date());
  const due = asPutOff(dueFieldsOf(order), flat);
  const moments = [due.attentionAt, due.casesSince, due.unloggedSince, ...(due.moneyHours ?? [])];
  if (moments.some((moment) => moment && Number.isNaN(moment.getTime()))) {
    throw new Error(`order ${flat._id} contains an invalid time`);
  }
  return { ...toOrderDocument(order), due };
}

/**
 * Keeps an order postponed or parked if the gateway has failed to process it before. These failures are stored next to the
 * order, not in it, so the conversion would otherwise lose them.
 */
function asPutOff(
  due: OrderDue,
  { attentionAt = null, attentionFailures, parked, casesSince }: FlatOrder,
): OrderDue {
  if (parked !== undefined) {
    const { attentionAt: _, ...others } = due;
    return { ...others, casesSince: casesSince ?? parked.since, parked };
  }
  if (attentionFailures === undefined) return due;
  const failing = { ...due, failures: attentionFailures };
  const isPutOff = attentionAt !== null && due.attentionAt !== undefined && attentionAt > due.attentionAt;
  return isPutOff ? { ...failing, attentionAt } : failing;
}

const flatIndexNames: ReadonlySet<string> = new Set([
  'attentionAt_1',
  'merchantId_1_createdAt_-1__id_-1',
  'casesSince_1',
  'merchantId_1_unloggedSince_1',
  'moneyHours_1_merchantId_1',
  'attempts.state_1',
  'never_derived_by_number',
  'derived_before_2',
  'null_attention',
  'null_cases',
]);
