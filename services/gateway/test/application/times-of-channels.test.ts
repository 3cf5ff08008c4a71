import { expect, test } from 'vitest';
import { latest } from '../builders/orders.ts';
import { refundCommand } from '../in-memory/requests.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const TWO_DAYS = 2 * 86_400;

/** Processors' clocks show real time, so the gateway gives them moments in real time. */
test('a channel gets a payment’s deadline in real time, however far business time is ahead', async () => {
  const gateway = new TestGateway();
  const { channel, clock } = gateway.surroundings;
  const merchant = await gateway.merchant();
  const deadlineOf = async () => {
    const order = await gateway.opened(merchant, { merchantTransactionId: `T-${channel.deadlines.size}` });
    const leftMs = order.expiresAt.getTime() - clock.now().getTime();
    return { leftMs, deadlineMs: (channel.deadlines.get(latest(order).attemptId)?.getTime() ?? 0) - leftMs };
  };
  const before = await deadlineOf();
  expect(before).toEqual({ leftMs: 1_800_000, deadlineMs: clock.realNow().getTime() });
  clock.move(TWO_DAYS);
  expect(await deadlineOf()).toEqual(before);
});

test('a channel that is asked about a refund gets the time of its acceptance in real time', async () => {
  const gateway = new TestGateway();
  const { channel, clock } = gateway.surroundings;
  clock.move(TWO_DAYS);
  const merchant = await gateway.merchant();
  const order = await gateway.paid(merchant);
  channel.isAnswerLost = true;
  await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
  await gateway.settle();
  const acceptedAt = clock.realNow();
  await gateway.attendAfter(60);
  const [refund] = (await gateway.order(order.orderId)).refunds;
  expect(channel.acceptedAt).toEqual(new Map([[refund?.refundId, acceptedAt]]));
});
