import { describe, expect, test } from 'vitest';
import { refundableMinor } from '../../src/domain/order/order-sums.ts';
import type { RefundAnswer } from '../../src/ports/payment-channel.ts';
import { latest, money } from '../builders/orders.ts';
import { refundCommand } from '../in-memory/requests.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

describe('a refund whose call is under way on another instance', () => {
  test('does not count as unsent on an instance whose clock is ahead', async () => {
    const surroundings = newSurroundings();
    const one = new TestGateway(surroundings);
    // The clock of this instance is almost 40 seconds ahead, which is the largest allowed difference.
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
    // The channel's answer that it has the refund arrives a moment later.
    call.resolve({ kind: 'pending', channelReference: 'ref_1' });
    await one.settle();
    expect((await one.order(order.orderId)).refunds[0]?.state).toBe('PROCESSING');
  });
});

test('a refusal that an instance records late frees no amount of a refund that the channel has since accepted', async () => {
  const surroundings = newSurroundings();
  const [stopped, other] = [new TestGateway(surroundings), new TestGateway(surroundings)];
  const merchant = await stopped.merchant();
  const { orderId } = await stopped.paid(merchant);
  const { channel } = surroundings;
  const send = channel.refund.bind(channel);
  // The channel refuses the first call. The instance pauses before it can record the refusal.
  const refusal = Promise.withResolvers<RefundAnswer>();
  channel.refund = () => refusal.promise;
  await stopped.acceptRefund.execute(merchant.merchantId, refundCommand({ amount: money(10_000) }));
  await expect.poll(async () => (await stopped.order(orderId)).refunds[0]?.state).toBe('PROCESSING');

  channel.refund = send;
  for (let minutes = 0; minutes < 3; minutes += 1) await other.attendAfter(60);
  expect((await other.order(orderId)).refunds[0]).toMatchObject({
    state: 'PROCESSING',
    channelReference: expect.any(String),
  });

  refusal.resolve({ kind: 'refused', failure: { code: 'try_later', message: 'Not now.' } });
  await stopped.settle();
  const order = await other.order(orderId);
  expect({ state: order.refunds[0]?.state, refundable: refundableMinor(order) }).toEqual({
    state: 'PROCESSING',
    refundable: 0,
  });
});
