import type { ChannelFee, DatedFee } from './channel-fee.ts';

/**
 * A possible assignment of fees to movements: the fee of each movement (null if it has none), and a measure of how well they
 * fit.
 */
interface Pairing {
  readonly fees: readonly (ChannelFee | null)[];
  readonly pairedCount: number;
  /** The sum of `apart()` over all pairs: how far the movements and their fees are from each other in time. */
  readonly apart: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * A channel usually books the fee in this span of time: from a day before the gateway learns of the movement until a week after
 * that.
 */
const USUALLY_EARLIER_MS = DAY_MS;
const USUALLY_LATER_MS = 7 * DAY_MS;
const TOO_EARLY_FACTOR = 100;

/**
 * Returns the fee of each movement with one booking ID; null if the channel's books do not show a fee for it. Usually, the
 * first fee belongs to the first movement, the second to the second, and so on. The books can show fewer fees than there are
 * movements, because the gateway has not read all books yet, or more, because some channels list a movement twice. In these
 * cases, each movement gets a fee at a usual distance in time, or else the closest fee. If several are equally close, the first
 * fee goes to the first movement.
 *
 * Reading further fees does not change the fee of an earlier movement, provided that each fee is at a usual distance from its
 * movement and that the gateway reads the fees in the order in which the channel booked them.
 *
 * @param movedAt when the gateway learned of each movement, the earliest first
 * @param fees all fees that the channel's books show for these movements, in any order
 */
export function feesOfMovements(
  movedAt: readonly Date[],
  fees: readonly DatedFee[],
): readonly (ChannelFee | null)[] {
  const inTime = fees.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  // `best[i]` pairs the movements seen so far with the fees from index i on. The loops run from the last movement and the last
  // fee to the first.
  let best: readonly Pairing[] = Array.from({ length: inTime.length + 1 }, () => nothingPaired);
  for (const at of movedAt.toReversed()) {
    const next: Pairing[] = [];
    for (let index = inTime.length; index >= 0; index -= 1) {
      const without = withFirst(null, at, best[index]);
      const fee = inTime[index];
      next[index] =
        fee === undefined
          ? without
          : better(better(withFirst(fee, at, best[index + 1]), without), next[index + 1] ?? nothingPaired);
    }
    best = next;
  }
  return (best[0] ?? nothingPaired).fees;
}

const nothingPaired: Pairing = { fees: [], pairedCount: 0, apart: 0 };

function withFirst(fee: DatedFee | null, movedAt: Date, rest = nothingPaired): Pairing {
  return {
    fees: [fee && { fee: fee.fee, net: fee.net }, ...rest.fees],
    pairedCount: rest.pairedCount + (fee === null ? 0 : 1),
    apart: rest.apart + (fee === null ? 0 : apart(movedAt, fee)),
  };
}

function better(one: Pairing, other: Pairing): Pairing {
  if (one.pairedCount !== other.pairedCount) return one.pairedCount > other.pairedCount ? one : other;
  return one.apart <= other.apart ? one : other;
}

/**
 * Returns how far a fee is from a movement, in milliseconds; 0 for a usual distance. The gateway learns of most movements
 * within a day, and some channels book them up to a week later. All usual distances count as equal. Otherwise, a fee could
 * first be assigned to the nearest movement, and move to another one as soon as the nearest movement's own fee is read. A fee
 * that was booked long before the gateway learned of a movement probably does not belong to this movement.
 */
function apart(movedAt: Date, { at }: DatedFee): number {
  const laterMs = at.getTime() - movedAt.getTime();
  if (laterMs > USUALLY_LATER_MS) return laterMs;
  return laterMs > -USUALLY_EARLIER_MS ? 0 : -laterMs * TOO_EARLY_FACTOR;
}
