import { isWithin, type TimeSpan } from '../time-span.ts';
import type { ChannelFee, DatedFee } from './channel-fee.ts';
import { feesOfMovements } from './fees-of-movements.ts';
import { type MoneyMove, moneyMovesOf, type OrderMoney } from './money-moves.ts';

/** A line of a settlement report: a movement of money, with its order. */
export interface SettlementLine extends MoneyMove {
  readonly orderId: string;
  readonly merchantTransactionId: string;
  /** All movements of the order that have the same booking ID as this one. */
  readonly booked: {
    /** When the gateway learned of each of these movements, the earliest first. */
    readonly movedAt: readonly Date[];
    /** The place of this movement among them. */
    readonly index: number;
  };
}

/** A line of a settlement report, with the fee that the channel took. */
export interface LineWithFee extends SettlementLine {
  /** The fee; null if the channel's books do not contain it (yet). */
  readonly settled: ChannelFee | null;
}

/** Returns a settlement line for each movement of an order's money within a span of time. */
export function linesWithin(order: OrderMoney, span: TimeSpan): readonly SettlementLine[] {
  const { orderId, merchantTransactionId } = order;
  const moves = moneyMovesOf(order);
  const ofBooking = Map.groupBy(
    moves.toSorted((one, other) => one.at.getTime() - other.at.getTime()),
    ({ bookingId }) => bookingId,
  );
  return moves
    .filter(({ at }) => isWithin(at, span))
    .map((move) => {
      const together = ofBooking.get(move.bookingId) ?? [];
      const booked = { movedAt: together.map(({ at }) => at), index: together.indexOf(move) };
      return { ...move, orderId, merchantTransactionId, booked };
    });
}

/** Returns the fee that the channel took for the movement of a line; null if the channel's books do not show it. */
export function feeOf({ booked }: SettlementLine, fees: readonly DatedFee[]): ChannelFee | null {
  return feesOfMovements(booked.movedAt, fees)[booked.index] ?? null;
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
