import { describe, expect, test } from 'vitest';
import type { AttemptOpening } from '../../src/domain/attempt/payment-attempt.ts';
import { latest, succeeded } from '../builders/orders.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Makes an order whose attempt is at a channel that cannot be asked and does not report anything by itself. */
async function silent({
  step = 'submitted',
  resultPatienceSeconds,
  opening,
}: {
  readonly step?: 'opened' | 'submitted';
  readonly resultPatienceSeconds?: number;
  readonly opening?: Partial<AttemptOpening>;
} = {}) {
  const surroundings = newSurroundings();
  const { channel } = surroundings;
  let cancellations = 0;
  channel.ask = async () => ({ kind: 'not_askable' });
  channel.cancel = async () => {
    cancellations += 1;
    return { kind: 'not_askable' };
  };
  const open = channel.open.bind(channel);
  channel.open = async (attempt) => {
    const answer = await open(attempt);
    return answer.kind === 'opened' ? { ...answer, opening: { ...answer.opening, ...opening } } : answer;
  };
  const gateway = new TestGateway(surroundings, {
    ...(resultPatienceSeconds !== undefined && { resultPatienceSeconds }),
  });
  const order = await gateway[step](await gateway.merchant());
  const { attemptId } = latest(order);
  const current = () => gateway.order(order.orderId);
  const afterHours = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 1) await gateway.attendAfter(HOUR);
    return current();
  };
  const cases = async () => (await gateway.listCases.execute({ kind: null, after: null, limit: 10 })).cases;
  return { gateway, channel, attemptId, afterHours, cases, cancellations: () => cancellations };
}

describe('an order that is being paid at a channel that cannot be asked', () => {
  test('if the gateway cannot ask a channel and the channel reports nothing, the order waits for 48 hours after its validity has ended, then closes, and a case opens for the operator (fault 82)', async () => {
    const at = await silent();
    await at.gateway.attendAfter(1800);
    expect(await at.afterHours(47)).toMatchObject({ state: 'PAYING', attempts: [{ state: 'SUBMITTED' }] });
    expect(await at.cases()).toEqual([]);
    expect(await at.afterHours(2)).toMatchObject({ state: 'CLOSE', attempts: [{ state: 'ABANDONED' }] });
    expect(await at.cases()).toMatchObject([{ kind: 'attempt_unresolved', caseId: at.attemptId }]);
  });

  test('if the channel reports a success within 48 hours after the order’s validity has ended, the payment pays the order, and nothing is returned (fault 82)', async () => {
    const at = await silent();
    await at.gateway.attendAfter(1800);
    const { orderId } = await at.afterHours(47);
    await at.gateway.result(at.attemptId, succeeded());
    expect(await at.afterHours(3)).toMatchObject({ state: 'PAY_SUCCESS', refunds: [] });
    expect(await at.gateway.types(orderId)).toContain('order.payment.succeeded');
    expect(await at.cases()).toEqual([]);
  });

  test('if the channel reports a success more than 48 hours after the order’s validity has ended, the consumer gets the money back, and the operator’s case closes (fault 82)', async () => {
    const at = await silent();
    await at.gateway.attendAfter(1800);
    await at.afterHours(49);
    at.channel.settle(at.attemptId, succeeded());
    await at.gateway.result(at.attemptId, succeeded());
    const order = await at.afterHours(1);
    expect(order).toMatchObject({
      state: 'CLOSE',
      refunds: [{ origin: 'late_payment', amount: order.amount }],
    });
    expect(await at.cases()).toEqual([]);
  });

  test('waits for as long as the deployment has set', async () => {
    const at = await silent({ resultPatienceSeconds: 3 * HOUR });
    await at.gateway.attendAfter(1800);
    expect((await at.afterHours(2)).state).toBe('PAYING');
    expect((await at.afterHours(2)).state).toBe('CLOSE');
  });

  test('closes at the end of its validity if nobody has submitted the attempt', async () => {
    const at = await silent({ step: 'opened' });
    await at.gateway.attendAfter(1800);
    expect(await at.afterHours(0)).toMatchObject({ state: 'CLOSE' });
    expect(await at.cases()).toEqual([]);
  });
});

describe('an order that is being paid by a method whose result takes days', () => {
  const opening = { resultWithinDays: 5 };

  test('an order paid by a method that takes days stays in progress until the method’s own deadline, and the gateway does not cancel the payment before that (fault 82)', async () => {
    const at = await silent({ opening });
    await at.gateway.attendAfter(1800);
    expect(await at.afterHours(5 * 24 - 1)).toMatchObject({
      state: 'PAYING',
      attempts: [{ cancellation: null }],
    });
    expect(at.cancellations()).toBe(0);
    await at.gateway.attendAfter(HOUR);
    expect(at.cancellations()).toBe(1);
    expect((await at.afterHours(47)).state).toBe('PAYING');
    expect((await at.afterHours(2)).state).toBe('CLOSE');
    expect(await at.cases()).toMatchObject([{ kind: 'attempt_unresolved' }]);
  });

  test('if a payment method takes days, a success that the channel reports days later pays the order (fault 82)', async () => {
    const at = await silent({ opening });
    await at.gateway.attendAfter(4 * DAY);
    await at.gateway.result(at.attemptId, succeeded());
    expect(await at.afterHours(1)).toMatchObject({ state: 'PAY_SUCCESS', refunds: [] });
  });
});
