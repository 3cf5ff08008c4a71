import { describe, expect, test } from 'vitest';
import { recordChange } from '../../src/domain/order/order-history.ts';
import { declined, latest, succeeded } from '../builders/orders.ts';
import { cards } from '../in-memory/fake-channel.ts';
import { outcomeOf } from '../in-memory/requests.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

async function gatewayWith(step: 'created' | 'opened' | 'submitted') {
  const gateway = new TestGateway();
  const order = await gateway[step](await gateway.merchant());
  const current = () => gateway.order(order.orderId);
  const receive = async (attemptId: string, result: Parameters<typeof gateway.result>[1]) => {
    await gateway.result(attemptId, result);
  };
  return { gateway, order, current, receive, ...gateway.surroundings };
}

/** Makes an order whose card was declined. The consumer has then opened the wallet, and not paid there. */
async function failedThenOpened() {
  const at = await gatewayWith('submitted');
  await at.receive(latest(at.order).attemptId, declined);
  await at.gateway.initialise.execute(await at.current(), 'sandbox_wallet');
  return at;
}

describe('a failed order with another attempt open', () => {
  test('has that attempt cancelled at the end of its validity, and stays failed', async () => {
    const at = await failedThenOpened();
    await at.gateway.attendAfter(1800);
    const end = await at.current();
    expect(end).toMatchObject({ state: 'PAY_FAIL', closedAt: null });
    expect(end.attempts.map(({ state }) => state)).toEqual(['FAILED', 'ABANDONED']);
    expect(at.channel.payments.get(latest(end).attemptId)?.result).toEqual({ kind: 'cancelled' });
    // No work is left, and no event reports something that did not happen.
    await at.gateway.attendAfter(3 * 86_400);
    expect(await at.current()).toEqual(end);
    expect(await at.gateway.types(end.orderId)).toEqual(['order.payment.processing', 'order.payment.failed']);
  });

  test('is paid if that attempt turns out to be paid at the end', async () => {
    const at = await failedThenOpened();
    at.channel.settle(latest(await at.current()).attemptId, succeeded());
    await at.gateway.attendAfter(1800);
    expect((await at.current()).state).toBe('PAY_SUCCESS');
  });
});

describe('a cancellation that the gateway requests', () => {
  test('the gateway gives up a cancellation if the channel says that the payment is under way, and the order waits for the result (fault 19)', async () => {
    const { gateway, current, receive, channel } = await gatewayWith('opened');
    channel.cancel = async () => ({ kind: 'under_way' });
    await gateway.attendAfter(1800);
    const { attemptId } = latest(await current());
    expect(await current()).toMatchObject({
      state: 'PAYING',
      attempts: [{ state: 'SUBMITTED' }],
    });
    await receive(attemptId, succeeded());
    expect(await current()).toMatchObject({ state: 'PAY_SUCCESS', refunds: [] });
  });

  test.each(['opened', 'submitted'] as const)(
    'ends an %s order in the same way if the channel’s callback comes first',
    async (step) => {
      const { gateway, order, current, receive, channel } = await gatewayWith(step);
      const cancel = channel.cancel.bind(channel);
      channel.cancel = async (payment) => {
        const answer = await cancel(payment);
        await receive(payment.attemptId, { kind: 'cancelled' });
        return answer;
      };
      const told = await gateway.types(order.orderId);
      await gateway.attendAfter(1800);
      expect(await current()).toMatchObject({ state: 'CLOSE', attempts: [{ state: 'ABANDONED' }] });
      expect(await gateway.types(order.orderId)).toEqual(told);
    },
  );

  test.each(['opened', 'submitted'] as const)(
    'of an %s order is finished by its callback when the process died before the answer',
    async (step) => {
      const { gateway, current, receive, channel } = await gatewayWith(step);
      const cancel = channel.cancel.bind(channel);
      channel.cancel = async (payment) => {
        await cancel(payment);
        throw new Error('died');
      };
      await gateway.attendAfter(1800);
      await receive(latest(await current()).attemptId, { kind: 'cancelled' });
      await gateway.attendAfter(1);
      expect((await current()).state).toBe('CLOSE');
    },
  );

  test('reported for an attempt that nobody submitted neither starts nor fails the order', async () => {
    const { gateway, order, current, receive } = await gatewayWith('opened');
    await receive(latest(order).attemptId, { kind: 'cancelled' });
    expect(await current()).toMatchObject({ state: 'INIT', attempts: [{ state: 'ABANDONED' }] });
    expect(await gateway.types(order.orderId)).toEqual([]);
    expect(outcomeOf(await gateway.initialise.execute(await current(), 'card'))).toBe('initialised');
  });

  test('is not assumed if the channel no longer exists', async () => {
    const { gateway, current, channel, alerts, ...surroundings } = await gatewayWith('submitted');
    const without = new TestGateway({ ...surroundings, channel, alerts }, { hasNoChannel: true });
    await without.attendAfter(1800);
    expect(await current()).toMatchObject({ state: 'PAYING', attempts: [{ state: 'SUBMITTED' }] });
    expect(alerts.kinds).toContain('channel_unavailable');
    channel.settle(latest(await current()).attemptId, succeeded());
    await gateway.attendAfter(600);
    expect((await current()).state).toBe('PAY_SUCCESS');
  });
});

