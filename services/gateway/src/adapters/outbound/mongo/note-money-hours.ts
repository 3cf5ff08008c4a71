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
 *
 * @param tellUnreadable hears of each order that does not say when its money moved; it is left as it is, and must not
 *   keep the others from being found
 */
export async function noteMoneyHours(
  orders: Collection<OrderDocument>,
  tellUnreadable: (orderId: string, error: unknown) => void,
): Promise<void> {
  const unreadable: string[] = [];
  for (;;) {
    const found = await inDatabase(() =>
      orders
        .find(
          unreadable.length === 0 ? withoutMoneyHours : { ...withoutMoneyHours, _id: { $nin: unreadable } },
        )
        .project<Found>({ ...moneyProjection, version: 1 })
        .limit(ORDERS_AT_A_TIME)
        .toArray(),
    );
    if (found.length === 0) return;
    const updates = found.flatMap((order) => {
      try {
        return [updateOf(order)];
      } catch (error) {
        unreadable.push(order._id);
        tellUnreadable(order._id, error);
        return [];
      }
    });
    await inDatabase(() => writeTogether(updates, (some) => orders.bulkWrite([...some], { ordered: false })));
  }
}

function updateOf({ version, ...order }: Found) {
  const moneyHours = hoursOfMoves(toOrderMoney(order));
  if (moneyHours.length === 0 || moneyHours.some((hour) => Number.isNaN(hour.getTime()))) {
    throw new Error(`order ${order._id} has an attempt that succeeded at no time`);
  }
  return {
    updateOne: {
      filter: { ...withoutMoneyHours, _id: order._id, version },
      update: { $set: { moneyHours } },
    },
  };
}
