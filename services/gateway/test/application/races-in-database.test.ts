import { randomBytes } from 'node:crypto';
import { orderLimits } from '@kassa/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAutomatic, reservesAmount } from '../../src/domain/refund/refund.ts';
import { latest, money, succeeded, withFailedRefunds } from '../builders/orders.ts';
import { rawCallback } from '../in-memory/fake-callbacks.ts';
import { FakeChannel } from '../in-memory/fake-channel.ts';
import { newPayment, outcomeOf, refundCommand } from '../in-memory/requests.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';
import { SharedDatabase } from '../support/shared-database.ts';

/** Runs two instances of the use cases on the real database, each with its own connection pool. */

let database: SharedDatabase;

beforeAll(async () => {
  database = await SharedDatabase.open();
});
afterAll(() => database.drop());

/** The database refuses late writes by its own clock, so begin with the present time. */
const clock = () => new SettableClock(new Date());

function twoInstances(
  outside = newSurroundings({ clock: clock(), channel: new FakeChannel({ settlesAtOnce: true }) }),
) {
  const [stores, others] = database.stores(outside.clock);
  const one = new TestGateway({ ...outside, ...stores });
  const other = new TestGateway({ ...outside, ...others });
  return { one, other, instances: [one, other] as const, ...outside };
}

describe('on two instances over one database', () => {
  test('if twenty tabs learn at the same time that the first channel is down, they share one attempt at the next channel, and the attempt records why the first channel was not used (fault 49)', async () => {
    const next = new FakeChannel({ channelId: 'Other' });
    const { one, instances, channel } = twoInstances(
      newSurroundings({ clock: clock(), otherChannels: [next] }),
    );
    const order = await one.created(await one.merchant());
    channel.isAnswerLost = true;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => instances[at % 2]?.initialise.execute(order, 'card')),
    );
    expect(new Set(answers.map((answer) => answer?.kind))).toEqual(new Set(['initialised']));
    const { attempts } = await one.order(order.orderId);
    expect(attempts).toMatchObject([
      { channelId: 'Sandbox', state: 'ABANDONED', channelFault: 'opening_unavailable' },
      {
        channelId: 'Other',
        state: 'OPEN',
        route: { reason: 'failover', passedOver: [{ channelId: 'Sandbox', reason: 'unavailable' }] },
      },
    ]);
    expect([attempts.length, next.payments.size]).toEqual([2, 1]);
  });

  test('a hundred identical requests to create a payment, sent to two instances, create one order and get the same answer (fault 9)', async () => {
    const { one, instances } = twoInstances();
    const merchant = await one.merchant();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        instances[(index % 2) as 0 | 1].create.execute(merchant, newPayment()),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(outcomeOf(answers[0] as { kind: string })).toBe('created');
  });

  test('if two requests have the same transaction ID and different contents, one creates the order and the other is refused (fault 10)', async () => {
    const { one, instances } = twoInstances();
    const merchant = await one.merchant();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        instances[(index % 2) as 0 | 1].create.execute(
          merchant,
          newPayment({ amount: money(1 + (index % 4)) }),
        ),
      ),
    );
    const created = answers.flatMap((answer, index) => (answer.kind === 'created' ? [1 + (index % 4)] : []));
    expect(new Set(created).size).toBe(1);
    expect(created).toHaveLength(10);
    const stored = await one.findPayments.findOrder(merchant.merchantId, 'T1');
    expect(stored.kind === 'found' && stored.order.amount.amountMinor).toBe(created[0]);
  });

  test('if fifty refunds run concurrently on two instances, Kassa accepts exactly as many as the paid amount allows (fault 7)', async () => {
    const { one, instances, channel } = twoInstances();
    const merchant = await one.merchant();
    const order = await one.paid(merchant);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        instances[(index % 2) as 0 | 1].acceptRefund.execute(
          merchant.merchantId,
          refundCommand({ transactionId: `R${index}`, amount: money(900) }),
        ),
      ),
    );
    expect(answers.filter(({ kind }) => kind === 'accepted')).toHaveLength(11);
    for (const instance of instances) await instance.settle();
    const end = await one.order(order.orderId);
    expect(end.refunds.map(({ state }) => state)).toEqual(Array.from({ length: 11 }, () => 'SUCCESS'));
    expect(channel.returnedMinor(latest(order).attemptId)).toBe(9_900);
  });

  test('if an order has room for only one more refund and two are requested at once, one is accepted, and the other is refused with the reason (fault 75)', async () => {
    const { one, instances } = twoInstances();
    const merchant = await one.merchant();
    const paid = await one.paid(merchant);
    const others = await one.order(paid.orderId);
    const refunded = withFailedRefunds(others, orderLimits.refunds - 1);
    await one.surroundings.orders.save({ ...refunded, outbox: [], version: others.version }, others.version);
    // The instances remember the order as they wrote this version themselves.
    for (const instance of instances) instance.recent.forget(paid.orderId);
    const answers = await Promise.all(
      instances.map((instance, index) =>
        instance.acceptRefund.execute(
          merchant.merchantId,
          refundCommand({ transactionId: `R${index}`, amount: money(1) }),
        ),
      ),
    );
    expect(answers.map(outcomeOf).sort()).toEqual(['TOO_MANY_REFUNDS', 'accepted']);
    for (const instance of instances) await instance.settle();
    const { refunds } = await one.order(paid.orderId);
    expect(refunds).toHaveLength(orderLimits.refunds);
    expect(refunds.at(-1)).toMatchObject({ state: 'SUCCESS' });
  });

  test('randomly generated refunds that are repeated and run concurrently never return more than was paid (fault 7)', async () => {
    const wish = fc.record({
      number: fc.integer({ min: 1, max: 8 }),
      amountMinor: fc.integer({ min: 1, max: 6_000 }),
      instance: fc.constantFrom(0 as const, 1 as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: 4, maxLength: 14 }), async (wishes) => {
        const { one, instances, channel } = twoInstances();
        const merchant = await one.merchant({ merchantId: `mer_${randomBytes(6).toString('hex')}` });
        const order = await one.paid(merchant);
        const answers = await Promise.all(
          wishes.map(({ number, amountMinor, instance }) =>
            instances[instance].acceptRefund.execute(
              merchant.merchantId,
              refundCommand({ transactionId: `R${number}`, amount: money(amountMinor) }),
            ),
          ),
        );
        for (const instance of instances) await instance.settle();
        const end = await one.order(order.orderId);
        const reserved = end.refunds
          .filter((refund) => reservesAmount(refund) && !isAutomatic(refund))
          .reduce((sum, { amount }) => sum + amount.amountMinor, 0);
        expect(reserved).toBeLessThanOrEqual(10_000);
        expect(channel.returnedMinor(latest(order).attemptId)).toBe(reserved);
        // The order has a refund for each accepted refund ID, and no others.
        const accepted = wishes.filter((_, index) => answers[index]?.kind === 'accepted');
        expect(end.refunds.map(({ transactionId }) => transactionId).sort()).toEqual(
          [...new Set(accepted.map(({ number }) => `R${number}`))].sort(),
        );
      }),
      { numRuns: 12 },
    );
  });

  test('if two instances use one refund ID for two orders at once, only one order gets it (fault 8)', async () => {
    const { one, instances } = twoInstances();
    const merchant = await one.merchant();
    for (let round = 0; round < 8; round += 1) {
      const numbers = [`TA${round}`, `TB${round}`] as const;
      const orders = [];
      for (const number of numbers) orders.push(await one.paid(merchant, { merchantTransactionId: number }));
      const answers = await Promise.all(
        [0, 1, 2, 3].map((index) =>
          instances[(index % 2) as 0 | 1].acceptRefund.execute(
            merchant.merchantId,
            refundCommand({
              transactionId: `R${round}`,
              originalTransactionId: numbers[index < 2 ? 0 : 1] as string,
            }),
          ),
        ),
      );
      for (const instance of instances) await instance.settle();
      const refunds = await Promise.all(
        orders.map(async ({ orderId }) => (await one.order(orderId)).refunds),
      );
      expect(refunds.map(({ length }) => length).sort()).toEqual([0, 1]);
      expect(answers.map(outcomeOf).sort()).toEqual([
        'DUPLICATE_REFUND',
        'DUPLICATE_REFUND',
        'accepted',
        'accepted',
      ]);
    }
  });

  test('if a process dies in the middle of a refund call, repeating the call at another instance completes the refund (fault 8)', async () => {
    const { one, other } = twoInstances();
    const merchant = await one.merchant();
    const order = await one.paid(merchant);
    const { claims } = one.surroundings;
    await claims.claim(merchant.merchantId, 'R1', order.orderId);
    const answer = await other.acceptRefund.execute(merchant.merchantId, refundCommand());
    expect(outcomeOf(answer)).toBe('accepted');
    await other.settle();
    expect((await one.order(order.orderId)).state).toBe('PARTIAL_REFUND');
  });

  test('if two instances receive the same callback a hundred times, it causes one event (fault 15)', async () => {
    const { one, other, instances, channel } = twoInstances();
    channel.submit = async () => ({ kind: 'pending' });
    const order = await one.submitted(await one.merchant());
    const callback = rawCallback({
      callbackId: `evt_${order.orderId}`,
      notification: { kind: 'payment', attemptId: latest(order).attemptId, result: succeeded() },
    });
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        instances[(index % 2) as 0 | 1].receiveCallback.execute('Sandbox', callback),
      ),
    );
    for (const instance of [one, other]) await instance.settle();
    expect(await one.types(order.orderId)).toEqual(['order.payment.processing', 'order.payment.succeeded']);
  });

  test('if two instances submit a payment of the same order at once, the consumer is charged once (fault 40)', async () => {
    const { one, instances, channel } = twoInstances();
    const order = await one.opened(await one.merchant());
    channel.actionUrl = 'https://bank.example/3ds';
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '737' };
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => instances[(index % 2) as 0 | 1].submit.execute(order, card)),
    );
    expect(channel.payments.get(latest(order).attemptId)?.charges).toBe(1);
    for (const instance of instances) await instance.settle();
  });
});
