import { type Model, trusted } from 'mongoose';
import type { PaymentOrder } from '../../../domain/order/payment-order.ts';
import type { OrderSpan } from '../../../ports/order-repository.ts';
import { inDatabase } from './database-errors.ts';
import { type OrderDocument, toOrder } from './order-documents.ts';

const FIRST_SPAN_MS = 15 * 60 * 1000;
/** The factor by which each span is longer than the one after it. */
const SPAN_FACTOR = 16;
/** A span that would be longer than this contains all earlier orders, so that a list never needs more than five searches. */
const LONGEST_SPAN_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Lists a merchant's orders, the newest first. Some databases take no order from an index: they read and sort all orders that
 * match. So the gateway reads back from the newest order, one span of time after the other, until the page is full. The spans
 * grow, so that a merchant's quiet year does not take many searches.
 */
export async function readOrders(
  model: Model<OrderDocument>,
  merchantId: string,
  { from, before, state, after }: OrderSpan,
  limit: number,
): Promise<readonly PaymentOrder[]> {
  // Always name a lower bound, because tombstones lack this member. The bound keeps the search out of the tombstones' part of
  // the index.
  const beginning = from ?? new Date(0);
  const others = {
    'order.merchantId': merchantId,
    ...(state !== null && { 'order.state': state }),
    ...(after !== null && standsBehind(after)),
  };
  const found: PaymentOrder[] = [];
  // The first span reaches to the end of the list, even if that is in the future. A sandbox's clock can be ahead.
  let end = endOf(before, after);
  for (let lengthMs = FIRST_SPAN_MS; ; lengthMs *= SPAN_FACTOR) {
    const startMs = Math.min(end?.getTime() ?? Number.POSITIVE_INFINITY, Date.now()) - lengthMs;
    const isLast = lengthMs > LONGEST_SPAN_MS || startMs <= beginning.getTime();
    const start = isLast ? beginning : new Date(startMs);
    const span = { $gte: start, ...(end !== null && { $lt: end }) };
    const documents = await inDatabase(() =>
      model
        .find({ ...others, 'order.createdAt': trusted(span) })
        .sort({ 'order.createdAt': -1, _id: -1 })
        .limit(limit - found.length)
        .lean<OrderDocument[]>(),
    );
    found.push(...documents.map(toOrder));
    if (isLast || found.length >= limit) return found;
    end = start;
  }
}

/** Returns the moment before which all orders of the list were created; null if there is none. */
function endOf(before: Date | null, after: OrderSpan['after']): Date | null {
  if (after === null) return before;
  // An order that was created at the same moment as `after` can still follow it.
  const afterMs = after.createdAt.getTime() + 1;
  return new Date(Math.min(afterMs, before?.getTime() ?? afterMs));
}

function standsBehind({ createdAt, orderId }: NonNullable<OrderSpan['after']>) {
  return {
    $or: [{ 'order.createdAt': trusted({ $lt: createdAt }) }, { _id: trusted({ $lt: orderId }) }],
  };
}
