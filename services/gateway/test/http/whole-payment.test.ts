import { orderStateCodes } from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardOf } from './support/checkout-client.ts';
import { refusalOf } from './support/envelope-answer.ts';
import { GatewayBench, pressButton } from './support/gateway-bench.ts';
import { type MerchantAccount, newTransactionId } from './support/merchant-account.ts';

let bench: GatewayBench;
let merchant: MerchantAccount;
beforeAll(async () => {
  bench = await GatewayBench.start();
  merchant = await bench.onboard();
});
afterAll(() => bench.stop());

describe('a card payment', () => {
  it('goes from a signed request to a paid, partly and then wholly refunded order, with an event for each step', async () => {
    const number = newTransactionId();
    const checkout = await merchant.openCheckout({
      merchant_transaction_id: number,
      description: 'Two coffees',
      cancel_url: 'https://shop.example/cart',
      products: [{ product_id: 'p1', name: 'Coffee', price: 5.25, quantity: 2 }],
      customer: { full_name: 'Ann', email: 'ann@example.com' },
    });
    expect(await checkout.order()).toMatchObject({
      order_id: checkout.orderId,
      merchant_name: 'Corner Shop',
      amount: 10.5,
      currency_code: 'USD',
      description: 'Two coffees',
      products: [{ product_id: 'p1', name: 'Coffee', price: 5.25, quantity: 2 }],
      state: 'INIT',
      cancel_url: 'https://shop.example/cart',
      redirect_url: null,
    });
    const { payment_methods: methods } = await checkout.methods();
    const byCard = methods.find(({ code }) => code === 'card');
    expect(byCard?.test_cards).toContainEqual({ number: '4000000000000002', outcome: 'declined' });
    expect(await checkout.initialised('card')).toMatchObject({
      channelType: 'Sandbox',
      paymentUrl: '',
      extension: { paymentRenderType: 'OWN_FORM' },
      cardBrands: ['visa', 'mastercard', 'amex', 'cartes_bancaires'],
    });
    expect(await checkout.submitted(cardOf('4242424242424242'))).toMatchObject({ paymentUrl: '' });
    expect(await checkout.result()).toEqual({
      state: 'PAY_SUCCESS',
      failure: null,
      redirect_url: `https://shop.example/thanks?from=kassa&order_id=${checkout.orderId}`,
      action: null,
      transactionId: null,
      awaiting_result_until: null,
      receipt: {
        paid_at: expect.any(String),
        payment_method: 'card',
        payment_method_name: 'Card',
        email: 'a•••@example.com',
      },
      server_time: expect.any(String),
    });
    expect(await merchant.query(number)).toMatchObject({
      order_id: checkout.orderId,
      status: 2,
      refunded_amount: 0,
      refundable_amount: 10.5,
      payment_method: 'card',
      card: { brand: 'visa', last4: '4242' },
      channel_type: 'Sandbox',
      failure: null,
    });

    const first = newTransactionId('R');
    expect(
      await merchant.acceptedRefund({ transaction_id: first, original_transaction_id: number, amount: 3 }),
    ).toMatchObject({ transaction_id: first, order_id: checkout.orderId, error_code: null });
    await bench.receiver.eventsOf(checkout.orderId, 3);
    expect(await merchant.query(checkout.orderId)).toMatchObject({
      state: 'PARTIAL_REFUND',
      status: 4,
      refunded_amount: 3,
      refundable_amount: 7.5,
    });

    const tooMuch = await merchant.refund({ original_transaction_id: number, amount: 7.51 });
    expect(tooMuch.msg).toBe('REFUND_EXCEEDS_AMOUNT');
    const rest = newTransactionId('R');
    await merchant.acceptedRefund({
      transaction_id: rest,
      original_transaction_id: number,
      amount: 7.5,
      reason: 'returned goods',
      remark: 'second bag',
      refund_time: '20261121093000',
    });
    const events = await bench.receiver.eventsOf(checkout.orderId, 4);
    expect(events.map(({ event_type, data }) => [data.sequence, event_type, data.state])).toEqual([
      [1, 'order.payment.processing', 'PAYING'],
      [2, 'order.payment.succeeded', 'PAY_SUCCESS'],
      [3, 'order.refund.succeeded', 'PARTIAL_REFUND'],
      [4, 'order.refund.succeeded', 'REFUNDED'],
    ]);
    for (const { data } of events) {
      expect(data).toMatchObject({ amount: 10.5, currency_code: 'USD', merchant_transaction_id: number });
      expect(data.status).toBe(orderStateCodes[data.state]);
    }
    expect(events.map(({ data }) => data.refund?.amount)).toEqual([undefined, undefined, 3, 7.5]);
    expect(await merchant.query(number)).toMatchObject({
      state: 'REFUNDED',
      status: 5,
      refundable_amount: 0,
    });
    expect(await merchant.queryRefund(rest)).toMatchObject({
      transaction_id: rest,
      order_id: checkout.orderId,
      status: 2,
      amount: 7.5,
      currency_code: 'USD',
      original_transaction_id: number,
      reason: 'returned goods',
      remark: 'second bag',
      error_code: null,
      error_msg: null,
    });
  });

  it('with a mistyped card number is refused before it reaches the processor, and can be corrected', async () => {
    const checkout = await merchant.openCheckout();
    await checkout.initialised('card');
    const refused = await checkout.submit(cardOf('4242424242424241'));
    expect(refused).toMatchObject({
      msg: 'INVALID_REQUEST',
      error: { fields: [{ path: 'card.number', message: 'has a wrong check digit' }] },
    });
    await checkout.payByCard('4242424242424242');
    expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
  });

  it('with a card of two networks goes through the network that the consumer chose', async () => {
    const checkout = await merchant.openCheckout();
    await checkout.initialised('card');
    const card = cardOf('4000002500001001');
    const refused = await checkout.submit({ ...card, network: 'maestro' });
    expect(refused).toMatchObject({
      msg: 'INVALID_REQUEST',
      error: {
        fields: [{ path: 'card.network', message: 'is not one of the cardBrands that init returned' }],
      },
    });
    await checkout.submitted({ ...card, network: 'cartes_bancaires' });
    expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
    expect(await merchant.query(checkout.orderId)).toMatchObject({
      card: { brand: 'cartes_bancaires', last4: '1001' },
    });
  });

  it.each([
    { card: '4000000000000002', code: 'card_declined', category: 'declined' },
    { card: '4000000000009995', code: 'insufficient_funds', category: 'insufficient_funds' },
  ])(
    'with $card is refused: the consumer sees $category, the merchant $code',
    async ({ card, code, category }) => {
      const checkout = await merchant.openCheckout();
      await checkout.payByCard(card);
      expect(await checkout.result()).toEqual({
        state: 'PAY_FAIL',
        failure: { category },
        redirect_url: null,
        action: null,
        transactionId: null,
        awaiting_result_until: null,
        receipt: null,
        server_time: expect.any(String),
      });
      expect(await merchant.query(checkout.orderId)).toMatchObject({
        state: 'PAY_FAIL',
        failure: { code },
        card: { last4: card.slice(-4) },
        paid_at: null,
      });
      const [, failed] = await bench.receiver.eventsOf(checkout.orderId, 2);
      expect(failed).toMatchObject({ event_type: 'order.payment.failed', data: { failure: { code } } });
    },
  );

  it('that was refused can be tried again with another card', async () => {
    const checkout = await merchant.openCheckout();
    await checkout.payByCard('4000000000000002');
    await checkout.result();
    await checkout.payByCard('4242424242424242');
    expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS', failure: null });
    const events = await bench.receiver.eventsOf(checkout.orderId, 4);
    expect(events.map(({ event_type }) => event_type)).toEqual([
      'order.payment.processing',
      'order.payment.failed',
      'order.payment.processing',
      'order.payment.succeeded',
    ]);
  });

  it.each([
    { decision: 'approve', state: 'PAY_SUCCESS', failure: null },
    { decision: 'fail', state: 'PAY_FAIL', failure: { category: 'authentication_failed' } },
  ])('with 3-D Secure is $state after "$decision"', async ({ decision, state, failure }) => {
    const checkout = await merchant.openCheckout();
    const { returnUrl } = await checkout.initialised('card');
    const { paymentUrl, paymentUrlDisplay } = await checkout.submitted(cardOf('4000000000003220'));
    expect(new URL(paymentUrl).origin).toBe(bench.processor.baseUrl);
    expect(paymentUrlDisplay).toBe('FRAME');
    expect((await checkout.status()).state).toBe('PAYING');
    const pressed = await pressButton(paymentUrl, decision);
    expect([pressed.status, pressed.headers.location]).toEqual([303, returnUrl]);
    expect(await checkout.result()).toMatchObject({ state, failure });
  });

  it('whose channel call times out is neither repeated nor given up, and succeeds when the channel says so', async () => {
    const checkout = await merchant.openCheckout();
    const { transactionId } = await checkout.initialised('card');
    const submission = checkout.submitted(cardOf('4000000000000119'));
    expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
    expect(await submission).toMatchObject({ paymentUrl: '' });
    expect(await bench.channelPayments(transactionId)).toBe(1);
    const events = await bench.receiver.eventsOf(checkout.orderId, 2);
    expect(events.map(({ event_type }) => event_type)).toEqual([
      'order.payment.processing',
      'order.payment.succeeded',
    ]);
  });

  it('whose refund fails at the channel stays paid, and the amount can be refunded again', async () => {
    const order = await merchant.paidOrder('4000000000005126');
    const number = newTransactionId('R');
    const original_transaction_id = order.merchant_transaction_id;
    await merchant.acceptedRefund({ transaction_id: number, original_transaction_id, amount: 10.5 });
    const [, , failed] = await bench.receiver.eventsOf(order.order_id, 3);
    expect(failed).toMatchObject({
      event_type: 'order.refund.failed',
      data: { state: 'PAY_SUCCESS', refund: { transaction_id: number, status: 6, amount: 10.5 } },
    });
    const refund = await merchant.queryRefund(number);
    expect(refund).toMatchObject({
      status: 6,
      error_code: expect.any(String),
      error_msg: expect.any(String),
    });
    expect(await merchant.query(order.order_id)).toMatchObject({
      state: 'PAY_SUCCESS',
      refunded_amount: 0,
      refundable_amount: 10.5,
    });
  });

  it('that is disputed cannot be refunded meanwhile', async () => {
    const checkout = await merchant.openCheckout();
    await checkout.payByCard('4000000000000259');
    const events = await bench.receiver.eventsOf(checkout.orderId, 3);
    expect(events.at(-1)).toMatchObject({
      event_type: 'order.dispute.opened',
      data: { state: 'IN_DISPUTE', dispute: { amount: 10.5, state: 'opened' } },
    });
    const { merchant_transaction_id } = await merchant.query(checkout.orderId);
    const refund = { original_transaction_id: merchant_transaction_id, amount: 1 };
    expect((await merchant.refund(refund)).msg).toBe('ORDER_IN_DISPUTE');
  });
});

