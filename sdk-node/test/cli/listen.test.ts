import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { eventTypes } from '@kassa/contracts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, type TestContext, test, vi } from 'vitest';
import { longTest } from '../../../infra/test-run/src/long-test.ts';
import { bringAbout } from '../../src/cli/trigger/bring-about.ts';
import type { WebhookEvent } from '../../src/index.ts';
import { EventReceiver } from './support/event-receiver.ts';
import { olderNode } from './support/installed-nodes.ts';
import { kassaFile, RunningKassa } from './support/kassa-process.ts';
import { runKassa } from './support/run-kassa.ts';
import { Sandbox, type SandboxMerchant } from './support/sandbox.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await Sandbox.start();
});
afterAll(() => sandbox.stop());

/** The wait is long enough for a slow machine. Each wait ends as soon as its condition is true. */
const patient = { timeout: 90_000, interval: 20 };

let lastNumber = 0;
/** Makes an order in the sandbox that leads to the given event. */
async function happen(
  { kassa }: SandboxMerchant,
  eventType: (typeof eventTypes)[number] = 'order.payment.succeeded',
): Promise<WebhookEvent> {
  lastNumber += 1;
  const order = { transactionId: `L-${lastNumber}`, amount: '10.00', currency: 'USD' };
  const limits = { timeoutMs: 90_000, ending: new AbortController().signal };
  return bringAbout(kassa, eventType, order, limits, () => {});
}

/** Makes two orders at the same time. Returns the IDs of the events to which they led. */
async function twoOrders(merchant: SandboxMerchant): Promise<string[]> {
  const events = await Promise.all([happen(merchant), happen(merchant)]);
  return events.map(({ event_id }) => event_id);
}

type Tidy = TestContext['onTestFinished'];

async function target(tidy: Tidy): Promise<EventReceiver> {
  const receiver = await EventReceiver.start();
  tidy(() => receiver.stop());
  return receiver;
}

function listen(tidy: Tidy, merchant: SandboxMerchant, url: string, ...more: string[]): RunningKassa {
  const listener = RunningKassa.start(['listen', '--forward-to', url, ...more], { folder: merchant.folder });
  tidy(async () => {
    await listener.end('SIGKILL');
  });
  return listener;
}

async function listenReady(
  tidy: Tidy,
  merchant: SandboxMerchant,
  url: string,
  ...more: string[]
): Promise<RunningKassa> {
  const listener = listen(tidy, merchant, url, ...more);
  await vi.waitFor(() => expect(listener.output).toMatch(/beginning/), patient);
  return listener;
}

