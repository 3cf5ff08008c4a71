import { describe, expect, test } from 'vitest';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { declined, latest, succeeded } from '../builders/orders.ts';
import { cards } from '../in-memory/fake-channel.ts';
import { outcomeOf } from '../in-memory/requests.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

async function gatewayWith(step: 'opened' | 'submitted') {
  const surroundings = newSurroundings();
  const gateway = new TestGateway(surroundings);
  const order = await gateway[step](await gateway.merchant());
  const { attemptId } = latest(order);
  const { channel } = surroundings;
  return {
    gateway,
    order,
    attemptId,
    channel,
    surroundings,
    current: () => gateway.order(order.orderId),
    cancel: (by: TestGateway = gateway) => cancelWith(by, order, attemptId),
    types: () => gateway.types(order.orderId),
  };
}

async function cancelWith(gateway: TestGateway, { orderId }: PaymentOrder, attemptId: string) {
  return gateway.cancel.execute(await gateway.order(orderId), attemptId);
}

const failedByConsumer = {
  state: 'PAY_FAIL',
  attempts: [{ state: 'FAILED', failure: { category: 'cancelled_by_consumer' }, cancellation: null }],
};
const inProgress = { kind: 'refused', name: 'PAYMENT_IN_PROGRESS', awaitingResultUntil: expect.any(Date) };

