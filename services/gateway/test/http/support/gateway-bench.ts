import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { CreatedMerchant, compileValidator } from '@kassa/contracts';
import { openLocalDatabase } from '@kassa/local-database';
import {
  type SandboxProcessor,
  type SandboxProcessorConfig,
  startSandboxProcessor,
} from '@kassa/sandbox-processor';
import { type Db, MongoClient } from 'mongodb';
import { type Gateway, readConfig, startGateway } from '../../../src/index.ts';
import { type EnvelopeAnswer, openEnvelope } from './envelope-answer.ts';
import { findFreePorts } from './free-ports.ts';
import { type HttpAnswer, send } from './http-call.ts';
import { type KeyPair, MerchantAccount, newKeyPair } from './merchant-account.ts';
import { read } from './read-message.ts';
import { SignedClient } from './signed-client.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

const operationsToken = 'operations-token-of-the-tests';
export const callbackSecret = 'callback-secret-of-the-tests';
const processorApiKey = 'processor-api-key-of-the-tests';

type GatewayReplacements = Parameters<typeof startGateway>[1];

export interface BenchOptions {
  /** Environment variables of the gateway. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly replacements?: GatewayReplacements;
  readonly processor?: Partial<SandboxProcessorConfig>;
  /** False if the test starts the gateway itself. */
  readonly isGatewayStarted?: boolean;
}

/** The addresses of one instance of the gateway. */
export interface Instance {
  readonly merchantUrl: string;
  readonly checkoutUrl: string;
  readonly operationsUrl: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly gateway: Gateway | undefined;
}

const readMerchant = compileValidator(CreatedMerchant);

/**
 * Key pairs of merchants, for all benches of a worker. Generating a key pair takes a long time. Merchants of different benches
 * can have the same keys, because each bench has its own database.
 */
const keyPairs: KeyPair[] = [];

/**
 * A real gateway on the real database, with the sandbox processor and a receiver of webhooks. A test can start more instances
 * on the same database.
 */
export class GatewayBench {
  readonly database: Db;
  readonly processorDatabase: Db;
  readonly processor: SandboxProcessor;
  readonly receiver: WebhookReceiver;
  readonly main: Instance;
  readonly #instances: Instance[];
  readonly #stopRest: () => Promise<void>;
  #keysUsed = 0;

  private constructor(parts: {
    database: Db;
    processorDatabase: Db;
    processor: SandboxProcessor;
    receiver: WebhookReceiver;
    main: Instance;
    stopRest: () => Promise<void>;
  }) {
    this.database = parts.database;
    this.processorDatabase = parts.processorDatabase;
    this.processor = parts.processor;
    this.receiver = parts.receiver;
    this.main = parts.main;
    this.#instances = [parts.main];
    this.#stopRest = parts.stopRest;
  }

  static async start(options: BenchOptions = {}): Promise<GatewayBench> {
    const dataFolder = resolve(import.meta.dirname, '../../../../../.kassa/test-database');
    const server = await openLocalDatabase({ dataFolder, onProgress: (line) => console.log(line) });
    const suffix = randomBytes(6).toString('hex');
    const mongo = await MongoClient.connect(server.uri);
    const database = mongo.db(`gateway_http_test_${suffix}`);
    const processorDatabase = mongo.db(`gateway_http_processor_${suffix}`);
    const receiver = await WebhookReceiver.start();
    const processor = await startSandboxProcessor({
      mongoUri: server.uri,
      databaseName: processorDatabase.databaseName,
      port: 0,
      apiKey: processorApiKey,
      callbackUrl: 'http://127.0.0.1:9/',
      callbackSecret,
      callbackDelayMs: 20,
      refundDelayMs: 20,
      ...options.processor,
    });
    const variables = {
      MONGODB_URI: server.uri,
      KASSA_DATABASE_NAME: database.databaseName,
      KASSA_OPERATIONS_TOKEN: operationsToken,
      KASSA_SESSION_KEYS: randomBytes(32).toString('base64'),
      KASSA_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      KASSA_LOG_LEVEL: 'silent',
      KASSA_STOP_DELAY_SECONDS: '0',
      KASSA_MERCHANT_RATE_PER_SECOND: '100000',
      KASSA_MERCHANT_RATE_BURST: '100000',
      KASSA_CHECKOUT_RATE_PER_SECOND: '100000',
      KASSA_CHECKOUT_RATE_BURST: '100000',
      KASSA_UNVERIFIED_RATE_PER_SECOND: '100000',
      KASSA_UNVERIFIED_RATE_BURST: '100000',
      SANDBOX_PROCESSOR_URL: processor.baseUrl,
      SANDBOX_PROCESSOR_API_KEY: processorApiKey,
      SANDBOX_PROCESSOR_CALLBACK_SECRET: callbackSecret,
      ...options.variables,
    };
    const main = await startInstance(variables, options);
    const callbackUrl = `${main.merchantUrl}/api/webhook/Sandbox`;
    processor.setCallbackUrl(callbackUrl, `${callbackUrl}Voucher`);
    const stopRest = async () => {
      await processor.stop();
      await receiver.stop();
      await Promise.all([database.dropDatabase(), processorDatabase.dropDatabase()]);
      await mongo.close();
      await server.stop();
    };
    return new GatewayBench({ database, processorDatabase, processor, receiver, main, stopRest });
  }

