import { orderIdOf } from '../../domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import { type CancelledRefund, cancelRefund } from '../../domain/refund/withdraw-refund.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChangeOrder } from '../change-order.ts';
import { type Refusal, refuse } from '../refusal.ts';

interface Dependencies {
  readonly change: ChangeOrder;
  readonly clock: Clock;
}

/** Cancels a merchant's refund that has not reached its channel, for the operator. */
export class CancelRefund {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(
    refundId: string,
  ): Promise<{ readonly kind: 'cancelled'; readonly order: PaymentOrder } | Refusal> {
    const orderId = orderIdOf(refundId);
    if (orderId === undefined) return refusalOf(refundId, 'not_found');
    const change = await this.#deps.change.decide<CancelledRefund>(orderId, 'refund_cancelled', (order) => {
      const cancelled = cancelRefund(order, refundId, this.#deps.clock.now());
      return cancelled.kind === 'cancelled'
        ? { order: cancelled.order, verdict: cancelled }
        : { verdict: cancelled };
    });
    if (change.kind === 'order_not_found') return refusalOf(refundId, 'not_found');
    return change.verdict.kind === 'cancelled'
      ? { kind: 'cancelled', order: change.order }
      : refusalOf(refundId, change.verdict.reason);
  }
}

function refusalOf(
  refundId: string,
  reason: Extract<CancelledRefund, { kind: 'refused' }>['reason'],
): Refusal {
  switch (reason) {
    case 'not_found':
      return refuse('REFUND_NOT_FOUND', `There is no refund ${refundId}.`);
    case 'automatic':
      return refuse(
        'REFUND_NOT_CANCELLABLE',
        'This refund returns money that came too late or twice; it is not the merchant’s to keep.',
      );
    case 'at_the_channel':
      return refuse(
        'REFUND_NOT_CANCELLABLE',
        'The refund was sent to its channel and may be made already. Wait for its result.',
      );
    case 'ended':
      return refuse('REFUND_NOT_CANCELLABLE', 'The refund has ended.');
  }
}
