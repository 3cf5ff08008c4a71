import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectStripe } from '../../src/adapters/outbound/channels/stripe/connect-stripe.ts';
import { StripeChannel } from '../../src/adapters/outbound/channels/stripe/stripe-channel.ts';
import type { CardData, PaymentReference } from '../../src/ports/payment-channel.ts';
import { openingOrder, openPaymentAt, plainKeys, submissionOf } from '../builders/channel-calls.ts';
import { newAttemptId } from '../builders/new-references.ts';
import { money } from '../builders/orders.ts';
import { cards } from '../in-memory/fake-channel.ts';
import { ownFormContract } from '../port-contracts/own-form-contract.ts';
import { type Disturbance, StandInStripe } from './stand-in-stripe.ts';

/** Tests of cards from a page's own form. Both the account and the page are allowed to take card numbers. */

let stripe: StandInStripe;
let channel: StripeChannel;

const amount = money(1_999, 'EUR');
const cardNumbered = (number: string): CardData => ({ ...cards.succeeds, number });

function channelAt(url: string, takesCardNumbers = true, oneTryMs?: number): StripeChannel {
  return new StripeChannel({
    ...(oneTryMs !== undefined && { oneTryMs }),
    keyFor: plainKeys,
    channelId: 'ProcessorA',
    stripe: connectStripe({ secretKey: 'sk_test_1', url }),
    publicKey: 'pk_test_1',
    callbackSecrets: [stripe.callbackSecret],
    takesCardNumbers,
  });
}

function opened(): Promise<PaymentReference> {
  return openPaymentAt(channel, openingOrder({ attemptId: newAttemptId(), amount }));
}

beforeAll(async () => {
  stripe = await StandInStripe.start();
  channel = channelAt(stripe.url);
});
afterAll(() => stripe.stop());
afterEach(() => {
  stripe.disturbNext();
  stripe.isCapturedLater = false;
});

describe('a page’s own form', () => {
  ownFormContract(() => ({ channel, unreachable: channelAt('http://127.0.0.1:9'), cards, newAttemptId }));

  test('is shown only if both the account and the page may take card numbers', async () => {
    const openings = await Promise.all(
      [
        { of: channel, mayTakeCardNumbers: true },
        { of: channel, mayTakeCardNumbers: false },
        { of: channelAt(stripe.url, false), mayTakeCardNumbers: true },
      ].map(async ({ of, mayTakeCardNumbers }) => {
        const answer = await of.open(openingOrder({ attemptId: newAttemptId(), amount, mayTakeCardNumbers }));
        return answer.kind === 'opened' ? answer.opening : null;
      }),
    );
    expect(openings).toMatchObject([
      { renderType: 'OWN_FORM', clientSecret: null, library: null, publicKey: null },
      { renderType: 'PROCESSOR_ELEMENT', clientSecret: expect.any(String) },
      { renderType: 'PROCESSOR_ELEMENT', clientSecret: expect.any(String) },
    ]);
  });
});

describe('a card whose issuer takes longer than the gateway waits', () => {
  test('a payment by card has no result until a slow issuer answers, and the card is charged once (fault 90)', async () => {
    const impatient = channelAt(stripe.url, true, 2_000);
    const payment = await opened();
    const { channelReference } = payment.opening;
    const issuer = Promise.withResolvers<void>();
    stripe.disturbNext({ kind: 'none' }, { kind: 'slow_issuer', until: issuer.promise });
    const before = stripe.calls.length;
    expect(await impatient.submit(submissionOf(payment, cards.succeeds))).toEqual({
      kind: 'unknown',
      detail: 'it did not answer in time (ETIMEDOUT)',
      awaitsIssuer: true,
    });
    expect(stripe.calls).toHaveLength(before + 2);
    // The gateway gives up a submission only after the payment was cancelled, so that it cannot be paid twice.
    expect(await impatient.ask(payment)).toEqual({ kind: 'not_submitted' });
    expect(await impatient.cancel(payment)).toMatchObject({ kind: 'unavailable' });
    issuer.resolve();
    await expect.poll(() => impatient.ask(payment)).toMatchObject({ result: { kind: 'succeeded' } });
    expect(stripe.chargesOf(channelReference)).toBe(1);
  });

  test('a slow issuer is not mistaken for a processor that is down: only the confirmation waits for an issuer (fault 90)', async () => {
    for (const disturbances of [
      [{ kind: 'break' }],
      [{ kind: 'none' }, { kind: 'break' }],
    ] satisfies Disturbance[][]) {
      const payment = await opened();
      stripe.disturbNext(...disturbances);
      const answer = await channel.submit(submissionOf(payment, cards.succeeds));
      expect(answer).toEqual({
        kind: 'unknown',
        detail: 'it closed the connection without an answer (UND_ERR_SOCKET)',
      });
    }
  });
});

