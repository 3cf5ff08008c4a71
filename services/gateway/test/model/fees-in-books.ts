import { isRefundId } from '../../src/domain/order/order-identifiers.ts';
import { feesIn } from '../../src/domain/reconciliation/fees-in-books.ts';
import type { StatementFee, StatementLine } from '../../src/domain/reconciliation/statement-line.ts';
import type { DatedFee } from '../../src/domain/settlement/channel-fee.ts';
import type { LineWithFee } from '../../src/domain/settlement/settlement-lines.ts';

/** Returns the fees that a channel takes for the payments and refunds in its books. Each kind of movement has its own fee. */
export function feesOf(lines: readonly StatementLine[]): readonly StatementFee[] {
  return lines.flatMap((line) => {
    if (line.reference === null || line.subject === 'dispute' || line.state !== 'succeeded') return [];
    const { subject, reference, channelReference, at, amount } = line;
    const { amountMinor, currency } = amount;
    const feeMinor = (subject === 'payment' ? 2 : 1) + (amountMinor % 5);
    const movedMinor = subject === 'payment' ? amountMinor : -amountMinor;
    const fee = { amountMinor: feeMinor, currency };
    const net = { amountMinor: movedMinor - feeMinor, currency };
    return [{ subject, reference, channelReference, at, fee, net }];
  });
}

/**
 * Returns the part of a booking ID that names the payment or refund. Refunds by hand, and disputes, name the attempt, which can have
 * several of them. The rest is left out, so that the check notices a fee that the gateway recorded under another ID than its line's.
 */
function namedIn(bookingId: string): string {
  const [channelId, subject, reference = ''] = bookingId.split(' ');
  const isNamed = subject === 'payment' || isRefundId(reference);
  return isNamed ? `${channelId} ${subject} ${reference}` : bookingId;
}

/** The fees in the books of channels. */
export class FeesInBooks {
  readonly #byName = new Map<string, DatedFee[]>();

  add(channelId: string, lines: readonly StatementLine[]): void {
    for (const { bookingId, fees } of feesIn(channelId, '', feesOf(lines)).booked) {
      const name = namedIn(bookingId);
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), ...fees]);
    }
  }

  /** Checks that the lines show each fee in the books once, if there are lines for them. */
  faultsOf(lines: readonly LineWithFee[]): readonly string[] {
    return Array.from(
      Map.groupBy(lines, ({ bookingId }) => namedIn(bookingId)),
      ([name, ofName]) => {
        const booked = this.#byName.get(name) ?? [];
        const shown = ofName.flatMap(({ settled }) => (settled === null ? [] : [settled.fee.amountMinor]));
        const expected = Math.min(booked.length, ofName.length);
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
