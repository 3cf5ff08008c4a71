import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AdyenChannel } from '../../src/adapters/outbound/channels/adyen/adyen-channel.ts';
import { inTime, openingOrder } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';
import { endsWithin } from '../support/ends-within.ts';
import { channelAt, endedAt, newAttemptId, newRefundId, opened } from './adyen-bench.ts';
import { everyAdyenMethod, type Item, StandInAdyen } from './stand-in-adyen.ts';

let adyen: StandInAdyen;
let channel: AdyenChannel;

beforeAll(async () => {
  adyen = await StandInAdyen.start();
  channel = channelAt(adyen);
  // From now on the channel knows the account's methods, and asks for them no more in these tests.
  await channel.check();
});
afterAll(() => adyen.stop());
afterEach(() => adyen.disturbNext());

const lastCall = () => adyen.calls.at(-1);
const returnUrl = 'https://pay.example/checkout/ord_1/return/txn_1?key=k';

async function paid(amount = money(1_999, 'EUR')) {
  const payment = await opened(channel, { amount });
  adyen.pay(payment.attemptId, 'succeeds');
  return { ...payment, paymentReference: adyen.pspReferenceOf(payment.attemptId) };
}

describe('a card payment at Adyen', () => {
  test('is a session that accepts only cards, stores no card and ends with the order', async () => {
    const expiresAt = new Date(Date.now() + 20 * 60_000);
    const payment = await opened(channel, { expiresAt, returnUrl });
    expect(lastCall()).toEqual({
      call: 'POST /v72/sessions',
      key: payment.attemptId,
      body: {
        merchantAccount: adyen.merchantAccount,
        amount: { value: 1_999, currency: 'EUR' },
        reference: payment.attemptId,
        returnUrl,
        channel: 'Web',
        expiresAt: expiresAt.toISOString(),
        countryCode: 'NL',
        allowedPaymentMethods: ['scheme'],
        storePaymentMethodMode: 'disabled',
        captureDelayHours: 0,
        redirectToIssuerMethod: 'GET',
        redirectFromIssuerMethod: 'GET',
        authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled' } },
      },
    });
    expect(payment.opening).toMatchObject({
      renderType: 'COMPONENT_SDK',
      publicKey: 'test_ABCDEFGH12345678',
      component: {
        type: 'Card',
        environment: 'test',
        session: { id: payment.opening.channelReference, sessionData: expect.stringMatching(/./) },
      },
      payableUntil: expiresAt,
    });
  });

  test('is never opened for longer than a session can live at Adyen', async () => {
    const payment = await opened(channel, { expiresAt: new Date(Date.now() + 48 * 3_600_000) });
    expect(payment.opening.payableUntil?.getTime()).toBeLessThan(Date.now() + 24 * 3_600_000);
  });

  test('loads only Adyen’s library, from Adyen and with the expected hash', async () => {
    const { opening } = await opened(channel);
    const files = [opening.library, opening.stylesheet];
    for (const file of files) {
      expect(file?.integrity).toMatch(/^sha384-[\w+/]{64}$/);
      expect(channel.pageOrigins.scripts).toContain(new URL(file?.url ?? '').origin);
    }
    const origins = Object.values(channel.pageOrigins).flat();
    for (const origin of origins) expect(origin).toMatch(/^https:\/\/checkout\w+-test(\.cdn)?\.adyen\.com$/);
  });

  test('if Adyen says nothing about a session whose time is over, the gateway does not count the session as cancelled, because the consumer may have paid (fault 82)', async () => {
    const payment = await opened(channel);
    const callsBefore = adyen.calls.length;
    for (const [secondsAgo, kind] of [
      [-1, 'pending'],
      [50, 'pending'],
      [70, 'not_askable'],
    ] as const) {
      const ended = endedAt(payment, new Date(Date.now() - secondsAgo * 1000));
      expect(await channel.cancel(ended)).toEqual({ kind });
    }
    // The gateway does not call Adyen, because Adyen cancels later, and could then undo a payment that was made meanwhile.
    expect(adyen.calls).toHaveLength(callsBefore);
  });
});

