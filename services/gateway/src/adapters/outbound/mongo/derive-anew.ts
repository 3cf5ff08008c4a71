import type { Collection } from 'mongodb';
import { inDatabase } from './database-errors.ts';
import { type DerivedFields, derivedByEarlierVersion, derivedFieldsOf, updateOf } from './derived-fields.ts';
import { type OrderDocument, toOrder } from './order-documents.ts';
import { writeTogether } from './write-together.ts';

/** So many orders are in memory at once, and written in one round trip. An order can be large. */
const ORDERS_AT_A_TIME = 100;

/**
 * Derives the fields anew that an earlier version has stored beside orders. Any number of instances can do it at once,
 * while orders change: an order that changed meanwhile is looked at again.
 *
 * @param limit about so many orders are looked at
 * @param tellUnreadable hears of each order that cannot be read; it is left as it is, and must not keep the others from
 *   being derived anew
 * @returns how many were written; 0 when none is left
 */
export async function deriveAnew(
  orders: Collection<OrderDocument>,
  limit: number,
  tellUnreadable: (orderId: string, error: unknown) => void,
): Promise<number> {
  const unreadable: string[] = [];
  let written = 0;
  for (let looked = 0; looked < limit; looked += ORDERS_AT_A_TIME) {
    const others = unreadable.length === 0 ? {} : { _id: { $nin: unreadable } };
    const found = await inDatabase(() =>
      orders
        .find({ ...derivedByEarlierVersion, ...others })
        .limit(ORDERS_AT_A_TIME)
        .toArray(),
    );
    if (found.length === 0) break;
    const updates = found.flatMap((document) => {
      try {
        return [updateAnew(document)];
      } catch (error) {
        unreadable.push(document._id);
        tellUnreadable(document._id, error);
        return [];
      }
    });
    await inDatabase(() => writeTogether(updates, (some) => orders.bulkWrite([...some], { ordered: false })));
    written += updates.length;
  }
  return written;
}

function updateAnew(document: OrderDocument) {
  const { _id, version, outbox, attentionAt = null } = document;
  const fields = derivedFieldsOf(toOrder(document));
  const moments = [fields.attentionAt, fields.casesSince, fields.unloggedSince, ...(fields.moneyHours ?? [])];
  if (moments.some((moment) => moment && Number.isNaN(moment.getTime()))) {
    throw new Error(`order ${_id} says of something that it happened at no time`);
  }
  return {
    updateOne: {
      // Events that are taken out, and attention that is put off, parked or resumed, leave the version as it is.
      filter: { _id, version, outbox: { $size: outbox.length }, attentionAt },
      update: updateOf(asPutOff(fields, document)),
    },
  };
}

/** Failures are no part of the order: what was put off or parked for them stays so. */
function asPutOff(fields: DerivedFields, document: OrderDocument): DerivedFields {
  const { attentionFailures, parked } = document;
  if (parked !== undefined) {
    const { attentionAt: _, ...others } = fields;
    return { ...others, casesSince: document.casesSince ?? parked.since };
  }
  const { attentionAt = null } = document;
  const isPutOff =
    attentionFailures !== undefined && attentionAt !== null && fields.attentionAt !== undefined;
  return isPutOff && attentionAt > fields.attentionAt ? { ...fields, attentionAt } : fields;
}
