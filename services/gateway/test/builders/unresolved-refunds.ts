import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import {
  afterChange,
  closed,
  latest,
  paid,
  startRefund,
  submitted,
  succeeded,
  withRefund,
} from './orders.ts';
import { after } from './times.ts';

const DAY = 86_400;

/** An order whose last refund has the case `refund_unresolved`. */
export interface UnresolvedRefund {
  readonly order: PaymentOrder;
  readonly refundId: string;
}

/** A merchant's refund of 30 dollars for an order of 100. */
export function unresolvedRefund(
  isChannelThere: boolean,
  order: PaymentOrder = withRefund(paid(), { amountMinor: 3_000 }),
): UnresolvedRefund {
  return triedUntilShown(order, isChannelThere);
}

/** The return of 100 dollars that arrived after the order was closed. */
export function unresolvedReturn(isChannelThere: boolean): UnresolvedRefund {
  const order = closed(submitted());
  const late = applyPaymentResult(order, latest(order).attemptId, succeeded(), after(2000));
  return triedUntilShown(afterChange(late), isChannelThere);
}

/** Attempts the refund once a day without a result. The last attempt is less than twenty days after the start. */
function triedUntilShown(order: PaymentOrder, isChannelThere: boolean): UnresolvedRefund {
  const refundId = order.refunds.at(-1)?.refundId ?? '';
  let tried = order;
  for (let days = 1; openCases(tried).length === 0; days += 1) {
    tried = afterChange(startRefund(tried, refundId, after(days * DAY), isChannelThere));
  }
  return { order: tried, refundId };
}
