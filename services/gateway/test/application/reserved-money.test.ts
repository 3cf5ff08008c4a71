import { describe, expect, test } from 'vitest';
import { CompareChannelBooks } from '../../src/application/reconciliation/compare-channel-books.ts';
import { declined, latest, succeeded } from '../builders/orders.ts';
import { cards } from '../in-memory/fake-channel.ts';
import { InMemoryChannelFees } from '../in-memory/in-memory-channel-fees.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const HOUR = 3_600;

/** Makes an order whose only submission was never answered. */
async function submitted() {
  const gateway = new TestGateway();
  const order = await gateway.submitted(await gateway.merchant(), {}, cards.unanswered);
  return bench(gateway, order.orderId, latest(order).attemptId);
}

/** Makes an order whose first attempt was replaced by one with another method, while its channel did not answer. */
async function replaced() {
  const gateway = new TestGateway();
  const order = await gateway.opened(await gateway.merchant());
  const { channel } = gateway.surroundings;
  const cancel = channel.cancel.bind(channel);
  channel.cancel = async () => ({ kind: 'unavailable', detail: 'down' });
  await gateway.initialise.execute(await gateway.order(order.orderId), 'sandbox_wallet');
  await gateway.settle();
  channel.cancel = cancel;
  return bench(gateway, order.orderId, latest(order).attemptId);
}

function bench(gateway: TestGateway, orderId: string, attemptId: string) {
  const { channel } = gateway.surroundings;
  return {
    gateway,
    channel,
    orderId,
    attemptId,
    state: async () => (await gateway.order(orderId)).state,
    ask: async () => {
      const asked = await gateway.askAboutAttempt.execute(attemptId);
      await gateway.settle();
      return asked.kind === 'asked' ? asked.answer : asked.name;
    },
    payment: () => channel.payments.get(attemptId),
  };
}

