import type { CreatePaymentRequest } from '@kassa/contracts';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { presentCheckoutOrder } from '../../src/adapters/inbound/http/checkout/checkout-presenter.ts';
import { presentPayment, readNewPayment } from '../../src/adapters/inbound/http/merchant/payment-messages.ts';
import { presentRefundQuery } from '../../src/adapters/inbound/http/merchant/refund-presenter.ts';
import { presentOperatorOrder } from '../../src/adapters/inbound/http/operations/order-presenter.ts';
import { presentReconciliation } from '../../src/adapters/inbound/http/operations/reconciliation-presenter.ts';
import type { BusinessBody } from '../../src/adapters/inbound/http/request-reading.ts';
import { linesCsv, totalsCsv } from '../../src/adapters/inbound/http/settlement-csv.ts';
import { presentSettlement } from '../../src/adapters/inbound/http/settlement-presenter.ts';
import { fromAdyenAmount, toAdyenAmount } from '../../src/adapters/outbound/channels/adyen/adyen-amounts.ts';
import {
  fromStripeAmount,
  toStripeAmount,
} from '../../src/adapters/outbound/channels/stripe/stripe-amounts.ts';
import { ReportSettlement } from '../../src/application/payments/report-settlement.ts';
import { orderText } from '../../src/cli/orders/order-text.ts';
import { addSeconds } from '../../src/domain/add-seconds.ts';
import { fingerprintOf } from '../../src/domain/fingerprint.ts';
import type { Merchant } from '../../src/domain/merchant/merchant.ts';
import { deriveOrderId } from '../../src/domain/order/order-identifiers.ts';
import { createOrder } from '../../src/domain/order/payment-order.ts';
import { latest, money } from '../builders/orders.ts';
import { paidOn, refundedOn } from '../builders/settled-orders.ts';
import { lineOf } from '../in-memory/book-channel.ts';
import { DATE, minuteOf, reconciliationBench } from '../in-memory/reconciliation-bench.ts';
import { newPayment, outcomeOf } from '../in-memory/requests.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

// Other test files in the same process use the real list of currencies. So load the modules anew before and after this file.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

/** The list of currencies after an upgrade that has removed the vatu, a currency without decimals. */
vi.mock('currency-codes', async (importOriginal) => {
  const { default: original } = await importOriginal<{ default: { data: { code: string }[] } }>();
  return { default: { ...original, data: original.data.filter(({ code }) => code !== 'VUV') } };
});

const merchantId = 'mer_1';
const vatu = (amountMinor: number) => money(amountMinor, 'VUV');
const at = `${DATE}T09:00:00.000Z`;
const paidInVatu = () => paidOn(at, { merchantId, number: 'vatu', amount: vatu(500) });

/** Stores an order in vatu, as the gateway created it before the upgrade. */
async function createdBefore({ surroundings: { orders, clock } }: TestGateway, { merchantId }: Merchant) {
  const payment = newPayment({ amount: vatu(500) });
  const createdAt = clock.now();
  await orders.insert(
    createOrder({
      ...payment,
      orderId: deriveOrderId(merchantId, payment.merchantTransactionId),
      merchantId,
      fingerprint: fingerprintOf({ ...payment }),
      createdAt,
      expiresAt: addSeconds(createdAt, 1_800),
    }),
  );
  return payment;
}

