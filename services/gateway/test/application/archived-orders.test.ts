import { formatAmount } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { tombstoneOf } from '../../src/domain/archive/tombstone.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { ChannelNotification } from '../../src/ports/channel-callback.ts';
import { OrderArchived } from '../../src/ports/order-archived.ts';
import { latest, money } from '../builders/orders.ts';
import { paidOn, refundedOn } from '../builders/settled-orders.ts';
import { after } from '../builders/times.ts';
import { lineOf } from '../in-memory/book-channel.ts';
import { rawCallback } from '../in-memory/fake-callbacks.ts';
import type { InMemoryOrders } from '../in-memory/in-memory-orders.ts';
import { minuteOf, reconciliationBench } from '../in-memory/reconciliation-bench.ts';
import { outcomeOf, refundCommand } from '../in-memory/requests.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const place = { archive: '2024', manifestSha256: 'a'.repeat(64), removedAt: after(9_000) };
const NOTE = 'Looked into it.';

/** A gateway with an order that was paid, refunded in part, archived and removed. */
async function archived() {
  const gateway = new TestGateway();
  const merchant = await gateway.merchant();
  const { orderId } = await gateway.paid(merchant);
  expect(outcomeOf(await gateway.acceptRefund.execute(merchant.merchantId, refundCommand()))).toBe(
    'accepted',
  );
  await gateway.settle();
  const order = await gateway.order(orderId);
  const orders = gateway.surroundings.orders as InMemoryOrders;
  expect(await orders.replace(order, tombstoneOf(order, place))).toBe('replaced');
  return { gateway, merchant, order, attempt: latest(order) };
}

describe('an order that was archived and removed', () => {
  test('is reported as archived to its merchant, and as unknown to another one', async () => {
    const { gateway, merchant, order } = await archived();
    const { merchantId } = merchant;
    const refundId = order.refunds[0]?.refundId ?? '';
    for (const id of [order.orderId, order.merchantTransactionId]) {
      expect(await gateway.findPayments.findOrder(merchantId, id)).toMatchObject({
        name: 'ORDER_ARCHIVED',
        detail: expect.stringMatching(/removed .* at 20.*“2024”.*a{64}/),
      });
    }
    for (const id of [refundCommand().transactionId, refundId]) {
      expect(outcomeOf(await gateway.findPayments.findRefund(merchantId, id))).toBe('ORDER_ARCHIVED');
    }
    expect(outcomeOf(await gateway.findPayments.findOrder('mer_2', order.orderId))).toBe('ORDER_NOT_FOUND');
    expect(outcomeOf(await gateway.findPayments.findRefund('mer_2', refundId))).toBe('REFUND_NOT_FOUND');
  });

  test('if a merchant uses the ID of an archived order again, no second order is created (fault 94)', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const order = await gateway.created(merchant);
    const { merchantTransactionId, amount, description, products, redirectUrl, cancelUrl } = order;
    const same = {
      merchantTransactionId,
      amount,
      description,
      products,
      customerName: order.customerName,
      redirectUrl,
      cancelUrl,
    };
    const first = await gateway.create.execute(merchant, same);
    expect(outcomeOf(first)).toBe('created');
    await (gateway.surroundings.orders as InMemoryOrders).replace(order, tombstoneOf(order, place));
    gateway.recent.forget(order.orderId);
    expect(await gateway.create.execute(merchant, same)).toEqual(first);
    const other = { ...same, amount: money(amount.amountMinor + 1) };
    expect(outcomeOf(await gateway.create.execute(merchant, other))).toBe('DUPLICATE_TRANSACTION');
  });

  test('cannot be refunded, and its refund IDs stay used', async () => {
    const { gateway, merchant } = await archived();
    const { merchantId } = merchant;
    const again = { ...refundCommand(), transactionId: 'R9' };
    await expect(gateway.acceptRefund.execute(merchantId, again)).rejects.toThrow(OrderArchived);
    const other = await gateway.paid(merchant, { merchantTransactionId: 'T2' });
    const used = { ...refundCommand(), originalTransactionId: other.merchantTransactionId };
    expect(outcomeOf(await gateway.acceptRefund.execute(merchantId, used))).toBe('DUPLICATE_REFUND');
  });

  test('gives up a refund ID that it claimed but never used', async () => {
    const { gateway, merchant, order } = await archived();
    const { merchantId } = merchant;
    await gateway.surroundings.claims.claim(merchantId, 'R5', order.orderId);
    const other = await gateway.paid(merchant, { merchantTransactionId: 'T2' });
    const free = {
      ...refundCommand(),
      transactionId: 'R5',
      originalTransactionId: other.merchantTransactionId,
    };
    expect(outcomeOf(await gateway.acceptRefund.execute(merchantId, free))).toBe('accepted');
  });

  test('is reported as archived by every command of an operator', async () => {
    const { gateway, order, attempt } = await archived();
    const refundId = order.refunds[0]?.refundId ?? '';
    const since = after(1);
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      'attempt ask': () => gateway.askAboutAttempt.execute(attempt.attemptId),
      'refund cancel': () => gateway.refunds.cancel(refundId),
      'refund conclude': () =>
        gateway.refunds.conclude(refundId, { outcome: 'made', lookedAt: since, note: NOTE }),
      'dispute conclude': () =>
        gateway.disputes.conclude(order.orderId, { dispute: 'dsp_1', outcome: 'lost', note: NOTE } as never),
      'cases settle': () => gateway.cases.settle({ caseId: attempt.attemptId, since }, NOTE),
      'cases resume': () => gateway.cases.resume(order.orderId),
      'order show': () => gateway.showOrder.execute(order.orderId),
    };
    for (const call of Object.values(calls)) await expect(call()).rejects.toThrow(OrderArchived);
  });
});

