import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkoutErrorNames } from '@kassa/contracts';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxMethods } from '../../services/gateway/src/adapters/outbound/channels/sandbox/sandbox-methods.ts';
import { testCards } from '../../services/sandbox-processor/src/domain/test-cards.ts';
import manifest from '../package.json' with { type: 'json' };
import * as errors from '../src/checkout-errors.ts';
import * as embed from '../src/embed.ts';
import { Consumer } from './support/consumer.ts';
import { readme } from './support/readme.ts';

let consumer: Consumer;
const read = (name: string) => readFileSync(join(consumer.installed, name), 'utf8');

beforeAll(() => {
  consumer = new Consumer();
});
afterAll(() => consumer?.remove());

const page = `
  import { type Checkout, createCheckout, LibraryLoadError, type PaymentResult, ServiceError } from '@kassa/sdk-browser';
  import { embedCashier } from '@kassa/sdk-browser/embed';
  const checkout: Checkout = await createCheckout({ payUrl: 'https://pay.example/checkout/ord_1#session=x' });
  const amount: number = checkout.order.amount;
  const [method] = await checkout.paymentMethods();
  const payment = await checkout.mount(method?.code ?? 'card', document.body, {
    appearance: { variables: { colorPrimary: '#1f5eff' } },
    signal: AbortSignal.timeout(1),
  });
  const outcome = await payment.submit();
  if (outcome.status === 'blocked') outcome.url.toUpperCase();
  checkout.on('result', (result: PaymentResult) => {
    if (result.outcome === 'failed' && result.category === 'insufficient_funds') throw new Error();
    // @ts-expect-error Only a failure has a category.
    if (result.outcome === 'paid') result.category.toUpperCase();
  })();
  try {
    // @ts-expect-error A code is needed.
    await checkout.mount(document.body);
    // @ts-expect-error There is no such variable.
    await checkout.mount('card', document.body, { appearance: { variables: { colour: 'red' } } });
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'TOO_MANY_ATTEMPTS') error.requestId.toUpperCase();
    if (error instanceof LibraryLoadError) error.retryable satisfies true;
  }
  // @ts-expect-error The gateway's word is the only one: a page cannot make a checkout itself.
  new (await import('@kassa/sdk-browser')).Checkout();
  embedCashier({ payUrl: '', element: document.body, onResult: ({ outcome, orderId }) => [outcome, orderId] }).remove();
  export { amount };
`;

test.each([
  ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }],
])('a strict project that resolves modules like %s compiles against it', (_how, options) => {
  consumer.write('page.ts', page);
  expect(consumer.compile(['page.ts'], options)).toBe('');
});

test('its declarations and modules name nothing that is not in it', () => {
  const files = readdirSync(join(consumer.installed, 'dist')).filter((name) => /\.m?ts$|\.mjs$/.test(name));
  expect(files.length).toBeGreaterThan(8);
  for (const name of files) {
    const text = read(`dist/${name}`);
    const named = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'`]([^"'`]+)["'`]/g)].map(
      ([, module]) => module,
    );
    // Declarations import each other as `.mjs` modules, so look for them under that name.
    const found = files.map((file) => (name.endsWith('.d.mts') ? file.replace(/\.d\.mts$/, '.mjs') : file));
    for (const module of named) expect(found, name).toContain(module?.replace('./', ''));
  }
  expect(JSON.parse(read('package.json'))).not.toHaveProperty('dependencies');
});

test('it contains the files that its package.json describes', async () => {
  const { messages, pkg } = await publint({ pkgDir: consumer.installed, strict: true, pack: false });
  expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
  const unwanted = readdirSync(consumer.installed, { recursive: true }).filter((name) =>
    /test|src|\.map$|\.env/.test(String(name)),
  );
  expect(unwanted).toEqual([]);
});

test('a server that renders pages may load it: nothing happens before it is used', () => {
  const script = `const sdk = await import('@kassa/sdk-browser');
    const { embedCashier } = await import('@kassa/sdk-browser/embed');
    console.log(JSON.stringify([...Object.keys(sdk), typeof embedCashier]));`;
  const run = ['--input-type=module', '-e', script];
  const names = JSON.parse(execFileSync(process.execPath, run, { cwd: consumer.folder, encoding: 'utf8' }));
  expect(names).toEqual(expect.arrayContaining(['createCheckout', 'CheckoutError', 'function']));
});

test('the script for a script tag has the published hash', () => {
  const hash = createHash('sha384').update(read('dist/kassa.js')).digest('base64');
  expect(JSON.parse(read('dist/integrity.json'))).toEqual({ 'kassa.js': `sha384-${hash}` });
});

