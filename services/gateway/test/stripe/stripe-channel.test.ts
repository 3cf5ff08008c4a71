import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentReference } from '../../src/ports/payment-channel.ts';
import { inTime, openingOrder, openPaymentAt } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';
import type { ChannelBench } from '../port-contracts/channel-bench.ts';
import { paymentChannelContract } from '../port-contracts/payment-channel-contract.ts';
import { endsWithin } from '../support/ends-within.ts';
import { StandInStripe } from './stand-in-stripe.ts';
import { benchAt, channelAt, readEvent } from './stripe-bench.ts';

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

  test('if Stripe knows an idempotency key from a payment that a restored backup lacks, the channel says that it already has a payment (fault 96)', async () => {
    const order = openingOrder({ attemptId: bench.newAttemptId(), amount: money(1_999, 'EUR') });
    stripe.disturbNext(refuse(400, { type: 'idempotency_error' }));
    expect(await bench.channel.open(order)).toMatchObject({ kind: 'unavailable', hasPayment: true });
    stripe.disturbNext(refuse(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }));
    expect(await bench.channel.open(order)).not.toHaveProperty('hasPayment');
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
      expect(await channelAt(stripe, stripe.url, { timeoutMs: 2_000 }).ask(payment)).toMatchObject({
        kind: 'unavailable',
      });
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
  ])('that is %s is reported as %j', async (status, told) => {
    const payment = await opened();
    const { channelReference: intentId } = payment.opening;
    stripe.dispute(intentId, 'charge.dispute.updated', status, 700);
    const channelReference = `dp_${intentId}`;
    const answer = await bench.channel.askDispute({ channelReference, payment });
    expect(answer).toMatchObject(told);
    if (answer.kind === 'known') {
      expect(answer.report).toMatchObject({ channelReference, amount: money(700, 'EUR') });
      expect(answer.report.respondBy).toBeUndefined();
      // The gateway asks about an open dispute every day. Each new time would change the order.
      expect(answer.report.toldAt === undefined).toBe(answer.report.kind === 'opened');
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
