import { isWithin, type TimeSpan } from '../time-span.ts';
import type { ChannelFee } from './channel-fee.ts';
import { type MoneyMove, moneyMovesOf, type OrderMoney } from './money-moves.ts';

/** A line of a settlement report: a movement of money, with its order. */
export interface SettlementLine extends MoneyMove {
  readonly orderId: string;
  readonly merchantTransactionId: string;
}

/** A line of a settlement report, with what the channel took for it. */
export interface LineWithFee extends SettlementLine {
  /** The fee; null if the channel's books do not contain it (yet). */
  readonly settled: ChannelFee | null;
}

/** Returns a settlement line for each movement of an order's money within a span of time. */
export function linesWithin(order: OrderMoney, span: TimeSpan): readonly SettlementLine[] {
  const { orderId, merchantTransactionId } = order;
  return moneyMovesOf(order)
    .filter(({ at }) => isWithin(at, span))
    .map((move) => ({ ...move, orderId, merchantTransactionId }));
}

/**
 * Sorts the lines of a settlement report by time, and lines with the same time by the ID of the payment order. Lines with the
 * same time and the same payment order stay in their sequence.
 */
export function inOrderOfTime<Line extends SettlementLine>(lines: readonly Line[]): readonly Line[] {
  return lines.toSorted((one, other) => {
    const apartMs = one.at.getTime() - other.at.getTime();
    if (apartMs !== 0) return apartMs;
    return one.orderId < other.orderId ? -1 : Number(one.orderId > other.orderId);
  });
}
