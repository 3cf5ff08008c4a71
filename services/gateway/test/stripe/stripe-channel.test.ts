import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectStripe } from '../../src/adapters/outbound/channels/stripe/connect-stripe.ts';
import { StripeChannel } from '../../src/adapters/outbound/channels/stripe/stripe-channel.ts';
import type { PaymentReference } from '../../src/ports/payment-channel.ts';
import { inTime, openingOrder, openPaymentAt, plainKeys, submissionOf } from '../builders/channel-calls.ts';
import { newAttemptId, newRefundId } from '../builders/new-references.ts';
import { money } from '../builders/orders.ts';
import type { ChannelBench } from '../port-contracts/channel-bench.ts';
import { paymentChannelContract } from '../port-contracts/payment-channel-contract.ts';
import { endsWithin } from '../support/ends-within.ts';
import { StandInStripe } from './stand-in-stripe.ts';

let stripe: StandInStripe;
let bench: ChannelBench;

function channelAt(url: string, timeoutMs?: number): StripeChannel {
  return new StripeChannel({
    keyFor: plainKeys,
    stripe: connectStripe({ secretKey: 'sk_test_1', url, ...(timeoutMs && { timeoutMs }) }),
    channelId: 'ProcessorA',
    publicKey: 'pk_test_1',
    callbackSecrets: ['whsec_previous', stripe.callbackSecret],
  });
}

beforeAll(async () => {
  stripe = await StandInStripe.start();
  bench = {
    channel: channelAt(stripe.url),
    // Nothing listens on the discard port.
    unreachable: channelAt('http://127.0.0.1:9'),
    pay: async (payment, outcome) => {
      await bench.channel.submit(submissionOf(payment, null));
      stripe.confirm(payment.opening.channelReference, outcome);
    },
    reserve: async ({ opening }) => {
      stripe.isCapturedLater = true;
      stripe.confirm(opening.channelReference, 'succeeds');
    },
    codes: { declined: 'generic_decline', tooMuchToReturn: 'StripeInvalidRequestError' },
    newAttemptId,
    newRefundId,
    callbackAbout: async (reference, kind) => {
      const key = kind === 'payment' ? 'kassa_attempt_id' : 'kassa_refund_id';
      const find = () => stripe.eventAbout(key, reference);
      await expect.poll(find).toBeDefined();
      return stripe.signed(JSON.stringify(find()));
    },
    signed: (text) => stripe.signed(text),
    dispute: async ({ opening: { channelReference } }, state) => {
      const status = { opened: 'needs_response', won: 'won', lost: 'lost' }[state];
      const dueBy = Math.floor(Date.now() / 1000) + 86_400;
      stripe.dispute(channelReference, 'charge.dispute.updated', status, undefined, dueBy);
      return `dp_${channelReference}`;
    },
    returnedMinor: async ({ opening }) => stripe.returned(opening.channelReference),
  };
});
afterAll(() => stripe.stop());
afterEach(() => {
  stripe.disturbNext();
  stripe.isCapturedLater = false;
});

function opened(amount = money(1_999, 'EUR')): Promise<PaymentReference> {
  return openPaymentAt(bench.channel, openingOrder({ attemptId: bench.newAttemptId(), amount }));
}

async function read(event: Stripe.Event) {
  const reading = await bench.channel.readCallback(stripe.signed(JSON.stringify(event)));
  return reading.kind === 'genuine' ? reading.callbacks[0]?.notification : reading;
}

describe('Stripe', () => paymentChannelContract(() => bench));

