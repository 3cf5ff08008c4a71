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
 * Converts orders from schema number 1 to 2. Adds the lanes in which an order has due work. A lane contains the work that calls
 * one channel, or the work that calls none. Also adds to each settled case the time at which the case had opened.
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
      // Each batch searches from the first order again. The search skips converted orders, but finds an order again if a change
      // prevented its conversion.
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
 * Converts one batch of orders. Returns the IDs of the orders that could not be read. The conversion changes only the lanes in
 * an order's `due` fields, so a postponed or parked order stays postponed or parked.
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
 * Returns a filter that matches an order only if nobody has changed it since it was read. Comparing the version is not enough:
 * copying an event to the event log shortens the outbox and changes the lanes, but keeps the version. So the filter also
 * compares the number of events in the outbox.
 */
function unchangedSince({ _id, version, order }: OrderDocument) {
  return { _id, ...ofFirstForm, version, 'order.outbox': { $size: order.outbox.length } };
}

/** @throws {Error} when the order is damaged */
function newMembers({ _id, version, order }: OrderDocument) {
  const settledCases = settledCasesOf({ orderId: _id, version, ...order }, order.settledCases);
  const lanes = awaitedLanes({ orderId: _id, version, ...order, settledCases });
  if (lanes.some(({ at }) => Number.isNaN(at.getTime())))
    throw new Error(`order ${_id} has an invalid due time`);
  return {
    schema: schemaNumbers.orders,
    'order.settledCases': settledCases,
    ...(lanes.length > 0 && { 'due.lanes': lanes }),
  };
}
