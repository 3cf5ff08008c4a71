import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DatedFee } from '../../src/domain/settlement/channel-fee.ts';
import { feesOfMovements } from '../../src/domain/settlement/fees-of-movements.ts';
import { money } from '../builders/orders.ts';

const day = (number: number, hour = 12) => new Date(Date.UTC(2026, 10, number, hour));

/** The days of the fees that the movements get; null where a fee is not known. */
function paired(movements: readonly Date[], booked: readonly Date[]) {
  const fees = booked.map((at): DatedFee => ({ at, fee: money(at.getTime()), net: money(0) }));
  return feesOfMovements(movements, fees).map((taken) => taken && new Date(taken.fee.amountMinor));
}

describe('the fees of movements in one direction', () => {
  test('are paired in the sequence of the days', () => {
    expect(paired([day(1), day(9)], [day(9, 11), day(1, 11)])).toEqual([day(1, 11), day(9, 11)]);
    expect(paired([day(9), day(9)], [day(9, 8), day(9, 11)])).toEqual([day(9, 8), day(9, 11)]);
    expect(paired([], [day(1)])).toEqual([]);
    expect(paired([day(1)], [])).toEqual([null]);
  });

  test('do not move to another movement when a later one or its fee becomes known', () => {
    // The channel books the first movement five days after the gateway learned of it.
    expect(paired([day(1)], [day(6)])).toEqual([day(6)]);
    expect(paired([day(1), day(9)], [day(6)])).toEqual([day(6), null]);
    expect(paired([day(1), day(9)], [day(6), day(9)])).toEqual([day(6), day(9)]);
  });

  test('do not move to a nearer movement while its own fee is not read', () => {
    // The channel books each movement three days after the gateway learned of it.
    expect(paired([day(1)], [day(4)])).toEqual([day(4)]);
    for (const second of [day(3), day(4), day(4, 18)]) {
      expect(paired([day(1), second], [day(4)])).toEqual([day(4), null]);
      expect(paired([day(1), second], [day(4), day(6)])).toEqual([day(4), day(6)]);
    }
  });

  test('never change once they are read, if each fee is booked within a week of its movement', () => {
    const HOUR_MS = 3_600_000;
    const hours = fc.integer({ min: 0, max: 40 * 24 });
    const late = fc.integer({ min: -23, max: 7 * 24 });
    const from = day(1).getTime();
    const time = (hour: number) => new Date(from + hour * HOUR_MS);
    const scenario = fc.array(fc.tuple(hours, late), { maxLength: 6 }).map((each) => {
      const ordered = each.toSorted(([one], [other]) => one - other);
      let latest = Number.NEGATIVE_INFINITY;
      return ordered.map(([hour, lateness]) => {
        // A channel books movements in their sequence.
        latest = Math.max(latest, hour + lateness);
        return { at: time(hour), fee: time(latest) };
      });
    });
    fc.assert(
      fc.property(scenario, fc.nat(6), fc.nat(6), (all, learned, read) => {
        const movements = all.slice(0, learned);
        const fees = all.slice(0, read).map(({ fee }) => fee);
        const expected = movements.map(({ fee }, index) => (index < read ? fee : null));
        expect(
          paired(
            movements.map(({ at }) => at),
            fees,
          ),
        ).toEqual(expected);
      }),
    );
  });

  test('leave out a movement whose fee the books do not show', () => {
    expect(paired([day(1), day(9)], [day(9, 10)])).toEqual([null, day(9, 10)]);
    expect(paired([day(1), day(9)], [day(8, 23)])).toEqual([null, day(8, 23)]);
    expect(paired([day(1), day(9), day(20)], [day(1), day(20)])).toEqual([day(1), null, day(20)]);
  });

  test('are those of movements that the gateway learned of late', () => {
    expect(paired([day(1), day(20)], [day(1), day(9)])).toEqual([day(1), day(9)]);
    expect(paired([day(8), day(9)], [day(1), day(9)])).toEqual([day(1), day(9)]);
  });

  test('leave out a second record of a movement', () => {
    expect(paired([day(1)], [day(1), day(3)])).toEqual([day(1)]);
    expect(paired([day(2), day(9)], [day(1), day(2), day(9), day(10)])).toEqual([day(2), day(9)]);
  });
});
