import assert from 'node:assert/strict';
import {
  type AttemptAnswer,
  type CancelledRefund,
  compileValidator,
  FindOrderQuery,
  type RepeatedReturn,
  succeed,
} from '@kassa/contracts';
import type Router from '@koa/router';
import type { AskAboutAttempt } from '../../../../application/operator/ask-about-attempt.ts';
import type { CancelRefund } from '../../../../application/operator/cancel-refund.ts';
import type { RepeatReturn } from '../../../../application/operator/repeat-return.ts';
import type { ShowOrder } from '../../../../application/operator/show-order.ts';
import { orThrow } from '../refused-error.ts';
import { orInvalid, queryOf } from '../request-reading.ts';
import type { AuditTrail } from './audit-trail.ts';
import { presentOperatorOrder } from './order-presenter.ts';

export interface OrderUseCases {
  readonly showOrder: ShowOrder;
  readonly askAboutAttempt: AskAboutAttempt;
  readonly cancelRefund: CancelRefund;
  readonly repeatReturn: RepeatReturn;
}

const readFindQuery = compileValidator(FindOrderQuery);

/** Orders, for `kassa-admin order …`, `attempt …` and `refund …`. */
export function orderRoutes(router: Router, useCases: OrderUseCases, audit: AuditTrail): void {
  router.get('/orders', async (ctx) => {
    const query = orInvalid(readFindQuery(queryOf(ctx)));
    const shown = await useCases.showOrder.executeByNumber(query.merchant_id, query.merchant_transaction_id);
    ctx.body = succeed(presentOperatorOrder(orThrow(shown)));
  });

  router.get('/orders/:orderId', async (ctx) => {
    const shown = await useCases.showOrder.execute(String(ctx.params.orderId));
    ctx.body = succeed(presentOperatorOrder(orThrow(shown)));
  });

  router.post('/attempts/:attemptId/ask', async (ctx) => {
    const attemptId = String(ctx.params.attemptId);
    const { answer, order } = await audit.change(
      ctx,
      { action: 'attempt.ask', about: [attemptId] },
      () => useCases.askAboutAttempt.execute(attemptId),
      (asked) => [asked.order.orderId],
    );
    const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
    assert(attempt !== undefined, 'attempts are never taken out of an order');
    ctx.body = succeed<AttemptAnswer>({
      answer,
      order_id: order.orderId,
      order_state: order.state,
      attempt_state: attempt.state,
    });
  });

  router.post('/refunds/:refundId/cancel', async (ctx) => {
    const refundId = String(ctx.params.refundId);
    const { order } = await audit.change(
      ctx,
      { action: 'refund.cancel', about: [refundId] },
      () => useCases.cancelRefund.execute(refundId),
      (cancelled) => [cancelled.order.orderId],
    );
    ctx.body = succeed<CancelledRefund>({ refund_id: refundId, order_id: order.orderId });
  });

  router.post('/refunds/:refundId/repeat', async (ctx) => {
    const failedId = String(ctx.params.refundId);
    const { refundId } = await audit.change(
      ctx,
      { action: 'refund.repeat', about: [failedId] },
      () => useCases.repeatReturn.execute(failedId),
      (repeated) => [repeated.refundId],
    );
    ctx.body = succeed<RepeatedReturn>({ refund_id: refundId });
  });
}
