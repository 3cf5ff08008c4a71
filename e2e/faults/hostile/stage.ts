import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { SESSION_HEADER } from '@kassa/contracts';
import {
  exampleAttemptId,
  exampleEventIds,
  exampleMerchantId,
  exampleOrderId,
  exampleRefundId,
} from '@kassa/contracts/endpoints';
import { Kassa } from '@kassa/sdk-node';
import { MongoClient } from 'mongodb';
import { freePorts } from '../../src/free-ports.ts';
import { endWithHarness } from '../end-with-harness.ts';
import { ProcessorProcess } from '../surroundings/processor-process.ts';
import { waitFor } from '../wait-for.ts';

const main = new URL('../../../services/gateway/dist/main.js', import.meta.url).pathname;
const operationsToken = 'operations-token-of-hostile-requests';
const apiKey = 'processor-api-key-of-hostile-requests';
const callbackSecret = 'callback-secret-of-hostile-requests';

/** What an authorised caller of the gateway knows: credentials, and IDs of existing data. */
export interface StageFacts {
  readonly merchantUrl: string;
  readonly checkoutUrl: string;
  readonly operationsUrl: string;
  readonly operationsToken: string;
  /** The secret with which the channel Sandbox signs its callbacks. */
  readonly callbackSecret: string;
  /** The merchant whose key signs the calls to the merchant interface. */
  readonly merchantId: string;
  readonly privateKeyPem: string;
  /** An unpaid order, with the session that gives access to its payment page. */
  readonly openOrderId: string;
  readonly session: string;
  /**
   * The IDs that the examples in the OpenAPI document use. No data has these IDs, so the hostile requests use IDs of existing
   * data in their place.
   */
  readonly examples: readonly string[];
  /**
   * IDs of existing data, by the name of the path parameter. They belong to a paid and partly refunded order, and to a merchant
   * that the operator's requests may change.
   */
  readonly identifiers: Readonly<Record<string, string>>;
}

/**
 * The system that hostile requests are sent to: a gateway and a processor, each in its own process and with its own database,
 * which already holds some data.
 */
export class Stage {
  readonly facts: StageFacts;
  /** The process ID of the gateway. */
  readonly gatewayPid: number;
  readonly #stop: () => Promise<void>;

  private constructor(facts: StageFacts, gatewayPid: number, stop: () => Promise<void>) {
    this.facts = facts;
    this.gatewayPid = gatewayPid;
    this.#stop = stop;
  }

  static async start(databaseUri: string, logFile: string): Promise<Stage> {
    const suffix = randomBytes(4).toString('hex');
    const databases = [`hostile_${suffix}`, `hostile_processor_${suffix}`] as const;
    const [merchantPort = 0, checkoutPort = 0, operationsPort = 0, processorPort = 0] = await freePorts(4);
    const merchantUrl = `http://127.0.0.1:${merchantPort}`;
    const processor = await ProcessorProcess.start({
      port: processorPort,
      logFile,
      variables: {
        SANDBOX_PROCESSOR_MONGODB_URI: databaseUri,
        SANDBOX_PROCESSOR_DATABASE: databases[1],
        SANDBOX_PROCESSOR_API_KEY: apiKey,
        SANDBOX_PROCESSOR_CALLBACK_URL: `${merchantUrl}/api/webhook/Sandbox`,
        SANDBOX_PROCESSOR_CALLBACK_SECRET: callbackSecret,
        SANDBOX_PROCESSOR_CALLBACK_DELAY_MS: '20',
        SANDBOX_PROCESSOR_REFUND_DELAY_MS: '20',
      },
    });
    const unlimited = '1000000';
    const gateway = await startGateway(logFile, {
      MONGODB_URI: databaseUri,
      KASSA_DATABASE_NAME: databases[0],
      KASSA_MERCHANT_PORT: String(merchantPort),
      KASSA_CHECKOUT_PORT: String(checkoutPort),
      KASSA_OPERATIONS_PORT: String(operationsPort),
      KASSA_OPERATIONS_TOKEN: operationsToken,
      KASSA_SESSION_KEYS: randomBytes(32).toString('base64'),
      KASSA_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      KASSA_LOG_LEVEL: 'warn',
      KASSA_MERCHANT_RATE_PER_SECOND: unlimited,
      KASSA_MERCHANT_RATE_BURST: unlimited,
      KASSA_CHECKOUT_RATE_PER_SECOND: unlimited,
      KASSA_CHECKOUT_RATE_BURST: unlimited,
      KASSA_UNVERIFIED_RATE_PER_SECOND: unlimited,
      KASSA_UNVERIFIED_RATE_BURST: unlimited,
      SANDBOX_PROCESSOR_URL: processor.url,
      SANDBOX_PROCESSOR_API_KEY: apiKey,
      SANDBOX_PROCESSOR_CALLBACK_SECRET: callbackSecret,
    });
    const stop = async () => {
      const ended = once(gateway, 'exit');
      gateway.kill('SIGTERM');
      await ended;
      await processor.stop();
      const mongo = await MongoClient.connect(databaseUri);
      for (const name of databases) await mongo.db(name).dropDatabase();
      await mongo.close();
    };
    try {
      const facts = await furnish({
        merchantUrl,
        checkoutUrl: `http://127.0.0.1:${checkoutPort}`,
        operationsUrl: `http://127.0.0.1:${operationsPort}`,
        operationsToken,
        callbackSecret,
      });
      return new Stage(facts, gateway.pid ?? 0, stop);
    } catch (error) {
      await stop();
      throw error;
    }
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}

async function startGateway(
  logFile: string,
  variables: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithHarness(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
      appendFileSync(logFile, `[hostile] ${chunk}`);
    });
  }
  await waitFor(
    'the gateway is ready',
    () => {
      if (child.exitCode !== null) throw new Error(`the gateway ended: ${output}`);
      return output.includes('Kassa gateway is ready');
    },
    60_000,
  );
  return child;
}

