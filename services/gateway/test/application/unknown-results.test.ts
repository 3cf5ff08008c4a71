import { describe, expect, test } from 'vitest';
import { declined, latest, money, succeeded } from '../builders/orders.ts';
import { cards } from '../in-memory/fake-channel.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

/** If a channel does not answer a call, the gateway asks for the result and does not repeat the call. */
describe('fault 20: if the answer to a submitted payment is lost, the gateway asks the channel and never submits the payment again', () => {
  async function unanswered() {
    const gateway = new TestGateway();
    const order = await gateway.submitted(await gateway.merchant(), {}, cards.unanswered);
    const { channel } = gateway.surroundings;
    const state = async () => (await gateway.order(order.orderId)).state;
    return { gateway, order, channel, attemptId: latest(order).attemptId, state };
  }

  test.each([
    ['paid', succeeded(), 'PAY_SUCCESS'],
    ['declined', declined, 'PAY_FAIL'],
  ])('is asked about after five seconds and found %s', async (_case, result, state) => {
    const at = await unanswered();
    at.channel.settle(at.attemptId, result);
    await at.gateway.attendAfter(4.9);
    expect(at.channel.inquiries).toBe(0);
    expect(await at.state()).toBe('PAYING');
    await at.gateway.attendAfter(0.1);
    expect(await at.state()).toBe(state);
    expect(at.channel.payments.get(at.attemptId)?.charges).toBe(1);
  });

  test('is asked about again, less and less often, and by one instance at a time', async () => {
    const at = await unanswered();
    const other = new TestGateway(at.gateway.surroundings);
    for (const seconds of [5, 10, 20, 40]) {
      const before = at.channel.inquiries;
      await Promise.all([at.gateway.attendAfter(seconds), other.attendAfter(0)]);
      expect(at.channel.inquiries).toBe(before + 1);
    }
    expect(at.channel.payments.get(at.attemptId)?.charges).toBe(1);
  });

  test('is asked about again if the channel cannot be reached', async () => {
    const at = await unanswered();
    at.channel.isReachable = false;
    await at.gateway.attendAfter(5);
    expect(await at.state()).toBe('PAYING');
    at.channel.isReachable = true;
    at.channel.settle(at.attemptId, succeeded());
    await at.gateway.attendAfter(10);
    expect(await at.state()).toBe('PAY_SUCCESS');
  });

  test('is reported to an operator if its state is unknown', async () => {
    const at = await unanswered();
    const detail = 'it is on the moon';
    at.channel.ask = async () => ({ kind: 'not_understood', detail });
    await at.gateway.attendAfter(5);
    expect(await at.state()).toBe('PAYING');
    expect(at.gateway.surroundings.alerts.raised).toEqual([
      { kind: 'report_for_operator', channelId: 'Sandbox', reference: at.attemptId, detail },
    ]);
  });

  test('raises an alert if the channel names another amount', async () => {
    const at = await unanswered();
    at.channel.settle(at.attemptId, succeeded(money(1)));
    await at.gateway.attendAfter(5);
    expect(await at.state()).toBe('PAYING');
    expect(at.gateway.surroundings.alerts.kinds).toEqual(['result_quarantined']);
  });
});

describe('a submission that never arrived', () => {
  async function lost() {
    const surroundings = newSurroundings();
    const gateway = new TestGateway(surroundings);
    const order = await gateway.opened(await gateway.merchant());
    surroundings.channel.isReachable = false;
    await gateway.submit.execute(order, cards.succeeds);
    surroundings.channel.isReachable = true;
    const { attemptId } = latest(order);
    const state = async () => (await gateway.order(order.orderId)).state;
    return { gateway, order, attemptId, state, ...surroundings };
  }

  test('is given up after a minute: cancelled at the channel, and the consumer may try again', async () => {
    const { gateway, state, channel, attemptId, order } = await lost();
    for (const seconds of [5, 10, 20]) await gateway.attendAfter(seconds);
    // The submission may still be on its way.
    expect(await state()).toBe('PAYING');
    await gateway.attendAfter(40);
    expect(await state()).toBe('PAY_FAIL');
    expect(channel.payments.get(attemptId)).toMatchObject({ charges: 0, result: { kind: 'cancelled' } });
    expect(latest(await gateway.order(order.orderId)).failure).toMatchObject({
      code: 'submission_lost',
      category: 'processing_error',
    });
    expect(await gateway.types(order.orderId)).toEqual(['order.payment.processing', 'order.payment.failed']);
  });

  test('but was paid after all when it is cancelled pays the order', async () => {
    const { gateway, state, channel, attemptId } = await lost();
    for (const seconds of [5, 10, 20]) await gateway.attendAfter(seconds);
    const ask = channel.ask.bind(channel);
    channel.ask = async (payment) => {
      const answer = await ask(payment);
      channel.settle(attemptId, succeeded());
      return answer;
    };
    await gateway.attendAfter(40);
    expect(await state()).toBe('PAY_SUCCESS');
  });
});