const dispute = { kind: 'opened', channelReference: 'dsp_1', amount: money(10_000) } as const;
const failure = { code: 'expired_card', message: 'Expired.' };
const reports: Readonly<Record<string, (order: PaymentOrder) => readonly [ChannelNotification, string]>> = {
  'a dispute': (order) => [
    { kind: 'dispute', attemptId: latest(order).attemptId, report: dispute },
    `a dispute in the state opened, over ${formatAmount(money(10_000))} USD`,
  ],
  'a refund by hand': (order) => [
    {
      kind: 'refund_by_reference',
      attemptId: latest(order).attemptId,
      channelReference: 're_1',
      result: { kind: 'succeeded', returned: money(1_000) },
    },
    'a refund with the result succeeded, 10.00 USD',
  ],
  'a refund that failed late': (order) => [
    {
      kind: 'refund',
      refundId: order.refunds[0]?.refundId ?? '',
      result: { kind: 'failed', failure },
    },
    'a refund with the result failed',
  ],
  'a payment that was not collected': (order) => [
    { kind: 'uncollected', attemptId: latest(order).attemptId, channelReference: 'evt_9', reason: 'No.' },
    'money that could not be collected (No.)',
  ],
  'a second payment': (order) => [
    {
      kind: 'payment',
      attemptId: latest(order).attemptId,
      result: { kind: 'succeeded', paid: money(10_000), card: null, paymentReference: 'ch_2' },
    },
    'a payment with the result succeeded, 100.00 USD',
  ],
};

