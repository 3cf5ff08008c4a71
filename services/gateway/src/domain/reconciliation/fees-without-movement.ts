import { isAttemptAlive } from '../attempt/payment-attempt.ts';
import { disputesOf, feeIdsOf, type OrderMoney } from '../settlement/money-moves.ts';
import { bookingOf } from './fees-in-books.ts';
import type { AccountFees, StatementFee } from './statement-line.ts';

/**
 * The fees that a channel books apart from the movements of money, and that belong to no movement in the gateway's books. For
 * example, a channel takes a fee for a declined payment, or for a payment of another deployment with the same account. No
 * settlement report has a line that could contain such a fee.
 */
export class FeesWithoutMovement {
  readonly #channelId: string;
  readonly #byBooking: Map<string, readonly StatementFee[]>;

  constructor(channelId: string, fees: readonly StatementFee[]) {
    this.#channelId = channelId;
    const apart = fees.filter(({ isForProcessing, isUnreadable }) => isForProcessing && !isUnreadable);
    this.#byBooking = Map.groupBy(apart, (fee) => bookingOf(channelId, fee) ?? '');
  }

  /** Leaves out the fees of the movements of an order's money. */
  leaveOut(order: OrderMoney): void {
    if (this.#byBooking.size === 0) return;
    for (const feeId of feeIdsOf(order)) this.#byBooking.delete(feeId);
  }

  /** Returns the fees that are not left out, by the reference that they name: the ID of an attempt or a refund. */
  byReference(): ReadonlyMap<string, readonly StatementFee[]> {
    return Map.groupBy([...this.#byBooking.values()].flat(), ({ reference }) => reference);
  }

  /**
   * Says where the fee of an order belongs. `line`: its movement has a line in a settlement report. `awaited`: the outcome of the
   * payment, refund or dispute is open, so the movement can still follow. `account`: it belongs to no line. In the last comparison
   * of the day, a fee whose outcome is open counts among the fees of the account.
   */
  placeOf(order: OrderMoney, fee: StatementFee, isLastLook: boolean): 'line' | 'awaited' | 'account' {
    if (feeIdsOf(order).includes(bookingOf(this.#channelId, fee) ?? '')) return 'line';
    return !isLastLook && isOpen(order, fee) ? 'awaited' : 'account';
  }
}

function isOpen(order: OrderMoney, { subject, reference, channelReference }: StatementFee): boolean {
  switch (subject) {
    case 'payment':
      return order.attempts.some((attempt) => attempt.attemptId === reference && isAttemptAlive(attempt));
    case 'refund':
      return order.refunds.some(
        ({ refundId, state }) =>
          refundId === reference && (state === 'INITIALISED' || state === 'PROCESSING'),
      );
    case 'dispute':
      return disputesOf(order).some(
        (dispute) => dispute.channelReference === channelReference && dispute.state === 'opened',
      );
  }
}

/** Adds fees to the fees of the account. Returns the sums by currency code. */
export function withFees(
  known: readonly AccountFees[],
  fees: readonly StatementFee[],
): readonly AccountFees[] {
  const sums = new Map(known.map((each) => [each.currency, each]));
  for (const { fee } of fees) {
    const { currency, amountMinor } = fee;
    const { count = 0, sumMinor = 0n } = sums.get(currency) ?? {};
    sums.set(currency, { currency, count: count + 1, sumMinor: sumMinor + BigInt(amountMinor) });
  }
  return [...sums.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1));
}