describe.concurrent('kassa listen', () => {
  test('forwards an event to a local address with the bytes and a signature of the webhook', async ({
    onTestFinished: tidy,
  }) => {
    const merchant = await sandbox.onboard();
    const receiver = await target(tidy);
    await listenReady(tidy, merchant, receiver.url);
    const begun = Date.now();
    const event = await happen(merchant);
    await vi.waitFor(() => expect(receiver.of(event.data.order_id)).toHaveLength(2), patient);
    console.log(`an event came ${Date.now() - begun} ms after its order was created`);
    await vi.waitFor(() => expect(sandbox.webhooks.of(event.data.order_id)).toHaveLength(2), patient);

    const [, forwarded] = receiver.of(event.data.order_id);
    const webhook = sandbox.webhooks.of(event.data.order_id).find(({ id }) => id === event.event_id);
    expect(forwarded?.body).toBe(webhook?.body);
    expect(forwarded?.headers['webhook-id']).toBe(event.event_id);
    expect(forwarded?.headers['content-type']).toBe(webhook?.headers['content-type']);
    const verifier = new Webhook(merchant.webhookSecret);
    expect(verifier.verify(forwarded?.body ?? '', forwarded?.headers ?? {})).toEqual(event);
  });

  longTest('starts with new events, and with --since before them', async ({ onTestFinished: tidy }) => {
    const merchant = await sandbox.onboard();
    const { data } = await happen(merchant);
    const [late, early] = [await target(tidy), await target(tidy)];
    await listenReady(tidy, merchant, late.url);
    await listenReady(tidy, merchant, early.url, '--since', '1h');
    const after = await happen(merchant);
    await vi.waitFor(() => expect(late.of(after.data.order_id)).toHaveLength(2), patient);
    expect(late.of(data.order_id)).toEqual([]);
    await vi.waitFor(() => expect(early.received).toHaveLength(4), patient);
    expect(early.of(data.order_id).map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  test('misses nothing when it is killed midway, and continues where it was', async ({
    onTestFinished: tidy,
  }) => {
    const merchant = await sandbox.onboard();
    const receiver = await target(tidy);
    const first = await listenReady(tidy, merchant, receiver.url);
    const expected: string[] = [];
    expected.push(...(await twoOrders(merchant)));
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2 * expected.length), patient);
    // Kill the listener while the target handles the last event. The target has received the event, but the listener has not
    // recorded that.
    const killed = new Promise<void>((resolve) => {
      receiver.answer = () => {
        void first.end('SIGKILL').then(() => resolve());
        return 200;
      };
    });
    expected.push((await happen(merchant)).event_id);
    await killed;
    receiver.answer = () => 200;
    expected.push(...(await twoOrders(merchant)));

    const second = listen(tidy, merchant, receiver.url);
    const succeeded = () => receiver.received.filter(({ type }) => type === 'order.payment.succeeded');
    await vi.waitFor(
      () => expect(new Set(succeeded().map(({ id }) => id))).toEqual(new Set(expected)),
      patient,
    );
    expect(second.output).toMatch(/where the last run ended/);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2 * expected.length);
    // The event whose delivery was not recorded arrives again, with the same ID. No other event does.
    expect(receiver.received).toHaveLength(2 * expected.length + 1);
  });

  longTest(
    'waits for a server that is down, and then forwards in order',
    async ({ onTestFinished: tidy }) => {
      const merchant = await sandbox.onboard();
      const receiver = await target(tidy);
      const listener = await listenReady(tidy, merchant, receiver.url);
      await receiver.stop();
      const event = await happen(merchant, 'order.refund.succeeded');
      await vi.waitFor(() => expect(listener.output).toMatch(/does not answer \(ECONNREFUSED\)/), patient);
      await receiver.start();
      await vi.waitFor(() => expect(receiver.of(event.data.order_id)).toHaveLength(3), patient);
      expect(receiver.received.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
      await vi.waitFor(() => expect(listener.output).toMatch(/Your server answers again/), patient);
    },
  );

  test('retries what the server refused, and holds the order’s later events until then', async ({
    onTestFinished: tidy,
  }) => {
    const merchant = await sandbox.onboard();
    const receiver = await target(tidy);
    let refusals = 0;
    receiver.answer = ({ sequence }) => (sequence === 1 && ++refusals <= 2 ? 500 : 200);
    const listener = await listenReady(tidy, merchant, receiver.url);
    const event = await happen(merchant);
    await vi.waitFor(() => expect(receiver.of(event.data.order_id)).toHaveLength(4), patient);
    expect(receiver.received.map(({ sequence }) => sequence)).toEqual([1, 1, 1, 2]);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
    await vi.waitFor(() => expect(listener.output).toMatch(/500 {2}"seen" {2}again in 2 s/), patient);
    await vi.waitFor(() => expect(listener.output).toMatch(/200 {2}\d+ ms {2}at try 3/), patient);
  });

  longTest(
    'forwards only the requested event types, and prints one JSON document per line',
    async ({ onTestFinished: tidy }) => {
      const merchant = await sandbox.onboard();
      const receiver = await target(tidy);
      const listener = listen(tidy, merchant, receiver.url, '--json', '--event-type', 'order.payment.failed');
      await vi.waitFor(() => expect(listener.output).toMatch(/"ready"/), patient);
      await happen(merchant);
      const failed = await happen(merchant, 'order.payment.failed');
      await vi.waitFor(() => expect(listener.output).toMatch(/"forwarded"/), patient);
      expect(receiver.received.map(({ id }) => id)).toEqual([failed.event_id]);
      expect(await listener.end('SIGINT')).toBe(0);
      const lines = listener.output.trim().split('\n');
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { kind: 'ready', forward_to: receiver.url },
        { kind: 'forwarded', http_status: 200, tries: 1, event: failed },
        { kind: 'ended', waiting: 0 },
      ]);
    },
  );

  longTest('ends cleanly when it is asked to, and releases its target', async ({ onTestFinished: tidy }) => {
    const merchant = await sandbox.onboard();
    const receiver = await target(tidy);
    const first = await listenReady(tidy, merchant, receiver.url);
    const second = await runKassa(['listen', '-f', receiver.url], { folder: merchant.folder });
    expect(second).toMatchObject({
      exitCode: 2,
      errors: expect.stringMatching(/is already running for this target/),
    });
    expect(await first.end('SIGINT')).toBe(0);
    expect(first.output).toMatch(/Ended\. Start it again/);
    expect(
      readdirSync(join(merchant.folder, '.kassa/listen')).filter((name) => name.includes('lock')),
    ).toEqual([]);
    await listenReady(tidy, merchant, receiver.url);
  });

  longTest(
    'ends with the older Node that has handed over to it, even if that is killed',
    async ({ onTestFinished: tidy, skip }) => {
      const older = olderNode();
      if (older === undefined) {
        console.log('there is no Node older than 22 in the PATH, so none hands over');
        skip();
      }
      const merchant = await sandbox.onboard();
      const receiver = await target(tidy);
      const options = { folder: merchant.folder, command: [older?.node ?? '', kassaFile] } as const;
      const args = ['listen', '-f', receiver.url];
      const locks = () =>
        readdirSync(join(merchant.folder, '.kassa/listen')).filter((name) => name.includes('lock'));
      for (const signal of ['SIGKILL', 'SIGINT'] as const) {
        const listener = RunningKassa.start(args, options);
        await vi.waitFor(() => expect(listener.output).toMatch(/beginning/), patient);
        expect(locks()).toHaveLength(1);
        expect(await listener.end(signal)).toBe(signal === 'SIGINT' ? 0 : null);
        await vi.waitFor(() => expect(locks()).toEqual([]), patient);
      }
    },
  );

  longTest(
    'signs with a generated secret if the merchant’s own is unknown, and keeps that secret',
    async ({ onTestFinished: tidy }) => {
      const merchant = await sandbox.onboard();
      const receiver = await target(tidy);
      const { folder } = await sandbox.onboard();
      const settings = ['--merchant-id', merchant.merchantId, '--private-key-file', merchant.privateKeyFile];
      const options = [...settings, '--base-url', sandbox.baseUrl];
      const listener = await listenReady(tidy, { ...merchant, folder }, receiver.url, ...options);
      const [secret = ''] = /whsec_\S+/.exec(listener.output) ?? [];
      const { data } = await happen(merchant);
      await vi.waitFor(() => expect(receiver.of(data.order_id)).toHaveLength(2), patient);
      const [first] = receiver.received;
      expect(() => new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})).not.toThrow();
      expect(readFileSync(join(folder, '.kassa/listen/webhook-secret'), 'utf8').trim()).toBe(secret);
      expect(existsSync(join(folder, '.kassa/.gitignore'))).toBe(true);
    },
  );

  test('reports the error and ends if its position cannot be stored, and forwards unrecorded events again', async ({
    onTestFinished: tidy,
  }) => {
    const merchant = await sandbox.onboard();
    const receiver = await target(tidy);
    const listener = await listenReady(tidy, merchant, receiver.url);
    const kept = join(merchant.folder, '.kassa/listen');
    renameSync(kept, `${kept}.away`);
    writeFileSync(kept, 'a file in place of the folder, as root may write anywhere');
    const { data } = await happen(merchant);
    await vi.waitFor(
      () => expect(listener.output).toContain('The position in the log cannot be stored'),
      patient,
    );
    expect(listener.output).not.toMatch(/^ {4}at /m);
    rmSync(kept);
    renameSync(`${kept}.away`, kept);
    await listenReady(tidy, merchant, receiver.url);
    await vi.waitFor(() => expect(receiver.of(data.order_id)).toHaveLength(2), patient);
  });

  test.for([
    ['http://me:pass-word@localhost:3000/hook', 'not contain a user name or password'],
    ['file:///etc/passwd', 'starts with http:// or https://'],
    ['ftp://localhost/hook', 'starts with http:// or https://'],
  ])('refuses to forward to %s', async ([url, fault]) => {
    const { folder } = await sandbox.onboard();
    const run = await runKassa(['listen', '-f', `${url}`], { folder });
    expect(run).toMatchObject({ exitCode: 2, errors: expect.stringContaining(`${fault}`) });
    expect(run.errors).not.toContain('pass-word');
  });

  test('says what is wrong and ends if the gateway refuses its signature', async () => {
    const merchant = await sandbox.onboard();
    const other = await sandbox.onboard();
    const options = ['--private-key-file', other.privateKeyFile];
    const args = ['listen', '-f', 'localhost:1/hook', ...options];
    const run = await runKassa(args, { folder: merchant.folder });
    expect(run).toMatchObject({ exitCode: 4, errors: expect.stringMatching(/INVALID_SIGNATURE/) });
    expect(run.errors).toContain(other.privateKeyFile);
  });
});

// This test runs alone, because all tests share the gateway that it restarts.
describe('kassa listen while the gateway restarts', () => {
  test('survives a gateway that does not answer', async ({ onTestFinished: tidy }) => {
    const merchant = await sandbox.onboard();
    const receiver = await target(tidy);
    const listener = await listenReady(tidy, merchant, receiver.url);
    await sandbox.withoutGateway(() =>
      vi.waitFor(() => expect(listener.output).toMatch(/The gateway does not answer/), patient),
    );
    const event = await happen(merchant);
    await vi.waitFor(() => expect(receiver.of(event.data.order_id)).toHaveLength(2), patient);
    await vi.waitFor(() => expect(listener.output).toMatch(/The gateway answers again/), patient);
  });
});