describe('an attempt that another method replaced', () => {
  test('is cancelled by another instance when the process died', async () => {
    const surroundings = newSurroundings();
    const [dying, other] = [new TestGateway(surroundings, { dies: true }), new TestGateway(surroundings)];
    const order = await dying.opened(await dying.merchant());
    await dying.initialise.execute(order, 'sandbox_wallet');
    expect(surroundings.channel.payments.get(latest(order).attemptId)?.result).toBeNull();
    await other.attendAfter(1);
    expect(surroundings.channel.payments.get(latest(order).attemptId)?.result).toEqual({ kind: 'cancelled' });
  });

  test('is sent again at growing intervals until the channel answers', async () => {
    const { gateway, order, channel } = await gatewayWith('opened');
    const cancel = channel.cancel.bind(channel);
    let calls = 0;
    channel.cancel = async () => {
      calls += 1;
      return { kind: 'unavailable', detail: 'down' };
    };
    await gateway.initialise.execute(order, 'sandbox_wallet');
    await gateway.settle();
    for (const [seconds, soFar] of [
      [29, 1],
      [1, 2],
      [59, 2],
      [1, 3],
    ] as const) {
      await gateway.attendAfter(seconds);
      expect(calls).toBe(soFar);
    }
    channel.cancel = cancel;
    await gateway.attendAfter(120);
    expect(channel.payments.get(latest(order).attemptId)?.result).toEqual({ kind: 'cancelled' });
    expect((await gateway.order(order.orderId)).state).toBe('INIT');
  });

  test('in an unknown state is reported to an operator', async () => {
    const { gateway, order, channel, alerts } = await gatewayWith('opened');
    const detail = 'it is on the moon';
    channel.cancel = async () => ({ kind: 'not_understood', detail });
    await gateway.initialise.execute(order, 'sandbox_wallet');
    await gateway.settle();
    const { channelId, attemptId: reference } = latest(order);
    expect(alerts.raised).toEqual([{ kind: 'report_for_operator', channelId, reference, detail }]);
  });

  test('is given up with an alert 48 hours after the order’s end', async () => {
    const { gateway, current, order, channel, alerts } = await gatewayWith('opened');
    channel.cancel = async () => ({ kind: 'unavailable', detail: 'down' });
    await gateway.attendAfter(1800);
    for (let hours = 0; hours < 47; hours += 1) await gateway.attendAfter(3600);
    expect((await current()).state).toBe('INIT');
    expect(alerts.kinds).toEqual([]);
    await gateway.attendAfter(3600);
    expect((await current()).state).toBe('INIT');
    await gateway.attendAfter(600);
    expect((await current()).state).toBe('CLOSE');
    const { attemptId } = latest(order);
    expect(alerts.raised).toEqual([{ kind: 'cancellation_given_up', orderId: order.orderId, attemptId }]);
    await gateway.attendAfter(86_400);
    expect(alerts.raised).toHaveLength(1);
  });

  test('is cancelled even if the gateway was down for days at the order’s end', async () => {
    const { gateway, current, channel, order } = await gatewayWith('opened');
    await gateway.attendAfter(5 * 86_400);
    expect(channel.payments.get(latest(order).attemptId)?.result).toEqual({ kind: 'cancelled' });
    expect((await current()).state).toBe('CLOSE');
  });
});

