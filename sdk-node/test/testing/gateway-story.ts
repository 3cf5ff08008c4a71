import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CreatePaymentResult,
  compileValidator,
  EventListResult,
  EventResendResult,
  OrderListResult,
  PaymentQueryResult,
  RefundListResult,
  RefundQueryResult,
  RefundResult,
  SandboxTriggerResult,
  SettlementReport,
} from '@kassa/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Kassa } from '../../src/index.ts';
import { rejectionOf } from '../support/sample-calls.ts';

const DAY_MS = 86_400_000;

/** A real or simulated gateway, with a client of one merchant. */
export interface GatewayWorld {
  readonly kassa: Kassa;
  /** A client of the same merchant that signs with a key which was never uploaded. */
  readonly forger: Kassa;
  /** The consumer pays the order. */
  pay(order: CreatePaymentResult): Promise<void>;
  /** Waits until the channel has returned the money, or makes the simulated channel return it. */
  settleRefund(transactionId: string): Promise<void>;
}

const schemas = {
  created: compileValidator(CreatePaymentResult),
  payment: compileValidator(PaymentQueryResult),
  refund: compileValidator(RefundResult),
  refundQuery: compileValidator(RefundQueryResult),
  refunds: compileValidator(RefundListResult),
  orders: compileValidator(OrderListResult),
  events: compileValidator(EventListResult),
  resent: compileValidator(EventResendResult),
  triggered: compileValidator(SandboxTriggerResult),
  settlement: compileValidator(SettlementReport),
};

/** Returns an answer after checking that it fits the contract. */
function valid<Answer>(kind: keyof typeof schemas, answer: Answer): Answer {
  const plain: unknown = JSON.parse(JSON.stringify(answer));
  expect(schemas[kind](plain)).toEqual({ kind: 'valid', value: plain });
  return answer;
}

/** Waits for the next day (UTC) if the present day ends too soon for a test whose events must all be on one day. */
async function untilTheDayHas(seconds: number): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < seconds * 1000) await delay(leftMs);
}

const newTransactionId = (prefix: string) => `${prefix}-${randomBytes(6).toString('hex')}`;

/**
 * Describes how a gateway treats the client. The test gateway for merchants and the real gateway both run these tests, so that
 * the test gateway answers nothing that the real one does not.
 */