test('the types it publishes are those of the contracts', () => {
  const names = ['CheckoutOrder', 'PaymentMethod', 'PaymentRenderType', 'DeclineCategory', 'ErrorName'];
  consumer.write(
    'same-types.ts',
    `import type * as contracts from '@kassa/contracts';
    import type * as sdk from '@kassa/sdk-browser';
    type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
    type Flat<T> = T extends object ? { [K in keyof T]: Flat<T[K]> } : T;
    ${names.map((name) => `export const of${name}: Same<Flat<sdk.${name}>, Flat<contracts.${name}>> = true;`).join('\n')}`,
  );
  const contracts = join(import.meta.dirname, '../../contracts/src/index.ts');
  const complaints = consumer.compile(['same-types.ts'], {
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom'],
    paths: { '@kassa/contracts': [contracts] },
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    typeRoots: [join(import.meta.dirname, '../../node_modules/@types')],
    types: ['node'],
    skipLibCheck: true,
    exactOptionalPropertyTypes: true,
  });
  expect(complaints).toBe('');
});

/** What the examples take for granted. */
const surroundings = `
  import type { Checkout, Payment } from '@kassa/sdk-browser';
  declare global {
    const payUrl: string;
    const form: HTMLElement;
    const wallets: HTMLElement;
    const numberCell: HTMLElement;
    const expiryCell: HTMLElement;
    const securityCodeCell: HTMLElement;
    const button: HTMLButtonElement;
    const checkout: Checkout;
    const payment: Payment;
    function say(text: string): void;
  }
`;

describe('the README', () => {
  test('has examples that compile as they are', () => {
    const blocks = readme.blocks('ts');
    expect(blocks.length).toBeGreaterThan(6);
    consumer.write('surroundings.ts', surroundings);
    const names = blocks.map((block, at) => {
      consumer.write(`example-${at}.ts`, `${block}\nexport {};\n`);
      return `example-${at}.ts`;
    });
    expect(
      consumer.compile(['surroundings.ts', ...names], { module: 'esnext', moduleResolution: 'bundler' }),
    ).toBe('');
  });

  test('begins with one that is short', () => {
    expect(readme.blocks('ts')[0]?.trim().split('\n').length).toBeLessThanOrEqual(15);
  });

  test('names the sizes and limits that the build has', () => {
    const folder = join(consumer.installed, 'dist');
    const [, , ...rows] = readme.table('Part');
    const sizes = manifest['size-limit'].filter(({ name }) => name !== 'all modules');
    const measured = sizes.map(({ name, path, limit }) => {
      const files = readdirSync(folder).filter((file) =>
        path.some((glob) => matchesGlob(`dist/${file}`, glob)),
      );
      const bytes = files.map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length);
      return { name, limit, kilobytes: bytes.reduce((sum, size) => sum + size, 0) / 1_000 };
    });
    expect(rows.map(([name, , limit]) => ({ name, limit }))).toEqual(
      sizes.map(({ name, limit }) => ({ name, limit })),
    );
    for (const [at, { name, kilobytes }] of measured.entries()) {
      const said = Number.parseFloat(rows[at]?.[1] ?? '');
      expect(Math.abs(said - kilobytes), `${name}: ${kilobytes}`).toBeLessThan(0.06);
    }
  });

  test('knows every error', () => {
    const [, , ...rows] = readme.table('`kind`');
    const classes = Object.keys({ ...errors, ...embed }).filter((name) => /(?<!Checkout)Error$/.test(name));
    expect(rows.map(([, name]) => name).sort()).toEqual(classes.sort());
  });

  test('says of each error of the Checkout API why it comes and what to do', () => {
    const [, , ...rows] = readme.table('`code`');
    const names = rows.flatMap(([codes = '']) => codes.split(' '));
    expect(names.sort()).toEqual([...checkoutErrorNames].sort());
    for (const [codes, why, whatToDo] of rows) expect([why, whatToDo], codes).not.toContain('');
  });

  test('names the sandbox’s methods and test cards as they are', () => {
    const [, , ...methods] = readme.table('Method');
    expect(methods.map(([code, renderType]) => [code, renderType])).toEqual(
      sandboxMethods.map(({ code, renderType }) => [code, renderType]),
    );
    const [, , ...cards] = readme.table('Card number');
    for (const [number = '', description = ''] of cards) {
      const card = { number: number.replaceAll(' ', ''), description };
      expect(testCards, number).toContainEqual(expect.objectContaining(card));
    }
    expect(cards.length).toBeGreaterThan(3);
  });
});
