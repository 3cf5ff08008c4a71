import { createHash } from 'node:crypto';
import type { Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { firstOf } from '../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../infra/test-run/src/long-test.ts';
import { openShop, shop, visit } from './support/shop-visit.ts';

const stripe = 'https://js.stripe.com';
const adyen = 'https://checkoutshopper-test.cdn.adyen.com';
const adyenScript = `${adyen}/checkoutshopper/sdk/6.45.2/adyen.js`;
const adyenStyle = `${adyen}/checkoutshopper/sdk/6.45.2/adyen.css`;
const css = '#form { --seen: yes }';
const sha384 = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

openShop();

const order = () => visit.service.order;
const processor = () => visit.service.processor;
const scripts = () => visit.page.locator('head script').count();

/** Answers a request to a vendor's address with the stand-in library, which pages of other origins may read. */
const answer = (route: Route, body = processor().library.source, contentType = 'text/javascript') =>
  route.fulfill({ body, contentType, headers: { 'Access-Control-Allow-Origin': '*' } });

async function openAtStripe(url = `${stripe}/endive/stripe.js`): Promise<void> {
  order().channelType = 'ProcessorA';
  order().extension = { library: { url } };
  shop.permitted = [...shop.permitted, stripe];
  await visit.open();
}

async function openAtAdyen(scriptHash = sha384(processor().library.source)): Promise<void> {
  order().channelType = 'ProcessorB';
  order().extension = {
    library: { url: adyenScript, integrity: scriptHash },
    stylesheet: { url: adyenStyle, integrity: sha384(css) },
  };
  shop.permitted = [...shop.permitted, adyen];
  await visit.open();
}

describe('the vendors’ addresses', () => {
  test('Stripe’s library loads from Stripe, without a hash, and its element pays', async () => {
    await visit.page.route(`${stripe}/**`, (route) => answer(route));
    await openAtStripe();
    await visit.mount('card_element');
    await visit.paysWithForm();
    expect(visit.violations).toEqual([]);
  });

  test('Adyen’s script and stylesheet load from Adyen with their hashes, and its component pays', async () => {
    await visit.page.route(adyenScript, (route) => answer(route));
    await visit.page.route(adyenStyle, (route) => answer(route, css, 'text/css'));
    await openAtAdyen();
    await visit.mount('card_component');
    const seen = () => getComputedStyle(document.querySelector('#form') ?? document.body);
    expect(await visit.page.evaluate(`(${seen})().getPropertyValue('--seen')`)).toBe('yes');
    await visit.paysWithForm();
    expect(visit.violations).toEqual([]);
  });

  test('the sandbox’s library loads from another port of the service’s host', async () => {
    const [service, home] = ['http://pay.example:10030', 'http://pay.example:10050'];
    const { baseUrl } = visit.service;
    await visit.page.route(`${service}/**`, async (route) => {
      const response = await route.fetch({ url: route.request().url().replace(service, baseUrl) });
      await route.fulfill({ response });
    });
    await visit.page.route(`${home}/**`, (route) => answer(route));
    const { integrity } = processor().library;
    order().extension = { library: { url: `${home}/sdk.js`, integrity } };
    shop.permitted = [...shop.permitted, service, home];
    await visit.page.goto(visit.address.replace(encodeURIComponent(baseUrl), encodeURIComponent(service)));
    await visit.page.waitForSelector('html[data-ready]');
    await visit.mount('card_element');
    await visit.paysWithForm();
    expect(visit.violations).toEqual([]);
  });

  // Every address that must be refused is in `library-origins.test.ts`.
  test.each(
    firstOf([
      ['ProcessorA', 'https://js.stripe.com.evil.example/stripe.js'],
      ['ProcessorB', 'https://checkoutshopper-test.cdn.adyen.com.evil.example/adyen.js'],
      ['Sandbox', 'https://evil.example/sdk.js'],
    ] as const),
  )('%s’s library does not come from %s', async (channelType, url) => {
    const asked: string[] = [];
    visit.page.on('request', (request) => asked.push(request.url()));
    order().channelType = channelType;
    order().extension = { library: { url, integrity: sha384('') } };
    const method = channelType === 'ProcessorB' ? 'card_component' : 'card_element';
    await visit.open();
    expect(await visit.mountError(method)).toMatchObject({ kind: 'unsafe_address' });
    expect(asked).not.toContain(url);
    expect(await scripts()).toBe(0);
  });

  test('a library is not loaded without a hash', async () => {
    order().channelType = 'ProcessorB';
    order().extension = { library: { url: adyenScript } };
    await visit.open();
    expect(await visit.mountError('card_component')).toMatchObject({
      kind: 'unsafe_address',
      message: expect.stringContaining('integrity'),
    });
    expect(await scripts()).toBe(0);
  });

  longTest('a stylesheet from another place is refused like a script', async () => {
    const { url, integrity } = processor().library;
    order().extension = { library: { url, integrity }, stylesheet: { url: 'https://evil.example/a.css' } };
    await visit.open();
    expect(await visit.mountError('card_component')).toMatchObject({ kind: 'unsafe_address' });
    expect(processor().libraryRequests).toBe(0);
  });

  test('a method whose library this version does not know is refused by name', async () => {
    order().channelType = 'ProcessorA';
    await visit.open();
    expect(await visit.mountError('card_component')).toMatchObject({ kind: 'unsupported_render_type' });
  });
});

describe('loading', () => {
  longTest('happens when a method needs it, and only once', async () => {
    await visit.open();
    await visit.mount('card');
    expect(processor().libraryRequests).toBe(0);
    await visit.mount('card_element');
    await visit.mount('card_component');
    await visit.mount('card_element');
    expect(processor().libraryRequests).toBe(1);
    expect(await scripts()).toBe(1);
  });

  longTest('a library that the page has already loaded is used', async () => {
    await visit.page.route(`${stripe}/**`, (route) => answer(route));
    await openAtStripe();
    await visit.page.addScriptTag({ url: `${stripe}/v3/` });
    await visit.mount('card_element');
    expect(await visit.page.locator('script[src^="https://js.stripe.com"]').count()).toBe(1);
  });

  test('a failure is reported, the form is removed, and the next mount reloads the library', async () => {
    await visit.page.route(`${stripe}/**`, (route) => route.abort());
    await openAtStripe();
    expect(await visit.mountError('card_element')).toMatchObject({
      kind: 'library_load',
      retryable: true,
      message: expect.stringContaining(stripe),
    });
    expect(await visit.page.locator('form').count()).toBe(0);
    expect(await scripts()).toBe(0);
    await visit.page.unroute(`${stripe}/**`);
    await visit.page.route(`${stripe}/**`, (route) => answer(route));
    await visit.mount('card_element');
    await visit.paysWithForm();
  });

  test('a library that never loads is given up after a while, and the next mount reloads it', async () => {
    await visit.page.clock.install();
    const asked = Promise.withResolvers<Route>();
    await visit.page.route(`${stripe}/**`, (route) => asked.resolve(route));
    await openAtStripe();
    const failing = visit.mountError('card_element');
    const unanswered = await asked.promise;
    await visit.page.clock.fastForward(21_000);
    expect(await failing).toMatchObject({ kind: 'library_load', message: expect.stringContaining('20000') });
    // End the request that hangs. Otherwise, the browser would make the next load of the file wait for it.
    await unanswered.abort();
    await visit.page.unroute(`${stripe}/**`);
    await visit.page.route(`${stripe}/**`, (route) => answer(route));
    await visit.mount('card_element');
    expect(await visit.page.getByLabel('Card number').count()).toBe(1);
  });

  test('a file that was changed on its way does not run', async () => {
    await visit.page.route(adyenStyle, (route) => answer(route, css, 'text/css'));
    await visit.page.route(adyenScript, (route) => answer(route, 'window.AdyenWeb = window.stolen = 1'));
    await openAtAdyen();
    expect(await visit.mountError('card_component')).toMatchObject({ kind: 'library_load' });
    expect(await visit.page.evaluate(() => Reflect.get(window, 'stolen'))).toBeUndefined();
    await visit.page.unroute(adyenScript);
    await visit.page.route(adyenScript, (route) => answer(route));
    await visit.mount('card_component');
    await visit.paysWithForm();
  });

  test('a file that does not define the library is reported', async () => {
    await visit.page.route(`${stripe}/**`, (route) => answer(route, ''));
    await openAtStripe();
    expect(await visit.mountError('card_element')).toMatchObject({
      kind: 'library_load',
      message: expect.stringContaining('Stripe'),
    });
  });

  test.each(
    firstOf([
      ['card_element', { clientSecret: 'broken_secret' }],
      ['card_element', { publicKey: 'broken' }],
      ['card_component', { component: { type: 'Card', session: { id: 'broken' } } }],
      ['card_component', { component: { type: 'Card', session: { id: 'refused' } } }],
    ]),
  )('a form that cannot be started is reported: %s with %j', async (method, extension) => {
    Object.assign(order().extension, extension);
    await visit.open();
    expect(await visit.mountError(method)).toMatchObject({ kind: 'library_load' });
    expect(await visit.page.locator('form').count()).toBe(0);
  });

  test('a component counts as mounted when its fields appear; after 20 s without them, that is reported', async () => {
    await visit.page.clock.install();
    order().extension = {
      ...order().extension,
      component: { type: 'Card', environment: 'test', session: { id: 'silent', sessionData: 'data' } },
    };
    await visit.open();
    const error = visit.mountError('card_component');
    await visit.page.getByLabel('Card number').waitFor();
    await visit.page.clock.fastForward(20_000);
    expect(await error).toMatchObject({ kind: 'library_load' });
    expect(await visit.page.locator('form').count()).toBe(0);
  });

  test.each(firstOf(['Cash', 'AdyenCheckout', 'constructor', undefined]))(
    'a component that this version cannot drive is refused by name, and no library is loaded: %s',
    async (type) => {
      order().extension = {
        ...order().extension,
        component: { ...(type && { type }), environment: 'test', session: { id: 'x', sessionData: 'data' } },
      };
      await visit.open();
      expect(await visit.mountError('card_component')).toMatchObject({
        kind: 'unsupported_render_type',
        message: expect.stringContaining(`the component ${type}:`),
      });
      expect(processor().libraryRequests).toBe(0);
      expect(await visit.page.locator('form').count()).toBe(0);
    },
  );

  test('the processor’s form offers no Link, because the page does not allow Link’s origins', async () => {
    await visit.open();
    await visit.mount('card_element');
    const created = await visit.page.evaluate(() =>
      window.fakeLibrary.calls.filter(([name]) => name === 'create').map(([, given]) => given),
    );
    expect(created).toEqual([
      { type: 'payment', wallets: { applePay: 'auto', googlePay: 'auto', link: 'never' } },
    ]);
  });

  test('only what a component needs is passed from the answer to its library', async () => {
    const session = { id: 'x', sessionData: 'data' };
    const settings = { environment: 'test', session, environmentUrls: { api: 'https://evil.example' } };
    order().extension = { ...order().extension, component: { type: 'Card', ...settings, locale: 'xx' } };
    await visit.open();
    await visit.mount('card_component', { locale: 'de' });
    const [configuration] = await visit.page.evaluate(() =>
      window.fakeLibrary.calls
        .filter(([name]) => name === 'AdyenCheckout')
        .map(([, given]) => JSON.parse(JSON.stringify(given))),
    );
    expect(configuration).toEqual({ clientKey: 'pk_test', environment: 'test', locale: 'de', session });
  });
});
