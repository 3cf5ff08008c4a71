import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageOf } from '../browser/card-frame/languages.ts';
import { pageLanguageCodes } from '../src/pages/page-language.ts';
import { validCard } from './support/processor-client.ts';
import { startTestBench, type TestBench } from './support/test-bench.ts';

const returnUrl = 'http://localhost:9/return?order=1&step=done';

let bench: TestBench;
beforeAll(async () => {
  bench = await startTestBench();
});
afterAll(() => bench.stop());

async function redirectPayment(method: string): Promise<{ id: string; url: string }> {
  const { body } = await bench.client.create({ method, return_url: returnUrl, reference: `<b>"A&B"</b>` });
  await bench.client.confirm(body.id, null);
  return { id: body.id, url: String(body.redirect_url) };
}

async function challengedPayment(): Promise<{ id: string; url: string }> {
  const { body } = await bench.client.create({ return_url: returnUrl });
  const confirmed = await bench.client.confirm(body.id, { ...validCard, number: '4000000000003220' });
  expect(confirmed.body).toMatchObject({ status: 'requires_action', card: { last4: '3220' } });
  return { id: body.id, url: String(confirmed.body.action_url) };
}

/** Returns the page that a browser gets which prefers the given languages. */
async function inLanguage(url: string, accepted: string): Promise<string> {
  const page = await fetch(url, { headers: { 'Accept-Language': accepted } });
  return page.text();
}

function press(url: string, decision: string): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' });
}

async function textOf(url: string): Promise<string> {
  const page = await fetch(url);
  expect(page.status).toBe(200);
  return page.text();
}

describe.each([
  ['wallet', 'pay', 'succeeded', null],
  ['wallet', 'refuse', 'failed', 'payment_refused'],
  ['bank_transfer', 'pay', 'succeeded', null],
  ['bank_transfer', 'cancel', 'cancelled', null],
])('on the %s page the button "%s"', (method, decision, status, code) => {
  it(`leads back to the shop, and the payment is ${status}`, async () => {
    const { id, url } = await redirectPayment(method);
    expect(await textOf(url)).toContain(`name="decision" value="${decision}"`);
    const pressed = await press(url, decision);
    expect([pressed.status, pressed.headers.get('Location')]).toEqual([303, returnUrl]);
    const [callback] = await bench.receiver.waitFor(id, `payment.${status}`);
    expect(callback?.body.payment.status).toBe(status);
    expect((callback?.body.payment.failure as { code: string } | null)?.code ?? null).toBe(code);
  });
});

describe.each([
  ['approve', 'succeeded', null],
  ['fail', 'failed', 'authentication_failed'],
])('on the 3-D Secure page the button "%s"', (decision, status, code) => {
  it(`leads back to the shop, and the payment is ${status}`, async () => {
    const { id, url } = await challengedPayment();
    expect(await textOf(url)).toContain(`name="decision" value="${decision}"`);
    const pressed = await press(url, decision);
    expect([pressed.status, pressed.headers.get('Location')]).toEqual([303, returnUrl]);
    const [callback] = await bench.receiver.waitFor(id, `payment.${status}`);
    expect((callback?.body.payment.failure as { code: string } | null)?.code ?? null).toBe(code);
    expect((await bench.client.payment(id)).body.action_url).toBeNull();
  });
});

