import type { SandboxTrigger } from '@kassa/contracts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import { triggerTarget } from '../../domain/sandbox/trigger-target.ts';
import type { OrderLookup } from '../../ports/order-repository.ts';
import type { SandboxTriggers, TriggerAnswer } from '../../ports/sandbox-triggers.ts';
import { findOrTombstone } from '../find-or-tombstone.ts';
import { orderArchived, type Refusal, refuse } from '../refusal.ts';

export interface PulledTrigger {
  readonly kind: 'pulled';
  /**
   * The order as it was when the tester used the trigger. The trigger itself changes nothing in the order; the simulated
   * processor's callback does so later.
   */
  readonly order: PaymentOrder;
}

interface Dependencies {
  readonly orders: OrderLookup;
  readonly triggers: ReadonlyMap<string, SandboxTriggers>;
}

/** Lets a tester make something happen to an order's payment at the sandbox's simulated processor, such as a dispute. */
export class PullSandboxTrigger {
  readonly #deps: Dependencies;
  /** @param deps.triggers the triggers of each channel that leads to a simulator, by channel ID */

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @param merchantId the merchant that must own the order; null for the operator, who may name any */
  async execute(
    orderId: string,
    what: SandboxTrigger,
    merchantId: string | null,
  ): Promise<PulledTrigger | Refusal> {
    const order = await findOrTombstone(this.#deps.orders, orderId);
    if (order === undefined || (merchantId !== null && order.merchantId !== merchantId)) {
      return refuse('ORDER_NOT_FOUND', `There is no order ${orderId}.`, [
        { path: 'order_id', message: 'is unknown' },
      ]);
    }
    if ('place' in order) return orderArchived(order);
    const target = triggerTarget(order, what);
    if (target.kind === 'none') return notPossible(order, what, target.reason);
    let answer: TriggerAnswer | undefined;
    for (const attempt of target.attempts) {
      const pulled = await this.#deps.triggers.get(attempt.channelId)?.pull(attempt, what);
      if (pulled !== undefined) answer = answer === undefined ? pulled : together(answer, pulled);
    }
    if (answer === undefined) {
      const elsewhere = target.attempts.map(({ channelId }) => channelId).join(', ');
      return notPossible(order, what, `The payment is at ${elsewhere}, which has no triggers.`);
    }
    switch (answer.kind) {
      case 'pulled':
        return { kind: 'pulled', order };
      case 'not_possible':
        return notPossible(order, what, answer.reason);
      case 'unavailable':
        return refuse('CHANNEL_ERROR', `The sandbox processor did not answer: ${answer.detail}.`);
    }
  }
}

/**
 * Combines the processor's answers about two payments to which the same trigger was applied. If the processor did not answer
 * about one of them, the trigger has failed. Otherwise, the trigger has succeeded if it was possible for at least one of them.
 */
function together(one: TriggerAnswer, other: TriggerAnswer): TriggerAnswer {
  if (one.kind === 'unavailable') return one;
  return one.kind === 'pulled' && other.kind === 'not_possible' ? one : other;
}

function notPossible(order: PaymentOrder, what: SandboxTrigger, reason: string): Refusal {
  return refuse(
    'TRIGGER_NOT_POSSIBLE',
    `${what} is not possible: the order is in state ${order.state}. ${reason}`,
  );
}
