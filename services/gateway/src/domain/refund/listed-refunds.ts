import type { RefundState, ShownRefundOrigin } from '@kassa/contracts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { type Refund, shownOriginOf } from './refund.ts';

/** Which of a merchant's refunds a list contains. */
export interface RefundFilter {
  /** Only refunds that were created at this time or later; null for no limit. */
  readonly from: Date | null;
  /** Only refunds that were created before this time. */
  readonly before: Date;
  readonly state: RefundState | null;
  readonly origin: ShownRefundOrigin | null;
  /** The refund after which the list continues. It need not be in the list itself. */
  readonly after: RefundPosition | null;
}

type RefundPosition = Pick<Refund, 'createdAt' | 'refundId'>;

/** A refund in a list, with the IDs of its order. */
export interface ListedRefund {
  readonly order: Pick<PaymentOrder, 'orderId' | 'merchantTransactionId'>;
  readonly refund: Refund;
}

type OrderWithRefunds = ListedRefund['order'] & Pick<PaymentOrder, 'refunds'>;

/** Returns the refunds of some orders that a list contains, the newest first. */
export function listedRefundsOf(
  orders: readonly OrderWithRefunds[],
  filter: RefundFilter,
): readonly ListedRefund[] {
  return orders
    .flatMap(({ orderId, merchantTransactionId, refunds }) => {
      const order = { orderId, merchantTransactionId };
      return refunds.filter((refund) => isListed(refund, filter)).map((refund) => ({ order, refund }));
    })
    .sort((one, other) => newestFirst(one.refund, other.refund));
}

function isListed(refund: Refund, { from, before, state, origin, after }: RefundFilter): boolean {
  const { createdAt } = refund;
  if ((from !== null && createdAt < from) || createdAt >= before) return false;
  if (state !== null && refund.state !== state) return false;
  if (origin !== null && shownOriginOf(refund) !== origin) return false;
  return after === null || newestFirst(refund, after) > 0;
}

/** Refunds that were created at the same time are sorted by descending ID. */
function newestFirst(one: RefundPosition, other: RefundPosition): number {
  const apartMs = other.createdAt.getTime() - one.createdAt.getTime();
  if (apartMs !== 0) return apartMs;
  return one.refundId > other.refundId ? -1 : Number(one.refundId < other.refundId);
}