/** `GET /sessions/{sessionId}` in `json/CheckoutService-v72.json`: "Get the result of a payment session". */
describe('the result of a session', () => {
  const paidIn = async (status?: string) => {
    const payment = await opened(channel);
    adyen.pay(payment.attemptId, 'succeeds');
    return { ...payment, sessionResult: adyen.sessionResultOf(payment.attemptId, status) };
  };

  test('the gateway asks Adyen with the session result that the consumer’s page sends, and learns that the payment was made (fault 82)', async () => {
    const payment = await paidIn();
    const result = {
      kind: 'succeeded',
      paid: money(1_999, 'EUR'),
      card: null,
      paymentReference: adyen.pspReferenceOf(payment.attemptId),
    };
    expect(await channel.ask(payment)).toEqual({ kind: 'ended', result });
    expect(lastCall()).toMatchObject({ call: `GET /v72/sessions/${payment.opening.channelReference}` });
    expect(await channel.capture(payment)).toEqual({ kind: 'ended', result });
    const over = endedAt(payment, new Date(Date.now() - 70_000));
    expect(await channel.cancel({ ...over, sessionResult: payment.sessionResult })).toEqual({
      kind: 'ended',
      result,
    });
  });

  test('is final for a session that Adyen refused, after too many declined payments', async () => {
    expect(await channel.ask(await paidIn('refused'))).toMatchObject({
      kind: 'ended',
      result: { kind: 'failed', failure: { code: 'session_refused', category: 'declined' } },
    });
  });

  // Adyen never updates the status, so the consumer may have paid after it.
  test.each(['active', 'canceled', 'expired', 'paymentPending'])(
    '%s says nothing about later: only a notification does',
    async (status) => {
      expect(await channel.ask(await paidIn(status))).toEqual({ kind: 'not_askable' });
    },
  );

  test('with an unpublished status goes to an operator', async () => {
    expect(await channel.ask(await paidIn('onTheMoon'))).toEqual({
      kind: 'not_understood',
      detail: 'Adyen names a session that is onTheMoon',
    });
  });

  test('that a consumer has made up, or that belongs to another session, proves nothing', async () => {
    const [payment, other] = [await paidIn(), await paidIn()];
    expect(await channel.ask({ ...payment, sessionResult: 'made up' })).toEqual({ kind: 'not_askable' });
    const id = payment.opening.channelReference;
    const answerOf = (answer: object) => adyen.sessionResults.set(`${id} forged`, answer);
    const payments = [
      {
        amount: { value: 1_999, currency: 'EUR' },
        pspReference: 'QFQTPCQ8HXSKGK82',
        resultCode: 'Authorised',
      },
    ];
    const completed = { status: 'completed', payments };
    for (const answer of [
      { ...completed, id: other.opening.channelReference },
      { ...completed, id, reference: other.attemptId },
      // Without a payment, or with two, nobody knows how much was paid.
      { ...completed, id, reference: payment.attemptId, payments: [] },
      { ...completed, id, reference: payment.attemptId, payments: [...payments, ...payments] },
    ]) {
      answerOf(answer);
      expect(await channel.ask({ ...payment, sessionResult: 'forged' })).toEqual({ kind: 'not_askable' });
    }
  });

  test('is not requested if the page has sent no session result, or one that is far too long', async () => {
    const payment = await paidIn();
    const callsBefore = adyen.calls.length;
    const { sessionResult: _, ...without } = payment;
    expect(await channel.ask(without)).toEqual({ kind: 'not_askable' });
    expect(await channel.ask({ ...payment, sessionResult: 'x'.repeat(8_193) })).toEqual({
      kind: 'not_askable',
    });
    expect(adyen.calls).toHaveLength(callsBefore);
  });

  test('is requested again if Adyen does not answer', async () => {
    const payment = await paidIn();
    adyen.disturbNext({ kind: 'break' });
    expect(await channel.ask(payment)).toMatchObject({ kind: 'unavailable' });
    adyen.disturbNext({ kind: 'break' });
    const over = endedAt(payment, new Date(Date.now() - 70_000));
    expect(await channel.cancel({ ...over, sessionResult: payment.sessionResult })).toMatchObject({
      kind: 'unavailable',
    });
  });
});

describe('a refund at Adyen', () => {
  afterEach(() => {
    adyen.holdsCaptures = false;
  });

  test.each([
    [true, 'cancel'],
    [false, 'refund'],
  ])(
    'to refund a whole payment, the gateway has Adyen reverse it, whether it was captured or not (fault 85): captures held is %s',
    async (holds, action) => {
      adyen.holdsCaptures = holds;
      const payment = await paid();
      const refundId = newRefundId();
      const whole = money(1_999, 'EUR');
      const answer = await channel.refund(inTime({ refundId, payment, amount: whole, paid: whole }));
      expect(lastCall()).toEqual({
        call: `POST /v72/payments/${payment.paymentReference}/reversals`,
        key: refundId,
        body: { merchantAccount: adyen.merchantAccount, reference: refundId },
      });
      expect(answer).toMatchObject({ kind: 'pending' });
      const item = adyen.items.findLast(({ merchantReference }) => merchantReference === refundId) as Item;
      expect(item).toMatchObject({
        eventCode: 'CANCEL_OR_REFUND',
        additionalData: { 'modification.action': action },
      });
      expect(await channel.readCallback(adyen.batch(item))).toMatchObject({
        callbacks: [
          { notification: { kind: 'refund', refundId, result: { kind: 'succeeded', returned: whole } } },
        ],
      });
      expect(adyen.returned(payment.attemptId)).toBe(1_999);
    },
  );

  test('of a part of the amount refunds that part', async () => {
    const payment = await paid();
    const refund = { refundId: newRefundId(), payment, amount: money(500, 'EUR') };
    await channel.refund(inTime({ ...refund, paid: money(1_999, 'EUR') }));
    expect(lastCall()).toMatchObject({
      call: `POST /v72/payments/${payment.paymentReference}/refunds`,
      body: { amount: { value: 500, currency: 'EUR' }, reference: refund.refundId },
    });
  });
});

