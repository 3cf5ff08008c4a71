import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  compileValidator,
  eventTypes,
  PaymentQueryResult,
  RefundQueryResult,
  settlementLineColumns,
  WebhookEvent,
} from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { firstOf } from '../../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../../infra/test-run/src/long-test.ts';
import { FakeGateway, failure, hangUp, merchantKeys } from '../support/fake-gateway.ts';
import { type KassaRun, runKassaProcess } from './support/kassa-process.ts';
import { runKassa } from './support/run-kassa.ts';
import { Sandbox, type SandboxMerchant } from './support/sandbox.ts';

let sandbox: Sandbox;
let merchant: SandboxMerchant;

beforeAll(async () => {
  sandbox = await Sandbox.start();
  merchant = await sandbox.onboard();
});
afterAll(() => sandbox.stop());

const patient = { timeout: 90_000, interval: 50 };

function kassa(...args: string[]): Promise<KassaRun> {
  return runKassa(args, { folder: merchant.folder });
}

/** Any JSON, as `JSON.parse` gives it. */
type Json = ReturnType<typeof JSON.parse>;

/** Runs a command with `--json`. Returns its output, which must be exactly one JSON document. */
async function json(...args: string[]): Promise<Json> {
  const run = await kassa(...args, '--json');
  expect(run).toMatchObject({ exitCode: 0, errors: '' });
  return JSON.parse(run.output);
}

function create(number: string, ...more: string[]): Promise<Json> {
  return json(
    'payment',
    'create',
    '--amount',
    '10.00',
    '--currency',
    'USD',
    '--transaction-id',
    number,
    ...more,
  );
}

describe.concurrent('kassa report settlement', () => {
  test('shows a day, prints it as JSON, and saves its lines as a file', async () => {
    const other = await sandbox.onboard();
    const run = (...args: string[]) => runKassa(['report', 'settlement', ...args], { folder: other.folder });
    expect(await run('2020-02-29')).toMatchObject({
      exitCode: 0,
      output: '  Day    2020-02-29, UTC\n  Final  yes\n\nNo money moved.\n',
    });
    expect(JSON.parse((await run('2020-02-29', '--json')).output)).toMatchObject({ final: true, totals: [] });
    expect((await run('2020-02-29', '--format', 'lines_csv')).output).toBe(`${settlementLineColumns}\r\n`);
    expect(await run('2020-02-30')).toMatchObject({ exitCode: 1, errors: expect.stringMatching(/date/) });
  });
});

describe.concurrent('kassa payment', () => {
  test('creates an order with only the settings of the running sandbox', async () => {
    const args = ['payment', 'create', '--amount', '10.00', '--currency', 'USD'];
    const { exitCode, output } = await runKassaProcess(args, { folder: merchant.folder });
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^ {2}Order {4}ord_[0-9a-f]{32}$/m);
    expect(output).toMatch(/^ {2}Your ID {2}cli-\d{8}-\d{6}-[0-9a-f]{6}$/m);
    expect(output).toMatch(/^ {2}Pay at {3}http:\S+\/checkout\/ord_[0-9a-f]{32}#session=\S+$/m);
  });

  test('shows an order to people and to scripts', async () => {
    const created = await create('P-show', '--description', 'Coffee beans', '--customer-name', 'Ann');
    const shown = await json('payment', 'show', 'P-show');
    expect(compileValidator(PaymentQueryResult)(shown)).toMatchObject({ kind: 'valid' });
    expect(shown).toMatchObject({ order_id: created.order_id, amount: 10, description: 'Coffee beans' });
    const { output } = await kassa('payment', 'show', created.order_id);
    expect(output).toMatch(/^ {2}State {8}INIT$/m);
    expect(output).toMatch(/^ {2}Amount {7}10\.00 USD$/m);
  });

  longTest('reads a whole request from a file or standard input, and options override it', async () => {
    const request = {
      amount: 3,
      currency_code: 'KWD',
      products: [{ product_id: 'p1', name: 'Beans', price: 1.5, quantity: 2 }],
    };
    const args = ['payment', 'create', '--data', '-', '--transaction-id', 'P-data', '--json'];
    const run = await runKassaProcess(args, { folder: merchant.folder, input: JSON.stringify(request) });
    expect(run.exitCode).toBe(0);
    expect(await json('payment', 'show', 'P-data')).toMatchObject({ amount: 3, currency_code: 'KWD' });
  });

  test('refuses an amount that its currency does not allow, before anything is sent', async () => {
    const run = await kassa('payment', 'create', '--amount', '1.5', '--currency', 'JPY');
    expect(run.exitCode).toBe(2);
    expect(run.errors).toMatch(/INVALID_AMOUNT[^\n]*\n {2}--amount 1\.5 has more decimals than JPY allows/);
  });

  test('ends with 1 for an unknown order, and prints one JSON document for scripts', async () => {
    const args = ['payment', 'show', 'P-nowhere', '--json'];
    const run = await runKassaProcess(args, { folder: merchant.folder });
    expect(run).toMatchObject({ exitCode: 1, errors: '' });
    expect(JSON.parse(run.output)).toMatchObject({
      error: {
        outcome: 'refused',
        exit_code: 1,
        name: 'ORDER_NOT_FOUND',
        request_id: expect.stringMatching(/^req_/),
      },
    });
  });
});