describe('a wallet payment', () => {
  it.each([
    { method: 'sandbox_wallet', decision: 'pay', state: 'PAY_SUCCESS', failure: null },
    {
      method: 'sandbox_wallet',
      decision: 'refuse',
      state: 'PAY_FAIL',
      failure: { category: 'cancelled_at_processor' },
    },
    {
      method: 'bank_transfer',
      decision: 'cancel',
      state: 'PAY_FAIL',
      failure: { category: 'cancelled_at_processor' },
    },
  ])(
    'by $method is $state after "$decision" on the channel’s page',
    async ({ method, decision, state, failure }) => {
      const checkout = await merchant.openCheckout();
      const { paymentUrl, extension } = await checkout.initialised(method);
      expect(extension.paymentRenderType).toBe('REDIRECT');
      expect((await checkout.submitted()).paymentUrl).toBe(paymentUrl);
      await pressButton(paymentUrl, decision);
      expect(await checkout.result()).toMatchObject({ state, failure });
    },
  );

  it('that the consumer refused is still reported as refused once the page has opened another method', async () => {
    const checkout = await merchant.openCheckout();
    const { paymentUrl } = await checkout.initialised('sandbox_wallet');
    await checkout.submitted();
    await pressButton(paymentUrl, 'refuse');
    const refused = { state: 'PAY_FAIL', failure: { category: 'cancelled_at_processor' } };
    expect(await checkout.result()).toMatchObject(refused);
    await checkout.initialised('card');
    expect(await checkout.status()).toMatchObject(refused);
  });

  it('replaces a card form that was opened and not submitted', async () => {
    const checkout = await merchant.openCheckout();
    const card = await checkout.initialised('card');
    const wallet = await checkout.initialised('sandbox_wallet');
    expect(wallet.transactionId).not.toBe(card.transactionId);
    await checkout.submitted();
    expect((await checkout.init('card')).msg).toBe('PAYMENT_IN_PROGRESS');
  });

  it('while a payment waits for the consumer, the gateway tells every page of the order where the consumer can finish the payment (fault 59)', async () => {
    const checkout = await merchant.openCheckout();
    expect(await checkout.order()).toMatchObject({ action: null });
    const { paymentUrl, transactionId } = await checkout.initialised('sandbox_wallet');
    expect(await checkout.status()).toMatchObject({ state: 'INIT', action: null });
    await checkout.submitted();
    const action = { transactionId, kind: 'redirect', url: paymentUrl, expires_at: expect.any(String) };
    expect(await checkout.order()).toMatchObject({ state: 'PAYING', action });
    expect(await checkout.status()).toMatchObject({ state: 'PAYING', action });
    await pressButton(paymentUrl, 'pay');
    expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS', action: null });
  });

  it('tells every page where the bank asks for 3-D Secure', async () => {
    const checkout = await merchant.openCheckout();
    await checkout.initialised('card');
    const { paymentUrl } = await checkout.submitted(cardOf('4000000000003220'));
    expect(await checkout.status()).toMatchObject({ action: { kind: 'challenge', url: paymentUrl } });
  });
});