describe('a consumer who gives up a submitted attempt', () => {
  test('gets it cancelled at its channel, and can immediately choose another method', async () => {
    const at = await gatewayWith('submitted');
    expect(await at.cancel()).toMatchObject({ kind: 'settled', order: failedByConsumer });
    expect(at.channel.payments.get(at.attemptId)?.result).toEqual({ kind: 'cancelled' });
    expect(await at.types()).toEqual(['order.payment.processing', 'order.payment.failed']);
    expect(outcomeOf(await at.gateway.initialise.execute(await at.current(), 'sandbox_wallet'))).toBe(
      'initialised',
    );
  });

  test('gets the same answer again, and the channel is not called again', async () => {
    const at = await gatewayWith('submitted');
    await at.cancel();
    at.channel.cancel = async () => {
      throw new Error('called again');
    };
    expect(await at.cancel()).toMatchObject({ kind: 'settled', order: failedByConsumer });
  });

  test.each([
    ['cannot cancel it', { kind: 'pending' }],
    ['gives no answer', { kind: 'unavailable', detail: 'down' }],
    ['answers what nobody understands', { kind: 'not_understood', detail: 'odd' }],
  ] as const)(
    'if the channel does not cancel the attempt, the consumer learns that the payment is in progress (fault 60): the channel %s',
    async (_case, answer) => {
      const at = await gatewayWith('submitted');
      const cancel = at.channel.cancel.bind(at.channel);
      at.channel.cancel = async () => answer;
      expect(await at.cancel()).toMatchObject(inProgress);
      expect(await at.current()).toMatchObject({ state: 'PAYING', attempts: [{ state: 'SUBMITTED' }] });
      expect(outcomeOf(await at.gateway.initialise.execute(await at.current(), 'sandbox_wallet'))).toBe(
        'PAYMENT_IN_PROGRESS',
      );
      // The gateway repeats the cancellation. Once the channel has cancelled the attempt, the order fails.
      at.channel.cancel = cancel;
      await at.gateway.attendAfter(30);
      expect(await at.current()).toMatchObject(failedByConsumer);
    },
  );

  test('learns that the order is paid, if it was', async () => {
    const at = await gatewayWith('submitted');
    at.channel.settle(at.attemptId, succeeded());
    expect(await at.cancel()).toMatchObject({ kind: 'settled', order: { state: 'PAY_SUCCESS' } });
    expect(await at.cancel()).toMatchObject({ kind: 'settled', order: { state: 'PAY_SUCCESS' } });
  });

  test('learns of the channel’s own failure, if there was one', async () => {
    const at = await gatewayWith('submitted');
    at.channel.settle(at.attemptId, declined);
    expect(await at.cancel()).toMatchObject({
      kind: 'settled',
      order: { state: 'PAY_FAIL', attempts: [{ failure: { category: 'declined' } }] },
    });
  });

  test('is refused on a page whose attempt another page has replaced, and nothing is cancelled', async () => {
    const at = await gatewayWith('submitted');
    await at.gateway.result(at.attemptId, declined);
    await at.gateway.initialise.execute(await at.current(), 'sandbox_wallet');
    expect(outcomeOf(await at.cancel())).toBe('ATTEMPT_SUPERSEDED');
    expect((await at.current()).attempts.at(-1)).toMatchObject({ state: 'OPEN', cancellation: null });
  });

  test('on two instances at once causes one call to the channel, and both calls answer with the end', async () => {
    const at = await gatewayWith('submitted');
    const cancel = at.channel.cancel.bind(at.channel);
    let calls = 0;
    at.channel.cancel = async (payment) => {
      calls += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return cancel(payment);
    };
    const other = new TestGateway(at.surroundings);
    const answers = await Promise.all([at.cancel(), at.cancel(other)]);
    expect(answers).toMatchObject([
      { kind: 'settled', order: failedByConsumer },
      { kind: 'settled', order: failedByConsumer },
    ]);
    expect(calls).toBe(1);
    expect(await at.types()).toEqual(['order.payment.processing', 'order.payment.failed']);
  });

  test('if the process dies while the consumer cancels an attempt, another instance cancels it (fault 60)', async () => {
    const at = await gatewayWith('submitted');
    const cancel = at.channel.cancel.bind(at.channel);
    at.channel.cancel = async (payment) => {
      await cancel(payment);
      throw new Error('died');
    };
    await expect(at.cancel()).rejects.toThrow('died');
    expect(await at.current()).toMatchObject({ state: 'PAYING', attempts: [{ state: 'SUBMITTED' }] });
    at.channel.cancel = cancel;
    await new TestGateway(at.surroundings).attendAfter(30);
    expect(await at.current()).toMatchObject(failedByConsumer);
    expect(await at.types()).toEqual(['order.payment.processing', 'order.payment.failed']);
  });

  test.each(['before', 'after'] as const)(
    'gets the same answer if the channel’s callback comes %s its answer',
    async (when) => {
      const at = await gatewayWith('submitted');
      const cancel = at.channel.cancel.bind(at.channel);
      const report = () => at.gateway.result(at.attemptId, { kind: 'cancelled' });
      at.channel.cancel = async (payment) => {
        const answer = await cancel(payment);
        if (when === 'before') await report();
        return answer;
      };
      const answer = await at.cancel();
      if (when === 'after') await report();
      expect(answer).toMatchObject({ kind: 'settled', order: failedByConsumer });
      expect(await at.current()).toMatchObject(failedByConsumer);
      expect(await at.types()).toEqual(['order.payment.processing', 'order.payment.failed']);
    },
  );

  test('has money that arrives late returned if another attempt has paid', async () => {
    const at = await gatewayWith('submitted');
    await at.cancel();
    await at.gateway.initialise.execute(await at.current(), 'card');
    await at.gateway.submit.execute(await at.current(), cards.succeeds);
    await at.gateway.result(latest(await at.current()).attemptId, succeeded());
    await at.gateway.result(at.attemptId, succeeded());
    expect(await at.current()).toMatchObject({
      state: 'PAY_SUCCESS',
      refunds: [{ attemptId: at.attemptId, origin: 'second_payment' }],
    });
  });

  test('finds the order closed 48 hours after its validity if the channel never answers', async () => {
    const at = await gatewayWith('submitted');
    at.channel.cancel = async () => ({ kind: 'unavailable', detail: 'down' });
    at.channel.ask = async () => ({ kind: 'unavailable', detail: 'down' });
    const answer = await at.cancel();
    const until = answer.kind === 'refused' ? answer.awaitingResultUntil : undefined;
    for (let hours = 0; hours < 48; hours += 1) await at.gateway.attendAfter(3600);
    for (let tries = 0; tries < 9; tries += 1) await at.gateway.attendAfter(600);
    expect((await at.current()).state).toBe('CLOSE');
    const closedAt = (await at.current()).closedAt?.getTime() ?? 0;
    expect(closedAt - (until?.getTime() ?? 0)).toBeGreaterThanOrEqual(0);
    expect(closedAt - (until?.getTime() ?? 0)).toBeLessThanOrEqual(20 * 60_000);
  });
});

describe('a consumer who gives up an attempt that was not submitted', () => {
  test('has it cancelled at its channel, which is no failed payment', async () => {
    const at = await gatewayWith('opened');
    expect(await at.cancel()).toMatchObject({ kind: 'settled', order: { state: 'INIT' } });
    expect(at.channel.payments.get(at.attemptId)?.result).toEqual({ kind: 'cancelled' });
    expect(await at.types()).toEqual([]);
    expect(outcomeOf(await at.gateway.submit.execute(await at.current(), cards.succeeds))).toBe(
      'PAYMENT_NOT_INITIALISED',
    );
  });
});

describe('a submission that races with a cancellation', () => {
  test('sends the consumer to no page once the attempt is cancelled', async () => {
    const at = await gatewayWith('opened');
    const submit = at.channel.submit.bind(at.channel);
    at.channel.actionUrl = 'https://bank.example/3ds';
    at.channel.submit = async (submission) => {
      const answer = await submit(submission);
      await at.cancel();
      return answer;
    };
    const answer = await at.gateway.submit.execute(at.order, cards.succeeds);
    expect(answer).toMatchObject({ kind: 'submitted', action: null });
    expect(await at.current()).toMatchObject(failedByConsumer);
  });
});