describe('an attempt beside the one that paid', () => {
  test('is cancelled after a callback reported the payment, even by another instance', async () => {
    const at = await failedThenOpened();
    const [first] = (await at.current()).attempts;
    await at.receive(first?.attemptId ?? '', succeeded());
    await new TestGateway(at.gateway.surroundings).attendAfter(1);
    const end = await at.current();
    expect(end).toMatchObject({ state: 'PAY_SUCCESS', paidByAttemptId: first?.attemptId });
    expect(at.channel.payments.get(latest(end).attemptId)?.result).toEqual({ kind: 'cancelled' });
  });

  test('is cancelled after the late answer to a submission reported the payment', async () => {
    const at = await gatewayWith('opened');
    const first = latest(at.order).attemptId;
    at.channel.submit = async () => {
      // Before the channel answers, a callback reports that the attempt failed, and the consumer opens another method.
      await at.receive(first, declined);
      await at.gateway.initialise.execute(await at.current(), 'sandbox_wallet');
      return { kind: 'ended', result: succeeded() };
    };
    await at.gateway.submit.execute(at.order, cards.succeeds);
    await at.gateway.attendAfter(1);
    const end = await at.current();
    expect(end).toMatchObject({ state: 'PAY_SUCCESS', paidByAttemptId: first });
    expect(at.channel.payments.get(latest(end).attemptId)?.result).toEqual({ kind: 'cancelled' });
  });

  test('is cancelled when the answer to another cancellation reported the payment', async () => {
    const { gateway, order, current, channel } = await gatewayWith('opened');
    channel.settle(latest(order).attemptId, succeeded());
    await gateway.initialise.execute(order, 'sandbox_wallet');
    await gateway.settle();
    await gateway.attendAfter(1);
    const end = await current();
    expect(end.state).toBe('PAY_SUCCESS');
    expect(end.attempts.map(({ state }) => state)).toEqual(['SUCCEEDED', 'ABANDONED']);
    expect(channel.payments.get(latest(end).attemptId)?.result).toEqual({ kind: 'cancelled' });
  });
});

describe('an opening whose answer comes too late', () => {
  async function lateOpening() {
    const at = await gatewayWith('created');
    const { promise, resolve } = Promise.withResolvers<void>();
    const open = at.channel.open.bind(at.channel);
    at.channel.open = async (attempt) => {
      const answer = await open(attempt);
      if (attempt.methodCode === 'card') await promise;
      return answer;
    };
    const answer = at.gateway.initialise.execute(at.order, 'card');
    while (at.channel.payments.size === 0) await new Promise(setImmediate);
    const [attemptId] = at.channel.payments.keys();
    return { ...at, answer, resolve, attemptId: attemptId ?? '' };
  }

  test('is refused and cancelled when another tab chose another method', async () => {
    const at = await lateOpening();
    expect(outcomeOf(await at.gateway.initialise.execute(at.order, 'sandbox_wallet'))).toBe('initialised');
    at.resolve();
    expect(outcomeOf(await at.answer)).toBe('PAYMENT_IN_PROGRESS');
    await at.gateway.settle();
    expect(at.channel.payments.get(at.attemptId)?.result).toEqual({ kind: 'cancelled' });
    expect((await at.current()).attempts.map(({ state }) => state)).toEqual(['ABANDONED', 'OPEN']);
  });

  test('is refused and cancelled when the order was closed', async () => {
    const at = await lateOpening();
    await at.gateway.attendAfter(1800);
    expect((await at.current()).state).toBe('CLOSE');
    at.resolve();
    expect(outcomeOf(await at.answer)).toBe('ORDER_EXPIRED');
    await at.gateway.settle();
    expect(at.channel.payments.get(at.attemptId)?.result).toEqual({ kind: 'cancelled' });
  });

  test('is refused if a callback has reported a failure', async () => {
    const at = await lateOpening();
    await at.receive(at.attemptId, declined);
    at.resolve();
    expect(outcomeOf(await at.answer)).toBe('CHANNEL_ERROR');
  });

  test('keeps the order open while one of its attempts cannot be cancelled', async () => {
    const { gateway, order, current, channel } = await gatewayWith('opened');
    await gateway.initialise.execute(order, 'sandbox_wallet');
    await gateway.settle();
    const second = latest(await current()).attemptId;
    const cancel = channel.cancel.bind(channel);
    channel.cancel = async (payment) =>
      payment.attemptId === second ? { kind: 'unavailable', detail: 'down' } : cancel(payment);
    await gateway.attendAfter(1800);
    expect((await current()).state).toBe('INIT');
    channel.cancel = cancel;
    await gateway.attendAfter(30);
    expect((await current()).state).toBe('CLOSE');
  });

  test('is replaced at another channel if its own channel no longer exists', async () => {
    const { gateway, order, current, channel, ...surroundings } = await gatewayWith('created');
    channel.isAnswerLost = true;
    await gateway.initialise.execute(order, 'card');
    channel.isAnswerLost = false;
    const waiting = await current();
    const attempts = waiting.attempts.map((attempt) => ({ ...attempt, channelId: 'ProcessorA' }));
    const moved = { ...waiting, version: waiting.version + 1, attempts };
    const record = { cause: 'opening_answered', at: order.createdAt } as const;
    await surroundings.orders.save(recordChange(waiting, moved, record), waiting.version);
    expect(await gateway.initialise.execute(await current(), 'card')).toMatchObject({
      attempt: { channelId: 'Sandbox', route: { reason: 'failover' } },
    });
  });
});

