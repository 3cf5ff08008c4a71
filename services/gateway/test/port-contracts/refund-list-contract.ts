import { describe, expect, test } from 'vitest';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { RefundFilter } from '../../src/domain/refund/listed-refunds.ts';
import type { Refund } from '../../src/domain/refund/refund.ts';
import type { MerchantRefunds, OrderRepository } from '../../src/ports/order-repository.ts';
import { newOrder, opened, paid, submitted, withRefund } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import type { Instances } from './instances.ts';

const DAY = 24 * 3_600;
const merchantId = 'mer_1';
const everything: RefundFilter = {
  from: null,
  before: after(400 * DAY),
  state: null,
  origin: null,
  after: null,
};

interface Wish extends Partial<Refund> {
  /** When the refund was created, in seconds after the start of the tests. */
  readonly seconds: number;
}

/** Returns a paid order with refunds. */
export function refunded(number: string, wishes: readonly Wish[], merchant = merchantId): PaymentOrder {
  const order = paid(submitted(opened(newOrder({ merchantTransactionId: number, merchantId: merchant }))));
  const complete = wishes.reduce(
    (next, _, index) => withRefund(next, { amountMinor: 1, number: `${number}-${index + 1}` }),
    order,
  );
  const refunds = complete.refunds.map((refund, index) => {
    const { seconds = 0, ...others } = wishes[index] ?? {};
    return { ...refund, createdAt: after(seconds), ...others };
  });
  return { ...complete, refunds };
}

/** The contract of the list of a merchant's refunds. Every `OrderRepository` passes it. */
export function refundListContract(open: () => Instances<OrderRepository>): void {
  const idsOf = async (
    orders: MerchantRefunds,
    filter: Partial<RefundFilter> = {},
    limit = 100,
  ): Promise<readonly string[]> => {
    const list = await orders.listRefundsOf(merchantId, { ...everything, ...filter }, limit);
    return list.map(({ refund }) => refund.transactionId);
  };

  describe('a merchant’s refunds', () => {
    test('are listed newest first with their orders, without those of other merchants', async () => {
      const [one, other] = open();
      const order = refunded('A', [{ seconds: 10 }, { seconds: 300 * DAY }]);
      await one.insert(order);
      await one.insert(refunded('B', [{ seconds: 20 }, { seconds: 15 }]));
      await one.insert(refunded('C', [{ seconds: 16 }], 'mer_other'));
      await one.insert(newOrder({ merchantTransactionId: 'D' }));
      expect(await idsOf(other)).toEqual(['A-2', 'B-1', 'B-2', 'A-1']);
      expect(await idsOf(other, {}, 2)).toEqual(['A-2', 'B-1']);
      const [newest] = await other.listRefundsOf(merchantId, everything, 1);
      expect(newest).toEqual({
        order: { orderId: order.orderId, merchantTransactionId: 'A' },
        refund: order.refunds[1],
      });
      expect(await other.listRefundsOf('mer_none', everything, 10)).toEqual([]);
    });

    test('are listed within a span, of a state and of an origin', async () => {
      const [one] = open();
      await one.insert(
        refunded('A', [
          { seconds: 10, state: 'FAILED' },
          { seconds: 20, origin: 'late_payment' },
          { seconds: 30, isMadeAtProcessor: true },
          { seconds: 40, isMadeAtProcessor: true, origin: 'second_payment', state: 'SUCCESS' },
        ]),
      );
      expect(await idsOf(one, { from: after(20) })).toEqual(['A-4', 'A-3', 'A-2']);
      expect(await idsOf(one, { before: after(20) })).toEqual(['A-1']);
      expect(await idsOf(one, { from: after(20), before: after(40) })).toEqual(['A-3', 'A-2']);
      expect(await idsOf(one, { from: after(20), before: after(20) })).toEqual([]);
      expect(await idsOf(one, { state: 'FAILED' })).toEqual(['A-1']);
      expect(await idsOf(one, { state: 'CANCELLED' })).toEqual([]);
      expect(await idsOf(one, { origin: 'merchant' })).toEqual(['A-1']);
      expect(await idsOf(one, { origin: 'gateway' })).toEqual(['A-2']);
      expect(await idsOf(one, { origin: 'channel' })).toEqual(['A-4', 'A-3']);
      expect(await idsOf(one, { origin: 'channel', state: 'SUCCESS' })).toEqual(['A-4']);
    });

    test('are listed page by page, without duplicates or gaps, while new ones arrive', async () => {
      const [one, other] = open();
      for (const number of 'ABC') await one.insert(refunded(number, [{ seconds: 10 }, { seconds: 10 }]));
      const seen: string[] = [];
      for (let last: Refund | null = null; ; ) {
        const filter: RefundFilter = { ...everything, after: last };
        const [found] = await other.listRefundsOf(merchantId, filter, 1);
        if (found === undefined) break;
        seen.push(found.refund.transactionId);
        last = found.refund;
        await one.insert(refunded(`new-${seen.length}`, [{ seconds: 20 }]));
      }
      expect(seen.toSorted()).toEqual(['A-1', 'A-2', 'B-1', 'B-2', 'C-1', 'C-2']);
    });
  });
}
