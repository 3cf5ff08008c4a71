import { describe, expect, test, vi } from 'vitest';
import type { AdyenChannel } from '../../src/adapters/outbound/channels/adyen/adyen-channel.ts';
import { openingOrder } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';
import { channelAt, newAttemptId, opened } from './adyen-bench.ts';
import { everyAdyenMethod } from './stand-in-adyen.ts';
import { useAdyen } from './use-adyen.ts';

const { adyen, channel, lastCall } = await useAdyen();

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
    const everywhere = ['card', 'apple_pay', 'google_pay'];
    expect(codes('EUR')).toEqual([
      ...[...everywhere, 'ideal', 'mobilepay', 'klarna', 'bank_transfer', 'bancontact'],
    ]);
    expect(codes('PLN')).toEqual([...everywhere, 'klarna', 'blik']);
    expect(codes('BRL')).toEqual([...everywhere, 'pix']);
    expect(codes('CHF')).toEqual([...everywhere, 'twint', 'klarna']);
    expect(codes('NOK')).toEqual([...everywhere, 'vipps', 'klarna']);
    expect(codes('JPY')).toEqual(everywhere);
    expect(codes('EUR', channelAt(adyen, { credentials: { methods: 'ideal' } }))).toEqual(['ideal']);
  });

  test.each([
    ['klarna', 'NOK'],
    ['pix', 'BRL'],
  ])('by %s is offered only if the operator has named it', async (code, currency) => {
    const codes = (methods: string | undefined) =>
      channelAt(adyen, { credentials: { methods } })
        .methods(money(1_000, currency))
        .map((method) => method.code);
    expect(codes(code)).toEqual([code]);
    const all = channelAt(adyen, { credentials: { methods: undefined } });
    const offered = () => all.methods(money(1_000, currency)).map((method) => method.code);
    await expect.poll(offered).toContain('google_pay');
    expect(offered()).not.toContain(code);
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

  // "TWINT for API only": "specify the following so that TWINT is included in the response", with `countryCode` and
  // `amount.currency`.
  test('is offered even if Adyen names it only to a call with its country and currency', async () => {
    adyen.accountMethods = ['scheme', 'twint', 'vipps'];
    adyen.localMethods = { twint: { countryCode: 'CH', currency: 'CHF' } };
    for (const methods of [undefined, 'card,twint']) {
      const account = channelAt(adyen, { credentials: { methods } });
      const codes = () => account.methods(money(1_000, 'CHF')).map(({ code }) => code);
      const steps = await account.check();
      expect(steps.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
      expect(codes()).toEqual(['card', 'twint']);
      // If Adyen does not answer that call the next time, the method stays.
      adyen.disturbNext({ kind: 'none' }, ...Array.from({ length: 8 }, () => ({ kind: 'break' }) as const));
      await account.check();
      adyen.disturbNext();
      expect(codes()).toEqual(['card', 'twint']);
    }
    adyen.localMethods = {};
    adyen.accountMethods = everyAdyenMethod;
  });

  test('by Klarna is offered only if the operator has named it, because Adyen does not capture it by default', async () => {
    adyen.accountMethods = everyAdyenMethod;
    const [all, named] = [undefined, 'card,klarna'].map((methods) =>
      channelAt(adyen, { credentials: { methods } }),
    );
    const codes = (of: AdyenChannel | undefined) => of?.methods(money(1_000, 'NOK')).map(({ code }) => code);
    await expect.poll(() => codes(all)).toContain('vipps');
    expect(codes(all)).toEqual(['card', 'apple_pay', 'google_pay', 'vipps']);
    expect(codes(named)).toEqual(['card', 'klarna']);
  });

  // `PaymentMethod.brands` in `json/CheckoutService-v72.json`: "List of possible brands. For example: visa, mc."
  test.each([
    [
      ['visa', 'mc', 'cup', 'bcmc', 'cartebancaire'],
      ['visa', 'mastercard', 'unionpay', 'cartes_bancaires'],
    ],
    // Adyen names no brand that the cashier knows, or none at all.
    [['korean_local_card'], undefined],
    [null, undefined],
  ])('is offered beside cards of the brands that the account accepts: %j', async (told, shown) => {
    adyen.cardBrands = told;
    const account = channelAt(adyen, { credentials: { methods: undefined } });
    const [unknown] = account.methods(money(1_000, 'EUR'));
    await expect.poll(() => account.methods(money(1_000, 'EUR')).length).toBeGreaterThan(1);
    const [card] = account.methods(money(1_000, 'EUR'));
    expect(card?.cardBrands).toEqual(shown ?? unknown?.cardBrands);
    const payment = await opened(account, { methodCode: 'card' });
    expect(payment.opening.cardBrands).toEqual(card?.cardBrands);
    adyen.cardBrands = null;
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
    // The country of the account.
    ['apple_pay', 'applepay', 'USD', 'NL'],
    ['google_pay', 'googlepay', 'JPY', 'NL'],
  ])(
    'by %s leads to Adyen’s own page, which has its form or button',
    async (methodCode, type, currency, country) => {
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
    },
  );

  test('is not redirected to an unencrypted page, nor without an address', async () => {
    for (const url of ['http://test.adyen.com/', undefined, 7]) {
      adyen.disturbNext({ kind: 'text', text: JSON.stringify({ id: 'CS1', mode: 'hosted', url }) });
      const given = { attemptId: newAttemptId(), methodCode: 'blik', amount: money(1_000, 'PLN') };
      expect(await channel.open(openingOrder(given))).toMatchObject({ kind: 'unavailable' });
    }
  });

  test('has no session, so Adyen is not asked about one, whatever result a page sends', async () => {
    const payment = await opened(channel, { methodCode: 'ideal' });
    const callsBefore = adyen.calls.length;
    expect(await channel.ask({ ...payment, sessionResult: 'made up' })).toEqual({ kind: 'not_askable' });
    expect(adyen.calls).toHaveLength(callsBefore);
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
