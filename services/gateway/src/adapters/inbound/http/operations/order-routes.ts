import assert from 'node:assert/strict';
import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import { AskAboutAttempt } from '../../../../application/operator/ask-about-attempt.ts';
import { ManageRefunds } from '../../../../application/operator/manage-refunds.ts';
import { ShowOrder } from '../../../../application/operator/show-order.ts';
import type { InstancesOf } from '../instances-of.ts';
import { orThrow } from '../refused-error.ts';
import { route } from '../route.ts';
import type { AuditTrail } from './audit-trail.ts';
import { presentOperatorOrder } from './order-presenter.ts';

export const orderUseCases = {
  showOrder: ShowOrder,
  askAboutAttempt: AskAboutAttempt,
  refunds: ManageRefunds,
};
export type OrderUseCases = InstancesOf<typeof orderUseCases>;

/** Shows and changes orders, attempts and refunds, for `kassa-admin order …`, `attempt …` and `refund …`. */
export function orderRoutes(router: Router, useCases: OrderUseCases, audit: AuditTrail): void {
  route(router, endpoints.findOrder, async ({ query }) => {
    const shown = await useCases.showOrder.executeByTransactionId(
      query.merchant_id,
      query.merchant_transaction_id,
    );
    return presentOperatorOrder(orThrow(shown));
  });

  route(router, endpoints.showOrder, async ({ path }) => {
    const shown = await useCases.showOrder.execute(path.orderId);
    return presentOperatorOrder(orThrow(shown));
  });

  route(router, endpoints.askAboutAttempt, async ({ ctx, path: { attemptId } }) => {
    const { answer, order } = await audit.change(
      ctx,
      { action: 'attempt.ask', about: [attemptId] },
      () => useCases.askAboutAttempt.execute(attemptId),
      (asked) => [asked.order.orderId],
    );
    const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
    assert(attempt !== undefined, 'attempts are never taken out of an order');
    return {
      answer,
      order_id: order.orderId,
      order_state: order.state,
      attempt_state: attempt.state,
    };
  });

  route(router, endpoints.cancelRefund, async ({ ctx, path: { refundId } }) => {
    const { order } = await audit.change(
      ctx,
      { action: 'refund.cancel', about: [refundId] },
      () => useCases.refunds.cancel(refundId),
      (cancelled) => [cancelled.order.orderId],
    );
    return { refund_id: refundId, order_id: order.orderId };
  });

  route(router, endpoints.repeatReturn, async ({ ctx, path: { refundId: failedId } }) => {
    const { refundId } = await audit.change(
      ctx,
      { action: 'refund.repeat', about: [failedId] },
      () => useCases.refunds.repeatReturn(failedId),
      (repeated) => [repeated.refundId],
    );
    return { refund_id: refundId };
  });
}
