import type { RefundConclusion } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { concludeRefund } from '../../src/domain/refund/conclude-refund.ts';
import { latest, money } from '../builders/orders.ts';
import { paidOn, refundedOn } from '../builders/settled-orders.ts';
import { lineOf } from '../in-memory/book-channel.ts';
import { DATE, reconciliationBench } from '../in-memory/reconciliation-bench.ts';

const NEXT_DATE = '2026-11-21';
const at = (time: string, date = DATE) => new Date(`${date}T${time}:00.000Z`);

/** Records what an operator found about the order's first refund. */
function found(order: PaymentOrder, outcome: RefundConclusion, amountMinor: number, now: Date): PaymentOrder {
  const finding = { outcome, returned: money(amountMinor), note: 'Seen.' };
  const concluded = concludeRefund(order, order.refunds[0]?.refundId ?? '', finding, { now, realNow: now });
  if (concluded.kind !== 'concluded') throw new Error(JSON.stringify(concluded));
  return concluded.order;
}

function paidOrder(): PaymentOrder {
  return paidOn(at('09:00').toISOString(), { merchantId: 'mer_1', number: 'T1' });
}

function refunded(learnt = at('10:00')): PaymentOrder {
  return refundedOn(learnt.toISOString(), paidOrder(), 'R1', 700);
}

/** Makes a merchant's refund of 7 dollars that failed. An operator has returned the money outside the channel. */
function returnedByHand(): PaymentOrder {
  const [refund] = refunded().refunds;
  if (refund === undefined) throw new Error('no refund');
  const failure = { code: 'no', message: 'No.' };
  const failed = { ...paidOrder(), refunds: [{ ...refund, state: 'FAILED' as const, failure }] };
  return found(failed, 'made_by_hand', 700, at('11:00'));
}

function benchOf(order: PaymentOrder, returnedMinor?: number) {
  const bench = reconciliationBench([order], at('12:00', '2026-11-22'));
  const { refundId = '' } = order.refunds[0] ?? {};
  bench.channel.lines = [lineOf('payment', latest(order).attemptId, at('09:01'))];
  if (returnedMinor !== undefined) {
    bench.channel.lines.push(lineOf('refund', refundId, at('10:01'), money(returnedMinor)));
  }
  return { ...bench, refundId };
}

const agreedRefunds = ({ agreed }: { readonly agreed: readonly { readonly subject: string }[] }) =>
  agreed.filter(({ subject }) => subject === 'refund');

describe('a refund whose money an operator returned outside the channel', () => {
  test('is no difference if the channel’s books do not have it', async () => {
    const result = await benchOf(returnedByHand()).reconcile();
    expect(result.differences).toEqual([]);
    expect(agreedRefunds(result)).toEqual([]);
  });

  test('is a difference if the channel made it too', async () => {
    const { reconcile, refundId } = benchOf(returnedByHand(), 700);
    const result = await reconcile();
    expect(result.differences).toMatchObject([{ kind: 'state', subject: 'refund', reference: refundId }]);
    expect(agreedRefunds(result)).toEqual([]);
  });

  test('agrees once the operator has recorded that the channel made it too', async () => {
    const result = await benchOf(found(returnedByHand(), 'made', 700, at('12:00')), 700).reconcile();
    expect(result.differences).toEqual([]);
    expect(agreedRefunds(result)).toMatchObject([{ count: 1, sumMinor: 700n }]);
  });
});

describe('a refund of which the channel returned more', () => {
  test('is a difference until the operator has recorded it', async () => {
    const { reconcile, refundId } = benchOf(refunded(), 900);
    expect((await reconcile()).differences).toMatchObject([{ kind: 'amount', reference: refundId }]);
  });

  test.each([
    ['the same day', DATE],
    ['the next day', NEXT_DATE],
  ])('agrees as one entry if that was recorded on %s', async (_case, date) => {
    const { reconcile } = benchOf(found(refunded(), 'made', 900, at('11:00', date)), 900);
    const result = await reconcile();
    expect(result.differences).toEqual([]);
    expect(agreedRefunds(result)).toMatchObject([{ count: 1, sumMinor: 900n }]);
    expect((await reconcile(NEXT_DATE)).differences).toEqual([]);
  });

  test.each([
    ['on the first day', at('10:00')],
    ['more than 24 hours before the gateway learned of the first part', at('23:00', NEXT_DATE)],
  ])(
    'agrees days later though the channel booked all of it %s and cannot be asked',
    async (_case, learnt) => {
      const later = '2026-11-25';
      const order = found(refunded(learnt), 'made', 900, at('11:00', later));
      const { reconcile, channel, clock } = benchOf(order, 900);
      channel.areRefundsAlwaysPending = true;
      clock.set(at('12:00', '2026-11-27'));
      expect((await reconcile(later)).differences).toEqual([]);
      expect((await reconcile()).differences).toEqual([]);
    },
  );

  test('is compared without what an operator returned outside the channel besides', async () => {
    const result = await benchOf(found(refunded(), 'made_by_hand', 300, at('11:00')), 700).reconcile();
    expect(result.differences).toEqual([]);
    expect(agreedRefunds(result)).toMatchObject([{ count: 1, sumMinor: 700n }]);
  });
});