describe('a payment by redirect', () => {
  test.each([
    ['ideal', 'EUR', 'NL'],
    ['mobilepay', 'DKK', 'DK'],
    ['mobilepay', 'EUR', 'FI'],
    ['twint', 'CHF', 'CH'],
    ['vipps', 'NOK', 'NO'],
  ])('by %s in %s leads to its page', async (methodCode, currency, countryCode) => {
    const payment = await opened(channel, { methodCode, amount: money(1_999, currency) });
    expect(payment.opening).toMatchObject({
      renderType: 'REDIRECT',
      paymentUrl: `https://test.adyen.com/hpp/checkout.shtml?u=${payment.attemptId}`,
      component: null,
    });
    expect(lastCall()).toMatchObject({
      call: 'POST /v72/payments',
      key: payment.attemptId,
      body: { paymentMethod: { type: methodCode }, countryCode, captureDelayHours: 0 },
    });
  });

  test('is offered only in its currencies, and only if the operator has not excluded it', () => {
    const codes = (currency: string, of: AdyenChannel = channel) =>
      of.methods(money(1_000, currency)).map(({ code }) => code);
    expect(codes('EUR')).toEqual(['card', 'ideal', 'mobilepay', 'klarna', 'bank_transfer', 'bancontact']);
    expect(codes('PLN')).toEqual(['card', 'klarna', 'blik']);
    expect(codes('BRL')).toEqual(['card', 'pix']);
    expect(codes('CHF')).toEqual(['card', 'twint', 'klarna']);
    expect(codes('NOK')).toEqual(['card', 'vipps', 'klarna']);
    expect(codes('JPY')).toEqual(['card']);
    expect(codes('EUR', channelAt(adyen, { credentials: { methods: 'ideal' } }))).toEqual(['ideal']);
  });

  test('is offered if the account has it, as soon as Adyen has named the account’s methods', async () => {
    adyen.accountMethods = ['scheme', 'vipps'];
    const [all, some] = [undefined, 'card,twint'].map((methods) =>
      channelAt(adyen, { credentials: { methods } }),
    );
    const codes = (currency: string, of: AdyenChannel | undefined) =>
      of?.methods(money(1_000, currency)).map(({ code }) => code);
    // Until then, the channel offers what the operator has set, or cards.
    expect(codes('NOK', all)).toEqual(['card']);
    expect(codes('CHF', some)).toEqual(['card', 'twint']);
    await expect.poll(() => codes('NOK', all)).toEqual(['card', 'vipps']);
    await expect.poll(() => codes('CHF', some)).toEqual(['card']);
    // What Adyen has said holds for ten minutes, and for longer if Adyen does not answer.
    const callsBefore = adyen.calls.length;
    expect(codes('NOK', all)).toEqual(['card', 'vipps']);
    expect(adyen.calls).toHaveLength(callsBefore);
    adyen.accountMethods = everyAdyenMethod;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    adyen.disturbNext({ kind: 'break' });
    expect(codes('NOK', all)).toEqual(['card', 'vipps']);
    await expect.poll(() => adyen.calls.length).toBe(callsBefore + 1);
    expect(codes('NOK', all)).toEqual(['card', 'vipps']);
    vi.useRealTimers();
  });

  test('by Klarna names the products and the consumer as far as the merchant has named them', async () => {
    const price = money(500, 'SEK');
    const products = [{ productId: 'p1', name: 'Shoes', price, quantity: 2 }];
    const billingAddress = { line1: 'Stargatan 1', city: 'Ankeborg', postalCode: '12345', country: 'SE' };
    const customer = {
      name: 'Anna Maria Ek',
      email: 'ek@example.org',
      phone: '+46840839298',
      billingAddress,
    };
    const given = { methodCode: 'klarna', products, customer, locale: 'sv-SE' };
    const payment = await opened(channel, { ...given, amount: money(1_000, 'SEK') });
    expect(lastCall()).toMatchObject({
      call: 'POST /v72/payments',
      body: {
        paymentMethod: { type: 'klarna' },
        countryCode: 'SE',
        shopperEmail: 'ek@example.org',
        telephoneNumber: '+46840839298',
        shopperName: { firstName: 'Anna Maria', lastName: 'Ek' },
        shopperLocale: 'sv-SE',
        billingAddress: {
          street: 'Stargatan 1',
          houseNumberOrName: 'N/A',
          city: 'Ankeborg',
          postalCode: '12345',
          country: 'SE',
        },
        lineItems: [{ id: 'p1', description: 'Shoes', quantity: 2, amountIncludingTax: 500 }],
      },
    });
    expect(payment.opening.renderType).toBe('REDIRECT');
    // Products that do not add up are one line, because Adyen's lines must.
    await opened(channel, { ...given, attemptId: newAttemptId(), amount: money(1_100, 'SEK') });
    expect(lastCall()?.body.lineItems).toMatchObject([{ quantity: 1, amountIncludingTax: 1_100 }]);
  });

  test('by Klarna needs what Klarna’s invoice says about the consumer', () => {
    const needing = channel.methods(money(1_000, 'SEK')).filter(({ needs }) => needs !== undefined);
    expect(needing).toMatchObject([{ code: 'klarna', needs: ['name', 'email', 'billingAddress'] }]);
  });

  test.each([
    [
      { postalCode: '94107-1234', state: 'CA', country: 'US' },
      { postalCode: '94107', stateOrProvince: 'CA' },
    ],
    [{ postalCode: '94107', state: 'California', country: 'US' }, undefined],
    [{ postalCode: 'H2X 1Y4', country: 'CA' }, undefined],
    [{ postalCode: '12345678901', country: 'DE' }, undefined],
    [{ postalCode: '50667', state: 'Nordrhein-Westfalen', country: 'DE' }, { postalCode: '50667' }],
    [{ country: 'IE' }, { postalCode: 'N/A' }],
  ])('sends the address %j only in a form that Adyen takes', async (given, sent) => {
    const billingAddress = { line1: 'Weg 1', city: 'Ort', ...given };
    const customer = { name: `${'a'.repeat(90)} ${'b'.repeat(90)}`, billingAddress };
    await opened(channel, { attemptId: newAttemptId(), customer });
    const { body } = lastCall() ?? {};
    if (sent === undefined) expect(body).not.toHaveProperty('billingAddress');
    else {
      const { country } = given;
      expect(body?.billingAddress).toEqual({
        ...{ street: 'Weg 1', houseNumberOrName: 'N/A', city: 'Ort', country },
        ...sent,
      });
    }
    expect(body?.shopperName).toEqual({ firstName: 'a'.repeat(80), lastName: 'b'.repeat(80) });
  });

  test.each([
    ['bancontact', 'bcmc', 'EUR', 'BE'],
    ['blik', 'blik', 'PLN', 'PL'],
  ])('by %s leads to Adyen’s own page, which has its form', async (methodCode, type, currency, country) => {
    const expiresAt = new Date(Date.now() + 20 * 60_000);
    const given = { methodCode, amount: money(1_999, currency), expiresAt };
    const payment = await opened(channel, given);
    const { channelReference } = payment.opening;
    expect(lastCall()).toMatchObject({
      call: 'POST /v72/sessions',
      key: payment.attemptId,
      body: {
        mode: 'hosted',
        allowedPaymentMethods: [type],
        countryCode: country,
        reference: payment.attemptId,
        expiresAt: expiresAt.toISOString(),
        storePaymentMethodMode: 'disabled',
        captureDelayHours: 0,
      },
    });
    expect(payment.opening).toMatchObject({
      renderType: 'REDIRECT',
      paymentUrl: `https://checkoutshopper-test.adyen.com/checkoutshopper/v/${channelReference}`,
      component: null,
      payableUntil: expiresAt,
    });
    // The consumer comes back with the session's result.
    adyen.pay(payment.attemptId, 'succeeds');
    const sessionResult = adyen.sessionResultOf(payment.attemptId);
    const succeeded = {
      kind: 'ended',
      result: {
        kind: 'succeeded',
        paid: money(1_999, currency),
        card: null,
        paymentReference: adyen.pspReferenceOf(payment.attemptId),
      },
    };
    expect(await channel.takeReturn(payment, { sessionResult })).toEqual(succeeded);
    expect(await channel.takeReturn(payment, { sessionResult: 'made up' })).toEqual({ kind: 'pending' });
    const active = adyen.sessionResultOf(payment.attemptId, 'active');
    expect(await channel.takeReturn(payment, { sessionResult: active })).toEqual({ kind: 'pending' });
  });

  test('is not redirected to an unencrypted page, nor without an address', async () => {
    for (const url of ['http://test.adyen.com/', undefined, 7]) {
      adyen.disturbNext({ kind: 'text', text: JSON.stringify({ id: 'CS1', mode: 'hosted', url }) });
      const given = { attemptId: newAttemptId(), methodCode: 'blik', amount: money(1_000, 'PLN') };
      expect(await channel.open(openingOrder(given))).toMatchObject({ kind: 'unavailable' });
    }
  });

  test('by Pix has a code for the consumer’s banking app instead of a page', async () => {
    const { opening, attemptId } = await opened(channel, { methodCode: 'pix', amount: money(1_999, 'BRL') });
    expect(lastCall()).toMatchObject({
      call: 'POST /v72/payments',
      body: { paymentMethod: { type: 'pix' }, countryCode: 'BR', reference: attemptId },
    });
    expect(opening).toMatchObject({
      renderType: 'REDIRECT',
      paymentUrl: null,
      instructions: { qr: 'DMhpN90TFR2e7TzwHYRFkhw4brxm2wHBg' },
      payableUntil: expect.any(Date),
    });
  });

  test('by bank transfer has an account and a reference instead of a page, and takes days', async () => {
    const billingAddress = { line1: 'Rue 1', city: 'Lyon', postalCode: '69001', country: 'FR' };
    const customer = { billingAddress };
    const { opening } = await opened(channel, { methodCode: 'bank_transfer', customer });
    expect(lastCall()?.body).toMatchObject({
      paymentMethod: { type: 'bankTransfer_IBAN' },
      countryCode: 'FR',
    });
    expect(opening).toMatchObject({
      renderType: 'REDIRECT',
      paymentUrl: null,
      instructions: {
        accountHolder: 'Kassa Test Shop',
        iban: 'NL13TEST0123456789',
        bic: 'TESTNL01',
        reference: 'QFQTPCQ8',
      },
      resultWithinDays: 7,
    });
    // Without a billing address, the account's country counts.
    await opened(channel, { methodCode: 'bank_transfer', attemptId: newAttemptId() });
    expect(lastCall()?.body.countryCode).toBe('NL');
  });

  test.each([
    ['pix', 'BRL', 0],
    ['bank_transfer', 'EUR', 7],
  ])('by %s is offered at Adyen for as long as its result may take', async (methodCode, currency, days) => {
    const expiresAt = new Date(Date.now() + 1_800_000);
    const given = { attemptId: newAttemptId(), methodCode, amount: money(1_999, currency), expiresAt };
    await channel.open(openingOrder(given));
    const end = Date.parse(String(lastCall()?.body.sessionValidity));
    expect(end - expiresAt.getTime()).toBe(days * 86_400_000);
  });

  const transfer = {
    type: 'bankTransfer',
    iban: 'NL13TEST0123456789',
    reference: 'QFQTPCQ8',
    totalAmount: { value: 1_999, currency: 'EUR' },
  };
  test.each([
    ['another amount', { ...transfer, totalAmount: { value: 2_099, currency: 'EUR' } }],
    ['another currency', { ...transfer, totalAmount: { value: 1_999, currency: 'USD' } }],
    ['no account', { ...transfer, iban: '' }],
    ['no reference', { ...transfer, reference: undefined }],
    ['a reference that is far too long', { ...transfer, reference: 'x'.repeat(141) }],
    ['an empty code', { type: 'qrCode', qrCodeData: '' }],
    ['a page', { type: 'redirect', method: 'GET', url: 'https://test.adyen.com/' }],
    ['nothing', null],
  ])('by instructions is not opened with %s', async (_case, action) => {
    adyen.disturbNext({ kind: 'text', text: JSON.stringify({ resultCode: 'Received', action }) });
    const given = { attemptId: newAttemptId(), methodCode: 'bank_transfer', amount: money(1_999, 'EUR') };
    expect(await channel.open(openingOrder(given))).toMatchObject({ kind: 'unavailable' });
  });

  test('that is not offered is not opened', async () => {
    const order = openingOrder({
      attemptId: newAttemptId(),
      methodCode: 'twint',
      amount: money(1_000, 'EUR'),
    });
    expect(await channel.open(order)).toMatchObject({ kind: 'refused' });
  });

  test.each([
    [
      'a page that wants a form',
      { type: 'redirect', method: 'POST', url: 'https://test.adyen.com/', data: {} },
    ],
    ['a page without encryption', { type: 'redirect', method: 'GET', url: 'http://test.adyen.com/' }],
    ['an application', { type: 'sdk', method: 'GET', url: 'https://test.adyen.com/' }],
    ['nothing', null],
  ])('is not led to %s', async (_case, action) => {
    adyen.disturbNext({ kind: 'text', text: JSON.stringify({ resultCode: 'RedirectShopper', action }) });
    const order = openingOrder({
      attemptId: newAttemptId(),
      methodCode: 'ideal',
      amount: money(1_000, 'EUR'),
    });
    expect(await channel.open(order)).toMatchObject({ kind: 'unavailable' });
  });

  test.each([
    ['Refused', 'refused'],
    ['Error', 'refused'],
    ['Received', 'unavailable'],
    ['Pending', 'unavailable'],
    ['Authorised', 'unavailable'],
    ['Cancelled', 'unavailable'],
    ['OnTheMoon', 'unavailable'],
  ])('that Adyen answers with %s is %s', async (resultCode, kind) => {
    adyen.disturbNext({ kind: 'text', text: JSON.stringify({ resultCode, refusalReason: 'Not supported' }) });
    const order = openingOrder({
      attemptId: newAttemptId(),
      methodCode: 'ideal',
      amount: money(1_000, 'EUR'),
    });
    expect(await channel.open(order)).toMatchObject({ kind });
  });
});

