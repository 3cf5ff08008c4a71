import { type QueryFilter, trusted } from 'mongoose';
import type { DueOrder, LeftOutLane } from '../../../ports/order-repository.ts';
import { dated } from './dated.ts';
import type { OrderDocument } from './order-documents.ts';

/** The members of a stored payment order that the search for due orders reads. */
export type DueOrderDocument = Pick<OrderDocument, '_id'> & {
  readonly order: Pick<OrderDocument['order'], 'merchantId'>;
  readonly due: Pick<OrderDocument['due'], 'lanes'>;
};

export const dueOrderProjection = { 'order.merchantId': 1, 'due.lanes': 1 } as const;

/**
 * Returns a filter for orders that have due work in at least one lane other than those in `leftOut`. A lane contains the work
 * that calls one channel, or the work that calls none.
 *
 * The filter names merchants only in order to exclude their lanes. If it named the merchants to include, the database would
 * read all orders of each of these merchants.
 */
export function dueIn(now: Date, leftOut: readonly LeftOutLane[]): QueryFilter<OrderDocument> {
  const { forAll, byMerchant } = grouped(leftOut);
  const inLane = (except: readonly (string | null)[]) => ({
    'due.lanes': trusted({ $elemMatch: { at: { $lte: now }, channelId: { $nin: [...except] } } }),
  });
  const forMerchants = [...byMerchant].map(([merchantId, own]) => ({
    $or: [{ 'order.merchantId': trusted({ $ne: merchantId }) }, inLane([...forAll, ...own])],
  }));
  return {
    'due.attentionAt': dated({ $lte: now }),
    ...inLane(forAll),
    ...(forMerchants.length > 0 && { $and: forMerchants }),
  };
}

export function toDueOrder(
  { _id: orderId, order: { merchantId }, due: { lanes = [] } }: DueOrderDocument,
  now: Date,
  leftOut: readonly LeftOutLane[],
): DueOrder {
  const { forAll, byMerchant } = grouped(leftOut);
  const except = [...forAll, ...(byMerchant.get(merchantId) ?? [])];
  const open = lanes.filter(({ channelId, at }) => at <= now && !except.includes(channelId));
  return { orderId, merchantId, channelIds: open.map(({ channelId }) => channelId) };
}

function grouped(leftOut: readonly LeftOutLane[]) {
  const forAll: (string | null)[] = [];
  const byMerchant = new Map<string, (string | null)[]>();
  for (const { channelId, merchantId } of leftOut) {
    if (merchantId === null) forAll.push(channelId);
    else byMerchant.set(merchantId, [...(byMerchant.get(merchantId) ?? []), channelId]);
  }
  return { forAll, byMerchant };
}