describe('late reports', () => {
  test.each(Object.keys(reports))(
    'a report about an archived order changes nothing, and ends in an alert and a case that name the archive (fault 94): %s',
    async (name) => {
      const { gateway, order } = await archived();
      const { alerts, orders } = gateway.surroundings;
      const tombstone = (orders as InMemoryOrders).tombstone(order.orderId);
      const [notification, text] = reports[name]?.(order) ?? [];
      const callback = rawCallback({
        callbackId: 'evt_1',
        notification: notification as ChannelNotification,
      });
      expect(outcomeOf(await gateway.receiveCallback.execute('Sandbox', callback))).toBe('received');
      await gateway.settle();
      await gateway.attendAfter(4);
      const { cases } = await gateway.listCases.execute({ kind: null, after: null, limit: 10 });
      expect(cases).toMatchObject([{ kind: 'callback_parked', caseId: 'Sandbox:evt_1' }]);
      const [{ detail, since, caseId } = { detail: '', since: after(0), caseId: '' }] = cases;
      for (const part of [text, order.orderId, '“2024”', place.manifestSha256])
        expect(detail).toContain(part);
      expect(alerts.raised).toEqual([
        {
          kind: 'work_parked',
          duty: 'apply-callbacks',
          item: 'Sandbox evt_1',
          reason: expect.stringContaining('“2024”'),
        },
      ]);
      // The channel sends it again, and an operator resumes it: it stays a case until it is settled.
      expect(outcomeOf(await gateway.receiveCallback.execute('Sandbox', callback))).toBe('received');
      await gateway.settle();
      await gateway.cases.resume(caseId);
      await gateway.attendAfter(4);
      const again = (await gateway.listCases.execute({ kind: null, after: null, limit: 10 })).cases;
      expect(again).toHaveLength(1);
      const settled = await gateway.cases.settle({ caseId, since: again[0]?.since ?? since }, NOTE);
      expect(outcomeOf(settled)).toBe('settled');
      await gateway.attendAfter(4);
      expect((await gateway.listCases.execute({ kind: null, after: null, limit: 10 })).cases).toEqual([]);
      expect((orders as InMemoryOrders).tombstone(order.orderId)).toEqual(tombstone);
    },
  );

  test('a report about an archived order also becomes a case if it names only the payment (fault 94)', async () => {
    const gateway = new TestGateway();
    const paid = await gateway.paid(await gateway.merchant());
    const order = {
      ...paid,
      attempts: paid.attempts.map((attempt) => ({ ...attempt, paymentReference: 'ch_1' })),
    };
    await (gateway.surroundings.orders as InMemoryOrders).replace(paid, tombstoneOf(order, place));
    const notification = {
      kind: 'dispute',
      attemptId: 'entered by hand',
      paymentReference: 'ch_1',
      report: dispute,
    } as const;
    const callback = rawCallback({ callbackId: 'evt_1', notification });
    await gateway.receiveCallback.execute('Sandbox', callback);
    await gateway.settle();
    await gateway.attendAfter(4);
    const { cases } = await gateway.listCases.execute({ kind: null, after: null, limit: 10 });
    expect(cases).toMatchObject([{ detail: expect.stringContaining('about ch_1') }]);
  });
});

test('reconciliation includes the payments and refunds of archived orders, whether the channel books them on the same day or on another (fault 94)', async () => {
  const today = paidOn('2026-11-20T10:00:00Z', { merchantId: 'mer_1', number: 'T1' });
  const refunded = refundedOn(
    '2026-11-20T12:00:00Z',
    paidOn('2026-11-20T10:00:00Z', { merchantId: 'mer_1', number: 'T2' }),
    'R1',
    3_000,
  );
  const earlier = paidOn('2026-11-01T10:00:00Z', { merchantId: 'mer_1', number: 'T3' });
  const all = [today, refunded, earlier];
  const compare = async (isRemoved: boolean) => {
    const bench = reconciliationBench(all);
    await bench.reconcile('2026-11-19');
    if (isRemoved) {
      for (const order of all) {
        expect(await bench.stored.replace(order, tombstoneOf(order, place))).toBe('replaced');
      }
    }
    bench.channel.lines = [
      ...all.map((order) => lineOf('payment', latest(order).attemptId, minuteOf(700), money(10_000))),
      lineOf('refund', refunded.refunds[0]?.refundId ?? '', minuteOf(800), money(3_000)),
    ];
    return bench.reconcile();
  };
  const [before, removed] = [await compare(false), await compare(true)];
  expect(removed).toEqual(before);
  expect(removed.differences).toEqual([]);
});
