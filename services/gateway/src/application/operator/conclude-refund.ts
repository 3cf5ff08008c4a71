import type { RefundConclusion } from '@kassa/contracts';
import { orderIdOf } from '../../domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import { type ConcludedRefund, concludeRefund } from '../../domain/refund/conclude-refund.ts';
import type { Refund } from '../../domain/refund/refund.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChangeOrder } from '../change-order.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { amountFound } from './amount-found.ts';

interface Dependencies {
  readonly change: ChangeOrder;
  readonly clock: Clock;
}

/** What an operator has found about a refund. */
export interface FoundRefund {
  readonly outcome: RefundConclusion;
  /** What went back, in major units of the order's currency; undefined: the refund's amount. */
  readonly amount?: number | undefined;
  /** It stays in the order's history. */
  readonly note: string;
}

/** Ends a refund, for the operator, whose result its channel never tells. */
export class ConcludeRefund {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(
    refundId: string,
    { amount, ...found }: FoundRefund,
  ): Promise<
    { readonly kind: 'concluded'; readonly order: PaymentOrder; readonly refund: Refund } | Refusal
  > {
    const orderId = orderIdOf(refundId);
    if (orderId === undefined) return notFound(refundId);
    const cause = { cause: 'refund_concluded', note: found.note } as const;
    const change = await this.#deps.change.decide<ConcludedRefund>(orderId, cause, (order) => {
      const moment = { now: this.#deps.clock.now(), realNow: this.#deps.clock.realNow() };
      const returned = amountFound(amount, order.amount.currency);
      if (returned === 'impossible') return { verdict: { kind: 'refused', reason: 'amount_impossible' } };
      const concluded = concludeRefund(order, refundId, { ...found, ...(returned && { returned }) }, moment);
      return concluded.kind === 'concluded'
        ? { order: concluded.order, verdict: concluded }
        : { verdict: concluded };
    });
    if (change.kind === 'order_not_found') return notFound(refundId);
    return change.verdict.kind === 'concluded'
      ? { kind: 'concluded', order: change.order, refund: change.verdict.refund }
      : refusalOf(refundId, change.verdict);
  }
}

function refusalOf(refundId: string, refused: Extract<ConcludedRefund, { kind: 'refused' }>): Refusal {
  switch (refused.reason) {
    case 'not_found':
      return notFound(refundId);
    case 'ended':
      return refuse(
        'REFUND_NOT_CONCLUDABLE',
        refused.endedAs === 'SUCCESS'
          ? 'The refund has ended already: it is SUCCESS.'
          : `The refund has ended already: it is ${refused.endedAs}. It can only be concluded as made or made by hand.`,
      );
    case 'still_tried':
      return refuse(
        'REFUND_NOT_CONCLUDABLE',
        'The gateway is still working on the refund. It can be concluded once it waits for you as a case refund_unresolved.',
      );
    case 'amount_impossible':
      return refuse(
        'REFUND_NOT_CONCLUDABLE',
        'The amount must be one of the order’s currency, and at most what was paid. A refund that was not made has none.',
      );
    case 'being_sent':
      return refuse(
        'REFUND_NOT_CONCLUDABLE',
        'The gateway is working on the refund right now, and a call to its channel may still be running. Look at the channel’s own record again in a minute.',
      );
  }
}

function notFound(refundId: string): Refusal {
  return refuse('REFUND_NOT_FOUND', `There is no refund ${refundId}.`);
}
