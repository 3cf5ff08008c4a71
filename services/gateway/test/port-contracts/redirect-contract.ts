import { expect, test } from 'vitest';
import { type ChannelBench, openPayment } from './channel-bench.ts';

/** The contract of channels whose consumers pay on the channel's own page. */
export function redirectContract(
  methodCode: string,
  open: () => Pick<ChannelBench, 'channel' | 'newAttemptId' | 'onlyNotifies'>,
): void {
  test('cancelling a redirect that nobody used ends it', async () => {
    const { onlyNotifies } = open();
    if (onlyNotifies) {
      const payment = await openPayment(open(), methodCode);
      expect(await open().channel.cancel(payment)).toEqual({ kind: 'pending' });
      expect(await open().channel.cancel(onlyNotifies.ended(payment))).toEqual({ kind: 'not_askable' });
      return;
    }
    expect(await open().channel.cancel(await openPayment(open(), methodCode))).toEqual({ kind: 'cancelled' });
  });
}
