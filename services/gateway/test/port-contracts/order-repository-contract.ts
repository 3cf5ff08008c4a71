import { describe, expect, test } from 'vitest';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { OrderRepository } from '../../src/ports/order-repository.ts';
import {
  disputed,
  failed,
  money,
  newOrder,
  orderIn,
  paid,
  submitted,
  withRefund,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import type { Instances } from './instances.ts';

/** The contract of every OrderRepository. */
export function orderRepositoryContract(open: () => Instances<OrderRepository>): void {
  const numbered = (number: string) => newOrder({ merchantTransactionId: number });
  const next = (order: PaymentOrder): PaymentOrder => ({ ...order, version: order.version + 1 });

  describe('a stored order', () => {
    test.each(Object.entries(orderIn))(
      'in %s is found as it was stored, on every instance',
      async (state, build) => {
        const [one, other] = open();
        const order = build();
        expect(await one.insert(order)).toBe('inserted');
        expect(await other.find(order.orderId)).toEqual(order);
        expect(order.state).toBe(state);
      },
    );

    test('keeps all its parts', async () => {
      const [one, other] = open();
      const uncollected = { channelReference: 'cpt_1', since: after(5), reason: 'No. $' };
      const rich: PaymentOrder = {
        ...disputed(withRefund(withRefund(paid(), { amountMinor: 1 }), { amountMinor: 2, state: 'FAILED' })),
        attempts: paid().attempts.map((attempt) => ({ ...attempt, uncollected })),
        amount: money(999_999_999_999_999, 'JPY'),
        products: [{ productId: 'p.$1', name: '½ „Käse“ 🧀', price: money(0), quantity: 999_999 }],
        customerName: 'Ann',
        customerEmail: 'ann@example.org',
        customerPhone: '+4915112345678',
        billingAddress: {
          line1: 'Weg 1',
          line2: 'c/o Ek',
          city: 'Köln',
          postalCode: '50667',
          state: 'NW',
          country: 'DE',
        },
        cancelUrl: 'https://shop.example/cancel',
        releasedRefundNumbers: [{ transactionId: 'R.9', epoch: 3 }],
        settledCases: [
          {
            caseId: 'qtn_1',
            kind: 'result_set_aside',
            since: after(2),
            at: after(3),
            note: 'Looked at. $ok',
          },
        ],
        history: [
          { version: 1, at: after(0), cause: 'payment_created', moves: [] },
          {
            version: 4,
            at: after(4),
            cause: 'attempt_asked_about',
            moves: [{ subject: 'attempt 1', from: null, to: 'OPEN' }],
            times: 3,
          },
        ],
        quarantine: [
          { attemptId: 'txn_1', reported: money(1, 'EUR'), receivedAt: after(1.234) },
          {
            attemptId: 'txn_1',
            reported: money(2 ** 60, 'zz'),
            receivedAt: after(2),
            subject: { kind: 'dispute', channelReference: 'dsp_1', result: 'won' },
          },
        ],
      };
      await one.insert(rich);
      expect(await other.find(rich.orderId)).toEqual(rich);
      await one.save(next(rich), rich.version);
      expect(await other.find(rich.orderId)).toEqual(next(rich));
    });

    test('that does not exist is not found', async () => {
      expect(await open()[0].find('ord_none')).toBeUndefined();
    });

    test('is not changed by changing a returned object', async () => {
      const [one] = open();
      await one.insert(numbered('T1'));
      const read = await one.find(numbered('T1').orderId);
      const products = read?.products as unknown[];
      // A store that returns its own objects must have frozen them. Otherwise, try to change what it returned.
      if (!Object.isFrozen(products)) products.push('x');
      expect(await one.find(numbered('T1').orderId)).toEqual(numbered('T1'));
    });
  });

  describe('insert', () => {
    test('leaves the stored order unchanged when its ID is taken', async () => {
      const [one, other] = open();
      await one.insert(numbered('T1'));
      expect(await other.insert({ ...numbered('T1'), amount: money(1) })).toBe('exists');
      expect(await one.find(numbered('T1').orderId)).toEqual(numbered('T1'));
    });

    test('lets one of a hundred concurrent calls in, across all instances', async () => {
      const instances = open();
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          instances[index % instances.length]?.insert({ ...numbered('T1'), description: `${index}` }),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'exists')).toHaveLength(99);
      const winner = await instances[0].find(numbered('T1').orderId);
      expect(winner?.description).toBe(String(outcomes.indexOf('inserted')));
    });

    test('tells each of many concurrent calls its own outcome', async () => {
      const [one] = open();
      await Promise.all([1, 3, 5].map((number) => one.insert(numbered(`T${number}`))));
      const outcomes = await Promise.all(
        [1, 2, 3, 4, 5, 6].map((number) => one.insert(numbered(`T${number}`))),
      );
      expect(outcomes).toEqual(['exists', 'inserted', 'exists', 'inserted', 'exists', 'inserted']);
    });
  });

  describe('save', () => {
    test('replaces the previous version', async () => {
      const [one, other] = open();
      await one.insert(failed());
      expect(await other.save(next(failed()), failed().version)).toBe('saved');
      expect(await one.find(failed().orderId)).toEqual(next(failed()));
    });

    test('takes several changes at once', async () => {
      const [one, other] = open();
      await one.insert(failed());
      const later = { ...failed(), version: failed().version + 5 };
      expect(await other.save(later, failed().version)).toBe('saved');
      expect(await one.find(failed().orderId)).toEqual(later);
    });

    test.each([
      ['an older version', -1],
      ['a version that does not exist', 1],
    ])('refuses a change that was decided on %s', async (_case, step) => {
      const [one] = open();
      await one.insert(failed());
      const decidedOn = failed().version + step;
      const wrong = { ...failed(), version: decidedOn + 1, description: 'wrong' };
      expect(await one.save(wrong, decidedOn)).toBe('conflict');
      expect(await one.find(failed().orderId)).toEqual(failed());
    });

    test('refuses a write that comes too late, and takes one that comes in time', async () => {
      const [one] = open();
      await one.insert(failed());
      const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000);
      expect(await one.save(next(failed()), failed().version, inSeconds(-60))).toBe('conflict');
      expect(await one.find(failed().orderId)).toEqual(failed());
      expect(await one.save(next(failed()), failed().version, inSeconds(600))).toBe('saved');
      const later = { ...failed(), version: failed().version + 2 };
      expect(await one.save(later, failed().version + 1, inSeconds(7_200))).toBe('saved');
      expect(await one.find(failed().orderId)).toEqual(later);
    });

    test('refuses an order that does not exist', async () => {
      const [one] = open();
      expect(await one.save(next(failed()), failed().version)).toBe('conflict');
      expect(await one.find(failed().orderId)).toBeUndefined();
    });

    test('tells each of many concurrent calls its own outcome, and brings back no order that does not exist', async () => {
      const [one, other] = open();
      const orders = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => numbered(`T${number}`));
      const [, second, , fourth, , , , missing] = orders as [
        PaymentOrder,
        PaymentOrder,
        PaymentOrder,
        PaymentOrder,
        ...PaymentOrder[],
      ];
      for (const order of orders) if (order !== missing) await one.insert(order);
      for (const order of [second, fourth]) {
        await other.save({ ...next(order), description: 'other' }, order.version);
      }
      const outcomes = await Promise.all(orders.map((order) => one.save(next(order), order.version)));
      expect(outcomes).toEqual([
        'saved',
        'conflict',
        'saved',
        'conflict',
        'saved',
        'saved',
        'saved',
        'conflict',
      ]);
      const stored = await Promise.all(orders.map(({ orderId }) => other.find(orderId)));
      expect(stored.map((order) => order?.version)).toEqual([2, 2, 2, 2, 2, 2, 2, undefined]);
      expect(stored.map((order) => order?.description === 'other')).toEqual(
        outcomes.map((outcome, index) => outcome === 'conflict' && index !== 7),
      );
    });

    test('lets two instances that write the same orders at once each win an order once', async () => {
      const instances = open();
      const orders = Array.from({ length: 24 }, (_, index) => numbered(`T${index}`));
      await Promise.all(orders.map((order) => instances[0].insert(order)));
      for (let version = 1; version <= 10; version += 1) {
        const outcomes = await Promise.all(
          [orders, orders.toReversed()].flatMap((some, index) =>
            some.map((order) => instances[index]?.save({ ...order, version: version + 1 }, version)),
          ),
        );
        expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(orders.length);
      }
    });

    test('lets one of many writers of one version win, across all instances', async () => {
      const instances = open();
      await instances[0].insert(failed());
      const outcomes = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          instances[index % instances.length]?.save(
            { ...next(failed()), description: `${index}` },
            failed().version,
          ),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(1);
      const stored = await instances[0].find(failed().orderId);
      expect(stored?.description).toBe(String(outcomes.indexOf('saved')));
    });
  });

  describe('forgetRelayedEvents', () => {
    test('removes events without a new version', async () => {
      const [one, other] = open();
      const order = paid();
      await one.insert(order);
      await one.forgetRelayedEvents(order, 1);
      const stored = await other.find(order.orderId);
      expect(stored).toEqual({ ...order, outbox: order.outbox.slice(1) });
      expect(await other.save(next(order), order.version)).toBe('saved');
    });

    test('does nothing once the order has changed, so that no later event is lost', async () => {
      const [one] = open();
      const older = submitted();
      await one.insert(older);
      await one.save(paid(), older.version);
      await one.forgetRelayedEvents(older, 1);
      expect(await one.find(older.orderId)).toEqual(paid());
    });
  });
}
