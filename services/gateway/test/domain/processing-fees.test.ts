import { expect, test } from 'vitest';
import { type DatedFee, processingIdOf } from '../../src/domain/settlement/channel-fee.ts';
import { linesWithin, type SettlementLine, withFees } from '../../src/domain/settlement/settlement-lines.ts';
import { money, paid } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const DAY_S = 86_400;
const taken = (seconds: number, feeMinor: number, netMinor: number): DatedFee => ({
  at: after(seconds),
  fee: money(feeMinor),
  net: money(netMinor),
});

/** The lines of a refund that went out twice, 10 days apart, with the fees that the channel's books show. */
function linesOf(processing: readonly DatedFee[]) {
  const [line] = linesWithin(paid(), { from: after(0), before: after(60) });
  if (line === undefined) throw new Error('a line');
  const movedAt = [after(0), after(10 * DAY_S)];
  const fees = [taken(0, 5, -105), taken(10 * DAY_S, 6, -106)];
  return movedAt.map((at, index): readonly [number | undefined, number | undefined] => {
    const moved: SettlementLine = { ...line, at, booked: { movedAt, index } };
    const { settled } = withFees(moved, (id) => (id === processingIdOf(line.bookingId) ? processing : fees));
    return [settled?.fee.amountMinor, settled?.net.amountMinor];
  });
}

test('a fee for processing belongs to the movement that follows it, or was at most a day earlier', () => {
  expect(linesOf([])).toEqual([
    [5, -105],
    [6, -106],
  ]);
  expect(linesOf([taken(-3 * DAY_S, 1, -1), taken(DAY_S, 2, -2)])).toEqual([
    [8, -108],
    [6, -106],
  ]);
  expect(linesOf([taken(DAY_S + 1, 2, -2), taken(10 * DAY_S, 4, -4)])).toEqual([
    [5, -105],
    [12, -112],
  ]);
});

test('as long as a fee for processing cannot be read, the fee of its movement is unknown', () => {
  const unreadable = { ...taken(0, 0, 0), isUnreadable: true } as const;
  expect(linesOf([unreadable])).toEqual([
    [undefined, undefined],
    [6, -106],
  ]);
});

test('a fee for processing that is later than every movement belongs to the last one', () => {
  expect(linesOf([taken(30 * DAY_S, 2, -2)])).toEqual([
    [5, -105],
    [8, -108],
  ]);
});