describe('a payment at Stripe', () => {
  test('is opened with all that Stripe’s library needs in the browser, under the attempt’s ID as idempotency key', async () => {
    const payment = await opened();
    expect(payment.opening).toMatchObject({
      renderType: 'PROCESSOR_ELEMENT',
      clientSecret: `${payment.opening.channelReference}_secret_1`,
      publicKey: 'pk_test_1',
      library: { url: expect.stringMatching(/^https:\/\/js\.stripe\.com\//), integrity: null },
    });
    expect(stripe.calls.at(-1)).toEqual({ call: 'POST /v1/payment_intents', key: payment.attemptId });
  });

  test.each([
    ['requires_action', 'pending'],
    ['processing', 'under_way'],
    ['requires_confirmation', 'not_submitted'],
    ['requires_payment_method', 'not_submitted'],
  ])('that is %s is %s', async (status, kind) => {
    const payment = await opened();
    stripe.become(payment.opening.channelReference, status);
    expect(await bench.channel.ask(payment)).toEqual({ kind });
  });

  test('in an unknown state is reported as not understood', async () => {
    const payment = await opened();
    stripe.become(payment.opening.channelReference, 'on_the_moon');
    const told = { kind: 'not_understood', detail: 'Stripe names a payment intent that is on_the_moon' };
    expect(await bench.channel.ask(payment)).toEqual(told);
    expect(await bench.channel.cancel(payment)).toEqual(told);
  });

  test('that waits for capture is captured by `capture`, under an idempotency key of the gateway, and is then paid', async () => {
    const payment = await opened();
    stripe.isCapturedLater = true;
    stripe.confirm(payment.opening.channelReference, 'succeeds');
    expect(await bench.channel.ask(payment)).toEqual({ kind: 'to_capture' });
    expect(stripe.calls.map(({ call }) => call)).not.toContainEqual(
      `POST /v1/payment_intents/${payment.opening.channelReference}/capture`,
    );
    expect(await bench.channel.capture(payment)).toMatchObject({
      kind: 'ended',
      result: { kind: 'succeeded', paid: money(1_999, 'EUR'), card: { last4: '4242' } },
    });
    expect(stripe.calls.at(-1)).toEqual({
      call: `POST /v1/payment_intents/${payment.opening.channelReference}/capture`,
      key: `${payment.attemptId}-capture`,
    });
  });

  test('that waits for capture is not paid while Stripe does not answer, and is released when it is cancelled', async () => {
    const payment = await opened();
    stripe.isCapturedLater = true;
    stripe.confirm(payment.opening.channelReference, 'succeeds');
    stripe.disturbNext({ kind: 'break' }, { kind: 'break' });
    expect(await bench.channel.capture(payment)).toMatchObject({
      kind: 'unavailable',
      detail: expect.stringContaining('captured'),
    });
    expect(await bench.channel.cancel(payment)).toEqual({ kind: 'cancelled' });
    expect(await bench.channel.ask(payment)).toMatchObject({ result: { kind: 'cancelled' } });
  });

  test('that cannot be cancelled because Stripe is processing it is reported as under way', async () => {
    const payment = await opened();
    stripe.become(payment.opening.channelReference, 'processing');
    expect(await bench.channel.cancel(payment)).toEqual({ kind: 'under_way' });
  });

  test('counts as cancelled if Stripe’s answer to the cancellation was lost', async () => {
    const payment = await opened();
    stripe.disturbNext({ kind: 'lose_answer' }, { kind: 'break' });
    expect(await bench.channel.cancel(payment)).toMatchObject({ kind: 'unavailable' });
    expect(await bench.channel.cancel(payment)).toEqual({ kind: 'cancelled' });
  });
});

describe('what goes wrong between Stripe and the gateway', () => {
  const refuse = (status: number, error: object) => ({ kind: 'answer', status, error }) as const;

  test.each([
    ['a fault of Stripe’s', 500, { type: 'api_error', message: 'no' }],
    ['too many calls', 429, { type: 'rate_limit_error', code: 'rate_limit', message: 'no' }],
    ['a wrong key', 401, { type: 'authentication_error', message: 'no' }],
    ['a key without the permission', 403, { type: 'permission_error', message: 'no' }],
    ['another call under this key', 409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }],
  ])('leaves it unknown whether money has moved: %s', async (_case, status, error) => {
    const payment = await opened();
    stripe.confirm(payment.opening.channelReference, 'succeeds');
    const refund = { refundId: bench.newRefundId(payment.attemptId), payment, amount: money(500, 'EUR') };
    const always = [1, 2, 3].map(() => refuse(status, error));
    stripe.disturbNext(...always);
    expect(await bench.channel.refund(inTime(refund))).toMatchObject({ kind: 'unknown' });
    stripe.disturbNext(...always);
    expect(await bench.channel.ask(payment)).toMatchObject({ kind: 'unavailable' });
    stripe.disturbNext();
    // The refund was never made, so it can be sent again with the same idempotency key.
    expect(
      await bench.channel.askRefund({ ...refund, channelReference: null, acceptedAt: new Date() }),
    ).toEqual({
      kind: 'not_received',
    });
    expect(await bench.channel.refund(inTime(refund))).toMatchObject({ kind: 'ended' });
  });

  test('a refund whose answer is lost is sent once; sent again under the same key, it is made once', async () => {
    const payment = await opened();
    stripe.confirm(payment.opening.channelReference, 'succeeds');
    const refundId = bench.newRefundId(payment.attemptId);
    const refund = { refundId, payment, amount: money(500, 'EUR') };
    const before = stripe.calls.length;
    stripe.disturbNext({ kind: 'lose_answer' });
    expect(await bench.channel.refund(inTime(refund))).toMatchObject({ kind: 'unknown' });
    expect(stripe.calls).toHaveLength(before + 1);
    expect(await bench.channel.refund(inTime(refund))).toMatchObject({
      kind: 'ended',
      result: { kind: 'succeeded', returned: money(500, 'EUR') },
    });
    expect(stripe.returned(payment.opening.channelReference)).toBe(500);
    expect(new Set(stripe.calls.slice(-2).map(({ key }) => key))).toEqual(new Set([refundId]));
  });

  test('an answer that never ends counts as no answer once the time limit is over', async () => {
    const payment = await opened();
    await endsWithin(2_000, async () => {
      stripe.disturbNext({ kind: 'stall' }, { kind: 'stall' });
      expect(await channelAt(stripe.url, 2_000).ask(payment)).toMatchObject({ kind: 'unavailable' });
    });
  });

  test('the check of an account that cannot be reached says so, and what to look at', async () => {
    const details = (await bench.unreachable.check()).map(({ detail }) => detail);
    expect(new Set(details)).toEqual(
      new Set(['Stripe cannot be reached: check the network and PROCESSOR_A_URL']),
    );
  });

  test('no answer and no error detail contains the account’s key', async () => {
    const answers = await Promise.all([
      bench.unreachable.ask(await opened()),
      bench.unreachable.cancel(await opened()),
    ]);
    expect(JSON.stringify(answers)).not.toContain('sk_test_1');
  });
});

describe('a dispute at Stripe', () => {
  test.each([
    ['needs_response', { kind: 'known', report: { kind: 'opened' } }],
    ['appeal_under_review', { kind: 'known', report: { kind: 'opened' } }],
    ['lost', { kind: 'known', report: { kind: 'lost' } }],
    // A bank's inquiry moves no money. When it is closed, the merchant has kept the money.
    ['warning_under_review', { kind: 'known', report: { kind: 'opened', isAnnouncement: true } }],
    ['warning_closed', { kind: 'known', report: { kind: 'won' } }],
    ['prevented', { kind: 'not_understood', detail: 'Stripe names a dispute that is prevented' }],
    ['on_the_moon', { kind: 'not_understood', detail: 'Stripe names a dispute that is on_the_moon' }],
  ])('that is %s is told as %j', async (status, told) => {
    const payment = await opened();
    const { channelReference: intentId } = payment.opening;
    stripe.dispute(intentId, 'charge.dispute.updated', status, 700);
    const channelReference = `dp_${intentId}`;
    const answer = await bench.channel.askDispute({ channelReference, payment });
    expect(answer).toMatchObject(told);
    if (answer.kind === 'known') {
      expect(answer.report).toMatchObject({ channelReference, amount: money(700, 'EUR') });
      expect(answer.report.respondBy).toBeUndefined();
    }
  });

  test('has the deadline for an answer, also in its events', async () => {
    const payment = await opened();
    const { channelReference: intentId } = payment.opening;
    const dueBy = Date.parse('2026-12-05T23:59:59Z') / 1000;
    const event = stripe.dispute(intentId, 'charge.dispute.created', 'needs_response', 700, dueBy);
    expect(await read(event)).toMatchObject({ report: { respondBy: new Date('2026-12-05T23:59:59Z') } });
    // The bank takes no answer.
    const final = stripe.dispute(intentId, 'charge.dispute.updated', 'needs_response', 700, 0);
    expect(JSON.stringify(await read(final))).not.toContain('respondBy');
  });
});

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

  test('about a dispute of a payment that others made is irrelevant, whatever its status', async () => {
    const others = connectStripe({ secretKey: 'sk_test_1', url: stripe.url });
    const { id } = await others.paymentIntents.create({ amount: 100, currency: 'eur' });
    for (const status of ['needs_response', 'on_the_moon']) {
      const event = stripe.dispute(id, 'charge.dispute.created', status);
      expect(await read(event)).toMatchObject({ kind: 'irrelevant' });
    }
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

describe('amounts', () => {
  test.each([
    ['an amount in a currency with an unused third decimal', money(1_235, 'KWD')],
    ['parts of an ariary', money(150, 'MGA')],
    ['a currency that Stripe does not know', money(1_000, 'LYD')],
  ])('%s is not offered and not opened', async (_case, amount) => {
    expect(bench.channel.methods(amount, 3_600)).toEqual([]);
    const order = openingOrder({ attemptId: bench.newAttemptId(), amount });
    expect(await bench.channel.open(order)).toMatchObject({ kind: 'refused' });
  });

  test.each([
    [money(1_999, 'USD')],
    [money(500, 'JPY')],
    [money(5, 'ISK')],
    [money(3_700, 'UGX')],
    [money(1_230, 'KWD')],
    [money(20_000, 'MGA')],
  ])('%j is paid and returned as exactly that', async (amount) => {
    const payment = await opened(amount);
    stripe.confirm(payment.opening.channelReference, 'succeeds');
    expect(await bench.channel.ask(payment)).toMatchObject({ result: { kind: 'succeeded', paid: amount } });
    const refundId = bench.newRefundId(payment.attemptId);
    expect(await bench.channel.refund(inTime({ refundId, payment, amount }))).toMatchObject({
      result: { kind: 'succeeded', returned: amount },
    });
  });
});
