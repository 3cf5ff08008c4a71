import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectStripe } from '../../src/adapters/outbound/channels/stripe/connect-stripe.ts';
import { StripeChannel } from '../../src/adapters/outbound/channels/stripe/stripe-channel.ts';
import { AccountMethods } from '../../src/adapters/outbound/channels/stripe/stripe-methods.ts';
import { openingOrder, openPaymentAt, plainKeys } from '../builders/channel-calls.ts';
import { newAttemptId } from '../builders/new-references.ts';
import { money } from '../builders/orders.ts';
import { StandInStripe } from './stand-in-stripe.ts';

let stripe: StandInStripe;
beforeAll(async () => {
  stripe = await StandInStripe.start();
});
afterAll(() => stripe.stop());

const connected = (url = stripe.url) => connectStripe({ secretKey: 'sk_test_1', url });
const channelAt = (url: string, takesCardNumbers = false) =>
  new StripeChannel({
    takesCardNumbers,
    keyFor: plainKeys,
    stripe: connected(url),
    channelId: 'ProcessorA',
    publicKey: 'pk_test_1',
    callbackSecrets: [stripe.callbackSecret],
  });
const codesOf = (methods: readonly { readonly code: string }[]) => methods.map(({ code }) => code);
const euros = money(1_999, 'EUR');

describe('the payment methods of an account at Stripe', () => {
  test('are those that the account has enabled and that support the currency', async () => {
    stripe.switchedOn = ['card', 'ideal', 'blik', 'sepa_debit', 'klarna'];
    const channel = channelAt(stripe.url);
    expect(codesOf(channel.methods(euros))).toEqual(['card']);
    await expect
      .poll(() => codesOf(channel.methods(euros)))
      .toEqual(['card', 'ideal', 'klarna', 'sepa_debit']);
    expect(codesOf(channel.methods(money(1_999, 'PLN')))).toEqual(['card', 'blik', 'klarna']);
    expect(codesOf(channel.methods(money(1_999, 'JPY')))).toEqual(['card']);
  });

  test('accept cards of Cartes Bancaires if the account has enabled them, in euros', async () => {
    stripe.switchedOn = ['card', 'cartes_bancaires'];
    const channel = channelAt(stripe.url);
    const brandsIn = (currency: string) => channel.methods(money(1_999, currency))[0]?.cardBrands;
    await expect.poll(() => brandsIn('EUR')).toContain('cartes_bancaires');
    expect(brandsIn('CHF')).not.toContain('cartes_bancaires');
    const order = openingOrder({ attemptId: newAttemptId(), amount: euros, methodCode: 'card' });
    expect((await openPaymentAt(channel, order)).opening.cardBrands).toContain('cartes_bancaires');
  });

  test('are requested from Stripe at most once in ten minutes', async () => {
    let nowMs = 0;
    stripe.switchedOn = ['card'];
    stripe.askedForMethods = 0;
    const methods = new AccountMethods(connected(), () => nowMs);
    for (let calls = 0; calls < 50; calls += 1) methods.for(euros);
    await expect.poll(() => stripe.askedForMethods).toBe(1);
    stripe.switchedOn = ['card', 'eps'];
    nowMs = 599_000;
    expect(codesOf(methods.for(euros))).toEqual(['card']);
    nowMs = 601_000;
    await expect.poll(() => codesOf(methods.for(euros))).toEqual(['card', 'eps']);
    expect(stripe.askedForMethods).toBe(2);
  });

  test('are cards alone while Stripe does not answer', async () => {
    const channel = channelAt('http://127.0.0.1:9');
    expect(codesOf(channel.methods(euros))).toEqual(['card']);
  });

  test('open a payment for that method alone, and say how many days its result can take', async () => {
    const channel = channelAt(stripe.url);
    const openedBy = (methodCode: string, amount = euros) =>
      channel.open(openingOrder({ attemptId: newAttemptId(), amount, methodCode }));
    expect(await openedBy('sepa_debit')).toMatchObject({
      kind: 'opened',
      opening: { renderType: 'PROCESSOR_ELEMENT', resultWithinDays: 28, cardBrands: [] },
    });
    const { opening } = await openPaymentAt(
      channel,
      openingOrder({ attemptId: newAttemptId(), amount: euros, methodCode: 'ideal' }),
    );
    expect(stripe.methodTypesOf(opening.channelReference)).toEqual(['ideal']);
    expect(opening.resultWithinDays).toBeUndefined();
    expect(await openedBy('blik')).toMatchObject({ kind: 'refused' });
    expect(await openedBy('toString')).toMatchObject({ kind: 'refused' });
  });

  test.each([
    ['EUR', 1_999, { amount: 1_999, currency: 'eur' }],
    ['JPY', 500, { amount: 500, currency: 'jpy' }],
    ['KWD', 12_340, { amount: 12_340, currency: 'kwd' }],
    ['ISK', 1_200, { amount: 120_000, currency: 'isk' }],
  ])(
    'a card can be paid with a wallet, whose buttons show the amount as Stripe counts %s',
    (currency, minor, shown) => {
      const [card, ...others] = channelAt(stripe.url).methods(money(minor, currency));
      expect(card?.express).toEqual({
        channelType: 'ProcessorA',
        publicKey: 'pk_test_1',
        library: { url: 'https://js.stripe.com/endive/stripe.js', integrity: null },
        ...shown,
        types: ['card', 'link'],
      });
      expect(others.filter(({ express }) => express)).toEqual([]);
    },
  );

  test('a wallet’s payment is opened with the values with which its buttons were set up', async () => {
    const channel = channelAt(stripe.url);
    const [card] = channel.methods(euros);
    const order = openingOrder({ attemptId: newAttemptId(), amount: euros, methodCode: 'card' });
    const { opening } = await openPaymentAt(channel, order);
    expect(stripe.methodTypesOf(opening.channelReference)).toEqual(card?.express?.types);
    expect(opening).toMatchObject({
      renderType: 'PROCESSOR_ELEMENT',
      publicKey: card?.express?.publicKey,
      library: card?.express?.library,
      clientSecret: expect.any(String),
    });
  });

  test('an account that takes card numbers itself offers no wallet, because its payments may have no client secret', () => {
    const methods = channelAt(stripe.url, true).methods(euros);
    expect(methods.filter(({ express }) => express)).toEqual([]);
    const takeNumbers = (of: typeof methods) => of.filter(({ takesCardNumbers }) => takesCardNumbers);
    expect(takeNumbers(methods)).toMatchObject([{ code: 'card' }]);
    expect(takeNumbers(channelAt(stripe.url).methods(euros))).toEqual([]);
  });

  test('an account that takes card numbers itself opens payments by card alone', async () => {
    const order = openingOrder({ attemptId: newAttemptId(), amount: euros, methodCode: 'card' });
    const { opening } = await openPaymentAt(channelAt(stripe.url, true), order);
    expect(stripe.methodTypesOf(opening.channelReference)).toEqual(['card']);
  });

  test('that take days are under way until Stripe reports the result', async () => {
    const channel = channelAt(stripe.url);
    const order = openingOrder({ attemptId: newAttemptId(), amount: euros, methodCode: 'sepa_debit' });
    const payment = await openPaymentAt(channel, order);
    stripe.become(payment.opening.channelReference, 'processing');
    expect(await channel.ask(payment)).toEqual({ kind: 'under_way' });
    stripe.confirm(payment.opening.channelReference, 'succeeds');
    expect(await channel.ask(payment)).toMatchObject({ result: { kind: 'succeeded', paid: euros } });
  });
});
