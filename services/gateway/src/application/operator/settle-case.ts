import { isBeingSent, settleCase } from '../../domain/order/operator-cases.ts';
import { orderIdOf } from '../../domain/order/order-identifiers.ts';
import type { Refund } from '../../domain/refund/refund.ts';
import type { Clock } from '../../ports/clock.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import type { ChangeOrder } from '../change-order.ts';
import { type Refusal, refuse } from '../refusal.ts';

export interface SettledCase {
  readonly kind: 'settled';
  readonly orderId: string;
  /** The refund that the case was about, as it is now; null for other cases. */
  readonly refund: Refund | null;
}

interface Dependencies {
  readonly change: ChangeOrder;
  readonly clock: Clock;
}

/** Takes a case off the list after an operator has looked into it; what was found stays with the order. */
export class SettleCase {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @throws {TemporarilyUnavailable} while a call that sends the refund of the case may be under way */
  async execute(caseId: string, note: string): Promise<SettledCase | Refusal> {
    const orderId = orderIdOf(caseId);
    const change =
      orderId === undefined
        ? undefined
        : await this.#deps.change.apply(orderId, 'case_settled', (order) => {
            if (isBeingSent(order, caseId, this.#deps.clock.realNow())) throw beingSent(caseId);
            return settleCase(order, caseId, note, this.#deps.clock.now());
          });
    if (change?.kind !== 'done' || change.verdict !== 'changed') {
      return refuse(
        'CASE_NOT_FOUND',
        `There is no open case ${caseId}. It may be settled or have ended by itself.`,
      );
    }
    const { order } = change;
    const refund = order.refunds.find(({ refundId }) => refundId === caseId) ?? null;
    return { kind: 'settled', orderId: order.orderId, refund };
  }
}

function beingSent(caseId: string): TemporarilyUnavailable {
  return new TemporarilyUnavailable(
    `refund ${caseId} is being sent right now: look for it again in a minute`,
  );
}
