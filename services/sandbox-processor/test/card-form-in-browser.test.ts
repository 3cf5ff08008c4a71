import type { BrowserContext } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { everyCombination, firstOf } from '../../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../../infra/test-run/src/long-test.ts';
import { expectNotesOfRefusedCalls, useCardFormBench } from './support/card-form-bench.ts';
import type { ShopPage } from './support/shop-page.ts';
import type { ShopSite } from './support/shop-site.ts';
import type { TestBench } from './support/test-bench.ts';

let bench: TestBench;
let site: ShopSite;
let context: BrowserContext;
let shop: ShopPage;

useCardFormBench((parts) => {
  ({ bench, site, context, shop } = parts);
});

const outcomes = [
  ['4242424242424242', 'succeeded', null],
  ['4000000000000259', 'succeeded', null],
  ['4000000000005126', 'succeeded', null],
  ['4000000000000002', 'failed', { type: 'card_error', code: 'card_declined' }],
  [
    '4000000000009995',
    'failed',
    { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' },
  ],
] as const;

/** Other tests pay with each card without a browser. In each form, `npm test` uses one card that succeeds and one that fails. */
const outcomesOfElement = everyCombination ? outcomes : [outcomes[0], outcomes[4]];
const outcomesOfComponent = everyCombination ? outcomes : [outcomes[1], outcomes[3]];

describe('the element', () => {
  it.each(outcomesOfElement)('pays with %s: %s', async (number, status, error) => {
    const { id, opened } = await shop.open('element');
    expect(opened).toBe('ready');
    await shop.type({ number });
    const result = await shop.confirm<object>();
    if (error === null) expect(result).toMatchObject({ paymentIntent: { id, status } });
    else expect(result).toMatchObject({ error });
    await bench.receiver.waitFor(id, `payment.${status}`);
  });

  longTest('goes to the return address unless the shop lets it stay', async () => {
    await shop.open('element');
    await shop.type();
    const url = new URL('/thanks?order=1', site.url).href;
    const options = `{ elements: shop.elements, confirmParams: { return_url: '${url}' } }`;
    await shop.run(`void shop.processor.confirmPayment(${options})`);
    await shop.page.waitForURL(/\/thanks\?order=1&payment_intent=sbx_pay_\w+&redirect_status=succeeded$/);
  });

  it('distinguishes a call without an answer from a refusal, and a repetition shows the result', async () => {
    await shop.page.clock.install();
    const { id } = await shop.open('element');
    await shop.type({ number: '4000000000000119' });
    const confirming = shop.confirm<object>();
    await bench.receiver.waitFor(id, 'payment.succeeded');
    await shop.page.clock.fastForward(10_000);
    expect(await confirming).toMatchObject({ error: { type: 'api_connection_error' } });
    expect(await shop.confirm()).toMatchObject({ paymentIntent: { id, status: 'succeeded' } });
    expect(new Set(bench.receiver.of(id).map(({ body }) => body.id)).size).toBe(1);
  });

  longTest('learns of a cancellation in the meantime', async () => {
    const { id } = await shop.open('element');
    await bench.client.cancel(id);
    await shop.type();
    const error = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' };
    expect(await shop.confirm()).toMatchObject({ error });
    expectNotesOfRefusedCalls(409);
  });

  longTest('confirms once, however often it is asked to', async () => {
    const { id } = await shop.open('element');
    await shop.type();
    const results = await shop.run<object[]>('Promise.all([shop.confirm(), shop.confirm(), shop.confirm()])');
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(await shop.confirm()).toMatchObject({ paymentIntent: { id, status: 'succeeded' } });
    expect(new Set(bench.receiver.of(id).map(({ body }) => body.id)).size).toBe(1);
  });
});

describe('the component', () => {
  it.each(outcomesOfComponent)('pays with %s: %s', async (number, status) => {
    const { id, opened } = await shop.open('component');
    expect(opened).toBe('ready');
    await shop.typeIntoComponent({ number });
    const result = status === 'succeeded' ? 'ended: completed Authorised' : 'ended: failed Refused';
    expect(await shop.submitComponent()).toBe(result);
    await bench.receiver.waitFor(id, `payment.${status}`);
  });

  it('asks the shop before it pays', async () => {
    const { id } = await shop.open('component', { hasBeforeSubmit: true });
    await shop.typeIntoComponent();
    await shop.run('shop.component.submit()');
    await shop.heard('asked');
    await shop.run('shop.hold()');
    expect((await bench.client.payment(id)).body.status).toBe('created');
    await shop.run('shop.component.submit()');
    await shop.heard('asked', 2);
    await shop.run('shop.letGo()');
    expect(await shop.heard('ended')).toBe('ended: completed Authorised');
  });

  it('shows what is wrong instead of paying', async () => {
    const { id } = await shop.open('component');
    await shop.run('shop.component.submit()');
    await shop.frame.getByText('Enter the full card number.').waitFor();
    expect((await bench.client.payment(id)).body.status).toBe('created');
  });

  longTest('is mounted anew without a card, and says so', async () => {
    await shop.open('component');
    await shop.typeIntoComponent();
    await shop.run('{ shop.component.unmount(); shop.component.mount("#form"); }');
    expect(await shop.run('shop.component.isValid')).toBe(false);
  });

  longTest('accepts a card that was filled in before the script of its frame had loaded', async () => {
    const files = Promise.withResolvers<void>();
    await context.route(/card-frame\.(js|css)$/, async (route) => {
      await files.promise;
      await route.continue();
    });
    const opening = shop.open('component');
    await shop.type();
    files.resolve();
    await opening;
    expect(await shop.submitComponent()).toBe('ended: completed Authorised');
    expect(await shop.field('number').inputValue()).toBe('4242 4242 4242 4242');
  });

  longTest('is paid with the keyboard alone', async () => {
    const { id } = await shop.open('component');
    const { keyboard } = shop.page;
    await keyboard.press('Tab');
    await keyboard.type('4242 4242 4242 4242');
    await keyboard.press('Tab');
    await keyboard.type('1290');
    await keyboard.press('Tab');
    await keyboard.type('739');
    await keyboard.press('Enter');
    expect(await shop.heard('ended')).toBe('ended: completed Authorised');
    await bench.receiver.waitFor(id, 'payment.succeeded');
  });
});

describe('3-D Secure', () => {
  it.each(
    firstOf([
      ['Approve', { paymentIntent: { status: 'succeeded' } }],
      [
        'Fail authentication',
        { error: { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' } },
      ],
    ]),
  )('over the element: %s', async (button, expected) => {
    await shop.open('element');
    await shop.type({ number: '4000000000003220' });
    await shop.page.locator('#pay').focus();
    const confirming = shop.confirm<object>();
    await shop.press(button);
    expect(await confirming).toMatchObject(expected);
    expect(await shop.page.locator('dialog').count()).toBe(0);
    expect(await shop.run('document.activeElement.id')).toBe('pay');
  });

  it.each(
    firstOf([
      ['Approve', 'ended: completed Authorised'],
      ['Fail authentication', 'ended: failed Refused'],
    ]),
  )('over the component: %s', async (button, result) => {
    await shop.open('component');
    await shop.typeIntoComponent({ number: '4000000000003220' });
    await shop.run('shop.component.submit()');
    await shop.press(button);
    expect(await shop.heard('ended')).toBe(result);
  });

  longTest('has the language of the form and not the browser’s, even on a separate page', async () => {
    await shop.open('element', { locale: 'he' });
    await shop.type({ number: '4000000000003220' });
    await shop.run('void shop.confirm()');
    await shop.challenge.getByRole('button', { name: 'אישור' }).waitFor();
    expect(await shop.challenge.locator('html').getAttribute('dir')).toBe('rtl');
    await shop.page.getByRole('dialog').getByRole('link').click();
    await shop.page.waitForURL(/\/3ds\//);
    await shop.page.getByRole('button', { name: 'אישור' }).waitFor();
  });

  it('is not lost by Escape, by a forged message or by a reload', async () => {
    const { id } = await shop.open('element');
    await shop.type({ number: '4000000000003220' });
    await shop.run('void shop.confirm()');
    const dialog = shop.page.getByRole('dialog', { name: 'Confirm with your bank' });
    await shop.challenge.getByRole('button', { name: 'Approve' }).waitFor();
    await shop.run('postMessage("sandbox:challenge_finished", "*")');
    for (let time = 0; time < 3; time += 1) {
      await dialog.getByRole('link').focus();
      await shop.page.keyboard.press('Escape');
    }
    expect(await dialog.isVisible()).toBe(true);
    expect((await bench.client.payment(id)).body.status).toBe('requires_action');
    await dialog.getByRole('link', { name: 'Open on a separate page' }).click();
    await shop.page.waitForURL(/\/3ds\//);
    await shop.page.getByRole('button', { name: 'Approve' }).waitFor();
  });

  longTest('ends in the overlay when it was passed somewhere else', async () => {
    const { id } = await shop.open('element');
    await shop.type({ number: '4000000000003220' });
    const confirming = shop.confirm<object>();
    await shop.challenge.getByRole('button', { name: 'Approve' }).waitFor();
    const { body } = await bench.client.payment(id);
    const decision = new URLSearchParams({ decision: 'approve' });
    await fetch(String(body.action_url), { method: 'POST', body: decision, redirect: 'manual' });
    expect(await confirming).toMatchObject({ paymentIntent: { status: 'succeeded' } });
    expect(await shop.page.locator('dialog').count()).toBe(0);
  });
});

describe('the protection of the form', () => {
  it.each([
    ['element', { clientSecret: 'sbx_pay_0123_secret_guessed' }, 'invalid_request_error'],
    ['element', { clientSecret: 'nonsense' }, 'invalid_request_error'],
    ['element', { publicKey: 'sbx_pk_other' }, 'invalid_request_error'],
    ['component', { session: { id: 'x', data: 'sbx_pay_0123_session_guessed' } }, 'error ERROR'],
  ] as const)('does not open the %s with %o', async (client, settings, problem) => {
    const { opened } = await shop.open(client, settings);
    expect(opened).toBe(problem);
    expectNotesOfRefusedCalls(401);
  });

  it('starts the frame only for the page around it, and only with the right nonce', async () => {
    await shop.page.goto(site.url);
    const url = `${bench.processor.baseUrl}/frames/card#right-nonce`;
    await shop.run(`new Promise((resolve) => {
      globalThis.frame = document.createElement('iframe');
      frame.onload = resolve;
      frame.src = ${JSON.stringify(url)};
      document.querySelector('#form').append(frame);
    })`);
    const started = () => shop.frame.locator('html[data-started]').count();
    const settings = "{ locale: 'en', scheme: 'light', appearance: {}, readOnly: false }";
    const start = (nonce: string): string =>
      `({ type: 'sandbox:start', nonce: '${nonce}', publicKey: 'x', credential: 'x', settings: ${settings} })`;
    await shop.run(`frame.contentWindow.postMessage(${start('wrong')}, '*', [new MessageChannel().port2])`);
    // Send the right nonce from the frame's own window, as a stranger's script could. Only the page around the frame may start
    // it.
    const inner = shop.page.frames()[1];
    await inner?.evaluate(`postMessage(${start('right-nonce')}, '*', [new MessageChannel().port2])`);
    await inner?.evaluate('new Promise((resolve) => setTimeout(resolve))');
    expect(await started()).toBe(0);
    await shop.run(
      `frame.contentWindow.postMessage(${start('right-nonce')}, '*', [new MessageChannel().port2])`,
    );
    await shop.frame.locator('html[data-started]').waitFor();
  });

  it('keeps the card number out of the shop’s page, messages, the database and the logs', async () => {
    const said: string[] = [];
    const { error, log, warn } = console;
    for (const name of ['error', 'log', 'warn'] as const)
      console[name] = (...values: unknown[]) => said.push(values.map(String).join(' '));
    const number = '6011000990139424';
    const cvc = '9817';
    try {
      const { id } = await shop.open('element');
      await shop.run('addEventListener("message", ({ data }) => shop.hear(JSON.stringify(data)))');
      const requests: string[] = [];
      shop.page.on('request', (request) => {
        const isToClientApi = new URL(request.url()).pathname.startsWith('/client/payments/');
        requests.push(isToClientApi ? request.url() : `${request.url()} ${request.postData()}`);
      });
      await shop.type({ number, cvc: cvc.slice(0, 3) });
      await shop.confirm();
      await bench.receiver.waitFor(id, 'payment.succeeded');
      const collections = await bench.database.listCollections().toArray();
      const stored = await Promise.all(
        collections.map(({ name }) => bench.database.collection(name).find().toArray()),
      );
      const seen = [
        await shop.page.content(),
        await shop.run<string>('JSON.stringify([shop.heard, { ...localStorage }, { ...sessionStorage }])'),
        JSON.stringify(stored),
        bench.receiver.of(id).map(({ raw }) => raw),
        requests,
        said,
      ].join('\n');
      expect(seen).toContain('9424');
      expect(seen).not.toMatch(/6011\D*0009\D*9013\D*9424/);
    } finally {
      Object.assign(console, { error, log, warn });
    }
  });
});
