import type { Money } from '@kassa/contracts';
import { isWithin, type TimeSpan } from '../time-span.ts';
import { type ChannelFee, type DatedFee, processingIdOf } from './channel-fee.ts';
import { feesOfMovements } from './fees-of-movements.ts';
import { type MoneyMove, moneyMovesOf, type OrderMoney } from './money-moves.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A line of a settlement report: a movement of money, with its order. */
export interface SettlementLine extends MoneyMove {
  readonly orderId: string;
  readonly merchantTransactionId: string;
  /** All movements of the order that have the same booking ID as this movement. */
  readonly booked: {
    /** When the gateway learned of each of these movements, the earliest first. */
    readonly movedAt: readonly Date[];
    /** The place of this movement among them. */
    readonly index: number;
  };
}

/** A line of a settlement report, with the fees that the channel took. */
export interface LineWithFee extends SettlementLine {
  /** The fee; null if the channel's books do not contain it (yet), or a part of it cannot be read. */
  readonly settled: ChannelFee | null;
  /**
   * The fees for processing that the channel took in currencies other than the one in which it settled. They are not part of
   * `settled`, because nobody knows the exchange rate.
   */
  readonly furtherFees: readonly Money[];
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

/**
 * Returns a line with the fees that the channel took for its movement. The fee for processing is known days before the
 * settlement. The line shows it only once the settlement is known, because until then, the processing fee would look like the
 * whole fee.
 *
 * @param feesBy returns the fees that the channel's books show for a booking ID
 */
export function withFees(
  line: SettlementLine,
  feesBy: (bookingId: string) => readonly DatedFee[],
): LineWithFee {
  const { bookingId, booked } = line;
  const moved = feesOfMovements(booked.movedAt, feesBy(bookingId))[booked.index] ?? null;
  if (moved === null) return { ...line, settled: null, furtherFees: [] };
  const processed = feesBy(processingIdOf(bookingId)).filter(
    ({ at }) => processedIndex(booked.movedAt, at) === booked.index,
  );
  if (processed.some(({ isUnreadable }) => isUnreadable)) return { ...line, settled: null, furtherFees: [] };
  const processing = processed.map(({ fee }) => fee);
  const { currency } = moved.fee;
  const others = Map.groupBy(
    processing.filter((fee) => fee.currency !== currency),
    (fee) => fee.currency,
  );
  const withinMinor = sumOf(processing.filter((fee) => fee.currency === currency));
  return {
    ...line,
    settled: {
      fee: { amountMinor: moved.fee.amountMinor + withinMinor, currency },
      net: { amountMinor: moved.net.amountMinor - withinMinor, currency },
    },
    furtherFees: Array.from(others, ([other, fees]) => ({ amountMinor: sumOf(fees), currency: other })),
  };
}

/**
 * Returns the index of the movement for whose processing a channel took a fee. The channel takes this fee when it receives the
 * request, so the movement comes later, or at about the same time.
 */
function processedIndex(movedAt: readonly Date[], at: Date): number {
  const index = movedAt.findIndex((moved) => moved.getTime() >= at.getTime() - DAY_MS);
  return index === -1 ? movedAt.length - 1 : index;
}

function sumOf(fees: readonly Money[]): number {
  return fees.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/**
 * Sorts the lines of a settlement report by time, and lines with the same time by the ID of the payment order. Lines with the
 * same time and the same payment order stay in their present order.
 */
export function inOrderOfTime<Line extends SettlementLine>(lines: readonly Line[]): readonly Line[] {
  return lines.toSorted((one, other) => {
    const apartMs = one.at.getTime() - other.at.getTime();
    if (apartMs !== 0) return apartMs;
    return one.orderId < other.orderId ? -1 : Number(one.orderId > other.orderId);
  });
}
