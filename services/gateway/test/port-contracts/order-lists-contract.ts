import { describe, expect, test } from 'vitest';

import { setAsideIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { withPaymentSetAside } from '../../src/domain/order/uncounted-payments.ts';
import type {
  OrderRepository,
  OrderSpan,
  OrderWithCases,
  WaitingPosition,
} from '../../src/ports/order-repository.ts';
import { failed, money, newOrder, opened, opening, paid, submitted } from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';
import type { Instances } from './instances.ts';

/** The contract of the lists of every `OrderRepository` other than those of due work: operators' cases, a merchant's orders. */
export function orderListsContract(open: () => Instances<OrderRepository>): void {
  const numbered = (number: string) => newOrder({ merchantTransactionId: number });
  const next = (order: PaymentOrder): PaymentOrder => ({ ...order, version: order.version + 1 });

  describe('firstToAttend', () => {
    test('is the order that is due first, and its time', async () => {
      const [one, other] = open();
      expect(await one.firstToAttend()).toBeNull();
      // An order without attempts is not due once its events are relayed.
      await one.insert({ ...paid(), outbox: [], attempts: [] });
      expect(await other.firstToAttend()).toBeNull();
      await one.insert(newOrder({ merchantTransactionId: 'late', expiresAt: after(300) }));
      const early = newOrder({ merchantTransactionId: 'early', expiresAt: after(100) });
      await one.insert(early);
      expect(await other.firstToAttend()).toEqual({ order: early, at: after(100) });
    });
  });

  describe('unloggedSince', () => {
    const waiting = (number: string, recorded: readonly (Date | undefined)[], merchantId = 'mer_1') => {
      const order = failed(submitted(opened(newOrder({ merchantTransactionId: number, merchantId }))));
      const outbox = order.outbox.map((event, index) => {
        const recordedAt = recorded[index];
        return recordedAt === undefined ? event : { ...event, recordedAt };
      });
      return { ...order, outbox };
    };

    test('is when the oldest of a merchant’s events still in their orders was recorded', async () => {
      const [one, other] = open();
      await one.insert(newOrder({ merchantTransactionId: 'nothing' }));
      expect(await other.unloggedSince('mer_1')).toBeNull();
      const [early, late] = [
        waiting('early', [after(90), after(80)]),
        waiting('late', [after(85), after(95)]),
      ];
      for (const order of [late, early, waiting('theirs', [after(1)], 'mer_2')]) await one.insert(order);
      expect(await other.unloggedSince('mer_1')).toEqual(after(80));
      await other.forgetRelayedEvents(early, 1);
      expect(await one.unloggedSince('mer_1')).toEqual(after(80));
      await other.forgetRelayedEvents(early, 2);
      expect(await one.unloggedSince('mer_1')).toEqual(after(85));
      await one.save({ ...next(late), outbox: late.outbox.slice(1) }, late.version);
      expect(await one.unloggedSince('mer_1')).toEqual(after(95));
      await one.forgetRelayedEvents(next(late), 2);
      expect(await other.unloggedSince('mer_1')).toBeNull();
    });

    test('is when the event happened if no recording time was stored', async () => {
      const [one, other] = open();
      const order = waiting('old', []);
      await one.insert(order);
      expect(await other.unloggedSince('mer_1')).toEqual(order.outbox[0]?.occurredAt);
    });
  });

  describe('findOpenedAt', () => {
    const at = (channelId: string, order: PaymentOrder): PaymentOrder => ({
      ...order,
      attempts: order.attempts.map((attempt) => ({ ...attempt, channelId })),
    });

    test('is an order with an attempt opened at the channel', async () => {
      const [one, other] = open();
      const first = at('ProcessorA', opened(numbered('T1')));
      for (const order of [numbered('T0'), first, at('ProcessorB', opened(numbered('T2')))])
        await one.insert(order);
      expect(await other.findOpenedAt('ProcessorA', null)).toEqual(first);
      expect(await other.findOpenedAt('ProcessorA', 'mer_1')).toEqual(first);
      expect(await other.findOpenedAt('ProcessorA', 'mer_2')).toBeUndefined();
      expect(await other.findOpenedAt('ProcessorA-mer_1', null)).toBeUndefined();
    });

    test('is absent while the channel has not answered an opening, even if another channel has', async () => {
      const [one, other] = open();
      const waiting = at('ProcessorA', opening(numbered('T1')));
      await one.insert(waiting);
      const both = { ...numbered('T2'), attempts: [...waiting.attempts, ...opened(numbered('T2')).attempts] };
      await one.insert(both);
      expect(await other.findOpenedAt('ProcessorA', null)).toBeUndefined();
      expect(await other.findOpenedAt('Sandbox', null)).toEqual(both);
    });

    test('of one merchant is the newest', async () => {
      const [one, other] = open();
      const orders = [0, 20, 10].map((seconds) =>
        at(
          'ProcessorA',
          opened(newOrder({ merchantTransactionId: `T${seconds}`, createdAt: after(seconds) })),
        ),
      );
      for (const order of orders) await one.insert(order);
      expect(await other.findOpenedAt('ProcessorA', 'mer_1')).toEqual(orders[1]);
    });
  });

  describe('findByPayment', () => {
    const paidBy = (number: string, paymentReference: string) => {
      const order = paid(submitted(opened(numbered(number))));
      return {
        ...order,
        attempts: order.attempts.map((attempt) => ({ ...attempt, paymentReference })),
      };
    };

    test('is the order with an attempt that the channel’s payment pays', async () => {
      const [one, other] = open();
      const order = paidBy('T1', 'P1');
      for (const each of [numbered('T0'), paid(submitted(opened(numbered('T2')))), order])
        await one.insert(each);
      expect(await other.findByPayment('Sandbox', 'P1')).toEqual(order);
      expect(await other.findByPayment('Sandbox', 'P2')).toBeUndefined();
      expect(await other.findByPayment('ProcessorA', 'P1')).toBeUndefined();
    });

    test('is the order for which the channel’s payment was stored for an operator', async () => {
      const [one, other] = open();
      const order = paidBy('T1', 'P1');
      const [attempt] = order.attempts;
      if (attempt === undefined) throw new Error('the order has an attempt');
      const twice = withPaymentSetAside(
        order,
        attempt,
        { paid: order.amount, paymentReference: 'P2' },
        after(90),
      );
      await one.insert(twice);
      expect(await other.findByPayment('Sandbox', 'P2')).toEqual(twice);
      expect(await other.findByPayment('ProcessorA', 'P2')).toBeUndefined();
    });
  });

  describe('findByOpening', () => {
    test('is the order with an attempt that the channel opened under the reference', async () => {
      const [one, other] = open();
      const order = opened(numbered('T1'));
      for (const each of [numbered('T0'), opened(numbered('T2')), order]) await one.insert(each);
      const reference = order.attempts[0]?.opening?.channelReference ?? '';
      expect(await other.findByOpening('Sandbox', reference)).toEqual(order);
      expect(await other.findByOpening('Sandbox', 'P1')).toBeUndefined();
      expect(await other.findByOpening('ProcessorA', reference)).toBeUndefined();
    });
  });

  describe('listWithCases', () => {
    test('names orders with open cases, the longest waiting first, up to the limit', async () => {
      const [one, other] = open();
      const setAside = (number: string, seconds: number): PaymentOrder => ({
        ...numbered(number),
        quarantine: [{ attemptId: 'txn_1', reported: money(1), receivedAt: after(seconds) }],
      });
      await Promise.all(
        [setAside('T1', 3), setAside('T2', 1), setAside('T3', 2), numbered('T4')].map((order) =>
          one.insert(order),
        ),
      );
      const numbers = async (limit: number) =>
        (await other.listWithCases(null, limit)).map(({ order }) => order.merchantTransactionId);
      expect(await numbers(10)).toEqual(['T2', 'T3', 'T1']);
      expect(await numbers(2)).toEqual(['T2', 'T3']);
      expect((await other.listWithCases(null, 1))[0]?.parked).toBeNull();
      const settled = settleListed(setAside('T2', 1), setAsideIdOf(numbered('T2').orderId, 1), 'n', after(9));
      if (settled.kind !== 'changed') throw new Error('not settled');
      await one.save(settled.order, settled.order.version - 1);
      expect(await numbers(10)).toEqual(['T3', 'T1']);
    });

    test('continues after a position, even among orders that wait since the same moment', async () => {
      const [one, other] = open();
      const waiting = (letter: string, seconds: number): PaymentOrder => ({
        ...newOrder(),
        orderId: `ord_${letter.repeat(32)}`,
        quarantine: [{ attemptId: 'txn_1', reported: money(1), receivedAt: after(seconds) }],
      });
      for (const order of [waiting('c', 5), waiting('a', 5), waiting('b', 5), waiting('d', 3)]) {
        await one.insert(order);
      }
      const read: string[] = [];
      let position: WaitingPosition | null = null;
      for (;;) {
        const [next]: readonly OrderWithCases[] = await other.listWithCases(position, 1);
        if (next === undefined) break;
        read.push(next.order.orderId[4] ?? '');
        position = { since: next.since, id: next.order.orderId };
      }
      expect(read.join('')).toBe('dabc');
      // A position need not be an order's.
      expect(await other.listWithCases({ since: after(5), id: 'Sandbox:evt_1' }, 10)).toHaveLength(3);
      expect(await other.listWithCases({ since: after(5), id: 'z' }, 10)).toEqual([]);
    });
  });

  describe('a merchant’s orders', () => {
    const everything: OrderSpan = { from: null, before: null, state: null, after: null };
    const created = (
      letter: string,
      seconds: number,
      overrides: Partial<PaymentOrder> = {},
    ): PaymentOrder => ({
      ...newOrder(),
      orderId: `ord_${letter.repeat(32)}`,
      createdAt: after(seconds),
      ...overrides,
    });
    const idsOf = (orders: readonly PaymentOrder[]) => orders.map(({ orderId }) => orderId[4]).join('');
    const { merchantId } = newOrder();

    test('are listed newest first, within one moment by ID, without other merchants’ orders', async () => {
      const [one, other] = open();
      const orders = [created('c', 10), created('a', 20), created('d', 10), created('b', 30)];
      const foreign = created('e', 15, { merchantId: 'mer_other' });
      await Promise.all([...orders, foreign].map((order) => one.insert(order)));
      const list = await other.listOfMerchant(merchantId, everything, 10);
      expect(idsOf(list)).toBe('badc');
      expect(list[3]).toEqual(orders[0]);
      expect(idsOf(await other.listOfMerchant(merchantId, everything, 2))).toBe('ba');
    });

    test('are listed within a span and of a state', async () => {
      const [one] = open();
      const paidOrder = { ...paid(), orderId: `ord_${'b'.repeat(32)}`, createdAt: after(20) };
      for (const order of [created('a', 10), paidOrder, created('c', 30)]) await one.insert(order);
      const list = async (span: Partial<OrderSpan>) =>
        idsOf(await one.listOfMerchant(merchantId, { ...everything, ...span }, 10));
      expect(await list({ from: after(20) })).toBe('cb');
      expect(await list({ before: after(20) })).toBe('a');
      expect(await list({ from: after(20), before: after(20) })).toBe('');
      expect(await list({ from: after(10), before: after(30) })).toBe('ba');
      expect(await list({ state: 'PAY_SUCCESS' })).toBe('b');
    });

    test('are listed page by page, without duplicates or gaps, while new ones arrive', async () => {
      const [one, other] = open();
      for (const letter of 'cabed') await one.insert(created(letter, 10));
      let seen = '';
      for (let last: OrderSpan['after'] = null; ; ) {
        const [order] = await other.listOfMerchant(merchantId, { ...everything, after: last }, 1);
        if (order === undefined) break;
        seen += idsOf([order]);
        last = order;
        await one.insert(created(String(seen.length), 20));
      }
      expect(seen).toBe('edcba');
      // A position outside the span leaves out no order of the span.
      const span = { ...everything, before: after(20), after: created('9', 90) };
      expect(idsOf(await one.listOfMerchant(merchantId, span, 10))).toBe('edcba');
    });
  });
}
