import type { ShownRefundOrigin } from '@kassa/contracts';
import type { Model } from 'mongoose';
import {
  type ListedRefund,
  listedRefundsOf,
  type RefundFilter,
} from '../../../domain/refund/listed-refunds.ts';
import type { TimeSpan } from '../../../domain/time-span.ts';
import { inDatabase } from './database-errors.ts';
import {
  type OrderDocument,
  type OrderRefundsDocument,
  refundsProjection,
  toOrderRefunds,
  withRefundsCreated,
} from './order-documents.ts';

/** How many orders the gateway reads in one step. If a span of time contains more, the gateway reads a shorter span. */
const ORDERS_AT_A_TIME = 500;
const FIRST_SPAN_MS = 24 * 60 * 60 * 1000;
/** The factor by which the next span is longer after a span with few orders, or shorter after a span with too many. */
const SPAN_FACTOR = 4;

/**
 * Reads a merchant's refunds, the newest first. An order has several refunds, and the database can sort only orders. So the
 * gateway reads back from the newest refund, one span of time after the other, and sorts each span itself. The spans adapt to
 * the number of refunds, so that neither a busy day nor a quiet year takes a long time.
 */
export async function readRefunds(
  model: Model<OrderDocument>,
  merchantId: string,
  filter: RefundFilter,
  limit: number,
  ordersAtATime = ORDERS_AT_A_TIME,
): Promise<readonly ListedRefund[]> {
  const found: ListedRefund[] = [];
  const beginning = filter.from?.getTime() ?? 0;
  let end = endOf(filter);
  let lengthMs = FIRST_SPAN_MS;
  while (found.length < limit && end > beginning) {
    const span = { from: new Date(Math.max(end - lengthMs, beginning)), before: new Date(end) };
    const isShortest = lengthMs === 1;
    const orders = await ordersWithin(model, merchantId, span, filter, isShortest ? 0 : ordersAtATime + 1);
    if (orders.length > ordersAtATime && !isShortest) {
      lengthMs = Math.ceil(lengthMs / SPAN_FACTOR);
    } else {
      found.push(...listedRefundsOf(orders, { ...filter, ...span }));
      end = span.from.getTime();
      lengthMs *= SPAN_FACTOR;
    }
  }
  return found.slice(0, limit);
}

/** Returns a time that is later than the creation of every refund in the list. */
function endOf({ before, after }: RefundFilter): number {
  // A refund that was created at the same time as `after` can come after it in the list.
  return Math.min(
    before.getTime(),
    after === null ? Number.POSITIVE_INFINITY : after.createdAt.getTime() + 1,
  );
}

/** @param limit 0 for no limit */
function ordersWithin(
  model: Model<OrderDocument>,
  merchantId: string,
  span: TimeSpan,
  { state, origin }: RefundFilter,
  limit: number,
) {
  const others = { ...(state !== null && { state }), ...(origin !== null && storedOrigin[origin]) };
  return inDatabase(async () => {
    const documents = await model
      .find(withRefundsCreated(merchantId, span, others), refundsProjection)
      .limit(limit)
      .lean<OrderRefundsDocument[]>();
    return documents.map(toOrderRefunds);
  });
}

/** The conditions by which the database finds the refunds of each origin. */
const storedOrigin: Readonly<Record<ShownRefundOrigin, object>> = {
  merchant: { origin: 'merchant' },
  gateway: { origin: { $ne: 'merchant' } },
  channel: { isMadeAtProcessor: true },
};
