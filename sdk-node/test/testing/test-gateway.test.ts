import { generateKeyPairSync } from 'node:crypto';
import { type WebhookEvent as ContractEvent, compileValidator, WebhookEvent } from '@kassa/contracts';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { Kassa, type KassaOptions, type WebhookEventOf, Webhooks } from '../../src/index.ts';
import { TestGateway } from '../../src/testing/index.ts';
import { kassaHandlers } from '../../src/testing/msw.ts';
import { merchantKeys } from '../support/fake-gateway.ts';
import { payment, refund, rejectionOf } from '../support/sample-calls.ts';
import { describeGateway } from './gateway-story.ts';

const baseUrl = 'https://pay.example';
const client = (gateway: TestGateway, more: Partial<Pick<KassaOptions, 'fetch' | 'privateKey'>> = {}) =>
  new Kassa({
    merchantId: 'mer_test',
    privateKey: merchantKeys.privateKey,
    baseUrl: gateway.baseUrl,
    fetch: gateway.fetch,
    ...more,
  });

describeGateway('the test gateway', async () => {
  const gateway = new TestGateway({ publicKey: merchantKeys.publicKey });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    kassa: client(gateway),
    forger: client(gateway, { privateKey }),
    pay: async ({ order_id }) => void gateway.pay(order_id),
    settleRefund: async (transactionId) => void gateway.completeRefund(transactionId),
  };
});

const validate = compileValidator(WebhookEvent);

describe('what happens at the test gateway', () => {
  const gateway = new TestGateway({ baseUrl });
  const kassa = client(gateway);

  it('is reported by signed events that satisfy the contract, in their sequence', async () => {
    await kassa.payments.create(payment);
    const events = [
      gateway.startPayment('T1'),
      gateway.failPayment('T1'),
      gateway.pay('T1'),
      await kassa.refunds.create(refund).then(() => gateway.failRefund('R1')),
      await kassa.refunds
        .create({ ...refund, transaction_id: 'R2' })
        .then(() => gateway.completeRefund('R2')),
      gateway.openDispute('T1'),
      gateway.winDispute('T1'),
      gateway.openDispute('T1'),
      gateway.loseDispute('T1'),
    ];
    const webhooks = new Webhooks({ secrets: [gateway.webhookSecret] });
    const received = events.map(({ rawBody, headers }) => webhooks.verify(rawBody, headers));
    for (const event of received) expect(validate(event)).toEqual({ kind: 'valid', value: event });
    expect(received.map(({ event_type, data }) => [event_type, data.state, data.sequence])).toEqual([
      ['order.payment.processing', 'PAYING', 1],
      ['order.payment.failed', 'PAY_FAIL', 2],
      ['order.payment.succeeded', 'PAY_SUCCESS', 4],
      ['order.refund.failed', 'PAY_SUCCESS', 5],
      ['order.refund.succeeded', 'PARTIAL_REFUND', 6],
      ['order.dispute.opened', 'IN_DISPUTE', 7],
      ['order.dispute.won', 'PARTIAL_REFUND', 8],
      ['order.dispute.opened', 'IN_DISPUTE', 9],
      ['order.dispute.lost', 'REFUNDED', 10],
    ]);
    expectTypeOf(gateway.pay)
      .returns.toHaveProperty('event')
      .toEqualTypeOf<WebhookEventOf<'order.payment.succeeded'>>();
    const listed: ContractEvent[] = [];
    for await (const { event } of kassa.events.list()) listed.push(event);
    expect(listed).toHaveLength(10);
  });

  it('is what the table of states allows, and nothing else', async () => {
    await kassa.payments.create({ ...payment, merchant_transaction_id: 'T2' });
    gateway.expire('T2');
    expect((await kassa.payments.retrieve('T2')).state).toBe('CLOSE');
    expect(() => gateway.pay('T2')).toThrow(/T2 is CLOSE: attempt_started cannot happen/);
    expect(() => gateway.openDispute('T2')).toThrow(/dispute_opened/);
    expect(() => gateway.pay('T3')).toThrow(/no order T3/);
    expect(() => gateway.completeRefund('R3')).toThrow(/no refund R3/);
  });

  it('can be a refusal', async () => {
    gateway.refuseNext('RATE_LIMITED', { detail: 'Slow down.' });
    gateway.refuseNext('MERCHANT_DISABLED');
    expect(await rejectionOf(kassa.payments.retrieve('T1'))).toMatchObject({
      code: 'MERCHANT_DISABLED',
      attempts: 2,
    });
    await expect(kassa.payments.retrieve('T1')).resolves.toMatchObject({ merchant_transaction_id: 'T1' });
  });

  it('can be a lost answer, after which a repeated call finds the result', async () => {
    gateway.loseNextAnswer();
    const before = gateway.requests.length;
    await kassa.payments.create({ ...payment, merchant_transaction_id: 'T4' });
    expect(gateway.requests.slice(before)).toEqual([
      {
        method: 'POST',
        path: '/api/merchant/payment/create',
        query: {},
        body: expect.objectContaining({ merchant_transaction_id: 'T4', amount: 10 }),
      },
      expect.objectContaining({ path: '/api/merchant/payment/create' }),
    ]);
    const numbers: string[] = [];
    for await (const order of kassa.orders.list()) numbers.push(order.merchant_transaction_id);
    expect(numbers).toEqual(['T4', 'T2', 'T1']);
  });
});

describe('the handlers for msw', () => {
  const gateway = new TestGateway({ baseUrl, publicKey: merchantKeys.publicKey });
  const server = setupServer(...kassaHandlers(gateway));
  afterEach(() => server.close());
  /** The client has no `fetch` of its own, because msw intercepts the global one. */
  const kassa = client(gateway, { fetch: undefined });

  it('let the test gateway answer every request to its address', async () => {
    server.listen();
    await kassa.payments.create(payment);
    gateway.pay('T1');
    expect((await kassa.payments.retrieve('T1')).state).toBe('PAY_SUCCESS');
    gateway.loseNextAnswer();
    await expect(kassa.refunds.create(refund)).resolves.toMatchObject({ transaction_id: 'R1' });
    gateway.refuseNext('ORDER_IN_DISPUTE');
    expect(await rejectionOf(kassa.refunds.create(refund))).toMatchObject({ code: 'ORDER_IN_DISPUTE' });
  });
});
