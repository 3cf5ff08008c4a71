import { expect, test } from 'vitest';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import type { RefundAnswer } from '../../src/ports/payment-channel.ts';
import { money } from '../builders/orders.ts';
import { refundCommand } from '../in-memory/requests.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

test('a refusal that an instance records late is no report about a refund that a later sending has made', async () => {
  const surroundings = newSurroundings();
  const [stopped, other] = [new TestGateway(surroundings), new TestGateway(surroundings)];
  const merchant = await stopped.merchant();
  const { orderId } = await stopped.paid(merchant);
  const { channel } = surroundings;
  const send = channel.refund.bind(channel);
  // The channel refuses the first call. The instance stands still before it can record the refusal.
  const refusal = Promise.withResolvers<RefundAnswer>();
  channel.refund = () => refusal.promise;
  await stopped.acceptRefund.execute(merchant.merchantId, refundCommand({ amount: money(3_000) }));
  await expect.poll(async () => (await stopped.order(orderId)).refunds[0]?.state).toBe('PROCESSING');

  // The other instance finds the refund unsent and sends it. The channel makes it.
  channel.refund = send;
  for (let minutes = 0; minutes < 3; minutes += 1) await other.attendAfter(60);
  const refundId = (await other.order(orderId)).refunds[0]?.refundId ?? '';
  channel.settleRefund(refundId);
  for (let hours = 0; hours < 3; hours += 1) await other.attendAfter(3_600);
  expect((await other.order(orderId)).refunds[0]?.state).toBe('SUCCESS');

  refusal.resolve({ kind: 'refused', failure: { code: 'try_later', message: 'Not now.' } });
  await stopped.settle();
  expect(openCases(await other.order(orderId))).toEqual([]);
});
