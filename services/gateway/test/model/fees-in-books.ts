import { isRefundId } from '../../src/domain/order/order-identifiers.ts';
import type { StatementFee, StatementLine } from '../../src/domain/reconciliation/statement-line.ts';
import type { ChannelFee, DatedFee } from '../../src/domain/settlement/channel-fee.ts';
import type { LineWithFee } from '../../src/domain/settlement/settlement-lines.ts';

/**
 * Returns the fees that a channel takes for the movements in its books. Each kind of movement has its own fee. The bank takes a
 * dispute's money when the dispute is opened and returns it when the dispute is won, and the channel takes a fee both times.
 */
export function feesOf(lines: readonly StatementLine[]): readonly StatementFee[] {
  return lines.flatMap((line) => {
    const movedMinor = movedBy(line);
    if (line.reference === null || movedMinor === 0) return [];
    const { subject, reference, channelReference, at, amount } = line;
    const { amountMinor, currency } = amount;
    const feeMinor = leastFees[subject] + (amountMinor % 5);
    const fee = { amountMinor: feeMinor, currency };
    const net = { amountMinor: movedMinor - feeMinor, currency };
    return [{ subject, reference, channelReference, at, fee, net }];
  });
}

const leastFees = { payment: 2, refund: 1, dispute: 7 };

/** Returns how a line changes the balance, before the fee; 0 if no money moved. */
function movedBy(line: StatementLine): number {
  if (line.reference === null) return 0;
  const { amountMinor } = line.amount;
  if (line.subject === 'dispute') return line.state === 'won' ? amountMinor : -amountMinor;
  if (line.state !== 'succeeded') return 0;
  return line.subject === 'payment' ? amountMinor : -amountMinor;
}

/**
 * Returns the part of a booking ID that names the payment, refund or dispute. Refunds by hand, and disputes, name the attempt,
 * which can have several of them. The rest is left out, so that the check notices a fee that the gateway recorded under another
 * ID than its line's.
 */
function namedIn(bookingId: string): string {
  const [channelId, subject, reference = ''] = bookingId.split(' ');
  const isNamed = subject === 'payment' || isRefundId(reference);
  return isNamed ? `${channelId} ${subject} ${reference}` : bookingId;
}

/** Returns the name under which the settlement lines of a fee's movement are found. It does not use the gateway's own IDs. */
function nameOf(channelId: string, { subject, reference, channelReference, fee, net }: StatementFee): string {
  if (subject === 'payment' || isRefundId(reference)) return `${channelId} ${subject} ${reference}`;
  const direction = movedWith({ net, fee }) > 0 ? 'in' : 'out';
  return `${channelId} ${subject} ${reference} ${channelReference} ${direction}`;
}

/** The fees in the books of channels. */
export class FeesInBooks {
  readonly #byName = new Map<string, DatedFee[]>();

  add(channelId: string, lines: readonly StatementLine[]): void {
    for (const each of feesOf(lines)) {
      const name = nameOf(channelId, each);
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), each]);
    }
  }

  /**
   * Checks that the lines show each fee in the books once, if there are lines for them, and that each fee is at a line which
   * moves money in the same direction.
   */
  faultsOf(lines: readonly LineWithFee[]): readonly string[] {
    return [...this.#faultsOfNumbers(lines), ...faultsOfDirections(lines)];
  }

  #faultsOfNumbers(lines: readonly LineWithFee[]): readonly string[] {
    return Array.from(
      Map.groupBy(lines, ({ bookingId }) => namedIn(bookingId)),
      ([name, ofName]) => {
        const booked = this.#byName.get(name) ?? [];
        const shown = ofName.flatMap(({ settled }) => (settled === null ? [] : [settled.fee.amountMinor]));
        const expected = mostPaired(
          booked.map(movedWith),
          ofName.map(({ signedMinor }) => signedMinor),
        );
        const isEachOnce = shown.every(
          (fee) =>
            shown.filter((other) => other === fee).length <=
            booked.filter((other) => other.fee.amountMinor === fee).length,
        );
        return shown.length === expected && isEachOnce
          ? []
          : [
              `the settlement lines of ${name} show the fees ${shown}, and the books ${booked.map(({ fee }) => fee.amountMinor)}`,
            ];
      },
    ).flat();
  }
}

/** Returns how many fees can belong to lines: a line's fee is that of a movement in the same direction. */
function mostPaired(booked: readonly number[], shown: readonly number[]): number {
  return [1, -1].reduce((sum, sign) => {
    const isInDirection = (movedMinor: number) => Math.sign(movedMinor) === sign;
    return sum + Math.min(booked.filter(isInDirection).length, shown.filter(isInDirection).length);
  }, 0);
}

/** Returns how a movement changed the balance, before its fee. */
function movedWith({ net, fee }: ChannelFee): number {
  return net.amountMinor + fee.amountMinor;
}

function faultsOfDirections(lines: readonly LineWithFee[]): readonly string[] {
  return lines.flatMap(({ bookingId, signedMinor, settled }) => {
    if (settled === null) return [];
    const movedMinor = movedWith(settled);
    return movedMinor > 0 === signedMinor > 0
      ? []
      : [`the line ${bookingId} moves ${signedMinor}, and its fee is that of ${movedMinor}`];
  });
}