  /** Starts another instance on the same database, with the same keys. */
  async startAnother(options: BenchOptions = {}): Promise<Instance> {
    const instance = await startInstance({ ...this.main.variables, ...options.variables }, options);
    this.#instances.push(instance);
    return instance;
  }

  async onboard(
    members: Readonly<Record<string, unknown>> = {},
    keys: KeyPair = this.#unusedKeys(),
  ): Promise<MerchantAccount> {
    const webhookUrl = this.receiver.newUrl();
    const answer = await this.admin('POST', '/admin/merchants', {
      name: 'Corner Shop',
      public_key: keys.publicKeyPem,
      webhook_url: webhookUrl,
      ...members,
    });
    const merchant = read(readMerchant, answer);
    this.receiver.useSecret(webhookUrl, merchant.webhook_secret);
    return new MerchantAccount({
      client: new SignedClient({
        merchantId: merchant.merchant_id,
        privateKey: keys.privateKey,
        baseUrl: this.main.merchantUrl,
      }),
      publicKeyPem: keys.publicKeyPem,
      checkoutUrl: this.main.checkoutUrl,
    });
  }

  #unusedKeys(): KeyPair {
    const keys = keyPairs[this.#keysUsed] ?? newKeyPair();
    keyPairs[this.#keysUsed] = keys;
    this.#keysUsed += 1;
    return keys;
  }

  async admin(
    method: string,
    target: string,
    body?: unknown,
    { token = operationsToken, instance = this.main }: { token?: string; instance?: Instance } = {},
  ): Promise<EnvelopeAnswer> {
    return openEnvelope(
      await send(instance.operationsUrl, {
        method,
        target,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
  }

  /** Returns the value of a metric; zero if the metric was never counted. */
  async metric(line: string, instance: Instance = this.main): Promise<number> {
    const { text } = await send(instance.operationsUrl, { method: 'GET', target: '/metrics' });
    const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
    return found === undefined ? 0 : Number(found.slice(line.length + 1));
  }

  /** Returns how many payments the channel made for an attempt. */
  channelPayments(attemptId: string): Promise<number> {
    return this.processorDatabase.collection('payments').countDocuments({ reference: attemptId });
  }

  /** Returns the processor's own ID of an attempt's payment. */
  async channelPaymentId(attemptId: string): Promise<string> {
    const payments = this.processorDatabase.collection<{ readonly _id: string }>('payments');
    const payment = await payments.findOne({ reference: attemptId }, { projection: { _id: 1 } });
    if (payment === null) throw new Error(`the processor has no payment for ${attemptId}`);
    return payment._id;
  }

  async stop(): Promise<void> {
    for (const { gateway } of this.#instances.reverse()) await gateway?.stop();
    await this.#stopRest();
  }
}

/** Presses a button on one of the processor's pages, as a browser without scripts would. */
export async function pressButton(pageUrl: string, decision: string): Promise<HttpAnswer> {
  const { origin, pathname, search } = new URL(pageUrl);
  return send(origin, {
    method: 'POST',
    target: pathname + search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ decision }).toString(),
  });
}

async function startInstance(
  variables: Readonly<Record<string, string>>,
  options: BenchOptions,
): Promise<Instance> {
  const [merchant, checkout, operations] = await findFreePorts(3);
  const own = {
    // The public address is the same for all instances of a deployment.
    KASSA_CHECKOUT_PUBLIC_URL: `http://127.0.0.1:${checkout}`,
    ...variables,
    KASSA_MERCHANT_PORT: String(merchant),
    KASSA_CHECKOUT_PORT: String(checkout),
    KASSA_OPERATIONS_PORT: String(operations),
  };
  const isStarted = options.isGatewayStarted ?? true;
  return {
    merchantUrl: `http://127.0.0.1:${merchant}`,
    checkoutUrl: `http://127.0.0.1:${checkout}`,
    operationsUrl: `http://127.0.0.1:${operations}`,
    variables: own,
    gateway: isStarted ? await startGateway(readConfig(own), options.replacements) : undefined,
  };
}
