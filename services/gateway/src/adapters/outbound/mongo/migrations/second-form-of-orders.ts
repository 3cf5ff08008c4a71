import type { Collection } from 'mongodb';
import { awaitedLanes } from '../../../../domain/order/schedule.ts';
import { inDatabase } from '../database-errors.ts';
import { firstFormIndex, type OrderDocument, ofFirstForm } from '../order-documents.ts';
import { schemaNumbers } from '../schema-numbers.ts';
import { writtenInSpiteOfConflicts } from '../write-conflicts.ts';
import { writeTogether } from '../write-together.ts';
import { settledCasesOf } from './earlier-settled-cases.ts';
import type { Migration, MigrationRun } from './migration.ts';

const ORDERS_AT_A_TIME = 100;

/**
 * Adds two things to payment orders of schema number 1: the lanes in which they have due work, and for each settled case the
 * time at which the case had come up.
 */
export const secondFormOfOrders: Migration = {
  number: 3,
  name: 'second-form-of-orders',
  async run(run) {
    const orders = run.database.collection<OrderDocument>('orders');
    const { fields, options } = firstFormIndex;
    await writtenInSpiteOfConflicts(() => orders.createIndex(fields, options));
    const unreadable: string[] = [];
    for (;;) {
      // Search from the first order again for each batch. Converted orders no longer match, but an order that changed before
      // its conversion was written still does.
      const found = await inDatabase(() =>
        orders.find(firstFormExcept(unreadable)).limit(ORDERS_AT_A_TIME).toArray(),
      );
      if (found.length === 0) return;
      unreadable.push(...(await complete(orders, found, run)));
      await run.batchDone('orders', found.length, null);
    }
  },
  async isLeftBehind(database, unreadable) {
    const orders = database.collection<OrderDocument>('orders');
    return (await inDatabase(() => orders.findOne(firstFormExcept(unreadable)))) !== null;
  },
};

function firstFormExcept(unreadable: readonly string[]) {
  return unreadable.length === 0 ? ofFirstForm : { ...ofFirstForm, _id: { $nin: [...unreadable] } };
}

/**
 * Converts one batch of orders. Returns the IDs of the orders that could not be read. An order that was postponed or parked
 * stays so, because only the lanes are added to its search fields.
 */
async function complete(
  orders: Collection<OrderDocument>,
  found: readonly OrderDocument[],
  run: MigrationRun,
): Promise<readonly string[]> {
  const unreadable: string[] = [];
  const updates = found.flatMap((document) => {
    try {
      return [{ updateOne: { filter: unchangedSince(document), update: { $set: newMembers(document) } } }];
    } catch (error) {
      unreadable.push(document._id);
      run.tellUnreadable(document._id, error);
      return [];
    }
  });
  await inDatabase(() => writeTogether(updates, (some) => orders.bulkWrite([...some], { ordered: false })));
  return unreadable;
}

/**
 * Returns a filter that matches an order only if nobody has changed it since it was read. It also compares the number of unsent
 * events, because copying an event to the log changes the lanes without raising the version.
 */
function unchangedSince({ _id, version, order }: OrderDocument) {
  return { _id, ...ofFirstForm, version, 'order.outbox': { $size: order.outbox.length } };
}

/** @throws {Error} when the order is damaged */
function newMembers({ _id, version, order }: OrderDocument) {
  const settledCases = settledCasesOf({ orderId: _id, version, ...order }, order.settledCases);
  const lanes = awaitedLanes({ orderId: _id, version, ...order, settledCases });
  if (lanes.some(({ at }) => Number.isNaN(at.getTime()))) throw new Error(`order ${_id} is due at no time`);
  return {
    schema: schemaNumbers.orders,
    'order.settledCases': settledCases,
    ...(lanes.length > 0 && { 'due.lanes': lanes }),
  };
}
