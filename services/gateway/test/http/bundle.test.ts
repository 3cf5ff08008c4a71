import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../../src/adapters/outbound/mongo/connect.ts';
import { MongoChannelAccounts } from '../../src/adapters/outbound/mongo/mongo-channel-accounts.ts';
import { SecretCipher } from '../../src/adapters/outbound/mongo/secret-cipher.ts';
import { accountOf, adyenAccount } from '../builders/channel-accounts.ts';
import { OtlpReceiver } from '../support/otlp-receiver.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import { GatewayProcess } from './support/gateway-process.ts';

const gatewayFolder = resolve(import.meta.dirname, '../..');

let collector: OtlpReceiver;
let bench: GatewayBench;
let gateway: GatewayProcess;
beforeAll(async () => {
  collector = await OtlpReceiver.start();
  bench = await GatewayBench.start({ isGatewayStarted: false });
  await addAccounts();
  gateway = await GatewayProcess.start(
    { ...bench.main.variables, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    'bundle',
  );
});
afterAll(async () => {
  await gateway.terminate();
  await bench.stop();
  await collector.stop();
});

/** Stores an account of each processor, so that the gateway loads their packages when it starts. */
async function addAccounts(): Promise<void> {
  const { MONGODB_URI, KASSA_DATABASE_NAME, KASSA_ENCRYPTION_KEY } = bench.main.variables;
  const connection = await connectDatabase(String(MONGODB_URI), String(KASSA_DATABASE_NAME));
  const key = Buffer.from(String(KASSA_ENCRYPTION_KEY), 'base64');
  const accounts = new MongoChannelAccounts(connection, new SecretCipher([key]));
  for (const account of [accountOf(), adyenAccount]) await accounts.insert(account);
  await connection.close();
}

describe('the bundle for production', () => {
  it('takes a payment, sends its webhooks and its traces', async () => {
    const merchant = await bench.onboard();
    const checkout = await merchant.openCheckout();
    await checkout.payByCard('4242424242424242');
    expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
    const events = await bench.receiver.eventsOf(checkout.orderId, 2);
    expect(events.map(({ event_type }) => event_type)).toContain('order.payment.succeeded');
    await collector.span(({ name }) => name === 'deliver webhook');
  });

  it('loads the packages of every channel', async () => {
    const { channels } = (await bench.admin('GET', '/admin/channels')).data as {
      channels: readonly { channel_id: string; problem: string | null }[];
    };
    expect(channels.map(({ channel_id }) => channel_id)).toEqual([
      'ProcessorA',
      'ProcessorB',
      'Sandbox',
      'SandboxVoucher',
    ]);
    expect(channels.map(({ problem }) => problem)).toEqual([null, null, null, null]);
  });

  it('finds the files that it serves: the cashier, the docs and the icons', async () => {
    const { checkoutUrl, merchantUrl } = bench.main;
    const checkout = await (await bench.onboard()).openCheckout();
    const [method] = (await checkout.methods()).payment_methods;
    const pages = [
      `${checkoutUrl}/checkout/${checkout.orderId}`,
      new URL(String(method?.icon), checkoutUrl).href,
      `${merchantUrl}/docs/`,
    ];
    const statuses = await Promise.all(pages.map(async (page) => (await fetch(page)).status));
    expect(statuses).toEqual([200, 200, 200]);
  });

  it('has only ASCII characters, so that Node keeps each of them in one byte', () => {
    const folder = resolve(gatewayFolder, 'dist');
    const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
    expect(files).toContain('main.js');
    const isAscii = (file: string) => readFileSync(resolve(folder, file)).every((byte) => byte < 0x80);
    expect(files.filter((file) => !isAscii(file))).toEqual([]);
  });

  it('knows its version', async () => {
    const metrics = await (await fetch(`${bench.main.operationsUrl}/metrics`)).text();
    const { version } = JSON.parse(readFileSync(resolve(gatewayFolder, 'package.json'), 'utf8'));
    expect(metrics).toContain(`kassa_build_info{version="${version}"`);
  });
});