describe('what a consumer brings back from Adyen', () => {
  const bring = async (answer: (attemptId: string) => object, redirectResult = 'X6XtfGC3!Y') => {
    const payment = await opened(channel);
    adyen.redirectResults.set(redirectResult, answer(payment.attemptId));
    return channel.takeReturn(payment, { redirectResult, sessionId: 'CS1' });
  };
  const authorised = (merchantReference: string) => ({
    resultCode: 'Authorised',
    pspReference: 'V4HZ4RBFJGXXGN82',
    merchantReference,
    amount: { value: 1_999, currency: 'EUR' },
    paymentMethod: { brand: 'mc', type: 'scheme' },
    additionalData: { cardSummary: '1111', expiryDate: '3/2030' },
  });

  test('makes the payment', async () => {
    expect(await bring(authorised, 'made')).toEqual({
      kind: 'ended',
      result: {
        kind: 'succeeded',
        paid: money(1_999, 'EUR'),
        paymentReference: 'V4HZ4RBFJGXXGN82',
        card: { brand: 'mastercard', last4: '1111', expMonth: 3, expYear: 2030 },
      },
    });
    expect(lastCall()).toMatchObject({
      call: 'POST /v72/payments/details',
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      body: { details: { redirectResult: 'made' } },
    });
  });

  test('that belongs to another payment of the account proves nothing about this one', async () => {
    expect(await bring(() => authorised(newAttemptId()), 'others')).toEqual({ kind: 'pending' });
  });

  test('that Adyen assigns to no payment proves nothing', async () => {
    expect(await bring((id) => ({ ...authorised(id), merchantReference: undefined }), 'none')).toEqual({
      kind: 'pending',
    });
  });

  test('without an amount is under way until the notification with the amount', async () => {
    expect(await bring((id) => ({ ...authorised(id), amount: undefined }), 'bare')).toEqual({
      kind: 'under_way',
    });
  });

  test.each([
    [
      'Refused',
      { kind: 'ended', result: { kind: 'failed', failure: { code: '24', category: 'incorrect_cvc' } } },
    ],
    ['Error', { kind: 'ended', result: { kind: 'failed' } }],
    ['Cancelled', { kind: 'ended', result: { kind: 'cancelled' } }],
    ['Received', { kind: 'under_way' }],
    ['Pending', { kind: 'under_way' }],
    ['RedirectShopper', { kind: 'pending' }],
    ['IdentifyShopper', { kind: 'pending' }],
    ['ChallengeShopper', { kind: 'pending' }],
    ['PresentToShopper', { kind: 'pending' }],
    ['PartiallyAuthorised', { kind: 'not_understood' }],
    ['AuthenticationFinished', { kind: 'not_understood' }],
    ['AuthenticationNotRequired', { kind: 'not_understood' }],
    ['Success', { kind: 'not_understood' }],
    ['OnTheMoon', { kind: 'not_understood', detail: 'Adyen names a payment that is OnTheMoon' }],
  ])('and comes to %s', async (resultCode, said) => {
    const answer = (merchantReference: string) => ({
      resultCode,
      merchantReference,
      refusalReasonCode: '24',
    });
    expect(await bring(answer, resultCode)).toMatchObject(said);
  });

  test.each([
    ['nothing of Adyen’s', {}],
    ['an empty one', { redirectResult: '' }],
    ['one that is far too long', { redirectResult: 'x'.repeat(20_000) }],
  ])('is not handed in when it is %s', async (_case, parameters) => {
    const payment = await opened(channel);
    const callsBefore = adyen.calls.length;
    expect(await channel.takeReturn(payment, parameters)).toEqual({ kind: 'pending' });
    expect(adyen.calls).toHaveLength(callsBefore);
  });

  test('changes nothing if it is forged, and has no result yet if Adyen does not answer', async () => {
    const payment = await opened(channel);
    expect(await channel.takeReturn(payment, { redirectResult: 'forged' })).toEqual({ kind: 'pending' });
    adyen.disturbNext({ kind: 'break' });
    expect(await channel.takeReturn(payment, { redirectResult: 'other' })).toMatchObject({
      kind: 'unavailable',
    });
  });
});