describe('a page', () => {
  it('of a finished payment says so and links back to the shop', async () => {
    const { url } = await redirectPayment('wallet');
    await press(url, 'pay');
    const text = await textOf(url);
    expect(text).toContain('This payment is finished: paid');
    expect(text).toContain(`href="${returnUrl.replace('&', '&amp;')}"`);
    expect(text).not.toContain('<form');
  });

  it('takes a double click as one decision, and another decision as too late', async () => {
    const { id, url } = await redirectPayment('wallet');
    const clicks = await Promise.all([press(url, 'pay'), press(url, 'pay')]);
    expect(clicks.map((click) => click.headers.get('Location'))).toEqual([returnUrl, returnUrl]);
    const late = await press(url, 'refuse');
    expect(late.headers.get('Location')).toBe(new URL(url).pathname);
    expect((await bench.client.payment(id)).body.status).toBe('succeeded');
    expect(bench.receiver.of(id).filter(({ body }) => body.type !== 'payment.succeeded')).toEqual([]);
  });

  it('of a cancelled payment takes no money any more', async () => {
    const { id, url } = await redirectPayment('wallet');
    await bench.client.cancel(id);
    expect(await textOf(url)).toContain('This payment is finished: cancelled');
    await press(url, 'pay');
    expect((await bench.client.payment(id)).body.status).toBe('cancelled');
  });

  it('is not found by guessing', async () => {
    const { id, url } = await redirectPayment('wallet');
    const other = await redirectPayment('wallet');
    const guesses = [
      url.replace(/[^/]+$/, 'AAAAAAAAAAAAAAAAAAAAAAAA'),
      other.url.replace(other.id, id),
      url.replace(/\/[^/]+$/, ''),
    ];
    for (const guess of guesses) {
      expect((await fetch(guess)).status).toBe(404);
      expect((await press(guess, 'pay')).status).toBe(404);
    }
    expect((await bench.client.payment(id)).body.status).toBe('created');
    expect((await press(url, 'win')).status).toBe(400);
    expect((await fetch(url.replace('/pay/', '/3ds/'))).status).toBe(200);
    expect((await press(url.replace('/pay/', '/3ds/'), 'approve')).headers.get('Location')).toContain(
      '/3ds/',
    );
    expect((await bench.client.payment(id)).body.status).toBe('created');
  });

  it('escapes text from others, and has no inline script and no inline style', async () => {
    const { url } = await redirectPayment('wallet');
    const page = await fetch(url);
    const text = await page.text();
    expect(text).toContain('&lt;b&gt;&quot;A&amp;B&quot;&lt;/b&gt;');
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=/);
    expect(page.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'self'; /);
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(text).toContain('Test processor — no real money');
    expect(text).toContain('€19.99');
  });

  it('has its stylesheet at the same address', async () => {
    const text = await textOf(`${bench.processor.baseUrl}/`);
    expect(text).toContain('4242 4242 4242 4242');
    const path = /href="(\/assets\/[^"]+)"/.exec(text)?.[1];
    const sheet = await fetch(`${bench.processor.baseUrl}${path}`);
    expect([sheet.status, sheet.headers.get('Content-Type')]).toEqual([200, 'text/css; charset=utf-8']);
  });
});

describe('the language of a page', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'lang="de" dir="ltr"', ['Bestätigen Sie, dass Sie es sind', '19,99\u00a0€']],
    ['sv,ar;q=0.5', 'lang="ar" dir="rtl"', ['أكّد أنك أنت', '€']],
    ['he-IL', 'lang="he" dir="rtl"', ['יש לאשר שזה אכן אתם']],
    ['sv-SE', 'lang="en" dir="ltr"', ['Confirm it is you', '€19.99']],
    ['*', 'lang="en" dir="ltr"', ['Confirm it is you']],
  ])('is the browser’s if the pages exist in it: %s', async (accepted, root, words) => {
    const { url } = await challengedPayment();
    const text = await inLanguage(url, accepted);
    expect(text).toContain(`<html ${root}>`);
    for (const word of words) expect(text).toContain(word);
  });

  it('is the one that the link names, even if the browser prefers another, and stays to the end', async () => {
    const { url } = await challengedPayment();
    const link = `${url}?locale=ja-JP`;
    const text = await inLanguage(link, 'de');
    expect(text).toContain('<html lang="ja" dir="ltr">');
    expect(text).toContain(`action="${new URL(link).pathname}?locale=ja-JP"`);
    await press(link, 'approve');
    expect(await inLanguage(link, 'de')).toContain('ショップに戻る');
    expect(await inLanguage(`${link}&display=overlay&origin=https://shop.example`, 'de')).toContain(
      '<html lang="ja" dir="ltr">',
    );
    expect(await inLanguage(`${url}?locale=xx`, 'de')).toContain('<html lang="de" dir="ltr">');
    expect(await inLanguage(`${url}?locale=__proto__&locale=de`, '')).toContain('<html lang="en" dir="ltr">');
  });

  it.each(pageLanguageCodes)(
    '%s has the texts of every page, and is one of the card form’s',
    async (code) => {
      const { code: formCode, direction } = languageOf(code);
      expect(formCode).toBe(code);
      const wallet = await redirectPayment('wallet');
      const bank = await redirectPayment('bank_transfer');
      const challenge = await challengedPayment();
      for (const { url } of [wallet, bank, challenge]) {
        const text = await inLanguage(`${url}?locale=${code}`, 'en');
        expect(text).toContain(`<html lang="${code}" dir="${direction}">`);
        expect(text).not.toMatch(/undefined|\{amount\}/);
        if (code !== 'en')
          expect(text).not.toMatch(/Returns to|Reference<|>Pay |Your bank|test wallet|real money/);
      }
      expect(await inLanguage(`${wallet.url}x?locale=${code}`, 'en')).toContain(`<html lang="${code}" dir`);
    },
  );
});