export function describeGateway(name: string, start: () => Promise<GatewayWorld>): void {
  let world: GatewayWorld;
  let kassa: Kassa;
  beforeAll(async () => {
    world = await start();
    kassa = world.kassa;
  });

  const params = (amount: string | number = '10.00') => ({
    merchant_transaction_id: newTransactionId('T'),
    amount,
    currency_code: 'USD',
    redirect_url: 'https://shop.example/thanks',
    description: 'Coffee & beans=ä🙂',
    products: [{ product_id: 'p1', name: 'A&B=C', price: '10.00', quantity: 1 }],
  });
  const paid = async (amount?: string) => {
    const created = await kassa.payments.create(params(amount));
    await world.pay(created);
    return kassa.payments.retrieve(created.order_id);
  };
  const refundOf = (order: PaymentQueryResult, amount: string, currency_code = 'USD') => ({
    transaction_id: newTransactionId('R'),
    original_transaction_id: order.merchant_transaction_id,
    amount,
    currency_code,
  });
  const stateOf = async (reference: string) => (await kassa.payments.retrieve(reference)).state;
  const codeOf = async (call: Promise<unknown>) => ((await rejectionOf(call)) as { code: string }).code;

  describe(name, () => {
    it('creates an order once, however often the call is repeated', async () => {
      const order = params();
      const created = valid('created', await kassa.payments.create(order));
      expect(await kassa.payments.create(order)).toEqual(created);
      expect(await codeOf(kassa.payments.create({ ...order, amount: 11 }))).toBe('DUPLICATE_TRANSACTION');
      const found = valid('payment', await kassa.payments.retrieve(order.merchant_transaction_id));
      expect(found).toEqual(await kassa.payments.retrieve(created.order_id));
      expect(found).toMatchObject({
        amount: 10,
        currency_code: 'USD',
        status: 0,
        state: 'INIT',
        refundable_amount: 0,
        description: 'Coffee & beans=ä🙂',
        paid_at: null,
      });
    });

    it('finds neither an order nor a refund that was not created', async () => {
      expect(await codeOf(kassa.payments.retrieve('nobody'))).toBe('ORDER_NOT_FOUND');
      expect(await codeOf(kassa.refunds.retrieve('nobody'))).toBe('REFUND_NOT_FOUND');
      const refund = { transaction_id: newTransactionId('R'), original_transaction_id: 'nobody' };
      expect(await codeOf(kassa.refunds.create({ ...refund, amount: 1, currency_code: 'USD' }))).toBe(
        'ORDER_NOT_FOUND',
      );
    });

    it('accepts no signature by another key', async () => {
      expect(await rejectionOf(world.forger.payments.create(params()))).toMatchObject({
        code: 'INVALID_SIGNATURE',
        signatureDifference: undefined,
        message: expect.stringContaining('The six signed lines match'),
      });
    });

    it('refunds a paid amount in parts, and never more than was paid', async () => {
      const order = valid('payment', await paid());
      expect(order).toMatchObject({ state: 'PAY_SUCCESS', status: 2, refundable_amount: 10 });
      const part = refundOf(order, '4.00');
      valid('refund', await kassa.refunds.create(part));
      expect(await kassa.refunds.create(part)).toMatchObject({ transaction_id: part.transaction_id });
      expect(await codeOf(kassa.refunds.create({ ...part, amount: 3 }))).toBe('DUPLICATE_REFUND');
      expect(await codeOf(kassa.refunds.create(refundOf(order, '6.01')))).toBe('REFUND_EXCEEDS_AMOUNT');
      expect(await codeOf(kassa.refunds.create(refundOf(order, '1.00', 'EUR')))).toBe('CURRENCY_MISMATCH');

      await world.settleRefund(part.transaction_id);
      expect(valid('refundQuery', await kassa.refunds.retrieve(part.transaction_id))).toMatchObject({
        status: 2,
        amount: 4,
        original_transaction_id: order.merchant_transaction_id,
      });
      const after = valid('payment', await kassa.payments.retrieve(order.order_id));
      expect(after).toMatchObject({ state: 'PARTIAL_REFUND', refunded_amount: 4, refundable_amount: 6 });

      const { amount: _amount, ...rest } = refundOf(order, '6.00');
      const made = { transaction_id: rest.transaction_id, amount: 6, currency_code: 'USD' };
      expect(valid('refund', await kassa.refunds.create(rest))).toMatchObject(made);
      expect(await kassa.refunds.create(rest)).toMatchObject(made);
      expect(await codeOf(kassa.refunds.create({ ...rest, amount: 6 }))).toBe('DUPLICATE_REFUND');
      const more = { ...rest, transaction_id: newTransactionId('R') };
      expect(await codeOf(kassa.refunds.create(more))).toBe('REFUND_EXCEEDS_AMOUNT');
      expect(await codeOf(kassa.refunds.create({ ...more, currency_code: 'XQQ' }))).toBe(
        'UNSUPPORTED_CURRENCY',
      );
      await world.settleRefund(rest.transaction_id);
      expect(await stateOf(order.order_id)).toBe('REFUNDED');
      expect(await codeOf(kassa.refunds.create(refundOf(order, '0.01')))).toMatch(
        /^(ORDER_NOT_REFUNDABLE|REFUND_EXCEEDS_AMOUNT)$/,
      );
    });

    it('refunds nothing of an unpaid order', async () => {
      const created = await kassa.payments.create(params());
      const order = await kassa.payments.retrieve(created.order_id);
      expect(await codeOf(kassa.refunds.create(refundOf(order, '1.00')))).toBe('ORDER_NOT_REFUNDABLE');
    });

    it('refunds nothing while an order is in dispute', async () => {
      const { order_id } = await paid();
      const trigger = (what: 'dispute_opened' | 'dispute_won') => kassa.sandbox.trigger({ order_id, what });
      valid('triggered', await trigger('dispute_opened'));
      await expect.poll(() => stateOf(order_id)).toBe('IN_DISPUTE');
      const order = valid('payment', await kassa.payments.retrieve(order_id));
      expect(await codeOf(kassa.refunds.create(refundOf(order, '1.00')))).toBe('ORDER_IN_DISPUTE');
      await trigger('dispute_won');
      await expect.poll(() => stateOf(order_id)).toBe('PAY_SUCCESS');
    });

    it('lists orders, newest first, page by page', async () => {
      const since = new Date();
      const numbers: string[] = [];
      for (const order of [params(), params(), params()]) {
        numbers.unshift(order.merchant_transaction_id);
        await kassa.payments.create(order);
        // Wait for the next millisecond, because orders of the same millisecond are not sorted by time.
        await expect.poll(() => Date.now()).toBeGreaterThan(Date.now());
      }
      const listed: string[] = [];
      for await (const order of kassa.orders.list({ created_from: since, limit: 2 })) {
        listed.push(order.merchant_transaction_id);
      }
      expect(listed).toEqual(numbers);
      const page = valid('orders', await kassa.orders.list({ created_from: since, limit: 2 }));
      expect(page.orders).toHaveLength(2);
      expect((await page.nextPage())?.orders).toHaveLength(1);
      const none = await kassa.orders.list({ created_from: since, state: 'REFUNDED' });
      expect(none).toEqual({ orders: [], next: null });
      expect((await kassa.orders.list({ created_to: since, limit: 1 })).orders[0]?.order_id).not.toBe(
        numbers[0],
      );
      expect(await codeOf(kassa.orders.list({ after: `ord_${'0'.repeat(32)}` }))).toBe('INVALID_REQUEST');
    });

    it('lists refunds, newest first, page by page', async () => {
      const order = await paid();
      const refunds = [refundOf(order, '1.00'), refundOf(order, '2.00'), refundOf(order, '3.00')];
      const numbers = refunds.map(({ transaction_id }) => transaction_id).reverse();
      for (const refund of refunds) {
        await kassa.refunds.create(refund);
        await world.settleRefund(refund.transaction_id);
        // Wait for the next millisecond, because refunds of the same millisecond are not sorted by time.
        await expect.poll(() => Date.now()).toBeGreaterThan(Date.now());
      }
      const ofOrder = { order: order.order_id, limit: 2 };
      const listed: string[] = [];
      for await (const refund of kassa.refunds.list(ofOrder)) listed.push(refund.transaction_id);
      expect(listed).toEqual(numbers);
      const page = valid('refunds', await kassa.refunds.list(ofOrder));
      expect(page.refunds[0]).toEqual(await kassa.refunds.retrieve(numbers[0] ?? ''));
      expect((await page.nextPage())?.refunds).toHaveLength(1);
      const since = page.refunds[1]?.created_at ?? '';
      expect(await kassa.refunds.list({ from: since, state: 'FAILED' })).toEqual({ refunds: [], next: null });
      const own = await kassa.refunds.list({ from: since, origin: 'merchant', state: 'SUCCESS' });
      expect(own.refunds.map(({ transaction_id }) => transaction_id)).toEqual(numbers.slice(0, 2));
      expect(await codeOf(kassa.refunds.list({ order: 'nobody' }))).toBe('ORDER_NOT_FOUND');
      const none = `rfd_${'0'.repeat(32)}_1`;
      expect(await codeOf(kassa.refunds.list({ after: none }))).toBe('INVALID_REQUEST');
    });

    it('reports the totals and the lines of a day', async () => {
      await untilTheDayHas(10);
      const order = await paid('23.00');
      const date = String(order.paid_at).slice(0, 10);
      const report = async () => valid('settlement', await kassa.reports.settlement({ date }));
      const before = await report();
      expect(before).toMatchObject({ date, from: `${date}T00:00:00.000Z`, final: false });
      const refund = refundOf(order, '4.00');
      await kassa.refunds.create(refund);
      await world.settleRefund(refund.transaction_id);
      const { totals } = await report();
      const cents = (text: string | undefined) => Number(text?.replace('.', ''));
      expect(cents(before.totals[0]?.net) - cents(totals[0]?.net)).toBe(400);
      expect(totals[0]?.refund_count).toBe((before.totals[0]?.refund_count ?? 0) + 1);

      const sums = await kassa.reports.settlementFile({ date, format: 'csv' });
      expect(sums.split('\r\n')).toEqual([
        ['merchant_id', 'date', 'final', ...Object.keys(totals[0] ?? {})].join(),
        ...totals.map((total) => [before.merchant_id, date, false, ...Object.values(total)].join()),
        '',
      ]);
      const lines = (await kassa.reports.settlementFile({ date, format: 'lines_csv' })).split('\r\n');
      // The processors here take no fees.
      const noFee = ['', '', '', ''];
      expect(lines[0]).toBe(
        'time,kind,order_id,merchant_transaction_id,currency_code,amount,channel_type,reference,fee,net,settlement_currency,further_fees',
      );
      expect(
        lines.filter((line) => line.includes(order.order_id)).map((line) => line.split(',').slice(1)),
      ).toEqual([
        [
          'payment',
          order.order_id,
          order.merchant_transaction_id,
          'USD',
          '23.00',
          'Sandbox',
          expect.stringMatching(/^txn_/),
          ...noFee,
        ],
        [
          'refund',
          order.order_id,
          order.merchant_transaction_id,
          'USD',
          '-4.00',
          'Sandbox',
          refund.transaction_id,
          ...noFee,
        ],
      ]);
      for (const wrong of ['2026-02-30', '9999-12-31']) {
        expect(await codeOf(kassa.reports.settlement({ date: wrong }))).toBe('INVALID_REQUEST');
        const file = kassa.reports.settlementFile({ date: wrong, format: 'csv' });
        expect(await codeOf(file)).toBe('INVALID_REQUEST');
      }
    });

    it('lists events, oldest first, page by page, and sends them again', async () => {
      const since = new Date();
      const { order_id } = await paid();
      const eventsOf = async (query: Parameters<Kassa['events']['list']>[0]) => {
        const types: string[] = [];
        for await (const { event } of kassa.events.list({ since, ...query })) {
          if (event.data.order_id === order_id) types.push(event.event_type);
        }
        return types;
      };
      const both = ['order.payment.processing', 'order.payment.succeeded'];
      await expect.poll(() => eventsOf({})).toEqual(both);
      expect(await eventsOf({ limit: 1 })).toEqual(both);
      expect(await eventsOf({ event_type: 'order.payment.succeeded' })).toEqual(both.slice(1));

      const page = valid('events', await kassa.events.list({ since, limit: 1 }));
      const event_id = page.events[0]?.event.event_id ?? '';
      expect(page.next).toBe(event_id);
      expect((await kassa.events.list({ after: event_id, limit: 1 })).events[0]?.event.event_id).not.toBe(
        event_id,
      );
      expect(valid('resent', await kassa.events.resend({ event_ids: [event_id] }))).toEqual({
        resent: 1,
        next: null,
      });
      const unknown = `evt_${'0'.repeat(32)}_1`;
      expect(await rejectionOf(kassa.events.resend({ event_ids: [event_id, unknown] }))).toMatchObject({
        code: 'EVENT_NOT_FOUND',
        fields: [{ path: 'event_ids[1]' }],
      });
      let resent = 0;
      const span = { since, until: new Date(Date.now() + 1_000) };
      for await (const result of kassa.events.resend(span)) resent += result.resent;
      expect(resent).toBeGreaterThanOrEqual(2);
      expect(await codeOf(kassa.events.list({ after: unknown }))).toBe('INVALID_REQUEST');
    });
  });
}
