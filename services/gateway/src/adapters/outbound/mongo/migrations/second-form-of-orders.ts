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
 * Adds to payment orders the lanes in which they are due, and adds to settled cases when the settled matter began.
 * Documents of schema number 1 have neither.
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
      // Search for unconverted orders from the start again each time. Orders that already have their lanes no longer
      // match, and orders that changed meanwhile match again.
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
 * Converts a batch of orders. Returns the IDs of the orders that cannot be read. The other search fields are left
 * alone, so an order that was postponed or parked stays so.
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
 * A filter that matches an order only if it is unchanged since it was read. It also counts the unsent events, because
 * relaying an event changes the lanes without raising the version.
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
