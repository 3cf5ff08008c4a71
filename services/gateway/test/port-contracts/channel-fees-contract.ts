import { describe, expect, test } from 'vitest';
import type { ChannelFees } from '../../src/ports/channel-fees.ts';
import { money } from '../builders/orders.ts';
import type { Instances } from './instances.ts';

/** The contract of every `ChannelFees`. */
export function channelFeesContract(open: () => Instances<ChannelFees>): void {
  const taken = (feeMinor: number, time: string) => ({
    at: new Date(`2026-11-${time}Z`),
    fee: money(feeMinor),
    net: money(10_000 - feeMinor),
  });

  describe('a channel’s fee', () => {
    test('is found by its booking ID, on every instance', async () => {
      const [one, other] = open();
      const at = new Date('2026-11-20T10:00:00Z');
      const dispute = { at, fee: money(-1_500, 'JPY'), net: money(-2, 'JPY') };
      const date = '2026-11-20';
      await one.record({
        ...{ channelId: 'ProcessorA', date },
        booked: [
          { bookingId: 'ProcessorA payment txn_1 in', fees: [taken(61, '20T09:00:00')] },
          { bookingId: 'ProcessorA dispute txn_1 dp.$1 out', fees: [dispute] },
        ],
      });
      const found = await other.find([
        'ProcessorA payment txn_1 in',
        'ProcessorA dispute txn_1 dp.$1 out',
        'ProcessorB payment txn_1 in',
      ]);
      expect([...found].sort()).toEqual([
        ['ProcessorA dispute txn_1 dp.$1 out', [dispute]],
        ['ProcessorA payment txn_1 in', [taken(61, '20T09:00:00')]],
      ]);
      expect(await other.find([])).toEqual(new Map());
    });

    test('replaces only fees of the same channel and day', async () => {
      const [one, other] = open();
      const bookingId = 'ProcessorA dispute txn_1 dp_1 out';
      const feesOf = async () => {
        const fees = (await other.find([bookingId])).get(bookingId) ?? [];
        return fees.toSorted((a, b) => a.at.getTime() - b.at.getTime());
      };
      const [first, second] = [taken(15, '10T09:00:00'), taken(25, '20T09:00:00')];
      const fees = [first, taken(16, '10T10:00:00')];
      const record = (reader: ChannelFees, date: string, ofDay: typeof fees) =>
        reader.record({ channelId: 'ProcessorA', date, booked: [{ bookingId, fees: ofDay }] });
      await record(one, '2026-11-10', fees);
      for (const reader of [one, other]) {
        await record(reader, '2026-11-20', [second]);
        expect(await feesOf()).toEqual([...fees, second]);
      }
      const corrected = taken(14, '10T09:00:00');
      await record(other, '2026-11-10', [corrected]);
      expect(await feesOf()).toEqual([corrected, second]);
    });

    test('is removed if the books of the day do not have it any more', async () => {
      const [one, other] = open();
      const date = '2026-11-20';
      const [kept, gone] = ['ProcessorA payment txn_1 in', 'ProcessorA payment txn_2 in'];
      const elsewhere = 'ProcessorB payment txn_2 in';
      const fees = [taken(61, '20T09:00:00')];
      await one.record({ channelId: 'ProcessorB', date, booked: [{ bookingId: elsewhere, fees }] });
      await one.record({ channelId: 'ProcessorA', date: '2026-11-19', booked: [{ bookingId: gone, fees }] });
      const both = [kept, gone].map((bookingId) => ({ bookingId, fees }));
      await one.record({ channelId: 'ProcessorA', date, booked: both });
      await other.record({ channelId: 'ProcessorA', date, booked: both.slice(0, 1) });
      const found = await one.find([kept, gone, elsewhere]);
      expect([...found].sort()).toEqual([
        [kept, fees],
        [gone, fees],
        [elsewhere, fees],
      ]);
      await other.record({ channelId: 'ProcessorA', date: '2026-11-19', booked: [] });
      expect(new Set((await one.find([kept, gone, elsewhere])).keys())).toEqual(new Set([kept, elsewhere]));
    });

    test('stays although the books of the day do not have it any more, if they may lack fees', async () => {
      const [one, other] = open();
      const day = { channelId: 'ProcessorA', date: '2026-11-20' };
      const [again, lacking] = ['ProcessorA payment txn_1 in', 'ProcessorA payment txn_2 in'];
      const [fees, corrected] = [[taken(61, '20T09:00:00')], [taken(62, '20T09:00:00')]];
      await one.record({ ...day, booked: [again, lacking].map((bookingId) => ({ bookingId, fees })) });
      await other.record({ ...day, booked: [{ bookingId: again, fees: corrected }], mayLackFees: true });
      expect([...(await one.find([again, lacking]))].sort()).toEqual([
        [again, corrected],
        [lacking, fees],
      ]);
    });

    test('is recorded of more bookings than one write takes', async () => {
      const [one, other] = open();
      const booked = Array.from({ length: 1_001 }, (_, number) => ({
        bookingId: `ProcessorA payment txn_${number} in`,
        fees: [taken(number, '20T09:00:00')],
      }));
      await one.record({ channelId: 'ProcessorA', date: '2026-11-20', booked });
      const ids = [0, 1, 1_000].map((number) => `ProcessorA payment txn_${number} in`);
      const found = await other.find(ids);
      expect(ids.map((id) => found.get(id)?.[0]?.fee.amountMinor)).toEqual([0, 1, 1_000]);
      await other.record({ channelId: 'ProcessorA', date: '2026-11-20', booked: [] });
      expect(await one.find(ids)).toEqual(new Map());
    });
  });
}