describe('what goes wrong between Adyen and the gateway', () => {
  const error = (status: number, errorCode: string) => ({ status, errorCode, message: 'no', errorType: 'x' });

  // The sources of this table are Adyen's pages "HTTP status codes" and "API idempotency".
  test.each([
    [400, '702', false, 'refused'],
    [422, '130', false, 'refused'],
    [422, '704', false, 'unknown'],
    [422, '130', true, 'unknown'],
    [401, '000', false, 'unknown'],
    [403, '010', false, 'unknown'],
    [404, '000', false, 'unknown'],
    [409, '000', false, 'unknown'],
    [429, '000', false, 'unknown'],
    [500, '905', false, 'unknown'],
    [503, '000', true, 'unknown'],
    [308, '000', false, 'unknown'],
  ])('a refund answered with %i (%s, transient: %s) is %s', async (status, code, isTransient, kind) => {
    const payment = await paid();
    const refund = { refundId: newRefundId(), payment, amount: money(500, 'EUR') };
    adyen.disturbNext({ kind: 'answer', status, error: error(status, code), isTransient });
    expect(await channel.refund(inTime(refund))).toMatchObject({ kind });
    adyen.disturbNext({ kind: 'answer', status, error: error(status, code), isTransient });
    const order = openingOrder({ attemptId: newAttemptId(), amount: money(500, 'EUR') });
    expect(await channel.open(order)).toMatchObject({ kind: kind === 'refused' ? 'refused' : 'unavailable' });
  });

  test.each(['', '<html>', '[]', '"ok"', 'ok'])('an answer that is no answer, %j, is none', async (text) => {
    const payment = await paid();
    const refund = { refundId: newRefundId(), payment, amount: money(500, 'EUR') };
    adyen.disturbNext({ kind: 'text', text });
    expect(await channel.refund(inTime(refund))).toMatchObject({ kind: 'unknown' });
  });

  test('a refund whose answer was lost is sent again under the same key, and is made once', async () => {
    const payment = await paid();
    const refundId = newRefundId();
    const refund = { refundId, payment, amount: money(500, 'EUR') };
    adyen.disturbNext({ kind: 'lose_answer' });
    expect(await channel.refund(inTime(refund))).toMatchObject({ kind: 'unknown' });
    const asked = { refundId, payment, channelReference: null, acceptedAt: new Date() };
    expect(await channel.askRefund(asked)).toEqual({ kind: 'cannot_tell' });
    const answer = await channel.refund(inTime(refund));
    expect(answer).toMatchObject({ kind: 'pending' });
    expect(adyen.returned(payment.attemptId)).toBe(500);
    expect(adyen.calls.slice(-2).map(({ key }) => key)).toEqual([refundId, refundId]);
    const channelReference = answer.kind === 'pending' ? answer.channelReference : '';
    expect(await channel.askRefund({ ...asked, channelReference })).toEqual({
      kind: 'pending',
      channelReference,
    });
  });

  test('a refund is not sent again once Adyen may have forgotten its key', async () => {
    const payment = await paid();
    const asked = { refundId: newRefundId(), payment, channelReference: null };
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    expect(await channel.askRefund({ ...asked, acceptedAt: daysAgo(5.9) })).toMatchObject({
      kind: 'cannot_tell',
    });
    expect(await channel.askRefund({ ...asked, acceptedAt: daysAgo(6.1) })).toMatchObject({
      kind: 'unavailable',
    });
  });

  test('a refund is not sent if Adyen’s reference of its payment is unknown', async () => {
    const payment = { ...(await paid()), paymentReference: null };
    const callsBefore = adyen.calls.length;
    const refund = { refundId: newRefundId(), payment, amount: money(500, 'EUR') };
    expect(await channel.refund(inTime(refund))).toMatchObject({ kind: 'not_sent' });
    expect(adyen.calls).toHaveLength(callsBefore);
  });

  test('an answer that never ends counts as no answer once the time limit is over', async () => {
    const payment = await paid();
    await endsWithin(1_000, async () => {
      adyen.disturbNext({ kind: 'stall' });
      const refund = { refundId: newRefundId(), payment, amount: money(500, 'EUR') };
      expect(await channelAt(adyen, { timeoutMs: 1_000 }).refund(inTime(refund))).toMatchObject({
        kind: 'unknown',
      });
    });
  });

  test('no error detail contains the account’s key', async () => {
    const answers = [];
    for (const disturbance of [{ kind: 'break' } as const, { kind: 'answer', status: 401 } as const]) {
      adyen.disturbNext(disturbance);
      answers.push(
        await channel.open(openingOrder({ attemptId: newAttemptId(), amount: money(500, 'EUR') })),
      );
    }
    expect(JSON.stringify(answers)).not.toContain(adyen.apiKey);
  });
});

