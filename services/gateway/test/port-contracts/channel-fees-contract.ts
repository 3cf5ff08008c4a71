import { describe, expect, test } from 'vitest';
import type { ChannelFees } from '../../src/ports/channel-fees.ts';
import { money } from '../builders/orders.ts';
import type { Instances } from './instances.ts';

/** The contract of every `ChannelFees`. */
export function channelFeesContract(open: () => Instances<ChannelFees>): void {
  const settled = (feeMinor: number) => ({ fee: money(feeMinor), net: money(10_000 - feeMinor) });

  describe('what channels took', () => {
    test('is found by the booking, on every instance', async () => {
      const [one, other] = open();
      const dispute = { fee: money(-1_500, 'JPY'), net: money(-2, 'JPY') };
      await one.record([
        { bookingId: 'ProcessorA payment txn_1 in', ...settled(61) },
        { bookingId: 'ProcessorA dispute txn_1 dp.$1 out', ...dispute },
      ]);
      const found = await other.find([
        'ProcessorA payment txn_1 in',
        'ProcessorA dispute txn_1 dp.$1 out',
        'ProcessorB payment txn_1 in',
      ]);
      expect([...found].sort()).toEqual([
        ['ProcessorA dispute txn_1 dp.$1 out', dispute],
        ['ProcessorA payment txn_1 in', settled(61)],
      ]);
      expect(await other.find([])).toEqual(new Map());
    });

    test('is recorded anew if the books say it again', async () => {
      const [one, other] = open();
      const fees = Array.from({ length: 1_001 }, (_, number) => ({
        bookingId: `ProcessorA payment txn_${number} in`,
        ...settled(number),
      }));
      const [first] = fees;
      if (first === undefined) throw new Error('no fee');
      await one.record([...fees, { ...first, ...settled(7) }]);
      await other.record([{ bookingId: 'ProcessorA payment txn_1000 in', ...settled(8) }]);
      await one.record([]);
      const ids = [0, 1, 1_000].map((number) => `ProcessorA payment txn_${number} in`);
      const found = await other.find(ids);
      expect(ids.map((id) => found.get(id))).toEqual([settled(7), settled(1), settled(8)]);
    });
  });
}
