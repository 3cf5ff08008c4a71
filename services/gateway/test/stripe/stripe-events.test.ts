import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectStripe } from '../../src/adapters/outbound/channels/stripe/connect-stripe.ts';
import type { PaymentReference } from '../../src/ports/payment-channel.ts';
import { inTime, openingOrder, openPaymentAt } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';
import type { ChannelBench } from '../port-contracts/channel-bench.ts';
import { StandInStripe } from './stand-in-stripe.ts';
import { benchAt, readEvent } from './stripe-bench.ts';

let stripe: StandInStripe;
let bench: ChannelBench;

beforeAll(async () => {
  stripe = await StandInStripe.start();
  bench = benchAt(stripe);
});
afterAll(() => stripe.stop());
afterEach(() => {
  stripe.disturbNext();
  stripe.isCapturedLater = false;
});

function opened(amount = money(1_999, 'EUR')): Promise<PaymentReference> {
  return openPaymentAt(bench.channel, openingOrder({ attemptId: bench.newAttemptId(), amount }));
}

function read(event: Stripe.Event) {
  return readEvent(stripe, bench, event);
}

describe('an event of Stripe’s', () => {
  test('about a charge names the card', async () => {
    const payment = await opened();
    stripe.confirm(payment.opening.channelReference, 'succeeds');
    const [charge, intent] = stripe.events.slice(-2);
    const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2090 };
    const paid = { kind: 'succeeded', paid: money(1_999, 'EUR') };
    expect(await read(charge as Stripe.Event)).toMatchObject({ result: { ...paid, card } });
    expect(await read(intent as Stripe.Event)).toMatchObject({ result: { ...paid, card: null } });
  });

  test.each([
    ['charge.dispute.created', 'needs_response', 'opened'],
    ['charge.dispute.updated', 'under_review', 'opened'],
    ['charge.dispute.closed', 'won', 'won'],
    ['charge.dispute.closed', 'lost', 'lost'],
  ])('%s with %s is about the payment that Stripe knows by its own ID alone', async (type, status, kind) => {
    const payment = await opened();
    const event = stripe.dispute(payment.opening.channelReference, type, status, 700);
    expect(await read({ ...event, created: 1_700_000_000 })).toEqual({
      kind: 'dispute',
      attemptId: payment.attemptId,
      openingReference: payment.opening.channelReference,
      report: {
        kind,
        ...(kind === 'won' && { showsMoneyBack: true }),
        channelReference: `dp_${payment.opening.channelReference}`,
        amount: money(700, 'EUR'),
        reason: { category: 'fraudulent', code: '10.4' },
        channelUrl: `https://dashboard.stripe.com/test/disputes/dp_${payment.opening.channelReference}`,
        toldAt: new Date(1_700_000_000_000),
      },
    });
  });

  /** Stripe added the status `prevented` and these case types on 2025-08-27 ("Adds support for Dispute Preventions"). */
  const prevented = async (caseType: string, amounts: readonly number[]) => {
    const payment = await opened();
    const event = stripe.dispute(payment.opening.channelReference, 'charge.dispute.closed', 'prevented', 700);
    const card = { brand: 'visa', case_type: caseType, network_reason_code: '10.4' };
    Object.assign(event.data.object, {
      payment_method_details: { type: 'card', card },
      balance_transactions: [
        ...amounts.map((amount) => ({
          amount,
          reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
        })),
        { amount: -1_500, reporting_category: 'fee' },
      ],
    });
    return { payment, notification: await read(event) };
  };

  test('about a prevented dispute is a loss if its transactions took the money', async () => {
    const { payment, notification } = await prevented('resolution', [-700]);
    expect(notification).toMatchObject({
      kind: 'dispute',
      attemptId: payment.attemptId,
      report: { kind: 'lost', amount: money(700, 'EUR') },
    });
  });

  test.each([
    ['without transactions', []],
    ['whose money came back', [-700, 700]],
  ])(
    'about a prevented dispute %s is the operator’s, because a refund may have returned the money',
    async (_case, amounts) => {
      const { payment, notification } = await prevented('resolution', amounts);
      expect(notification).toMatchObject({ kind: 'for_operator', reference: payment.attemptId });
    },
  );

  test('about a dispute that Stripe blocked is irrelevant', async () => {
    const { notification } = await prevented('block', []);
    expect(notification).toMatchObject({ kind: 'irrelevant' });
  });

  test('about an inquiry only announces a dispute, as long as the bank has not taken the money', async () => {
    const payment = await opened();
    const tell = async (type: string, status: string) =>
      read(stripe.dispute(payment.opening.channelReference, `charge.dispute.${type}`, status));
    const announced = { kind: 'dispute', report: { kind: 'opened', isAnnouncement: true } };
    expect(await tell('created', 'warning_needs_response')).toMatchObject(announced);
    const taken = await tell('funds_withdrawn', 'needs_response');
    expect(taken).toMatchObject({ kind: 'dispute', report: { kind: 'opened' } });
    expect(JSON.stringify(taken)).not.toContain('isAnnouncement');
    const closed = { kind: 'dispute', report: { kind: 'won' } };
    expect(await tell('closed', 'warning_closed')).toMatchObject(closed);
  });

  test('about money of a dispute that came back is a report of the dispute', async () => {
    const { attemptId, opening } = await opened();
    stripe.dispute(opening.channelReference, 'charge.dispute.closed', 'lost', 700);
    expect(await read(stripe.reinstate(opening.channelReference, 300))).toMatchObject({
      kind: 'dispute',
      attemptId,
      report: { kind: 'lost', amount: money(400, 'EUR') },
    });
  });

  test('about a dispute that Stripe blocked counts as won when Stripe is asked about the dispute', async () => {
    const payment = await opened();
    const { channelReference: intentId } = payment.opening;
    stripe.dispute(intentId, 'charge.dispute.updated', 'prevented', 700, null, 'block');
    const asked = await bench.channel.askDispute({ channelReference: `dp_${intentId}`, payment });
    expect(asked).toMatchObject({ kind: 'known', report: { kind: 'won' } });
  });

  test('about a dispute has to be sent again if Stripe does not say which payment is disputed', async () => {
    const payment = await opened();
    const event = stripe.dispute(
      payment.opening.channelReference,
      'charge.dispute.created',
      'needs_response',
    );
    stripe.disturbNext({ kind: 'break' }, { kind: 'break' }, { kind: 'break' });
    expect(await read(event)).toMatchObject({ kind: 'unavailable' });
    expect(await read(event)).toMatchObject({ kind: 'dispute' });
  });

  test('about a payment whose metadata somebody has deleted finds the attempt by the metadata of the charge', async () => {
    const payment = await opened();
    const { channelReference } = payment.opening;
    stripe.confirm(channelReference, 'succeeds');
    stripe.editMetadata(channelReference, { metadata: { order: '17' } });
    const dispute = stripe.dispute(channelReference, 'charge.dispute.created', 'needs_response');
    const others = connectStripe({ secretKey: 'sk_test_1', url: stripe.url });
    await others.refunds.create({ payment_intent: channelReference, amount: 100 });
    const refund = stripe.events.at(-1) as Stripe.Event;
    const about = { attemptId: payment.attemptId, openingReference: channelReference };
    expect(await read(dispute)).toMatchObject({ kind: 'dispute', ...about });
    expect(await read(refund)).toMatchObject({ kind: 'refund_by_reference', ...about });
  });

  test('if somebody has deleted the metadata of a payment and of its charge at Stripe, the reports name the payment itself', async () => {
    const payment = await opened();
    const { channelReference } = payment.opening;
    stripe.confirm(channelReference, 'succeeds');
    stripe.editMetadata(channelReference, { metadata: {}, chargeMetadata: {} });
    const dispute = stripe.dispute(channelReference, 'charge.dispute.created', 'needs_response');
    const others = connectStripe({ secretKey: 'sk_test_1', url: stripe.url });
    await others.refunds.create({ payment_intent: channelReference, amount: 100 });
    const refund = stripe.events.at(-1) as Stripe.Event;
    const about = { attemptId: channelReference, openingReference: channelReference };
    expect(await read(dispute)).toMatchObject({ kind: 'dispute', ...about });
    expect(await read(refund)).toMatchObject({ kind: 'refund_by_reference', ...about });
  });

  test('about a dispute of a payment that the account’s key does not find goes to an operator', async () => {
    const payment = await opened();
    const { channelReference } = payment.opening;
    const event = stripe.dispute(channelReference, 'charge.dispute.created', 'needs_response');
    const foreign = JSON.parse(JSON.stringify(event).replaceAll(channelReference, 'pi_elsewhere'));
    expect(await read(foreign)).toEqual({
      kind: 'for_operator',
      reference: 'pi_elsewhere',
      detail:
        'Stripe reports a dispute (needs_response) of a payment that cannot be found with the account’s key',
    });
  });

  test('always names Stripe’s own ID of the payment', async () => {
    const payment = await opened();
    const { channelReference: openingReference } = payment.opening;
    stripe.confirm(openingReference, 'succeeds');
    await bench.channel.refund(
      inTime({ refundId: bench.newRefundId(payment.attemptId), payment, amount: money(100, 'EUR') }),
    );
    for (const event of stripe.events.slice(-3))
      expect(await read(event)).toMatchObject({ openingReference });
  });

  test('of a connected account is irrelevant, but goes to an operator if it names an ID of the gateway', async () => {
    const payment = await opened();
    stripe.confirm(payment.opening.channelReference, 'succeeds');
    const event = { ...(stripe.events.at(-1) as Stripe.Event), account: 'acct_other' };
    expect(await read(event)).toEqual({
      kind: 'for_operator',
      reference: payment.attemptId,
      detail: `Stripe reports payment_intent.succeeded of the connected account acct_other, in which the gateway makes no payments`,
    });
    const dispute = stripe.dispute(payment.opening.channelReference, 'charge.dispute.created', 'lost');
    expect(await read({ ...dispute, account: 'acct_other' })).toMatchObject({ kind: 'irrelevant' });
  });

  test('with an unknown status is reported as not understood', async () => {
    const payment = await opened();
    const event = stripe.dispute(payment.opening.channelReference, 'charge.dispute.created', 'on_the_moon');
    expect(await read(event)).toEqual({
      kind: 'not_understood',
      reference: event.id,
      reason: 'Stripe names a dispute that is on_the_moon',
    });
  });

  test('about a dispute of a payment that others made names no attempt, and an unknown status of it is for the operator of the attempt opened so', async () => {
    const others = connectStripe({ secretKey: 'sk_test_1', url: stripe.url });
    const { id } = await others.paymentIntents.create({ amount: 100, currency: 'eur' });
    const tell = (status: string) => read(stripe.dispute(id, 'charge.dispute.created', status));
    expect(await tell('needs_response')).toMatchObject({ attemptId: id, openingReference: id });
    expect(await tell('on_the_moon')).toMatchObject({
      kind: 'for_operator',
      reference: id,
      openingReference: id,
      detail: 'Stripe names a dispute that is on_the_moon',
    });
  });

  test('about a payment that others made with the same account is irrelevant', async () => {
    const payment = await opened();
    stripe.confirm(payment.opening.channelReference, 'succeeds');
    for (const event of stripe.events.slice(-2)) {
      const foreign = structuredClone(event) as { data: { object: { metadata: object } } };
      foreign.data.object.metadata = { order: '17' };
      expect(await read(foreign as unknown as Stripe.Event)).toEqual({
        kind: 'irrelevant',
        type: event.type,
      });
    }
  });

  test.each([
    [300, 'unreadable'],
    [302, 'forged'],
    [-298, 'unreadable'],
    [-302, 'forged'],
    [-86_400, 'forged'],
  ])('signed %i s ago is %s', async (seconds, kind) => {
    const signed = stripe.signed('{}', Math.floor(Date.now() / 1000) - seconds);
    expect((await bench.channel.readCallback(signed)).kind).toBe(kind);
  });
});