describe('amounts at Adyen', () => {
  // The source of this table is Adyen's page "Currency codes and minor units".
  test.each([
    [money(1_999, 'USD'), 1_999],
    [money(500, 'JPY'), 500],
    [money(1_235, 'KWD'), 1_235],
    [money(500, 'CLP'), 50_000],
    [money(5, 'ISK'), 500],
    [money(150_000, 'IDR'), 1_500],
    [money(150_000, 'CVE'), 1_500],
  ])('%j is charged, reported and returned as exactly that', async (amount, value) => {
    const payment = await paid(amount);
    const item = adyen.items.findLast(({ merchantReference }) => merchantReference === payment.attemptId);
    expect(item?.amount).toEqual({ value, currency: amount.currency });
    const reading = await channel.readCallback(adyen.batch(...(item ? [item] : [])));
    expect(reading).toMatchObject({ callbacks: [{ notification: { result: { paid: amount } } }] });
    await channel.refund(inTime({ refundId: newRefundId(), payment, amount }));
    expect(adyen.returned(payment.attemptId)).toBe(value);
  });

  test.each([money(150, 'IDR'), money(150, 'CVE'), money(1, 'XXX')])(
    '%j is not offered, not opened and not returned',
    async (amount) => {
      expect(channel.methods(amount)).toEqual([]);
      const order = openingOrder({ attemptId: newAttemptId(), amount });
      expect(await channel.open(order)).toMatchObject({ kind: 'refused' });
      const refund = { refundId: newRefundId(), payment: await paid(), amount };
      expect(await channel.refund(inTime(refund))).toMatchObject({ kind: 'refused' });
    },
  );
});

