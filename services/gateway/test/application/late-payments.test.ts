import { describe, expect, test } from 'vitest';
import { declined, latest, money, succeeded } from '../builders/orders.ts';
import { outcomeOf, refundCommand } from '../in-memory/requests.ts';
import { paymentCallback, submittedGateway } from '../in-memory/submitted-gateway.ts';

describe('a payment that succeeds too late either pays the order or is returned to the consumer (fault 19)', () => {
  test('after closing is returned, with an alert', async () => {
    const { gateway, order, attemptId, receive } = await submittedGateway();
    const { channel, alerts } = gateway.surroundings;
    await gateway.attendAfter(1801);
    expect((await gateway.order(order.orderId)).state).toBe('CLOSE');
    channel.settle(attemptId, succeeded());
    await receive(paymentCallback('evt_1', attemptId, succeeded()));
    await gateway.settle();
    expect(alerts.raised).toEqual([
      { kind: 'money_returned', orderId: order.orderId, origin: 'late_payment' },
    ]);
    await gateway.attendAfter(1);
    const [refund] = (await gateway.order(order.orderId)).refunds;
    channel.settleRefund(refund?.refundId ?? '');
    await gateway.attendAfter(31);
    const end = await gateway.order(order.orderId);
    expect(end.state).toBe('CLOSE');
    expect(end.refunds).toMatchObject([{ state: 'SUCCESS', origin: 'late_payment' }]);
    expect(channel.returnedMinor(attemptId)).toBe(10_000);
    expect(await gateway.types(order.orderId)).toEqual(['order.payment.processing']);
  });

  test('beside another paid attempt is returned as the second payment', async () => {
    const { gateway, order, attemptId, receive } = await submittedGateway();
    const { channel, alerts } = gateway.surroundings;
    await receive(paymentCallback('evt_1', attemptId, declined));
    await gateway.settle();
    const failed = await gateway.order(order.orderId);
    await gateway.initialise.execute(failed, 'sandbox_wallet');
    await gateway.submit.execute(await gateway.order(order.orderId), null);
    const second = latest(await gateway.order(order.orderId)).attemptId;
    channel.settle(attemptId, succeeded());
    await receive(paymentCallback('evt_2', attemptId, succeeded()));
    // The channel takes the other attempt's money at the same moment, so that attempt can no longer be cancelled.
    channel.settle(second, succeeded());
    await gateway.attendAfter(1);
    expect(alerts.raised).toEqual([
      { kind: 'money_returned', orderId: order.orderId, origin: 'second_payment' },
    ]);
    await gateway.attendAfter(1);
    const end = await gateway.order(order.orderId);
    expect(end).toMatchObject({ state: 'PAY_SUCCESS', paidByAttemptId: attemptId });
    expect([...channel.refunds.values()]).toMatchObject([{ attemptId: second, amount: money(10_000) }]);
    // The payment that pays the order can still be refunded in full.
    const refund = await gateway.acceptRefund.execute(
      order.merchantId,
      refundCommand({ amount: money(10_000) }),
    );
    expect(outcomeOf(refund)).toBe('accepted');
  });

  test('raises an alert if the money cannot be returned', async () => {
    const { gateway, attemptId, receive } = await submittedGateway();
    const { channel, alerts } = gateway.surroundings;
    await gateway.attendAfter(1801);
    channel.settle(attemptId, succeeded());
    await receive(paymentCallback('evt_1', attemptId, succeeded()));
    await gateway.settle();
    // Somebody has already returned the money by hand at the channel.
    const amount = money(10_000);
    channel.refunds.set('by-hand', {
      attemptId,
      amount,
      result: { kind: 'succeeded', returned: amount },
      movedAt: new Date(),
    });
    await gateway.attendAfter(1);
    expect(alerts.kinds).toEqual(['money_returned', 'return_failed']);
  });
});
