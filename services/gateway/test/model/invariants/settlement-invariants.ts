import { isDeepStrictEqual } from 'node:util';
import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import { dateOf } from '../../../src/domain/reconciliation/due-days.ts';
import { moneyMovesOf } from '../../../src/domain/settlement/money-moves.ts';
import { readSettlementDay } from '../../../src/domain/settlement/settlement-day.ts';
import type { Fault } from './faults.ts';

/**
 * Checks that a change of an order does not alter a settlement report that was final when the change was written.
 *
 * @param writtenAt when the change was written, in business time
 */
export function faultsOfFinalDays(
  before: PaymentOrder,
  after: PaymentOrder,
  writtenAt: Date,
): readonly Fault[] {
  const earlier = moneyMovesOf(before);
  const later = moneyMovesOf(after);
  const changed = [
    ...earlier.filter((move) => !later.some((other) => isDeepStrictEqual(move, other))),
    ...later.filter((move) => !earlier.some((other) => isDeepStrictEqual(move, other))),
  ];
  return changed
    .filter(({ at }) => {
      const reading = readSettlementDay(dateOf(at), writtenAt);
      return reading.kind === 'read' && reading.day.isFinal;
    })
    .map(
      ({ kind, at }) =>
        `order ${after.merchantTransactionId} v${after.version}: a ${kind}, written at ${writtenAt.toISOString()}, alters the final report of ${dateOf(at)}`,
    );
}