describe('a card that is sent to Stripe', () => {
  /** Lets the given number of calls be answered before the call that is disturbed. */
  const first = (count: number): Disturbance[] => Array.from({ length: count }, () => ({ kind: 'none' }));

  test('is stored and confirmed, each under an idempotency key of the gateway, and pays', async () => {
    const payment = await opened();
    expect(await channel.submit(submissionOf(payment, cards.succeeds))).toMatchObject({
      kind: 'ended',
      result: { kind: 'succeeded', paid: amount, card: { brand: 'visa', last4: '4242' } },
    });
    expect(stripe.calls.slice(-2)).toEqual([
      { call: 'POST /v1/payment_methods', key: `${payment.attemptId}-card` },
      {
        call: `POST /v1/payment_intents/${payment.opening.channelReference}/confirm`,
        key: `${payment.attemptId}-confirm`,
      },
    ]);
  });

  test('goes with what the merchant said about the consumer, for the issuer’s checks', async () => {
    const payment = await opened();
    const billingAddress = {
      line1: 'Weg 1',
      line2: 'c/o Ek',
      city: 'Köln',
      postalCode: '50667',
      state: 'NW',
      country: 'DE',
    };
    const customer = { name: 'Ann', email: 'ann@example.org', phone: '+4915112345678', billingAddress };
    await channel.submit({ ...submissionOf(payment, cards.succeeds), customer });
    expect(stripe.lastBillingDetails).toEqual({
      'billing_details[name]': 'Ann',
      'billing_details[email]': 'ann@example.org',
      'billing_details[phone]': '+4915112345678',
      'billing_details[address][line1]': 'Weg 1',
      'billing_details[address][line2]': 'c/o Ek',
      'billing_details[address][city]': 'Köln',
      'billing_details[address][postal_code]': '50667',
      'billing_details[address][state]': 'NW',
      'billing_details[address][country]': 'DE',
    });
    await channel.submit(submissionOf(await opened(), cards.succeeds));
    expect(stripe.lastBillingDetails).toEqual({});
  });

  test('goes with the network that the consumer chose', async () => {
    const card = { ...cards.succeeds, network: 'cartes_bancaires' };
    await channel.submit(submissionOf(await opened(), card));
    expect(stripe.lastPreferredNetwork).toBe('cartes_bancaires');
    await channel.submit(submissionOf(await opened(), cards.succeeds));
    expect(stripe.lastPreferredNetwork).toBeNull();
  });

  test('is captured if the account captures payments in a second step', async () => {
    stripe.isCapturedLater = true;
    expect(await channel.submit(submissionOf(await opened(), cards.succeeds))).toMatchObject({
      kind: 'ended',
      result: { kind: 'succeeded' },
    });
  });

  test.each([
    [true, { kind: 'succeeded' }],
    [false, { kind: 'failed', failure: { category: 'authentication_failed' } }],
  ])('and needs 3-D Secure sends the consumer there and back; genuine: %s', async (isGenuine, result) => {
    const payment = await opened();
    const { channelReference } = payment.opening;
    const submission = submissionOf(payment, cardNumbered('4000000000003220'));
    expect(await channel.submit(submission)).toEqual({
      kind: 'action_required',
      action: { url: `https://hooks.stripe.com/3d_secure/${channelReference}`, display: 'page' },
    });
    expect(stripe.returnUrlOf(channelReference)).toBe(submission.returnUrl);
    expect(await channel.ask(payment)).toEqual({ kind: 'pending' });
    stripe.authenticate(channelReference, isGenuine);
    expect(await channel.ask(payment)).toMatchObject({ kind: 'ended', result });
    const told = await channel.readCallback(stripe.signed(JSON.stringify(stripe.events.at(-1))));
    expect(told).toMatchObject({
      kind: 'genuine',
      callbacks: [{ notification: { kind: 'payment', result } }],
    });
  });

  test.each([
    ['4000000000000002', { code: 'generic_decline', category: 'declined' }],
    ['1234567890123456', { code: 'incorrect_number', category: 'try_another_method' }],
  ])('is declined: %s', async (number, failure) => {
    expect(await channel.submit(submissionOf(await opened(), cardNumbered(number)))).toMatchObject({
      kind: 'ended',
      result: { kind: 'failed', failure },
    });
  });

  const turningAway = [
    [429, { type: 'rate_limit_error', code: 'rate_limit', message: 'no' }],
    [401, { type: 'authentication_error', message: 'no' }],
    [403, { type: 'permission_error', message: 'no' }],
    [400, { type: 'invalid_request_error', message: 'no' }],
  ] as const;
  test.each(turningAway.flatMap((row) => [0, 1].map((passed) => [...row, passed] as const)))(
    'is refused, with nothing charged, where Stripe turns the call away: %i %j after %i calls',
    async (status, error, passed) => {
      const payment = await opened();
      stripe.disturbNext(...first(passed), { kind: 'answer', status, error });
      expect(await channel.submit(submissionOf(payment, cards.succeeds))).toMatchObject({ kind: 'refused' });
      expect(await channel.ask(payment)).toEqual({ kind: 'not_submitted' });
    },
  );

  test.each<[string, Disturbance]>([
    ['a fault of Stripe’s', { kind: 'answer', status: 500, error: { type: 'api_error', message: 'no' } }],
    ['a broken connection', { kind: 'break' }],
    ['a lost answer', { kind: 'lose_answer' }],
    [
      'another call under its key',
      { kind: 'answer', status: 409, error: { type: 'idempotency_error', code: 'idempotency_key_in_use' } },
    ],
  ])('has an unknown outcome after %s, and is not sent again', async (_case, disturbance) => {
    const payment = await opened();
    stripe.disturbNext(...first(1), disturbance);
    const before = stripe.calls.length;
    expect(await channel.submit(submissionOf(payment, cards.succeeds))).toMatchObject({ kind: 'unknown' });
    expect(stripe.calls.length - before).toBe(2);
  });

  test('for a payment that has ended meanwhile returns the result of that payment', async () => {
    const payment = await opened();
    stripe.confirm(payment.opening.channelReference, 'succeeds');
    expect(await channel.submit(submissionOf(payment, cards.succeeds))).toMatchObject({
      kind: 'ended',
      result: { kind: 'succeeded' },
    });
  });

  test.each([
    ['card_error', 402],
    ['invalid_request_error', 400],
    ['api_error', 500],
  ])(
    'no answer contains a card number, even if Stripe’s answer quotes it (fault 39): in a %s',
    async (type, status) => {
      const { number, cvc } = cards.succeeds;
      const quoted = number.replace(/(....)(?=.)/g, '$1 ');
      for (const message of [`Is ${quoted} right?`, `${number}?`, `Is the code ${cvc}?`]) {
        for (const passed of [0, 1]) {
          const error = { type, code: 'incorrect_number', message };
          const payment = await opened();
          stripe.disturbNext(...first(passed), { kind: 'answer', status, error });
          const answer = await channel.submit(submissionOf(payment, cards.succeeds));
          const text = JSON.stringify(answer);
          expect(text.replaceAll(/\D/g, '')).not.toContain(number);
          expect(text).not.toContain(cvc);
          stripe.disturbNext();
        }
      }
    },
  );
});
