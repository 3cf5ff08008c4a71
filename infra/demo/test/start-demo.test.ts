import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Kassa } from '@kassa/sdk-node';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { firstOf } from '../../test-run/src/every-combination.ts';
import { longTest } from '../../test-run/src/long-test.ts';
import { type Demo, type DemoPorts, freePorts } from '../src/index.ts';
import { DemoWorld } from './support/demo-world.ts';
import { isListening } from './support/is-listening.ts';
import { payOrder } from './support/pay-order.ts';

let world: DemoWorld;

beforeAll(async () => {
  world = await DemoWorld.open();
});
afterAll(() => world.close());

function modeOf(...path: string[]): string {
  return (statSync(join(world.dataFolder, ...path)).mode & 0o777).toString(8);
}

describe('a demo that was started', () => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await world.start();
  });

  test('describes itself in demo.json, with exactly the members that scripts rely on', () => {
    const facts = JSON.parse(readFileSync(join(world.dataFolder, 'demo.json'), 'utf8'));
    expect(facts).toEqual({
      environment: 'sandbox',
      merchant_id: expect.stringMatching(/^mer_/),
      private_key_file: join(world.dataFolder, 'demo-merchant', 'private-key.pem'),
      webhook_secret: expect.stringMatching(/^whsec_/),
      webhook_receiver_url: `http://127.0.0.1:${world.ports.shop}/webhooks/kassa`,
      merchant_base_url: `http://127.0.0.1:${world.ports.merchant}`,
      checkout_base_url: `http://127.0.0.1:${world.ports.checkout}`,
      operations_base_url: `http://127.0.0.1:${world.ports.operations}`,
      sample_pay_url: expect.stringMatching(
        new RegExp(`^http://127\\.0\\.0\\.1:${world.ports.checkout}/checkout/ord_[0-9a-f]+#session=.`),
      ),
    });
    expect(demo.facts).toEqual(facts);
  });

  test('stores keys and secrets so that only their owner can read them', () => {
    expect(modeOf('demo.json')).toBe('600');
    expect(modeOf('demo-merchant', 'private-key.pem')).toBe('600');
    expect(modeOf('demo-merchant', 'merchant.json')).toBe('600');
    expect(modeOf('secrets', 'operations-token')).toBe('600');
    expect(modeOf('secrets', 'encryption-key')).toBe('600');
    expect(modeOf('secrets', 'session-key')).toBe('600');
  });

  test('refuses a second demo on its data folder, and keeps running', async () => {
    await expect(world.start(await freePorts())).rejects.toThrow(/`npm start` runs already on this folder/);
    expect(await isListening(world.ports.merchant)).toBe(true);
  });

  test('leaves no port open after it is stopped', async () => {
    const ports = Object.values(world.ports);
    expect(await Promise.all(ports.map(isListening))).toEqual(ports.map(() => true));
    await demo.stop();
    expect(await Promise.all(ports.map(isListening))).toEqual(ports.map(() => false));
  });
});

describe('a second start', () => {
  // Each test begins after a demo that has run and stopped, as the test before leaves it.
  beforeAll(() => world.startAndStop());
  afterEach(() => world.stopAll());

  test('uses the same merchant, key and secret again, and creates a new order to pay', async () => {
    const first = await world.start();
    const key = readFileSync(first.facts.private_key_file, 'utf8');
    await first.stop();
    const second = await world.start();
    expect({ ...second.facts, sample_pay_url: '' }).toEqual({ ...first.facts, sample_pay_url: '' });
    expect(second.facts.sample_pay_url).not.toBe(first.facts.sample_pay_url);
    expect(readFileSync(second.facts.private_key_file, 'utf8')).toBe(key);
  });

  test('onboards a merchant with the same key if the database was deleted', async () => {
    const first = await world.start();
    const key = readFileSync(first.facts.private_key_file, 'utf8');
    await first.stop();
    await world.wipeDatabase();
    const second = await world.start();
    expect(second.facts.merchant_id).not.toBe(first.facts.merchant_id);
    expect(readFileSync(second.facts.private_key_file, 'utf8')).toBe(key);
    await expectToSell(second.facts);
  });

  const losses = [
    { lost: 'everything but the database', path: '.' },
    { lost: 'the merchant’s file', path: 'demo-merchant/merchant.json' },
    { lost: 'the merchant’s key', path: 'demo-merchant/private-key.pem' },
    { lost: 'the encryption key', path: 'secrets/encryption-key' },
    { lost: 'the session key', path: 'secrets/session-key' },
  ];
  test.for(firstOf(losses))('works when $lost was lost', async ({ path }) => {
    rmSync(join(world.dataFolder, path), { recursive: true });
    await expectToSell((await world.start()).facts);
  });

  longTest('uses the stored key if somebody replaced it, and has a merchant for it', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const file = join(world.dataFolder, 'demo-merchant', 'private-key.pem');
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await expectToSell((await world.start()).facts);
  });

  longTest('sends the events to the shop’s new address if its port has changed', async () => {
    const ports: DemoPorts = { ...world.ports, shop: (await freePorts()).shop };
    const moved = await world.start(ports);
    expect(moved.facts.webhook_receiver_url).toBe(`http://127.0.0.1:${ports.shop}/webhooks/kassa`);
    await payOrder(moved.facts.sample_pay_url);
    await vi.waitFor(
      async () => expect(await (await fetch(moved.shopUrl)).text()).toContain('order.payment.succeeded'),
      { timeout: 90_000 },
    );
  });

  test('says which secret is damaged instead of replacing it', async () => {
    const file = join(world.dataFolder, 'secrets', 'encryption-key');
    const kept = readFileSync(file, 'utf8');
    writeFileSync(file, kept.slice(0, 10));
    await expect(world.start()).rejects.toThrow(`The secret in ${file} is damaged.`);
    writeFileSync(file, kept);
  });
});

describe('a port that is taken', () => {
  const variables = [
    { name: 'merchant', variable: 'KASSA_MERCHANT_PORT' },
    { name: 'checkout', variable: 'KASSA_CHECKOUT_PORT' },
    { name: 'operations', variable: 'KASSA_OPERATIONS_PORT' },
    { name: 'processor', variable: 'SANDBOX_PROCESSOR_PORT' },
    { name: 'shop', variable: 'KASSA_SHOP_PORT' },
  ] as const;
  test.for(variables)('is named together with $variable, and nothing is started', async (row) => {
    const port = world.ports[row.name];
    const blocker = createServer().listen(port, '127.0.0.1');
    onTestFinished(() => void blocker.close());
    await expect(world.start()).rejects.toThrow(
      new RegExp(`Port ${port} on 127\\.0\\.0\\.1, .* is taken by another program.*${row.variable}`),
    );
    const others = Object.values(world.ports).filter((other) => other !== port);
    expect(await Promise.all(others.map(isListening))).toEqual(others.map(() => false));
  });
});

async function expectToSell(facts: Awaited<ReturnType<DemoWorld['start']>>['facts']): Promise<void> {
  const kassa = new Kassa({
    merchantId: facts.merchant_id,
    privateKey: { file: facts.private_key_file },
    baseUrl: facts.merchant_base_url,
  });
  const created = await kassa.payments.create({
    merchant_transaction_id: `test-${Date.now()}`,
    amount: '5.00',
    currency_code: 'USD',
    redirect_url: 'http://127.0.0.1/thanks',
  });
  expect(created.pay_url).toContain(facts.checkout_base_url);
}
