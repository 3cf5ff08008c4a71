import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { longTest } from '../../infra/test-run/src/long-test.ts';
import { openShop, shop, visit } from './support/shop-visit.ts';

const examples = join(import.meta.dirname, '../examples');
const binaries = join(import.meta.dirname, '../../node_modules/.bin');
const frameworks = ['html', 'react', 'vue', 'svelte'] as const;
type Example = (typeof frameworks)[number];
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Builds an example as a developer does, and serves it at a path of the shop. */
function build(example: Example): void {
  const outDir = mkdtempSync(join(tmpdir(), 'kassa-example-'));
  const { VITEST, NODE_ENV, ...env } = process.env;
  const options = ['--base', `/${example}/`, '--outDir', outDir, '--logLevel', 'error'];
  execFileSync(join(binaries, 'vite'), ['build', ...options], { cwd: join(examples, example), env });
  for (const file of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
    const type = types[extname(file)];
    if (type) shop.own.set(`/${example}/${file}`, { type, body: readFileSync(join(outDir, file), 'utf8') });
  }
  rmSync(outDir, { recursive: true });
}

openShop();
beforeAll(async () => {
  for (const example of frameworks) build(example);
});
beforeEach(async () => {
  visit.allowCardFields();
  const body = JSON.stringify({ payUrl: visit.service.payUrl });
  shop.own.set('/pay-url', { type: 'application/json', body });
});

describe.each(frameworks)('the example for %s', (example) => {
  // `npm test` checks with each example that a payment succeeds, and everything else only with the first example.
  const restOfTest = example === frameworks[0] ? test : longTest;
  const pay = () => visit.page.getByRole('button', { name: 'Pay' });
  const open = () => visit.page.goto(`${shop.origin}/${example}/index.html`);

  test('enables its button when the card is complete, and takes another card after a decline', async () => {
    await open();
    await visit.fields.getByLabel('Card number').waitFor();
    expect(await visit.page.locator('iframe').count()).toBe(1);
    expect(await pay().isDisabled()).toBe(true);
    await visit.fillCard('4000000000000002', visit.fields);
    await pay().click();
    await visit.page.getByText('Not paid: declined. Try again.').waitFor();
    await visit.fillCard('4242424242424242', visit.fields);
    await pay().click();
    await visit.page.getByText('Thank you!').waitFor();
    expect(await pay().isDisabled()).toBe(true);
    expect(visit.service.order.submits).toHaveLength(2);
    expect(visit.violations).toEqual([]);
  });

  restOfTest('shows the result of an order that is already paid, and no form', async () => {
    visit.service.order.init('card');
    visit.service.order.settle(null);
    await open();
    await visit.page.getByText('Thank you!').waitFor();
    expect(await visit.page.locator('iframe').count()).toBe(0);
    expect(visit.violations).toEqual([]);
  });

  restOfTest('says why it cannot show the card fields', async () => {
    visit.allowCardFields('https://another-shop.example');
    await open();
    await visit.page.getByText('is not an allowed origin').waitFor();
  });
});

test('the example for react compiles in a strict project', () => {
  const compiler = join(import.meta.dirname, '../../node_modules/typescript-7/bin/tsc');
  execFileSync(process.execPath, [compiler, '--singleThreaded', '--project', join(examples, 'react')], {
    stdio: 'inherit',
  });
});