describe.concurrent('kassa refund', () => {
  test('refunds a part, then the rest, and shows both', async () => {
    const event = await json('trigger', 'order.payment.succeeded', '--transaction-id', 'R-parts');
    expect(event.data.merchant_transaction_id).toBe('R-parts');
    const part = await json(
      'refund',
      'create',
      'R-parts',
      '--amount',
      '4.00',
      '--transaction-id',
      'R-parts-1',
      '--reason',
      'returned',
    );
    expect(compileValidator(RefundQueryResult)(part)).toMatchObject({ kind: 'valid' });
    expect(part).toMatchObject({ amount: 4, currency_code: 'USD', reason: 'returned' });
    const rest = await json('refund', 'create', event.data.order_id, '--transaction-id', 'R-parts-2');
    expect(rest).toMatchObject({ amount: 6, original_transaction_id: 'R-parts' });
    await vi.waitFor(async () => {
      expect((await kassa('refund', 'show', 'R-parts-1')).output).toMatch(/^ {2}State {7}SUCCESS$/m);
      const { output } = await kassa('payment', 'show', 'R-parts');
      expect(output).toMatch(/^ {2}State {5}REFUNDED$/m);
      expect(output).toMatch(/^ {2}R-parts-1 +4\.00 USD +SUCCESS /m);
    }, patient);
    // The same command again returns the same refund.
    const again = await json('refund', 'create', event.data.order_id, '--transaction-id', 'R-parts-2');
    expect(again).toMatchObject({ amount: 6, created_at: rest.created_at });
    const none = await kassa('refund', 'create', 'R-parts');
    expect(none).toMatchObject({
      exitCode: 1,
      errors: expect.stringMatching(/Nothing of the order is left to refund/),
    });
  });

  longTest('lists refunds, newest first, a page at a time', async () => {
    const shop = await sandbox.onboard();
    const run = async (...args: string[]) => (await runKassa(args, { folder: shop.folder })).output;
    await run('trigger', 'order.payment.succeeded', '--transaction-id', 'L-1');
    for (const number of ['L-1-a', 'L-1-b', 'L-1-c']) {
      await run('refund', 'create', 'L-1', '--amount', '1.00', '--transaction-id', number);
    }
    const first = JSON.parse(await run('refund', 'list', '--order', 'L-1', '--limit', '2', '--json'));
    expect(first.refunds.map((refund: Json) => refund.transaction_id)).toEqual(['L-1-c', 'L-1-b']);
    const rest = JSON.parse(
      await run('refund', 'list', '--after', first.next, '--origin', 'merchant', '--json'),
    );
    expect(rest).toMatchObject({ refunds: [{ transaction_id: 'L-1-a' }], next: null });
    expect(await run('refund', 'list', '--limit', '1')).toMatch(
      /L-1-c +[A-Z]+ +1\.00 USD +L-1 +merchant *\n\nMore follow: --after rfd_/,
    );
    expect(await run('refund', 'list', '--state', 'CANCELLED')).toBe('No refunds match.\n');
    expect(await run('refund', 'list', '--until', '1h')).toBe('No refunds match.\n');
  });
});

describe.concurrent('kassa trigger', () => {
  test.for(firstOf(eventTypes))('brings %s about through a real order', async (eventType, { expect }) => {
    const event = await json('trigger', eventType);
    expect(compileValidator(WebhookEvent)(event)).toMatchObject({ kind: 'valid' });
    expect(event.event_type).toBe(eventType);
    const logged = await merchant.kassa.events.list({ event_type: eventType, limit: 100 });
    expect(logged.events.map((one) => one.event)).toContainEqual(event);
  });

  test('lists every event of the catalogue', async () => {
    const list = await json('trigger', '--list');
    expect(list.map(({ event_type }: { event_type: string }) => event_type)).toEqual([...eventTypes]);
  });
});

