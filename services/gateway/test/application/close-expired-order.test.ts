import { describe, expect, test } from 'vitest';
import { declined, latest, money, succeeded } from '../builders/orders.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

async function gatewayWith(step: 'created' | 'opened' | 'submitted') {
  const gateway = new TestGateway();
  const order = await gateway[step](await gateway.merchant());
  const state = async () => (await gateway.order(order.orderId)).state;
  return { gateway, order, state, ...gateway.surroundings };
}

describe('an order whose validity ends', () => {
  test.each(['created', 'opened', 'submitted'] as const)(
    '%s: is closed, not a moment earlier',
    async (step) => {
      const { gateway, state } = await gatewayWith(step);
      const before = await state();
      await gateway.attendAfter(1799.9);
      expect(await state()).toBe(before);
      await gateway.attendAfter(0.1);
      expect(await state()).toBe('CLOSE');
    },
  );

  test('is closed only after its attempt was cancelled at the channel', async () => {
    const { gateway, order, channel } = await gatewayWith('submitted');
    await gateway.attendAfter(1800);
    expect(channel.payments.get(latest(order).attemptId)?.result).toEqual({ kind: 'cancelled' });
  });

  test('is paid if the channel reports the payment', async () => {
    const { gateway, order, channel, state } = await gatewayWith('submitted');
    channel.settle(latest(order).attemptId, succeeded());
    // The gateway cannot ask the channel for the result, so it learns the result from the answer to the cancellation.
    channel.ask = async () => ({ kind: 'unavailable', detail: 'down' });
    await gateway.attendAfter(1800);
    expect(await state()).toBe('PAY_SUCCESS');
    expect(channel.refunds.size).toBe(0);
    expect(await gateway.types(order.orderId)).toEqual([
      'order.payment.processing',
      'order.payment.succeeded',
    ]);
  });

  test('is failed if the channel reports a failure', async () => {
    const { gateway, order, channel, state } = await gatewayWith('submitted');
    channel.settle(latest(order).attemptId, declined);
    channel.ask = async () => ({ kind: 'unavailable', detail: 'down' });
    await gateway.attendAfter(1800);
    expect(await state()).toBe('PAY_FAIL');
  });

  test('is not closed while the channel cannot be asked, and is handled again half a minute later', async () => {
    const { gateway, channel, state } = await gatewayWith('submitted');
    channel.isReachable = false;
    await gateway.attendAfter(1800);
    expect(await state()).toBe('PAYING');
    channel.isReachable = true;
    await gateway.attendAfter(29);
    expect(await state()).toBe('PAYING');
    await gateway.attendAfter(1);
    expect(await state()).toBe('CLOSE');
  });

  test('raises an alert if the channel says that another amount was paid', async () => {
    const { gateway, order, channel, alerts } = await gatewayWith('submitted');
    channel.settle(latest(order).attemptId, succeeded(money(1)));
    channel.ask = async () => ({ kind: 'unavailable', detail: 'down' });
    await gateway.attendAfter(1800);
    expect(alerts.kinds).toEqual(['result_quarantined']);
  });

  test('is closed once if two instances process it at the same time', async () => {
    const surroundings = newSurroundings();
    const [one, other] = [new TestGateway(surroundings), new TestGateway(surroundings)];
    const order = await one.submitted(await one.merchant());
    surroundings.channel.ask = async () => ({ kind: 'pending' });
    await Promise.all([one.attendAfter(1800), other.attendAfter(0)]);
    const closed = await one.order(order.orderId);
    // Five changes, each made once: a question, the planned cancellation, the call, its answer, and the closing.
    expect(closed).toMatchObject({ state: 'CLOSE', version: order.version + 5 });
  });
});