describe('the due work of an order', () => {
  test('closes it after its validity even if its events cannot be relayed', async () => {
    const { gateway, current, events, alerts } = await gatewayWith('submitted');
    const order = await current();
    const outbox = [
      { sequence: 1, type: 'order.payment.processing', occurredAt: order.createdAt, state: 'PAYING' },
    ] as const;
    const changed = { ...order, version: order.version + 1, outbox };
    const record = { cause: 'callback_received', at: order.createdAt } as const;
    await gateway.surroundings.orders.save(recordChange(order, changed, record), order.version);
    events.append = async () => {
      throw new Error('log is down');
    };
    await gateway.attendAfter(1800);
    expect((await current()).state).toBe('CLOSE');
    expect(alerts.raised).toContainEqual(expect.objectContaining({ duty: 'attend-orders' }));
  });

  test('closes it after its validity even if asking about an attempt fails', async () => {
    const { gateway, current, channel, alerts } = await gatewayWith('submitted');
    channel.ask = async () => {
      throw new Error('a fault in the adapter');
    };
    await gateway.attendAfter(1800);
    expect((await current()).state).toBe('CLOSE');
    expect(alerts.raised).toMatchObject([{ kind: 'duty_failed', duty: 'attend-orders' }]);
  });

  test('reports every step that failed', async () => {
    const { gateway, channel, alerts } = await gatewayWith('submitted');
    channel.ask = async () => {
      throw new Error('a fault in asking');
    };
    channel.cancel = async () => {
      throw new Error('a fault in cancelling');
    };
    await gateway.attendAfter(1800);
    expect(alerts.raised).toMatchObject([
      { error: { errors: [{ message: 'a fault in asking' }, { message: 'a fault in cancelling' }] } },
    ]);
  });
});

describe('the rules for cards', () => {
  test.each([
    ['a card, where the wallet replaced the form', 'sandbox_wallet', cards.succeeds],
    ['no card, where the form replaced the wallet', 'card', null],
  ])('apply to the stored order, not to what the caller had read: %s', async (_case, method, card) => {
    const { gateway, order, current, channel } = await gatewayWith('created');
    await gateway.initialise.execute(order, method === 'card' ? 'sandbox_wallet' : 'card');
    const known = await current();
    await gateway.initialise.execute(known, method);
    expect(outcomeOf(await gateway.submit.execute(known, card))).toBe('INVALID_REQUEST');
    expect(channel.payments.get(latest(await current()).attemptId)?.charges).toBe(0);
    expect((await current()).state).toBe('INIT');
  });
});
