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

/** Returns an order of 100 dollars with a merchant's refund of 30 dollars that has no result. */
export function unresolvedRefund(
  isChannelThere: boolean,
  order: PaymentOrder = withRefund(paid(), { amountMinor: 3_000 }),
): UnresolvedRefund {
  return triedUntilShown(order, isChannelThere);
}

/** Returns an order whose 100 dollars arrived after it had closed. Their return has no result. */
export function unresolvedReturn(isChannelThere: boolean): UnresolvedRefund {
  const order = closed(submitted());
  const late = applyPaymentResult(order, latest(order).attemptId, succeeded(), after(2000));
  return triedUntilShown(afterChange(late), isChannelThere);
}

/** Tries a refund once a day, without a result, until it is a case. The last try is less than twenty days after the start. */
function triedUntilShown(order: PaymentOrder, isChannelThere: boolean): UnresolvedRefund {
  const refundId = order.refunds.at(-1)?.refundId ?? '';
  let tried = order;
  for (let days = 1; openCases(tried).length === 0; days += 1) {
    tried = afterChange(startRefund(tried, refundId, after(days * DAY), isChannelThere));
  }
  return { order: tried, refundId };
}
