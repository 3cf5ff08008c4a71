import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentReference } from '../../src/ports/payment-channel.ts';
import { inTime, openingOrder, openPaymentAt } from '../builders/channel-calls.ts';
import { newRefundId } from '../builders/new-references.ts';
import { money } from '../builders/orders.ts';
import type { ChannelBench } from '../port-contracts/channel-bench.ts';
import { StandInStripe } from './stand-in-stripe.ts';
import { benchAt, readEvent } from './stripe-bench.ts';

/** Payments that a consumer has approved in a wallet, with the processor's own buttons. */

let stripe: StandInStripe;
let bench: ChannelBench;
beforeAll(async () => {
  stripe = await StandInStripe.start();
  bench = benchAt(stripe);
});
afterAll(() => stripe.stop());

const price = money(1_999, 'EUR');
const visa = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2090 };

async function paidWith(wallet: 'apple_pay' | 'google_pay' | 'link'): Promise<PaymentReference> {
  const order = openingOrder({ attemptId: bench.newAttemptId(), amount: price, methodCode: 'card' });
  const payment = await openPaymentAt(bench.channel, order);
  stripe.confirm(payment.opening.channelReference, 'succeeds', wallet);
  return payment;
}

describe('a payment with a wallet at Stripe', () => {
  test.each([
    ['apple_pay', visa],
    ['google_pay', visa],
    ['link', null],
  ] as const)('names the wallet: %s', async (wallet, card) => {
    const payment = await paidWith(wallet);
    const result = { kind: 'succeeded', paid: price, card, wallet };
    const [charge, intent] = stripe.events.slice(-2);
    expect(await bench.channel.ask(payment)).toEqual({ kind: 'ended', result });
    expect(await readEvent(stripe, bench, charge as Stripe.Event)).toMatchObject({ result });
    // Stripe's event about the intent does not say how it was paid.
    const { wallet: _unknown, ...withoutWallet } = result;
    const told = await readEvent(stripe, bench, intent as Stripe.Event);
    expect(told).toMatchObject({ result: { ...withoutWallet, card: null } });
    expect(told).not.toHaveProperty('result.wallet');
  });

  test('names no wallet if the consumer has typed a card', async () => {
    const order = openingOrder({ attemptId: bench.newAttemptId(), amount: price, methodCode: 'card' });
    const payment = await openPaymentAt(bench.channel, order);
    stripe.confirm(payment.opening.channelReference, 'succeeds');
    expect(await bench.channel.ask(payment)).toEqual({
      kind: 'ended',
      result: { kind: 'succeeded', paid: price, card: visa },
    });
  });

  test('can be refunded and disputed if it was made with Link', async () => {
    const payment = await paidWith('link');
    const { channelReference } = payment.opening;
    const amount = money(700, 'EUR');
    const refundId = newRefundId();
    const refund = await bench.channel.refund(inTime({ refundId, payment, amount }));
    expect(refund).toMatchObject({ kind: 'ended', result: { kind: 'succeeded', returned: amount } });
    expect(stripe.returned(channelReference)).toBe(700);
    const event = stripe.dispute(channelReference, 'charge.dispute.created', 'needs_response');
    // So Stripe describes a dispute over money that Link took from a bank account ("Disputed Instant Bank Payments").
    Object.assign(event.data.object, {
      reason: 'debit_not_authorized',
      network_reason_code: 'R10',
      payment_method_details: { type: 'link' },
    });
    expect(await readEvent(stripe, bench, event)).toMatchObject({
      attemptId: payment.attemptId,
      report: { kind: 'opened', amount: price, reason: { category: 'fraudulent', code: 'R10' } },
    });
  });
});