describe('an order whose currency was withdrawn by an upgrade', () => {
  test('is answered again if the merchant repeats its creation, while no new order is accepted in it', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const payment = await createdBefore(gateway, merchant);
    const repeated = await gateway.create.execute(merchant, payment);
    const orderId = deriveOrderId(merchant.merchantId, payment.merchantTransactionId);
    expect(repeated).toMatchObject({ kind: 'created', orderId });
    const refused = await gateway.create.execute(merchant, { ...payment, merchantTransactionId: 'T2' });
    expect(refused).toMatchObject({
      kind: 'refused',
      name: 'UNSUPPORTED_CURRENCY',
      fields: [{ path: 'currency_code' }],
    });
    expect(await gateway.surroundings.orders.find(deriveOrderId(merchant.merchantId, 'T2'))).toBeUndefined();
    const other = { ...payment, description: 'Tea' };
    expect(outcomeOf(await gateway.create.execute(merchant, other))).toBe('DUPLICATE_TRANSACTION');
  });

  test('is read from the bytes of a repeated request', () => {
    const request = {
      merchant_transaction_id: 'T1',
      amount: 500,
      currency_code: 'VUV',
      redirect_url: 'https://shop.example/thanks',
    };
    const signed = { value: request, numberText: () => '500' };
    const body = { value: request, prefix: '', signed } as unknown as BusinessBody;
    expect(readNewPayment(request as CreatePaymentRequest, body).amount).toEqual(vatu(500));
  });

  test('is refunded as before', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    await createdBefore(gateway, merchant);
    const paid = await gateway.paid(merchant, { amount: vatu(500), products: [] });
    const accepted = await gateway.acceptRefund.execute(merchant.merchantId, {
      transactionId: 'R1',
      originalTransactionId: paid.merchantTransactionId,
      amount: vatu(200),
      refundTime: null,
      reason: null,
      remark: null,
    });
    await gateway.settle();
    if (accepted.kind !== 'accepted') throw new Error(accepted.detail);
    const order = await gateway.order(paid.orderId);
    expect(presentPayment(order)).toMatchObject({ amount: 500, refundable_amount: 300 });
    expect(presentRefundQuery(order, accepted.refund)).toMatchObject({ amount: 200, currency_code: 'VUV' });
    const bodies = (await gateway.surroundings.events.listOfOrder(order.orderId)).map(({ body }) => body);
    expect(bodies.map((body) => JSON.parse(body).data.amount)).toEqual(bodies.map(() => 500));
  });

  test('is shown to its consumer and to operators', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    await createdBefore(gateway, merchant);
    const order = await gateway.opened(merchant, { amount: vatu(500), products: [] });
    const page = { publicUrl: 'https://pay.example', livemode: true, paidMethod: null, now: order.createdAt };
    expect(presentCheckoutOrder(order, merchant, page)).toMatchObject({ amount: 500 });
    const shown = presentOperatorOrder({ kind: 'found', order, events: [], cases: [] });
    expect(orderText(shown)).toContain('500 VUV');
  });

  test('is part of its settlement report, and breaks no other report', async () => {
    const { stored, fees, clock } = reconciliationBench();
    const refunded = refundedOn(at, paidInVatu(), 'R1', 200);
    for (const order of [refunded, paidOn(at, { merchantId, number: 'dollars' })]) await stored.insert(order);
    const opened = new ReportSettlement({ orders: stored, fees, clock }).execute(merchantId, DATE);
    if (opened.kind !== 'opened') throw new Error(opened.detail);
    const report = presentSettlement(merchantId, opened.day, await opened.sum());
    expect(report.totals.map(({ currency_code, net }) => [currency_code, net])).toEqual([
      ['USD', '100.00'],
      ['VUV', '300'],
    ]);
    expect(totalsCsv(report)).toContain('VUV,500,-200');
    let lines = '';
    for await (const part of linesCsv(opened.linesByHour())) lines += part;
    expect(lines).toContain('VUV,500,');
    expect(lines).toContain('USD,100.00,');
  });

  test('is reconciled', async () => {
    const paid = paidInVatu();
    const { channel, log, reconcile } = reconciliationBench([paid]);
    channel.lines = [lineOf('payment', latest(paid).attemptId, minuteOf(540), vatu(500))];
    expect(await reconcile()).toMatchObject({ differences: [] });
    const record = await log.find({ channelId: channel.channelId, date: DATE });
    if (record === undefined) throw new Error('not reconciled');
    expect(presentReconciliation(record, minuteOf(2_000)).agreed).toEqual([
      { subject: 'payment', currency_code: 'VUV', count: 1, sum: '500' },
    ]);
  });

  test('is captured, refunded and reported in the units of its processor', () => {
    expect(toStripeAmount(vatu(500))).toEqual({ amount: 500, currency: 'vuv' });
    expect(fromStripeAmount({ amount: 500, currency: 'vuv' })).toEqual(vatu(500));
    expect(toAdyenAmount(vatu(500))).toEqual({ value: 500, currency: 'VUV' });
    expect(fromAdyenAmount({ value: 500, currency: 'VUV' })).toEqual(vatu(500));
  });
});
