import { CaseListResult, compileValidator, OperatorOrder } from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AttemptOpening } from '../../src/domain/attempt/payment-attempt.ts';
import type { PaymentChannels } from '../../src/ports/payment-channels.ts';
import { GatewayBench } from '../http/support/gateway-bench.ts';
import { type HttpAnswer, send } from '../http/support/http-call.ts';
import { type MerchantAccount, newTransactionId } from '../http/support/merchant-account.ts';
import { read } from '../http/support/read-message.ts';
import { TesterClock } from '../http/support/tester-clock.ts';
import { channelAt, endedAt } from './adyen-bench.ts';
import { type Item, StandInAdyen } from './stand-in-adyen.ts';

const readCases = compileValidator(CaseListResult);
const readOrder = compileValidator(OperatorOrder);

let adyen: StandInAdyen;
let bench: GatewayBench;
let merchant: MerchantAccount;
/** Whether the channel believes that the time in which Adyen takes payments is over. Adyen's clock cannot be moved. */
let isTimeOver = false;
let cancellations = 0;

beforeAll(async () => {
  adyen = await StandInAdyen.start();
  const channel = channelAt(adyen);
  await channel.check();
  const cancel = channel.cancel.bind(channel);
  channel.cancel = (payment) => {
    cancellations += 1;
    return cancel(isTimeOver ? endedAt(payment, new Date(0)) : payment);
  };
  const channels = (port: PaymentChannels): PaymentChannels => ({
    all: async () => [channel, ...(await port.all())],
    find: async (channelId) => (channelId === 'ProcessorB' ? channel : port.find(channelId)),
    availableTo: async (merchantId) => [channel, ...(await port.availableTo(merchantId))],
    hasUnusable: (merchantId) => port.hasUnusable(merchantId),
    addedAt: (channelId) => port.addedAt(channelId),
    openedWith: (account) => port.openedWith(account),
    noteUse: async (channelId) => (channelId === 'ProcessorB' ? 'noted' : port.noteUse(channelId)),
  });
  bench = await GatewayBench.start({ replacements: { around: { channels } } });
  merchant = await bench.onboard();
});
afterAll(async () => {
  await bench.stop();
  await adyen.stop();
});

function tell(...items: readonly Item[]): Promise<HttpAnswer> {
  return post(adyen.batch(...items).body);
}

function post(body: Buffer): Promise<HttpAnswer> {
  return send(bench.main.merchantUrl, {
    method: 'POST',
    target: '/api/webhook/ProcessorB',
    headers: { 'content-type': 'application/json' },
    body,
  });
}

const about = (reference: string) =>
  adyen.items.findLast(({ merchantReference }) => merchantReference === reference) as Item;

async function becomes(number: string, state: string) {
  await expect.poll(async () => (await merchant.query(number)).state).toBe(state);
  return merchant.query(number);
}

function follow(link: string): Promise<HttpAnswer> {
  const { pathname, search } = new URL(link);
  const headers = { 'sec-fetch-dest': 'document' };
  return send(bench.main.checkoutUrl, { method: 'GET', target: pathname + search, headers });
}

