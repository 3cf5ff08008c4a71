import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@kassa/demo';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { everyCombination } from '../../infra/test-run/src/every-combination.ts';
import { longDescribe, longTest } from '../../infra/test-run/src/long-test.ts';
import { type Language, languages } from './support/languages.ts';
import { pay } from './support/pay.ts';
import { type Ending, RunningProgram } from './support/run-program.ts';
import { Sandbox } from './support/sandbox.ts';

const vectorsFolder = join(import.meta.dirname, '../../contracts/vectors');
const patience = { timeout: 90_000, interval: 50 };

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await Sandbox.start();
});
afterAll(() => sandbox?.stop());

/**
 * The vectors for a sample. The shell starts programs for each vector, which takes most of a minute, so `npm test` gives it
 * every fourth vector. The other samples always get all of them.
 */
function vectorsFor({ name }: Language): { readonly folder: string; readonly passed: RegExp } {
  if (everyCombination || name !== 'shell') {
    return { folder: vectorsFolder, passed: /\b(3[0-9]{2}|4[0-9]{2}) passed, 0 failed/ };
  }
  const folder = mkdtempSync(join(tmpdir(), 'kassa-vectors-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of readdirSync(vectorsFolder).filter((each) => each.endsWith('.json'))) {
    const vectors = JSON.parse(readFileSync(join(vectorsFolder, file), 'utf8'), (_, value: unknown) =>
      isListOfVectors(value) ? value.filter((_vector, at) => at % 4 === 0) : value,
    );
    writeFileSync(join(folder, file), JSON.stringify(vectors));
  }
  return { folder, passed: /\b([7-9][0-9]|1[01][0-9]) passed, 0 failed/ };
}

const isListOfVectors = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null && 'name' in each);

/**
 * Names and strings that a merchant’s order can contain, and with which a careless implementation computes a wrong signature.
 */
const hostileTexts = [
  'A&B=C 100% %26 [0] a.b',
  '{}',
  '[]',
  '%7B}',
  'line\nfeed, tab\t, quote ", back\\slash, \r\n',
  '咖啡 قهوة ☕️ 😀',
  'e\u0301 and \u00e9, \u202e\u200b, \u2028',
  'null',
  '10.00',
];

// The samples run concurrently, because each mostly waits for its payment and its refund.
describe.concurrent('a first payment', () => {
  test.for(languages.filter(({ missing }) => missing === undefined))(
    'is paid and partly refunded by the sample in $name, run as the docs say',
    { timeout: 90_000 },
    async ({ documented }, { expect, onTestFinished }) => {
      const program = new RunningProgram([...documented, 'first-payment'], {
        cwd: sandbox.folder,
        environment: process.env,
      });
      onTestFinished(() => program.stop());
      const payUrl = await vi.waitFor(() => {
        const found = /http:\S+#session=\S+(?=\n)/.exec(program.output);
        if (found === null) throw new Error(`no pay_url yet: ${program.output}${program.errors}`);
        return found[0];
      }, patience);
      await pay(payUrl);
      const { code, output, errors } = await program.ending();
      expect({ code, errors }).toEqual({ code: 0, errors: '' });
      expect(output).toMatch(/^Paid: 10(\.0+)? USD by card\.$/m);
      expect(output).toMatch(/^Refund \S+ of 4(\.0+)? USD ended with status 2\.$/m);
      expect(output).toMatch(/^The order is PARTIAL_REFUND\.$/m);
    },
  );
});

/**
 * Tests that `npm test` runs with one sample only. For the other samples, the first payment and the vectors show the same; `npm
 * run combinations` runs all tests with each sample.
 */
const mostThorough = 'node';

