import { orderIdOf } from '../../domain/order/order-identifiers.ts';
import { type RepeatedReturn, repeatReturn } from '../../domain/refund/return-money.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BackgroundWork } from '../background-work.ts';
import type { ChangeOrder } from '../change-order.ts';
import type { ExecuteRefund } from '../channels/execute-refund.ts';
import { type Refusal, refuse } from '../refusal.ts';

interface Dependencies {
  readonly change: ChangeOrder;
  readonly executeRefund: ExecuteRefund;
  readonly background: BackgroundWork;
  readonly clock: Clock;
}

/** Tries once more, for the operator, to return money that came too late or twice. */
export class RepeatReturn {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @returns the ID of the new refund */
  async execute(
    failedRefundId: string,
  ): Promise<{ readonly kind: 'repeated'; readonly refundId: string } | Refusal> {
    const orderId = orderIdOf(failedRefundId);
    if (orderId === undefined) return refusalOf(failedRefundId, 'not_found');
    const change = await this.#deps.change.decide<RepeatedReturn>(orderId, 'return_repeated', (order) => {
      const repeated = repeatReturn(order, failedRefundId, this.#deps.clock.now());
      return repeated.kind === 'repeated'
        ? { order: repeated.order, verdict: repeated }
        : { verdict: repeated };
    });
    if (change.kind === 'order_not_found') return refusalOf(failedRefundId, 'not_found');
    if (change.verdict.kind === 'refused') return refusalOf(failedRefundId, change.verdict.reason);
    const { refundId } = change.verdict;
    this.#deps.background.start('execute-refund', () => this.#deps.executeRefund.execute(orderId, refundId));
    return { kind: 'repeated', refundId };
  }
}

function refusalOf(
  refundId: string,
  reason: Extract<RepeatedReturn, { kind: 'refused' }>['reason'],
): Refusal {
  switch (reason) {
    case 'not_found':
      return refuse('REFUND_NOT_FOUND', `There is no refund ${refundId}.`);
    case 'not_automatic':
      return refuse(
        'RETURN_NOT_REPEATABLE',
        'This refund is the merchant’s, who can ask for another one under a new number.',
      );
    case 'not_failed':
      return refuse('RETURN_NOT_REPEATABLE', 'The return did not fail.');
    case 'reported_made':
      return refuse(
        'RETURN_NOT_REPEATABLE',
        'The channel has reported since that the money went back after all. Look at its own record first.',
      );
    case 'no_open_case':
      return refuse(
        'RETURN_NOT_REPEATABLE',
        'The same money was tried to be returned again, or an operator has settled this return.',
      );
  }
}
