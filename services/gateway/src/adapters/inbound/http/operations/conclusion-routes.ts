import {
  ConcludeDisputeRequest,
  type ConcludedDispute,
  type ConcludedRefund,
  ConcludeRefundRequest,
  compileValidator,
  succeed,
} from '@kassa/contracts';
import type Router from '@koa/router';
import type { ConcludeDispute } from '../../../../application/operator/conclude-dispute.ts';
import type { ConcludeRefund } from '../../../../application/operator/conclude-refund.ts';
import { isAutomatic } from '../../../../domain/refund/refund.ts';
import { jsonBodyOf } from '../json-body.ts';
import { orInvalid } from '../request-reading.ts';
import type { AuditTrail } from './audit-trail.ts';

export interface ConclusionUseCases {
  readonly concludeRefund: ConcludeRefund;
  readonly concludeDispute: ConcludeDispute;
}

const readRefundRequest = compileValidator(ConcludeRefundRequest);
const readDisputeRequest = compileValidator(ConcludeDisputeRequest);

/** Ends that no channel tells, for `kassa-admin refund conclude` and `dispute conclude`. */
export function conclusionRoutes(router: Router, useCases: ConclusionUseCases, audit: AuditTrail): void {
  router.post('/refunds/:refundId/conclude', async (ctx) => {
    const refundId = String(ctx.params.refundId);
    const { outcome, note } = orInvalid(readRefundRequest(jsonBodyOf(ctx)));
    const { order, refund } = await audit.change(
      ctx,
      { action: 'refund.conclude', about: [refundId], details: { concluded_as: outcome, note } },
      () => useCases.concludeRefund.execute(refundId, outcome, note),
      (concluded) => [concluded.order.orderId],
    );
    ctx.body = succeed<ConcludedRefund>({
      refund_id: refundId,
      order_id: order.orderId,
      refund_state: refund.state,
      order_state: order.state,
      automatic: isAutomatic(refund),
    });
  });

  router.post('/orders/:orderId/dispute/conclude', async (ctx) => {
    const orderId = String(ctx.params.orderId);
    const { dispute, outcome, note } = orInvalid(readDisputeRequest(jsonBodyOf(ctx)));
    const { order } = await audit.change(
      ctx,
      { action: 'dispute.conclude', about: [orderId], details: { dispute, concluded_as: outcome, note } },
      () => useCases.concludeDispute.execute(orderId, { channelReference: dispute, outcome }, note),
    );
    ctx.body = succeed<ConcludedDispute>({
      order_id: orderId,
      dispute_state: outcome,
      order_state: order.state,
    });
  });
}