describe('the check of an account', () => {
  test('names what the account has, and what only a payment page or a notification can show', async () => {
    adyen.accountMethods = ['scheme', 'ideal'];
    const steps = await channelAt(adyen, { credentials: { methods: 'card,twint' } }).check();
    expect(steps.map(({ name, outcome }) => `${name}: ${outcome}`)).toEqual([
      'API key and merchant account: passed',
      'method card: passed',
      'method twint: failed',
      'client key: skipped',
      'HMAC key of the webhook: skipped',
      'references in dispute events: skipped',
      'reports: passed',
    ]);
    expect(adyen.calls.map(({ call }) => call)).toContain('POST /v72/paymentMethods');
    adyen.accountMethods = everyAdyenMethod;
  });

  // The setting's name is that of the published example of `GET /merchants/{merchantId}/webhooks` (Management API).
  test.each([
    [null, 'skipped', /may not read the webhook.* switch on includeOriginalReferenceForChargebackReversed/],
    [
      false,
      'passed',
      /do not contain the payment’s reference.* switch on includeOriginalReferenceForChargebackReversed/,
    ],
    [true, 'passed', null],
  ])(
    'says whether dispute events name the payment (%s), or what to switch on',
    async (setting, outcome, detail) => {
      adyen.webhookProperties =
        setting === null ? null : { includeOriginalReferenceForChargebackReversed: setting };
      const steps = await channel.check();
      expect(steps.find(({ name }) => name === 'references in dispute events')).toEqual({
        name: 'references in dispute events',
        outcome,
        detail: detail === null ? null : expect.stringMatching(detail),
      });
    },
  );

  test('distinguishes a wrong key, a wrong account and a wrong report user', async () => {
    const outcomes = async (credentials: object) =>
      (await channelAt(adyen, { credentials }).check()).map(({ outcome }) => outcome);
    expect(await outcomes({ apiKey: 'AQEanotherKeyThanThatOne', methods: 'card' })).toEqual([
      'failed',
      'skipped',
      'skipped',
      'skipped',
      'skipped',
      'passed',
    ]);
    expect((await outcomes({ merchantAccount: 'AnotherECOM' }))[0]).toBe('failed');
    expect((await outcomes({ reportLogin: 'report@Company.Kassa:wrong-password' })).at(-1)).toBe('failed');
  });
});
