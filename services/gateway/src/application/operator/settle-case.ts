import { settleCase } from '../../domain/order/operator-cases.ts';
import { orderIdOf } from '../../domain/order/order-identifiers.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChangeOrder } from '../change-order.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Takes a case off the list after an operator has looked into it; what was found stays with the order. */
export class SettleCase {
  readonly #change: ChangeOrder;
  readonly #clock: Clock;

  constructor(deps: { change: ChangeOrder; clock: Clock }) {
    this.#change = deps.change;
    this.#clock = deps.clock;
  }

  async execute(
    caseId: string,
    note: string,
  ): Promise<{ readonly kind: 'settled'; readonly orderId: string } | Refusal> {
    const orderId = orderIdOf(caseId);
    const change =
      orderId === undefined
        ? undefined
        : await this.#change.apply(orderId, 'case_settled', (order) =>
            settleCase(order, caseId, note, this.#clock.now()),
          );
    return change?.kind === 'done' && change.verdict === 'changed'
      ? { kind: 'settled', orderId: change.order.orderId }
      : refuse(
          'CASE_NOT_FOUND',
          `There is no open case ${caseId}. It may be settled or have ended by itself.`,
        );
  }
}
