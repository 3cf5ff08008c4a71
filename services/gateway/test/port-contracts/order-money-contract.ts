import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import type { MoneySpan, OrderRepository } from '../../src/ports/order-repository.ts';
import {
  afterChange,
  disputed,
  failed,
  latest,
  money,
  newOrder,
  opened,
  submitted,
  succeeded,
  withRefund,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { allOf } from '../support/all-of.ts';
import type { Instances } from './instances.ts';

/** The contract of every `OrderRepository` about finding orders by the time in which their money moved. */
export function orderMoneyContract(open: () => Instances<OrderRepository>): void {
  const next = (order: PaymentOrder): PaymentOrder => ({ ...order, version: order.version + 1 });

  function paidAt(seconds: number, number = 'T1', merchantId = 'mer_1'): PaymentOrder {
    const expiresAt = after(1_000_000);
    const order = submitted(opened(newOrder({ merchantTransactionId: number, merchantId, expiresAt })));
    const { attemptId } = latest(order);
    return afterChange(applyPaymentResult(order, attemptId, succeeded(), after(seconds)));
  }

  /** Returns a span of time that includes `from` and excludes `before`. */
  function span(from: number, before: number, merchantId: string | null = 'mer_1'): MoneySpan {
    return { merchantId, from: after(from), before: after(before) };
  }

  async function numbersIn(orders: OrderRepository, asked: MoneySpan): Promise<readonly string[]> {
    const found = await allOf(orders.withMoneyMoved(asked));
    return found.map(({ merchantTransactionId }) => merchantTransactionId).sort();
  }

  describe('withMoneyMoved', () => {
    test('finds an order from the millisecond of its payment on, and only before the end of the span', async () => {
      const [one, other] = open();
      await one.insert(paidAt(5_000));
      expect(await numbersIn(other, span(5_000, 5_000.001))).toEqual(['T1']);
      expect(await numbersIn(other, span(4_000, 5_000))).toEqual([]);
      expect(await numbersIn(other, span(5_000.001, 9_000))).toEqual([]);
    });

    test('finds an order once, however much of its money moved in however many hours', async () => {
      const [one, other] = open();
      const order = disputed(withRefund(paidAt(30), { amountMinor: 1, state: 'SUCCESS' }));
      await one.insert(order);
      const won = afterChange(
        applyDisputeReport(
          order,
          latest(order).attemptId,
          { kind: 'won', channelReference: 'dsp_1', amount: order.amount },
          after(100_000),
        ),
      );
      await one.save(next(won), order.version);
      expect(await numbersIn(other, span(0, 200_000))).toEqual(['T1']);
      expect(await numbersIn(other, span(60, 100_000))).toEqual([]);
      expect(await numbersIn(other, span(100_000, 100_001))).toEqual(['T1']);
    });

    test('returns all moves of an order, even outside the span', async () => {
      const [one, other] = open();
      const order = disputed(withRefund(paidAt(30), { amountMinor: 7, state: 'SUCCESS' }), 9_000);
      const again = afterChange(
        applyDisputeReport(
          order,
          latest(order).attemptId,
          { kind: 'won', channelReference: 'dsp_1', amount: money(9_000) },
          after(60),
        ),
      );
      const twice = disputed(again, 20, 'dsp_2');
      await one.insert(twice);
      const [found] = await allOf(other.withMoneyMoved(span(42, 43)));
      expect(found && moneyMovesOf(found)).toEqual(moneyMovesOf(twice));
      expect(moneyMovesOf(twice)).toHaveLength(5);
      expect(found).toMatchObject({ orderId: twice.orderId, merchantId: 'mer_1', amount: money(10_000) });
    });

    test('finds nothing of another merchant, unless all merchants are requested', async () => {
      const [one, other] = open();
      await one.insert(paidAt(30, 'mine'));
      await one.insert(paidAt(30, 'theirs', 'mer_2'));
      expect(await numbersIn(other, span(0, 60))).toEqual(['mine']);
      expect(await numbersIn(other, span(0, 60, 'mer_2'))).toEqual(['theirs']);
      expect(await numbersIn(other, span(0, 60, 'mer_none'))).toEqual([]);
      expect(await numbersIn(other, span(0, 60, null))).toEqual(['mine', 'theirs']);
    });

    test('finds no order whose money has not moved', async () => {
      const [one, other] = open();
      await one.insert(newOrder({ merchantTransactionId: 'new' }));
      await one.insert(failed(submitted(opened(newOrder({ merchantTransactionId: 'failed' })))));
      expect(await numbersIn(other, span(0, 100_000))).toEqual([]);
    });

    test('finds all of many orders, and can be stopped early', async () => {
      const [one, other] = open();
      const numbers = Array.from({ length: 250 }, (_, index) => `T${1_000 + index}`);
      await Promise.all(numbers.map((number, index) => one.insert(paidAt(index * 60, number))));
      expect(await numbersIn(other, span(0, 250 * 60))).toEqual(numbers);
      for await (const order of other.withMoneyMoved(span(0, 250 * 60))) {
        expect(numbers).toContain(order.merchantTransactionId);
        break;
      }
    });
  });
}
