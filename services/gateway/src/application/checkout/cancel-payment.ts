import { awaitedResultOf } from '../../domain/attempt/awaited-result.ts';
import { type GivingUpPlan, planGivingUp } from '../../domain/attempt/give-up-attempt.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import { CHANNEL_CALL_TIMEOUT_MS } from '../../ports/channel-timeouts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AwaitOrder } from '../await-order.ts';
import type { ChangeOrder } from '../change-order.ts';
import type { CancelAtChannel } from '../channels/cancel-at-channel.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { supersededRefusal } from './opening-refusals.ts';

export interface CancelledPayment {
  readonly kind: 'settled';
  /** The order after the cancellation. None of its submitted attempts waits for a result any more. */
  readonly order: PaymentOrder;
}

interface Dependencies {
  readonly change: ChangeOrder;
  readonly cancelAtChannel: CancelAtChannel;
  readonly awaitOrder: AwaitOrder;
  readonly clock: Clock;
}

/**
 * Cancels the attempt that the consumer gives up. The gateway stores the consumer's request before it calls the channel. So if
 * this process crashes, a recurring duty can still cancel the attempt. Until the channel confirms the cancellation, the attempt
 * stays in progress.
 */
export class CancelPayment {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(order: PaymentOrder, attemptId: string): Promise<CancelledPayment | Refusal> {
    const { orderId } = order;
    const change = await this.#deps.change.decide<GivingUpPlan>(order, 'attempt_given_up', (current) => {
      const plan = planGivingUp(current, attemptId, this.#deps.clock.now());
      return 'order' in plan && plan.order !== null
        ? { order: plan.order, verdict: plan }
        : { verdict: plan };
    });
    if (change.kind === 'order_not_found') throw new Error(`order ${orderId} disappeared`);
    switch (change.verdict.kind) {
      case 'superseded':
        return supersededRefusal();
      case 'settled':
        return { kind: 'settled', order: change.order };
      case 'cancel':
        return this.#answer(await this.#cancelled(orderId, attemptId), attemptId);
    }
  }

  /**
   * Cancels the attempt at its channel and returns the order afterwards. If another call is already cancelling the attempt,
   * this method waits until the attempt has ended, but only as long as a call to a channel can last.
   */
  async #cancelled(orderId: string, attemptId: string): Promise<PaymentOrder> {
    const answer = await this.#deps.cancelAtChannel.execute(orderId, attemptId);
    const order = await this.#deps.awaitOrder.until(
      orderId,
      (current) => awaitedResultOf(current)?.attemptId !== attemptId,
      answer === 'not_called' ? CHANNEL_CALL_TIMEOUT_MS : 0,
    );
    if (order === undefined) throw new Error(`order ${orderId} disappeared`);
    return order;
  }

  #answer(order: PaymentOrder, attemptId: string): CancelledPayment | Refusal {
    const awaited = awaitedResultOf(order);
    if (awaited?.attemptId !== attemptId) return { kind: 'settled', order };
    return {
      ...refuse('PAYMENT_IN_PROGRESS', 'The channel has not cancelled the attempt. Wait for its result.'),
      awaitingResultUntil: awaited.until,
    };
  }
}
