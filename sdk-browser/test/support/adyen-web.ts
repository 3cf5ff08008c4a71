import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { build } from 'tsdown';
import type { FakeOrder } from '../fake-checkout/fake-order.ts';

const api = 'https://checkoutshopper-test.adyen.com';
const cdn = 'https://checkoutshopper-test.cdn.adyen.com';
const analytics = 'https://checkoutanalytics-test.adyen.com';

/** Adyen's own page, which leads the consumer on to the bank. */
export const bankPage = `${api}/checkoutshopper/threeDS/redirect`;

const entry = `export * from ${JSON.stringify(import.meta.resolve('@adyen/adyen-web'))};`;

/** How long a field takes to encrypt a digit. Only then does the library know of the digit. */
const encryptionMs = 100;

/** Builds Adyen's own library as one script that defines `AdyenWeb`, like the file that Adyen hosts. */
export async function bundleAdyenWeb(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'kassa-adyen-web-'));
  await writeFile(join(folder, 'entry.js'), entry);
  await build({
    config: false,
    cwd: folder,
    entry: { adyen: 'entry.js' },
    outDir: join(folder, 'dist'),
    format: 'iife',
    globalName: 'AdyenWeb',
    platform: 'browser',
    dts: false,
    logLevel: 'error',
    deps: { alwaysBundle: [/./] },
    outputOptions: { entryFileNames: '[name].js', codeSplitting: false },
  });
  const script = await readFile(join(folder, 'dist/adyen.js'));
  await rm(folder, { recursive: true });
  return script;
}

/** A page that stands in for one of Adyen's card fields, because the real pages are only on Adyen's servers. */
const fieldPage = `<!doctype html><title>Field</title><label>Field <input></label><script>
let config;
const tell = (message) =>
  parent.postMessage(JSON.stringify({ numKey: config.numKey, fieldType: config.fieldType, ...message }), '*');
addEventListener('message', ({ data }) => {
  const told = JSON.parse(data);
  if (config || !told.fieldType) return;
  config = told;
  tell({ action: 'config' });
});
const input = document.querySelector('input');
const names = { encryptedExpiryDate: ['encryptedExpiryMonth', 'encryptedExpiryYear'] };
input.addEventListener('input', () => {
  const blobs = (names[config.fieldType] ?? [config.fieldType]).map((name) => ({
    type: 'card', encryptedFieldName: name, blob: 'encrypted ' + input.value,
  }));
  setTimeout(() => tell({ action: 'encryption', [config.fieldType]: blobs }), ${encryptionMs});
});
</script>`;

/** Answers the library's requests to Adyen's addresses. */
export class AdyenStandIn {
  readonly origins = [api, cdn, analytics];
  /** The payments that the library made in its session. */
  readonly payments: { session: string; paymentMethod: Record<string, unknown> }[] = [];
  /** Whether the connection breaks before a payment is made. */
  dropsPayments = false;
  /** What was asked for beside all this. */
  readonly unknown: string[] = [];
  readonly #script: Buffer;
  readonly #order: FakeOrder;

  constructor(script: Buffer, order: FakeOrder) {
    this.#script = script;
    this.#order = order;
    order.channelType = 'ProcessorB';
    order.extension = {
      publicKey: 'test_CLIENTKEY',
      library: {
        url: `${cdn}/checkoutshopper/sdk/6.45.2/adyen.js`,
        integrity: `sha384-${createHash('sha384').update(script).digest('base64')}`,
      },
    };
  }

  async listen(page: Page): Promise<void> {
    for (const origin of this.origins) {
      await page.route(`${origin}/**`, (route) => this.#answer(route));
    }
  }

  #answer(route: Route): Promise<void> {
    const url = new URL(route.request().url());
    const session = /\/sessions\/([^/]+)\//.exec(url.pathname)?.[1] ?? '';
    const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'content-type' };
    if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
    if (url.pathname.endsWith('/adyen.js')) {
      return route.fulfill({ body: this.#script, contentType: 'text/javascript', headers });
    }
    if (url.pathname.endsWith('/threeDS/redirect')) {
      return route.fulfill({ body: '<!doctype html><title>The bank</title>', contentType: 'text/html' });
    }
    if (url.pathname.endsWith('.html')) {
      // The card fields. The library also loads a page that identifies the device, but does not wait for it.
      return route.fulfill({ body: fieldPage, contentType: 'text/html' });
    }
    if (url.pathname.endsWith('/setup')) return route.fulfill({ json: this.#setUp(session), headers });
    if (url.pathname.endsWith('/payments')) {
      if (this.dropsPayments) return route.abort('connectionreset');
      return route.fulfill({ json: this.#pay(session, route.request().postDataJSON()), headers });
    }
    if (url.origin === analytics) return route.fulfill({ json: { id: 'a' }, headers });
    if (/\/(images|translations)\//.test(url.pathname)) {
      return route.fulfill({ json: {}, headers });
    }
    this.unknown.push(url.href);
    return route.fulfill({ json: {}, headers });
  }

  #setUp(id: string): object {
    return {
      id,
      sessionData: 'data',
      amount: { value: 4250, currency: 'EUR' },
      countryCode: 'NL',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      paymentMethods: { paymentMethods: [{ type: 'scheme', name: 'Cards', brands: ['visa', 'mc', 'amex'] }] },
      returnUrl: 'https://shop.example/',
      configuration: { enableStoreDetails: false },
    };
  }

  #pay(session: string, { paymentMethod }: { paymentMethod: Record<string, unknown> }): object {
    this.payments.push({ session, paymentMethod });
    const number = String(paymentMethod.encryptedCardNumber).replace('encrypted ', '');
    const end = this.#order.confirm(session.replace('_secret', ''), number);
    if (end === 'challenge') {
      // The answer follows "Make a card payment with 3D Secure redirect authentication" in Adyen's API description.
      const url = `${bankPage}?MD=${session}`;
      const action = { paymentMethodType: 'scheme', url, method: 'GET', type: 'redirect' };
      return { resultCode: 'RedirectShopper', action, sessionData: 'data' };
    }
    const resultCode = end === 'succeeded' ? 'Authorised' : 'Refused';
    return { resultCode, sessionData: 'data', sessionResult: 'result' };
  }
}