describe('a repeated request', () => {
  it('to create gives the first answer again; with other contents it is refused, and the order stays as it is', async () => {
    const members = { merchant_transaction_id: newTransactionId(), description: 'first' };
    const first = await merchant.create(members);
    expect((await merchant.create(members)).data).toEqual(first.data);
    const other = await merchant.create({ ...members, description: 'second' });
    expect(refusalOf(other)).toEqual({ msg: 'DUPLICATE_TRANSACTION', fields: ['merchant_transaction_id'] });
    expect((await merchant.query(members.merchant_transaction_id)).description).toBe('first');
  });

  it('to refund gives the same refund; with other contents it is refused', async () => {
    const order = await merchant.paidOrder();
    const refund = {
      transaction_id: newTransactionId('R'),
      original_transaction_id: order.merchant_transaction_id,
      amount: 2,
    };
    await merchant.acceptedRefund(refund);
    await merchant.acceptedRefund(refund);
    expect((await merchant.refund({ ...refund, amount: 3 })).msg).toBe('DUPLICATE_REFUND');
    await bench.receiver.eventsOf(order.order_id, 3);
    expect(await merchant.query(order.order_id)).toMatchObject({
      refunded_amount: 2,
      refunds: [{ amount: 2 }],
    });
  });

  it('to refund is refused for an order that was never paid, and leaves the ID free', async () => {
    const unpaid = await merchant.openCheckout();
    const { merchant_transaction_id } = await merchant.query(unpaid.orderId);
    const number = newTransactionId('R');
    const refused = await merchant.refund({
      transaction_id: number,
      original_transaction_id: merchant_transaction_id,
      amount: 1,
    });
    expect(refused.msg).toBe('ORDER_NOT_REFUNDABLE');
    const paid = await merchant.paidOrder();
    await merchant.acceptedRefund({
      transaction_id: number,
      original_transaction_id: paid.merchant_transaction_id,
      amount: 1,
    });
  });
});
