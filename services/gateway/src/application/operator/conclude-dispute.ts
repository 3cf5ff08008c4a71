import {
  type ConcludedDispute,
  concludeDispute,
  type DisputeFinding,
} from '../../domain/dispute/conclude-dispute.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChangeOrder } from '../change-order.ts';
import { type Refusal, refuse } from '../refusal.ts';

interface Dependencies {
  readonly change: ChangeOrder;
  readonly clock: Clock;
}

/** Ends an order's dispute, for the operator, whose outcome its channel never tells. */
export class ConcludeDispute {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @param note what the operator has seen there; it stays in the order's history */
  async execute(
    orderId: string,
    found: DisputeFinding,
    note: string,
  ): Promise<{ readonly kind: 'concluded'; readonly order: PaymentOrder } | Refusal> {
    const cause = { cause: 'dispute_concluded', note } as const;
    const change = await this.#deps.change.decide<ConcludedDispute>(orderId, cause, (order) => {
      const concluded = concludeDispute(order, found, this.#deps.clock.now());
      return concluded.kind === 'concluded'
        ? { order: concluded.order, verdict: concluded }
        : { verdict: concluded };
    });
    if (change.kind === 'order_not_found') return refuse('ORDER_NOT_FOUND', `There is no order ${orderId}.`);
    return change.verdict.kind === 'concluded'
      ? { kind: 'concluded', order: change.order }
      : refusalOf(change.verdict, found.channelReference);
  }
}

function refusalOf(refused: Extract<ConcludedDispute, { kind: 'refused' }>, named: string): Refusal {
  switch (refused.reason) {
    case 'no_dispute':
      return refuse('DISPUTE_NOT_CONCLUDABLE', 'The order has no dispute.');
    case 'another':
      return refuse(
        'DISPUTE_NOT_CONCLUDABLE',
        `The order’s dispute is ${refused.channelReference} now, not ${named}: look at that one before you conclude it.`,
      );
    case 'ended':
      return refuse(
        'DISPUTE_NOT_CONCLUDABLE',
        `The order’s dispute has ended already: it is ${refused.endedAs}.`,
      );
  }
}
