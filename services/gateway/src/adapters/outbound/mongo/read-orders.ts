import { type Model, trusted } from 'mongoose';
import type { PaymentOrder } from '../../../domain/order/payment-order.ts';
import type { OrderSpan } from '../../../ports/order-repository.ts';
import { inDatabase } from './database-errors.ts';
import { type OpenSpan, within } from './open-span.ts';
import { type OrderDocument, toOrder } from './order-documents.ts';
import { type PageEnds, REMEMBERED_MS } from './page-ends.ts';
import { readInSpans } from './read-in-spans.ts';

const FIRST_SPAN_MS = REMEMBERED_MS;
const LONGEST_SPAN_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Lists a merchant's orders, the newest first.
 *
 * @param pageEnds remembers where the first pages of lists have ended
 */
export async function readOrders(
  model: Model<OrderDocument>,
  pageEnds: PageEnds,
  merchantId: string,
  { from, before, state, after }: OrderSpan,
  limit: number,
): Promise<readonly PaymentOrder[]> {
  const others = {
    'order.merchantId': merchantId,
    ...(state !== null && { 'order.state': state }),
    ...(after !== null && standsBehind(after)),
  };
  // Always give a lower bound. Tombstones lack this member, so because of the bound, the search does not read the tombstones'
  // part of the index.
  const list = { from: from ?? new Date(0), before: endOf(before, after) };
  const now = new Date();
  const isFirstPage = before === null && after === null;
  const pageKey = [merchantId, state, limit, list.from.getTime()].join();
  const settings = {
    direction: 'newest_first',
    firstSpanMs: FIRST_SPAN_MS,
    longestSpanMs: LONGEST_SPAN_MS,
    // The first span reaches to the end of the list, even if that is in the future. A sandbox's clock can be ahead.
    completeUpTo: now,
    expectedEndMs: isFirstPage ? pageEnds.recall(pageKey, now) : undefined,
  } as const;
  const read = (span: OpenSpan, most: number) =>
    inDatabase(async () => {
      const documents = await model
        .find({ ...others, 'order.createdAt': within(span) })
        .sort({ 'order.createdAt': -1, _id: -1 })
        .limit(most)
        .lean<OrderDocument[]>();
      return documents.map(toOrder);
    });
  const page = await readInSpans(list, settings, limit, { read });
  if (isFirstPage) pageEnds.note(pageKey, page[limit - 1]?.createdAt, now);
  return page;
}

/** Returns a time that is later than the creation of every order in the list; null if there is none. */
function endOf(before: Date | null, after: OrderSpan['after']): Date | null {
  if (after === null) return before;
  // An order that was created at the same time as `after` can come after it in the list.
  const afterMs = after.createdAt.getTime() + 1;
  return new Date(Math.min(afterMs, before?.getTime() ?? afterMs));
}

function standsBehind({ createdAt, orderId }: NonNullable<OrderSpan['after']>) {
  return {
    $or: [{ 'order.createdAt': trusted({ $lt: createdAt }) }, { _id: trusted({ $lt: orderId }) }],
  };
}