describe('money that waits to be captured', () => {
  test('is captured once when an attempt that awaits its result is checked', async () => {
    const at = await submitted();
    at.channel.reserve(at.attemptId);
    const other = new TestGateway(at.gateway.surroundings);
    await Promise.all([at.gateway.attendAfter(5), other.attendAfter(0)]);
    expect(await at.state()).toBe('PAY_SUCCESS');
    expect(at.channel.captures).toBe(1);
  });

  test('is asked about again if its capture is not answered', async () => {
    const at = await submitted();
    at.channel.reserve(at.attemptId);
    const capture = at.channel.capture.bind(at.channel);
    at.channel.capture = async () => ({ kind: 'unavailable', detail: 'down' });
    await at.gateway.attendAfter(5);
    expect(await at.state()).toBe('PAYING');
    at.channel.capture = capture;
    await at.gateway.attendAfter(10);
    expect(await at.state()).toBe('PAY_SUCCESS');
  });

  test('is captured when an operator asks about an attempt that awaits its result', async () => {
    const at = await submitted();
    at.channel.reserve(at.attemptId);
    expect(await at.ask()).toBe('ended');
    expect(await at.state()).toBe('PAY_SUCCESS');
  });

  test('is released when an operator asks about an attempt that has failed', async () => {
    const at = await submitted();
    await at.gateway.result(at.attemptId, declined);
    at.channel.reserve(at.attemptId);
    expect(await at.ask()).toBe('cancelled');
    expect(at.channel.captures).toBe(0);
    expect(at.payment()).toMatchObject({ result: { kind: 'cancelled' } });
    expect(await at.state()).toBe('PAY_FAIL');
  });

  test('is released when an operator asks about a replaced attempt that is to be cancelled', async () => {
    const at = await replaced();
    at.channel.reserve(at.attemptId);
    expect(await at.ask()).toBe('cancelled');
    expect(at.channel.captures).toBe(0);
    const [attempt] = (await at.gateway.order(at.orderId)).attempts;
    expect(attempt).toMatchObject({ state: 'ABANDONED', cancellation: null });
  });

  test('is released when an operator asks about an attempt beside the one that paid', async () => {
    const at = await replaced();
    const { attemptId } = latest(await at.gateway.order(at.orderId));
    at.channel.settle(attemptId, succeeded());
    await at.gateway.result(attemptId, succeeded());
    at.channel.reserve(at.attemptId);
    expect(await at.ask()).toBe('cancelled');
    expect(at.channel.captures).toBe(0);
    expect(await at.gateway.order(at.orderId)).toMatchObject({ state: 'PAY_SUCCESS', refunds: [] });
  });

  test('is released when an operator asks about an attempt of an order that is closed', async () => {
    const at = await replaced();
    for (let hours = 0; hours < 2; hours += 1) await at.gateway.attendAfter(HOUR);
    expect(await at.state()).toBe('CLOSE');
    Object.assign(at.payment() ?? {}, { result: null });
    at.channel.reserve(at.attemptId);
    expect(await at.ask()).toBe('cancelled');
    expect(at.channel.captures).toBe(0);
    expect(await at.gateway.order(at.orderId)).toMatchObject({ state: 'CLOSE', refunds: [] });
  });

  test('is not captured for an attempt that is to be cancelled, even if it still awaits its result', async () => {
    const at = await submitted();
    const cancel = at.channel.cancel.bind(at.channel);
    at.channel.cancel = async () => ({ kind: 'unavailable', detail: 'down' });
    await at.gateway.attendAfter(HOUR);
    at.channel.reserve(at.attemptId);
    await at.gateway.attendAfter(HOUR);
    expect(at.channel.inquiries).toBeGreaterThan(0);
    at.channel.cancel = cancel;
    await at.gateway.attendAfter(HOUR);
    expect(at.channel.captures).toBe(0);
    expect(await at.state()).toBe('CLOSE');
  });

  test('is captured or released as the order requires after the inquiry, because the attempt may have failed meanwhile', async () => {
    const at = await submitted();
    at.channel.reserve(at.attemptId);
    const ask = at.channel.ask.bind(at.channel);
    at.channel.ask = async (payment) => {
      const answer = await ask(payment);
      await at.gateway.result(at.attemptId, declined);
      return answer;
    };
    await at.gateway.attendAfter(5);
    expect(at.channel.captures).toBe(0);
    expect(at.payment()).toMatchObject({ result: { kind: 'cancelled' } });
    expect(await at.state()).toBe('PAY_FAIL');
  });

  test('that turns out to be captured when it should be released counts as paid', async () => {
    const at = await submitted();
    const cancel = at.channel.cancel.bind(at.channel);
    at.channel.cancel = async () => ({ kind: 'unavailable', detail: 'down' });
    await at.gateway.result(at.attemptId, declined);
    for (let hours = 0; hours < 2; hours += 1) await at.gateway.attendAfter(HOUR);
    at.channel.reserve(at.attemptId);
    at.channel.cancel = async (payment) => {
      at.channel.settle(at.attemptId, succeeded());
      return cancel(payment);
    };
    expect(await at.ask()).toBe('ended');
    expect(await at.state()).toBe('PAY_SUCCESS');
  });

  test('counts as pending in the reconciliation', async () => {
    const at = await submitted();
    await at.gateway.result(at.attemptId, succeeded());
    at.channel.reserve(at.attemptId);
    at.channel.statement = async () => ({ kind: 'statement', lines: [] });
    const { orders, clock } = at.gateway.surroundings;
    const fees = new InMemoryChannelFees();
    const span = {
      from: new Date(clock.now().getTime() - 1_000),
      before: new Date(clock.now().getTime() + 1),
    };
    const compared = await new CompareChannelBooks({ orders, fees, clock }).execute(at.channel, {
      ...span,
      isLastLook: false,
      isStillClaimed: async () => true,
    });
    expect(compared.kind).toBe('compared');
    expect(at.channel.inquiries).toBe(1);
    expect(at.channel.captures).toBe(0);
  });
});
