import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import { ManageDisputes } from '../../../../application/operator/manage-disputes.ts';
import { ManageRefunds } from '../../../../application/operator/manage-refunds.ts';
import { isAutomatic } from '../../../../domain/refund/refund.ts';
import type { InstancesOf } from '../instances-of.ts';
import { route } from '../route.ts';
import type { AuditTrail } from './audit-trail.ts';

export const conclusionUseCases = {
  refunds: ManageRefunds,
  disputes: ManageDisputes,
};
export type ConclusionUseCases = InstancesOf<typeof conclusionUseCases>;

/**
 * Lets an operator enter the outcome of a refund or dispute that the channel does not report, for `kassa-admin refund
 * conclude` and `dispute conclude`.
 */
export function conclusionRoutes(router: Router, useCases: ConclusionUseCases, audit: AuditTrail): void {
  route(router, endpoints.concludeRefund, async ({ ctx, path: { refundId }, body }) => {
    const { outcome, amount, looked_at, not_by_hand, note } = body;
    const details = {
      concluded_as: outcome,
      ...(amount !== undefined && { amount }),
      ...(looked_at !== undefined && { looked_at }),
      ...(not_by_hand !== undefined && { not_by_hand }),
      note,
    };
    const lookedAt = looked_at === undefined ? undefined : new Date(looked_at);
    const { order, refund, correction } = await audit.change(
      ctx,
      { action: 'refund.conclude', about: [refundId], details },
      () =>
        useCases.refunds.conclude(refundId, { outcome, amount, lookedAt, isNotByHand: not_by_hand, note }),
      (concluded) => [concluded.order.orderId],
    );
    return {
      refund_id: refundId,
      order_id: order.orderId,
      refund_state: refund.state,
      order_state: order.state,
      correction_id: correction?.refundId ?? null,
      automatic: isAutomatic(refund),
    };
  });

  route(router, endpoints.concludeDispute, async ({ ctx, path: { orderId }, body }) => {
    const { dispute, outcome, amount, attempt_id: attemptId, payment, corrects, note } = body;
    const details = {
      dispute,
      ...(attemptId !== undefined && { attempt_id: attemptId }),
      ...(payment !== undefined && { payment }),
      concluded_as: outcome,
      ...(amount !== undefined && { amount }),
      ...(corrects !== undefined && { corrects }),
      note,
    };
    const finding = {
      channelReference: dispute,
      ...(attemptId !== undefined && { attemptId }),
      ...(payment !== undefined && { paymentReference: payment }),
      outcome,
      amount,
      ...(corrects !== undefined && { corrects: new Date(corrects) }),
      note,
    };
    const { order } = await audit.change(ctx, { action: 'dispute.conclude', about: [orderId], details }, () =>
      useCases.disputes.conclude(orderId, finding),
    );
    return {
      order_id: orderId,
      dispute_state: outcome,
      order_state: order.state,
      other_payment: attemptId !== undefined && attemptId !== order.paidByAttemptId,
    };
  });
}
