import { describe, expect, test } from 'vitest';
import type { RefundAnswer } from '../../src/ports/payment-channel.ts';
import { latest, money } from '../builders/orders.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { newSurroundings, refundCommand, TestGateway } from '../in-memory/test-gateway.ts';

describe('a refund whose call is under way on another instance', () => {
  test('does not count as unsent on an instance whose clock is ahead', async () => {
    const surroundings = newSurroundings();
    const one = new TestGateway(surroundings);
    // The instances' clocks may be 40 seconds apart, which is the event log's margin.
    const ahead = new SettableClock(new Date(surroundings.clock.realNow().getTime() + 39_000));
    const merchant = await one.merchant();
    const order = await one.paid(merchant);
    const { channel } = surroundings;
    const call = Promise.withResolvers<RefundAnswer>();
    channel.refund = () => call.promise;
    void one.acceptRefund.execute(merchant.merchantId, refundCommand({ amount: money(10_000) }));
    await expect.poll(async () => (await one.order(order.orderId)).refunds[0]?.state).toBe('PROCESSING');

    const other = new TestGateway({ ...surroundings, clock: ahead });
    await other.receiveCallback.apply({
      callbackId: 'evt_1',
      channelId: 'Sandbox',
      notification: {
        kind: 'dispute',
        attemptId: latest(order).attemptId,
        report: { kind: 'opened', channelReference: 'dsp_1', amount: money(10_000) },
      },
      receivedAt: ahead.realNow(),
    });
    await other.attendAfter(0);
    // The channel accepts the refund a moment later.
    call.resolve({ kind: 'pending', channelReference: 'ref_1' });
    await one.settle();
    expect((await one.order(order.orderId)).refunds[0]?.state).toBe('PROCESSING');
  });
});
