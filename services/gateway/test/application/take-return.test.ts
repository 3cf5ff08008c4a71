import { describe, expect, test } from 'vitest';
import { untraced } from '../../src/adapters/outbound/tracing/untraced.ts';
import { BackgroundWork } from '../../src/application/background-work.ts';
import { TakeReturn } from '../../src/application/channels/take-return.ts';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { planCancellation, requestCancellation } from '../../src/domain/attempt/cancel-attempt.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { PaymentInquiry } from '../../src/ports/payment-channel.ts';
import {
  afterChange,
  declined,
  justFailed,
  latest,
  money,
  opened,
  paid,
  submitted,
  succeeded,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { FakeChannel } from '../in-memory/fake-channel.ts';
import { FixedChannels } from '../in-memory/fixed-channels.ts';
import { InMemoryOrders } from '../in-memory/in-memory-orders.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';

class ReturningChannel extends FakeChannel {
  readonly taken: unknown[] = [];
  #answer: Promise<PaymentInquiry> = Promise.resolve({ kind: 'pending' });

  answerWith(answer: PaymentInquiry | Promise<PaymentInquiry>): void {
    this.#answer = Promise.resolve(answer);
  }

  override takeReturn(...given: readonly unknown[]): Promise<PaymentInquiry> {
    this.taken.push(given[1]);
    return this.#answer;
  }
}

function bench(patienceMs = 4_000, now = after(40)) {
  const clock = new SettableClock(now);
  const channel = new ReturningChannel();
  const applied: unknown[] = [];
  const alerts: unknown[] = [];
  const background = new BackgroundWork({
    orders: new InMemoryOrders(),
    alerts: { raise: (alert) => alerts.push(alert) },
    clock,
    tracing: untraced,
  });
  const takeReturn = new TakeReturn({
    channels: new FixedChannels([channel]),
    storeResult: {
      returned: async (...given: readonly unknown[]) => void applied.push(given),
      underWay: async (...given: readonly unknown[]) => void applied.push(given),
    } as never,
    background,
    alerts: { raise: (alert) => alerts.push(alert) },
    clock,
    patienceMs,
  });
  return { channel, applied, alerts, background, takeReturn };
}

const parameters = { redirectResult: 'X6XtfGC3!Y' };
const order = submitted();

describe('the parameters that a consumer returns with', () => {
  test('are given to the channel, whose result is applied before the consumer is sent on', async () => {
    const { channel, applied, takeReturn } = bench();
    channel.answerWith({ kind: 'ended', result: succeeded(money(10_000)) });
    await takeReturn.execute(order, latest(order), parameters);
    expect(channel.taken).toEqual([parameters]);
    expect(applied).toEqual([[order.orderId, latest(order).attemptId, succeeded(money(10_000))]]);
  });

  test('if a channel is still processing the attempt when the consumer returns, the gateway waits for the result (fault 19)', async () => {
    const { channel, applied, takeReturn } = bench();
    channel.answerWith({ kind: 'under_way' });
    await takeReturn.execute(order, latest(order), parameters);
    expect(applied).toEqual([[order.orderId, latest(order).attemptId]]);
  });

  test.each([
    ['there are none', latest(order), {}],
    ['the attempt has ended', latest(paid()), parameters],
    [
      'another attempt has paid, or the order ends',
      requestCancellation(latest(order), new Date()),
      parameters,
    ],
    ['the attempt was given up', { ...latest(opened()), state: 'ABANDONED' as const }, parameters],
  ])('are not given to it if %s', async (_case, attempt, brought) => {
    const { channel, takeReturn } = bench();
    await takeReturn.execute(order, attempt, brought);
    expect(channel.taken).toEqual([]);
  });

  describe('after the consumer wanted to cancel, and the channel did not', () => {
    const wished = requestCancellation(latest(order), after(35), 'consumer');

    test('are given to the channel, because the consumer has continued to pay', async () => {
      const { channel, applied, takeReturn } = bench();
      channel.answerWith({ kind: 'ended', result: succeeded(money(10_000)) });
      await takeReturn.execute(order, wished, parameters);
      expect(channel.taken).toEqual([parameters]);
      expect(applied).toHaveLength(1);
    });

    test('are not given to it if the order has expired', async () => {
      const { channel, takeReturn } = bench(4_000, order.expiresAt);
      await takeReturn.execute(order, wished, parameters);
      expect(channel.taken).toEqual([]);
    });
  });

  test('make nobody wait for long, and still count when the channel answers', async () => {
    const { channel, applied, background, takeReturn } = bench(5);
    let answer: (inquiry: PaymentInquiry) => void = () => undefined;
    channel.answerWith(new Promise((resolve) => (answer = resolve)));
    await takeReturn.execute(order, latest(order), parameters);
    expect(applied).toEqual([]);
    answer({ kind: 'ended', result: { kind: 'cancelled' } });
    await background.finish();
    expect(applied).toHaveLength(1);
  });

  test.each([
    { kind: 'pending' },
    { kind: 'not_submitted' },
    { kind: 'unavailable', detail: 'no answer' },
  ] as const)('conclude nothing from %j', async (inquiry) => {
    const { channel, applied, takeReturn } = bench();
    channel.answerWith(inquiry);
    await takeReturn.execute(order, latest(order), parameters);
    expect(applied).toEqual([]);
  });

  test('that lead to an unknown state are reported to an operator', async () => {
    const { channel, applied, alerts, takeReturn } = bench();
    const detail = 'it is on the moon';
    channel.answerWith({ kind: 'not_understood', detail });
    await takeReturn.execute(order, latest(order), parameters);
    expect(applied).toEqual([]);
    const { channelId, attemptId: reference } = latest(order);
    expect(alerts).toEqual([{ kind: 'report_for_operator', channelId, reference, detail }]);
  });

  test('that make the channel fail raise an alert, and the consumer is sent on', async () => {
    const { channel, alerts, takeReturn } = bench();
    channel.answerWith(Promise.reject(new Error('a fault')));
    await takeReturn.execute(order, latest(order), parameters);
    await expect.poll(() => alerts).toMatchObject([{ kind: 'duty_failed', duty: 'take-return' }]);
  });
});

describe('the parameters that a consumer returns with after a declined card', () => {
  /**
   * Makes an order whose first card was declined in the channel's own form. In this form, the consumer can try another card.
   */
  function declinedInForm(): PaymentOrder {
    const attempts = order.attempts.map((attempt) => ({
      ...attempt,
      opening: attempt.opening && { ...attempt.opening, renderType: 'COMPONENT_SDK' as const },
    }));
    return afterChange(
      applyPaymentResult({ ...order, attempts }, latest(order).attemptId, declined, after(30)),
    );
  }

  /**
   * Makes an order with a further attempt. The gateway has called the channel once to cancel the declined attempt, and got no
   * answer.
   */
  function cancelledOnce(): PaymentOrder {
    const plan = planCancellation(opened(retried), latest(retried).attemptId, after(40));
    if (plan.kind !== 'call') throw new Error(`not called: ${plan.kind}`);
    return plan.order;
  }

  const retried = declinedInForm();

  test('are given to the channel, whose result is applied', async () => {
    const { channel, applied, takeReturn } = bench();
    channel.answerWith({ kind: 'ended', result: succeeded() });
    await takeReturn.execute(retried, latest(retried), parameters);
    expect(channel.taken).toEqual([parameters]);
    expect(applied).toEqual([[order.orderId, latest(order).attemptId, succeeded()]]);
  });

  test.each<[string, PaymentOrder, Date]>([
    ['the channel has no form of its own', justFailed(), after(40)],
    ['another attempt has begun', opened(retried), after(40)],
    ['another attempt has paid', paid(submitted(opened(retried))), after(40)],
    ['the call that cancels it is to be repeated', cancelledOnce(), after(41)],
    ['the order has expired', retried, retried.expiresAt],
  ])('are not given to it if %s', async (_case, order, now) => {
    const { channel, takeReturn } = bench(4_000, now);
    const attempt = order.attempts[0];
    if (attempt === undefined) throw new Error('no attempt');
    expect(attempt.state).toBe('FAILED');
    await takeReturn.execute(order, attempt, parameters);
    expect(channel.taken).toEqual([]);
  });
});