type Addresses = Pick<
  StageFacts,
  'merchantUrl' | 'checkoutUrl' | 'operationsUrl' | 'operationsToken' | 'callbackSecret'
>;

/**
 * Creates the data that hostile requests act on: a merchant with an unpaid order and with a paid and partly refunded one, and
 * another merchant that the operator may change.
 */
async function furnish(addresses: Addresses): Promise<StageFacts> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [payer, subject] = [
    await onboard(addresses, publicKey.export({ type: 'spki', format: 'pem' }).toString()),
    await onboard(
      addresses,
      generateKeyPairSync('rsa', { modulusLength: 2048 })
        .publicKey.export({ type: 'spki', format: 'pem' })
        .toString(),
    ),
  ];
  const kassa = new Kassa({ merchantId: payer.merchant_id, privateKey, baseUrl: addresses.merchantUrl });
  const { open, paid, attemptId } = await payAndRefund(kassa, addresses);
  const { events } = await kassa.events.list({});
  return {
    ...addresses,
    merchantId: payer.merchant_id,
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    openOrderId: open.order_id,
    session: sessionOf(open.pay_url),
    examples: [
      exampleMerchantId,
      exampleOrderId,
      exampleAttemptId,
      exampleRefundId,
      ...Object.values(exampleEventIds),
    ],
    identifiers: {
      merchantId: subject.merchant_id,
      keyId: subject.keys[0]?.key_id ?? '',
      orderId: paid.order_id,
      attemptId,
      refundId: paid.order_id.replace('ord_', 'rfd_').concat('_1'),
      eventId: events[0]?.event.event_id ?? '',
    },
  };
}

/** Creates an unpaid order and one that is paid and partly refunded. */
async function payAndRefund(kassa: Kassa, { checkoutUrl }: Addresses) {
  const create = (id: string) =>
    kassa.payments.create({
      merchant_transaction_id: id,
      amount: '10.50',
      currency_code: 'USD',
      redirect_url: 'https://shop.example/thanks',
    });
  const [open, paid] = [await create('open'), await create('T1')];
  const call = (path: string, body: object) => callCheckout(checkoutUrl, paid.pay_url, path, body);
  await call('/api/web/checkout/init', { orderId: paid.order_id, paymentMethodCode: 'card' });
  const { transactionId } = await call('/api/web/payment/submit', {
    orderId: paid.order_id,
    terminal: { type: 'PC', userAgent: 'a fault harness' },
    card: { number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '737' },
  });
  await waitFor(
    'the order is paid',
    async () => (await kassa.payments.retrieve('T1')).state === 'PAY_SUCCESS',
    30_000,
  );
  await kassa.refunds.create({
    transaction_id: 'R1',
    original_transaction_id: 'T1',
    amount: '4.00',
    currency_code: 'USD',
  });
  return { open, paid, attemptId: String(transactionId) };
}

interface OnboardedMerchant {
  readonly merchant_id: string;
  readonly keys: readonly { readonly key_id: string }[];
}

async function onboard(addresses: Addresses, publicKeyPem: string): Promise<OnboardedMerchant> {
  const response = await fetch(`${addresses.operationsUrl}/admin/merchants`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${addresses.operationsToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      name: 'Fault Merchant',
      public_key: publicKeyPem,
      // No server listens at this address, so webhooks to it fail immediately.
      webhook_url: 'http://127.0.0.1:9/hook',
    }),
  });
  return dataOf(response);
}

async function callCheckout(
  baseUrl: string,
  payUrl: string,
  path: string,
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { [SESSION_HEADER]: sessionOf(payUrl), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return dataOf(response);
}

async function dataOf<Data>(response: Response): Promise<Data> {
  const answer = (await response.json()) as { readonly data: Data };
  if (!response.ok) throw new Error(`${response.url}: ${JSON.stringify(answer)}`);
  return answer.data;
}

function sessionOf(payUrl: string): string {
  return payUrl.split('#session=')[1] ?? '';
}