describe.each(languages)('the sample in $name', (language) => {
  const detail = language.name === mostThorough ? test : longTest;
  if (language.missing !== undefined) {
    test.skip(`needs more than this machine has: ${language.missing}`, () => undefined);
    return;
  }

  function start(
    command: readonly string[],
    options: { input?: string | Buffer; environment?: NodeJS.ProcessEnv } = {},
  ): RunningProgram {
    const environment = { ...process.env, ...options.environment };
    const input = options.input === undefined ? {} : { input: options.input };
    const program = new RunningProgram(command, { cwd: sandbox.folder, environment, ...input });
    onTestFinished(() => program.stop());
    return program;
  }

  const run = (
    args: readonly string[],
    options: { input?: string | Buffer; environment?: NodeJS.ProcessEnv } = {},
  ): Promise<Ending> => start([...language.sample, ...args], options).ending();

  beforeAll(async () => {
    if (language.build === undefined) return;
    const build = new RunningProgram(language.build, { cwd: sandbox.folder, environment: process.env });
    expect(await build.ending()).toMatchObject({ code: 0 });
  });

  test('computes and refuses what the vector files expect', { timeout: 120_000 }, async () => {
    let last: Ending | undefined;
    const { folder, passed } = vectorsFor(language);
    for (const command of language.vectors(folder)) {
      last = await start(command, { environment: { KASSA_VECTORS: folder } }).ending();
      expect(last).toMatchObject({ code: 0 });
    }
    expect(last?.output).toMatch(passed);
  });

  test('signs any text in an order, and numbers as they are written', async () => {
    const products = hostileTexts.map((name, index) =>
      `{"product_id": "p${index}", "name": ${JSON.stringify(name)}, "price": 1.${'0'.repeat(index % 3)}, "quantity": 1}`.replace(
        '1.,',
        '1,',
      ),
    );
    const body = `{"data": {"merchant_transaction_id": "h-${randomBytes(6).toString('hex')}", "amount": 10.00,
      "currency_code": "USD", "redirect_url": "https://shop.example/?a=1&b=%20#x", "cancel_url": null,
      "customer": {}, "products": [${products.join(', ')}]}}`;
    const { code, output, errors } = await run(['call', 'POST', '/api/merchant/payment/create'], {
      input: body,
    });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(JSON.parse(output)).toMatchObject({
      code: 200,
      data: { order_id: expect.stringMatching(/^ord_/) },
    });
  });

  detail('signs a query string', async () => {
    const { code, errors } = await run([
      'call',
      'GET',
      '/api/merchant/order/list?limit=1&created_from=2026-01-01T00%3A00%3A00Z',
    ]);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
  });

  detail('says what the gateway reported as wrong', async () => {
    const { code, errors } = await run(['call', 'POST', '/api/merchant/payment/create'], {
      input: '{"amount": 10.005, "currency_code": "USD"}',
    });
    expect(code).toBe(1);
    expect(errors).toMatch(/INVALID_REQUEST \(40001\): .+ \[request req_[0-9a-f]+\]/);
    expect(errors).toContain('merchant_transaction_id');
  });

  detail('shows the lines that the sandbox built if the key is wrong', async () => {
    const keyFile = join(sandbox.folder, 'other-key.pem');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const { code, errors } = await run(['call', 'GET', '/api/merchant/order/payment/query/T1'], {
      environment: { KASSA_PRIVATE_KEY_FILE: keyFile },
    });
    expect(code).toBe(1);
    expect(errors).toContain('INVALID_SIGNATURE (40101)');
    expect(errors).toContain(
      'The gateway built these lines:\nGET\n/api/merchant/order/payment/query/T1\n\n\n',
    );
  });

  detail('says which setting is missing', async () => {
    const elsewhere = new RunningProgram([...language.sample, 'first-payment'], {
      cwd: join(sandbox.folder, '.kassa'),
      environment: process.env,
    });
    const { code, errors } = await elsewhere.ending();
    expect(code).toBe(1);
    expect(errors).toMatch(/set KASSA_[A-Z_]+.*\.kassa\/demo\.json/i);
  });

  // The sample in shell has no receiver, so these calls are all that it has to do with webhooks.
  const isChecked = !language.hasReceiver || language.name === mostThorough;
  (isChecked ? describe : longDescribe)('asked about a webhook', () => {
    function verify(
      { id, timestamp, signature, body }: Webhook,
      environment: NodeJS.ProcessEnv = {},
    ): Promise<Ending> {
      return run(['verify-webhook', id, timestamp, signature(sandbox.demo.facts.webhook_secret)], {
        input: body,
        environment,
      });
    }

    test('accepts a genuine webhook, also with the older of two secrets', async () => {
      const genuine = webhook('order.payment.succeeded');
      expect(await verify(genuine)).toMatchObject({
        code: 0,
        output: 'genuine: order.payment.succeeded of T1\n',
      });
      const both = `whsec_${randomBytes(32).toString('base64')} ${sandbox.demo.facts.webhook_secret}`;
      expect(await verify(genuine, { KASSA_WEBHOOK_SECRET: both })).toMatchObject({ code: 0 });
    });

    test('refuses a webhook that was changed, is old, or has another sender’s signature', async () => {
      const genuine = webhook('order.payment.succeeded');
      const changed = { ...genuine, body: genuine.body.replace('10.5', '1.5') };
      expect(await verify(changed)).toMatchObject({
        code: 1,
        errors: expect.stringContaining('no signature'),
      });
      const old = webhook('order.payment.succeeded', Math.floor(Date.now() / 1000) - 400);
      expect(await verify(old)).toMatchObject({ code: 1, errors: expect.stringContaining('clock') });
      const other = { KASSA_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}` };
      expect(await verify(genuine, other)).toMatchObject({ code: 1 });
    });
  });

  if (!language.hasReceiver) return;
  test('receives webhooks over HTTP: each once, and only genuine ones', async () => {
    const port = await freePort();
    const program = start([...language.sample, 'receive-webhooks', String(port)]);
    const post = async ({ id, timestamp, signature, body }: Webhook, secret: string): Promise<number> => {
      const response = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': signature(secret),
        },
        body,
      });
      return response.status;
    };
    const event = webhook('order.dispute.opened');
    const secret = sandbox.demo.facts.webhook_secret;
    expect(await vi.waitFor(() => post(event, secret), patience)).toBe(200);
    expect(await post(event, secret)).toBe(200);
    expect(await post(event, `whsec_${randomBytes(32).toString('base64')}`)).toBe(400);
    expect(await post({ ...event, id: '' }, secret)).toBe(400);
    await vi.waitFor(
      () => expect(program.output).toContain('order.dispute.opened T1 IN_DISPUTE\n'),
      patience,
    );
    expect(program.output.match(/order\.dispute\.opened/g)).toHaveLength(1);
  });
});

interface Webhook {
  readonly id: string;
  readonly timestamp: string;
  readonly body: string;
  signature(secret: string): string;
}

/** What the gateway would send. */
function webhook(eventType: string, seconds = Math.floor(Date.now() / 1000)): Webhook {
  const id = `evt_${randomBytes(16).toString('hex')}_1`;
  const timestamp = String(seconds);
  const body = JSON.stringify({
    event_type: eventType,
    event_id: id,
    created_at: new Date(seconds * 1000).toISOString(),
    data: {
      merchant_transaction_id: 'T1',
      amount: 10.5,
      state: eventType.includes('dispute') ? 'IN_DISPUTE' : 'PAY_SUCCESS',
    },
  });
  const signature = (secret: string): string => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  };
  return { id, timestamp, body, signature };
}
