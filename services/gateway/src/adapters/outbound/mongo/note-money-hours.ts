import type { Collection } from 'mongodb';
import { hoursOfMoves } from '../../../domain/settlement/money-moves.ts';
import { inDatabase } from './database-errors.ts';
import {
  moneyProjection,
  type OrderDocument,
  type OrderMoneyDocument,
  toOrderMoney,
  withoutMoneyHours,
} from './order-documents.ts';
import { writeTogether } from './write-together.ts';

/** So many orders are in memory at once, and written in one round trip. */
const ORDERS_AT_A_TIME = 500;

type Found = OrderMoneyDocument & Pick<OrderDocument, 'version'>;

/**
 * Notes when money moved on the orders that an earlier version wrote, so that they are found by it as all others are.
 * Any number of instances can do it at once, while orders change: an order that changed meanwhile is looked at again.
 */
export async function noteMoneyHours(orders: Collection<OrderDocument>): Promise<void> {
  for (;;) {
    const found = await inDatabase(() =>
      orders
        .find(withoutMoneyHours)
        .project<Found>({ ...moneyProjection, version: 1 })
        .limit(ORDERS_AT_A_TIME)
        .toArray(),
    );
    if (found.length === 0) return;
    const updates = found.map(({ version, ...order }) => ({
      updateOne: {
        filter: { ...withoutMoneyHours, _id: order._id, version },
        update: { $set: { moneyHours: hoursOfMoves(toOrderMoney(order)) } },
      },
    }));
    await inDatabase(() => writeTogether(updates, (some) => orders.bulkWrite([...some], { ordered: false })));
  }
}