describe('kassa order and event', () => {
  longTest('list orders, newest first, a page at a time', async () => {
    const shop = await sandbox.onboard();
    const run = async (...args: string[]) => (await runKassa(args, { folder: shop.folder })).output;
    for (const number of ['O-1', 'O-2', 'O-3']) {
      await shop.kassa.payments.create({
        merchant_transaction_id: number,
        amount: '10.00',
        currency_code: 'USD',
        redirect_url: 'https://shop.example/',
      });
    }
    const first = JSON.parse(await run('order', 'list', '--limit', '2', '--json'));
    expect(first.orders.map((order: Json) => order.merchant_transaction_id)).toEqual(['O-3', 'O-2']);
    const rest = JSON.parse(await run('order', 'list', '--after', first.next, '--state', 'INIT', '--json'));
    expect(rest).toMatchObject({ orders: [{ merchant_transaction_id: 'O-1' }], next: null });
    expect(await run('order', 'list', '--limit', '1')).toMatch(/O-3[^\n]*\n\nMore follow: --after ord_/);
    expect(await run('order', 'list', '--until', '1h')).toBe('No orders match.\n');
  });

  test('list events with their deliveries, and resend them', async () => {
    const shop = await sandbox.onboard();
    const run = (...args: string[]) => runKassa(args, { folder: shop.folder });
    const event = JSON.parse((await run('trigger', 'order.payment.failed', '--json')).output);
    await vi.waitFor(async () => {
      const { output } = await run('event', 'list', '--event-type', 'order.payment.failed');
      expect(output).toMatch(new RegExp(`order\\.payment\\.failed +cli-\\S+ +delivered +${event.event_id}`));
    }, patient);
    const came = () => sandbox.webhooks.received.filter(({ id }) => id === event.event_id).length;
    expect(came()).toBe(1);
    const { output } = await run('event', 'resend', event.event_id);
    expect(output).toBe('1 event will be resent within seconds.\n');
    await vi.waitFor(() => expect(came()).toBe(2), patient);
    const span = await run('event', 'resend', '--since', '1h', '--json');
    expect(JSON.parse(span.output)).toEqual({ resent: 2 });
    await vi.waitFor(() => expect(came()).toBe(3), patient);
    const unknown = await run('event', 'resend', `evt_${'0'.repeat(32)}_1`);
    expect(unknown).toMatchObject({ exitCode: 1, errors: expect.stringMatching(/EVENT_NOT_FOUND/) });
  });
});

describe('if something other than a sandbox answers', () => {
  let gateway: FakeGateway;
  const folder = mkdtempSync(join(tmpdir(), 'kassa-cli-'));
  beforeAll(async () => {
    gateway = await FakeGateway.start();
    writeFileSync(join(folder, 'key.pem'), merchantKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const settings = { merchant_id: 'mer_test', private_key_file: 'key.pem', base_url: gateway.baseUrl };
    writeFileSync(join(folder, 'kassa.json'), JSON.stringify(settings));
  });
  afterAll(async () => {
    await gateway.stop();
    rmSync(folder, { recursive: true });
  });

  test('trigger is refused in production, before anything is created', async () => {
    gateway.answerWith(failure('NOT_FOUND'));
    const run = await runKassa(['trigger', 'order.payment.succeeded'], { folder });
    expect(run).toMatchObject({
      exitCode: 1,
      errors: expect.stringMatching(/This gateway is not a sandbox/),
    });
    expect(gateway.requests.map(({ target }) => target)).toEqual(['/api/merchant/sandbox/trigger']);
  });

  test('a gateway that does not answer ends with 3, and the message names its address', async () => {
    const variables = { KASSA_BASE_URL: 'http://127.0.0.1:1' };
    const run = await runKassa(['payment', 'show', 'T1'], { folder, variables });
    expect(run.exitCode).toBe(3);
    expect(run.errors).toMatch(/CONNECTION_FAILED/);
    expect(run.errors).toMatch(/Gateway: http:\/\/127\.0\.0\.1:1 \(KASSA_BASE_URL\)/);
    expect(run.errors).toMatch(/Merchant: mer_test \(\S+kassa\.json\)/);
  });

  test('a payment with an unknown outcome names the ID with which to repeat it', async () => {
    gateway.answerWith(hangUp, hangUp, hangUp);
    const run = await runKassa(['payment', 'create', '--amount', '10', '--currency', 'USD'], { folder });
    expect(run.exitCode).toBe(3);
    const [, number = ''] = /the same command with --transaction-id (\S+)\./.exec(run.errors) ?? [];
    expect(gateway.requests.map(({ bodyText }) => JSON.parse(bodyText).merchant_transaction_id)).toEqual([
      number,
      number,
      number,
    ]);
  });

  test('a disabled merchant ends with 4', async () => {
    gateway.answerWith(failure('MERCHANT_DISABLED'));
    expect(await runKassa(['order', 'list'], { folder })).toMatchObject({ exitCode: 4 });
  });
});