describe('an order at Adyen', () => {
  test('is paid in Adyen’s component, becomes paid by Adyen’s notification, and is refunded and disputed', async () => {
    const number = newTransactionId();
    const checkout = await merchant.openCheckout({ merchant_transaction_id: number });
    const { extension, channelType, transactionId } = await checkout.initialised('card');
    expect({ extension, channelType }).toMatchObject({
      channelType: 'ProcessorB',
      extension: {
        paymentRenderType: 'COMPONENT_SDK',
        publicKey: 'test_ABCDEFGH12345678',
        component: { type: 'Card', environment: 'test' },
      },
    });
    await checkout.submitted();
    adyen.pay(transactionId, 'succeeds');
    const paid = about(transactionId);
    const answer = await tell(paid, paid);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('[accepted]');
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
    const { version } = await becomes(number, 'PAY_SUCCESS');
    expect(await merchant.query(number)).toMatchObject({
      channel_type: 'ProcessorB',
      card: { brand: 'visa', last4: '4242' },
    });
    // Neither a repetition of the success nor a late failure of an earlier card changes anything.
    const declined = adyen.happened('AUTHORISATION', transactionId, { success: 'false', reason: 'Refused' });
    expect((await tell(declined, paid)).text).toBe('[accepted]');
    expect((await merchant.query(number)).version).toBe(version);

    await merchant.acceptedRefund({ original_transaction_id: number, amount: 4 });
    await expect.poll(() => adyen.returned(transactionId)).toBe(400);
    const refunded = adyen.items.at(-1) as Item;
    expect(refunded.merchantReference).toMatch(/^rfd_/);
    // Once the gateway has stored Adyen's answer, Adyen's own reference of the refund is enough to find the refund.
    await expect
      .poll(async () => {
        expect((await tell({ ...refunded, merchantReference: transactionId })).text).toBe('[accepted]');
        return (await merchant.query(number)).state;
      })
      .toBe('PARTIAL_REFUND');

    const dispute = {
      pspReference: '9913140798220028',
      originalReference: paid.pspReference,
      amount: { value: 600, currency: paid.amount.currency },
    };
    await tell(adyen.happened('NOTIFICATION_OF_CHARGEBACK', transactionId, dispute));
    await becomes(number, 'IN_DISPUTE');
    await tell(adyen.happened('CHARGEBACK', transactionId, dispute));
    await tell(adyen.happened('ISSUER_RESPONSE_TIMEFRAME_EXPIRED', transactionId, dispute));
    await becomes(number, 'PARTIAL_REFUND');
  });

  test('is paid with the parameters that the consumer brings back from a 3-D Secure page', async () => {
    const number = newTransactionId();
    const checkout = await merchant.openCheckout({ merchant_transaction_id: number });
    const { returnUrl = '', transactionId } = await checkout.initialised('card');
    await checkout.submitted();
    const session = adyen.calls.findLast(({ key }) => key === transactionId);
    adyen.redirectResults.set('X6XtfGC3!Y', {
      resultCode: 'Authorised',
      pspReference: 'V4HZ4RBFJGXXGN82',
      merchantReference: transactionId,
      amount: session?.body.amount,
    });
    const brought = '&redirectResult=X6XtfGC3%21Y&sessionId=CS1';
    // If the key in the return link is forged, the gateway ignores the parameters and does not call Adyen.
    const callsBefore = adyen.calls.length;
    await follow(`${returnUrl.slice(0, -4)}AAAA${brought}`);
    expect(adyen.calls).toHaveLength(callsBefore);
    expect(await follow(returnUrl + brought)).toMatchObject({ status: 303 });
    expect((await merchant.query(number)).state).toBe('PAY_SUCCESS');
    await merchant.acceptedRefund({ original_transaction_id: number, amount: 4 });
    await expect.poll(() => adyen.calls.at(-1)?.call).toBe('POST /v72/payments/V4HZ4RBFJGXXGN82/refunds');
  });

  test('every page of an order shows the code of its Pix payment, and a payment with this code pays the order (fault 59)', async () => {
    const number = newTransactionId();
    const asked = { merchant_transaction_id: number, currency_code: 'BRL' };
    const checkout = await merchant.openCheckout(asked);
    const { paymentUrl, transactionId, extension } = await checkout.initialised('pix');
    expect([paymentUrl, extension.paymentRenderType]).toEqual(['', 'REDIRECT']);
    expect(await checkout.submitted()).toMatchObject({ paymentUrl: '' });
    const { expires_at } = await checkout.order();
    const action = {
      transactionId,
      kind: 'instructions',
      instructions: { qr: 'DMhpN90TFR2e7TzwHYRFkhw4brxm2wHBg' },
      expires_at,
    };
    expect((await checkout.status()).action).toEqual(action);
    expect((await checkout.order()).action).toEqual(action);
    adyen.pay(transactionId, 'succeeds');
    await tell(about(transactionId));
    await becomes(number, 'PAY_SUCCESS');
    expect((await checkout.status()).action).toBeNull();
  });

  test('whose page the consumer has abandoned fails once Adyen reports that, and can be paid in another way', async () => {
    const number = newTransactionId();
    const asked = { merchant_transaction_id: number, currency_code: 'EUR' };
    const checkout = await merchant.openCheckout(asked);
    const { transactionId } = await checkout.initialised('ideal');
    await checkout.submitted();
    await tell(adyen.happened('OFFER_CLOSED', transactionId, { paymentMethod: 'ideal' }));
    await becomes(number, 'PAY_FAIL');
    expect((await checkout.status()).failure).toEqual({ category: 'cancelled_at_processor' });
    // If the consumer has paid after all, the order is paid.
    adyen.pay(transactionId, 'succeeds');
    await tell(about(transactionId));
    expect(await becomes(number, 'PAY_SUCCESS')).toMatchObject({ refunds: [] });
  });

  test('waits for a bank transfer beyond its validity, and says until when the consumer can pay', async () => {
    const checkout = await merchant.openCheckout({ currency_code: 'EUR' });
    await checkout.initialised('bank_transfer');
    await checkout.submitted();
    const { action } = await checkout.status();
    expect(action?.instructions).toMatchObject({ iban: 'NL13TEST0123456789', reference: 'QFQTPCQ8' });
    const days = (Date.parse(action?.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
  });

  test('makes the gateway ask Adyen about only a few results that one consumer makes up, and always sends the consumer on', async () => {
    const checkout = await merchant.openCheckout();
    const { returnUrl = '' } = await checkout.initialised('card');
    await checkout.submitted();
    const callsBefore = adyen.calls.length;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, number) => follow(`${returnUrl}&redirectResult=made-up-${number}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    const asked = adyen.calls.slice(callsBefore).filter(({ call }) => call.endsWith('/payments/details'));
    expect(asked.length).toBeGreaterThanOrEqual(1);
    expect(asked.length).toBeLessThan(10);
  });

  test('whose money Adyen could not collect afterwards stays paid, and gets a case for the operator', async () => {
    const number = newTransactionId();
    const checkout = await merchant.openCheckout({ merchant_transaction_id: number });
    const { transactionId } = await checkout.initialised('card');
    await checkout.submitted();
    adyen.pay(transactionId, 'succeeds');
    await tell(about(transactionId));
    await becomes(number, 'PAY_SUCCESS');
    const reason = 'Capture rejected by card scheme because of a technical issue.';
    const failed = adyen.happened('CAPTURE_FAILED', transactionId, { reason });
    await tell(failed, failed);
    await tell(failed);
    const target = `/admin/orders/${checkout.orderId}`;
    const shown = async () => read(readOrder, await bench.admin('GET', target));
    await expect.poll(async () => (await shown()).cases).toHaveLength(1);
    const [found] = (await shown()).cases;
    expect(found).toMatchObject({
      kind: 'payment_uncollected',
      case_id: transactionId.replace('txn_', 'ucl_'),
    });
    expect(found?.detail).toContain(`${failed.pspReference}, an amount of 1050 in USD): ${reason}`);
    const listed = await bench.admin('GET', '/admin/cases?kind=payment_uncollected');
    expect(read(readCases, listed).cases).toEqual([found]);
    expect((await merchant.query(number)).state).toBe('PAY_SUCCESS');
  });

  test('is not paid by a forged notification', async () => {
    const checkout = await merchant.openCheckout({ currency_code: 'EUR' });
    const { transactionId, paymentUrl } = await checkout.initialised('ideal');
    expect(paymentUrl).toMatch(/^https:\/\/test\.adyen\.com\//);
    await checkout.submitted();
    const item = adyen.happened('AUTHORISATION', transactionId);
    expect((await post(adyen.signedWith('B'.repeat(64), item).body)).status).toBe(401);
    expect((await post(Buffer.from('{"notificationItems":[]}'))).status).toBe(400);
  });
});

// These tests are the last in this file, because business time never goes back.
describe('where business time is days ahead of real time', () => {
  test('a session can be paid as long as its order is open in real time, and ends a minute later', async () => {
    const clock = new TesterClock(bench);
    await clock.advance(2 * 86_400);
    const minuteMs = 60_000;
    const openedAt = Date.now();
    const checkout = await merchant.openCheckout();
    const { transactionId } = await checkout.initialised('card');
    await checkout.submitted();
    const session = adyen.calls.findLast(({ key }) => key === transactionId);
    const payableForMs = Date.parse(String(session?.body.expiresAt)) - openedAt;
    expect(Math.round(payableForMs / minuteMs)).toBe(30);
    // Adyen's clock cannot be moved. Adyen takes the payment for half an hour of real time, whatever a tester does.
    await clock.advance(40 * 60);
    const channel = channelAt(adyen);
    const orders = bench.database.collection<{
      _id: string;
      order: { attempts: { opening: AttemptOpening }[] };
    }>('orders');
    const stored = await orders.findOne({ _id: checkout.orderId });
    const opening = stored?.order.attempts[0]?.opening as AttemptOpening;
    const payment = { attemptId: transactionId, methodCode: 'card', opening, paymentReference: null };
    expect(await channel.cancel(payment)).toEqual({ kind: 'pending' });
    expect((await checkout.status()).state).toBe('PAYING');
    // From then on Adyen takes none, but nobody knows whether it took one before.
    const over = endedAt(payment, new Date((opening.payableUntil?.getTime() ?? 0) - payableForMs - 61_000));
    expect(await channel.cancel(over)).toEqual({ kind: 'not_askable' });
  });

  test('if Adyen says nothing about a payment, its order stays open, and a success that Adyen reports hours after the end of the order’s validity pays the order (fault 82)', async () => {
    const number = newTransactionId();
    const checkout = await merchant.openCheckout({ merchant_transaction_id: number });
    const { transactionId } = await checkout.initialised('card');
    await checkout.submitted();
    isTimeOver = true;
    const before = cancellations;
    await new TesterClock(bench).advance(10 * 3_600);
    await expect.poll(() => cancellations).toBeGreaterThan(before);
    expect((await merchant.query(number)).state).toBe('PAYING');
    adyen.pay(transactionId, 'succeeds');
    await tell(about(transactionId));
    expect(await becomes(number, 'PAY_SUCCESS')).toMatchObject({ refunds: [] });
    isTimeOver = false;
  });

  test('if Adyen’s notification never comes, the session result that the consumer’s page sends pays the order (fault 82)', async () => {
    const number = newTransactionId();
    const checkout = await merchant.openCheckout({ merchant_transaction_id: number });
    const { transactionId } = await checkout.initialised('card');
    await checkout.submitted();
    adyen.pay(transactionId, 'succeeds');
    const sessionResult = adyen.sessionResultOf(transactionId);
    const { status } = await checkout.post('/api/web/payment/submit', {
      orderId: checkout.orderId,
      terminal: { type: 'PC', userAgent: 'a test' },
      sessionResult,
    });
    expect(status).toBe(200);
    expect(await becomes(number, 'PAY_SUCCESS')).toMatchObject({ refunds: [] });
    // The notification that comes after all is about the same payment, so nothing is returned.
    await tell(about(transactionId));
    expect(await merchant.query(number)).toMatchObject({ state: 'PAY_SUCCESS', refunds: [] });
  });

  test('if only a part of a payment is refunded, the refund waits until Adyen has captured the payment, and is then made (fault 85)', async () => {
    const number = newTransactionId();
    const checkout = await merchant.openCheckout({ merchant_transaction_id: number });
    const { transactionId } = await checkout.initialised('card');
    await checkout.submitted();
    adyen.holdsCaptures = true;
    adyen.pay(transactionId, 'succeeds');
    await tell(about(transactionId));
    await becomes(number, 'PAY_SUCCESS');
    await merchant.acceptedRefund({ original_transaction_id: number, amount: 4 });
    const isOfRefund = ({ merchantReference }: Item) =>
      merchantReference.startsWith(transactionId.replace('txn_', 'rfd_').replace(/_\d+$/, ''));
    const reports = () => adyen.items.filter(isOfRefund);
    await expect.poll(() => reports().length).toBe(1);
    await tell(...reports());
    const refund = async () => (await merchant.query(number)).refunds[0];
    await expect.poll(async () => (await refund())?.status).toBe(0);
    adyen.holdsCaptures = false;
    adyen.capture(transactionId);
    await new TesterClock(bench).advance(301);
    await expect.poll(() => reports().length).toBe(2);
    await tell(...reports());
    expect(await becomes(number, 'PARTIAL_REFUND')).toMatchObject({ refunded_amount: 4 });
    expect(adyen.returned(transactionId)).toBe(400);
  });

  test('an order whose payment nobody submitted closes at the end of its validity', async () => {
    const number = newTransactionId();
    const checkout = await merchant.openCheckout({ merchant_transaction_id: number });
    await checkout.initialised('card');
    isTimeOver = true;
    await new TesterClock(bench).advance(3_600);
    await becomes(number, 'CLOSE');
    isTimeOver = false;
  });
});
