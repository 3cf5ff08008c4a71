import { generateKeyPairSync, randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createMerchant } from '@kassa/contracts/endpoints';
import { type Gateway, readConfig, startGateway } from '@kassa/gateway';
import { OperationsClient } from '@kassa/gateway/operations-client';
import { openLocalDatabase } from '@kassa/local-database';
import { startSandboxProcessor } from '@kassa/sandbox-processor';
import { MongoClient } from 'mongodb';
import { Kassa } from '../../../src/index.ts';
import { EventReceiver } from './event-receiver.ts';

const repository = resolve(import.meta.dirname, '../../../..');

/** A merchant of the sandbox, with a folder that contains the files that `npm start` writes. */
export interface SandboxMerchant {
  readonly folder: string;
  readonly merchantId: string;
  readonly privateKeyFile: string;
  readonly webhookSecret: string;
  readonly kassa: Kassa;
}

/** A real gateway with the sandbox processor on the real database, and a merchant's server for its webhooks. */
export class Sandbox {
  readonly baseUrl: string;
  /** The server to which the gateway itself sends the webhooks. */
  readonly webhooks: EventReceiver;
  readonly #config: ReturnType<typeof readConfig>;
  readonly #operations: OperationsClient;
  readonly #folders: string[] = [];
  #gateway: Gateway;
  readonly #stopRest: () => Promise<void>;

  private constructor(parts: {
    config: ReturnType<typeof readConfig>;
    gateway: Gateway;
    webhooks: EventReceiver;
    operations: OperationsClient;
    stopRest: () => Promise<void>;
  }) {
    this.#config = parts.config;
    this.baseUrl = parts.config.merchantPublicUrl;
    this.#gateway = parts.gateway;
    this.webhooks = parts.webhooks;
    this.#operations = parts.operations;
    this.#stopRest = parts.stopRest;
  }

  static async start(): Promise<Sandbox> {
    const [merchant, checkout, operations] = await freePorts(3);
    const dataFolder = join(repository, '.kassa/test-database');
    const database = await openLocalDatabase({ dataFolder, onProgress: console.log });
    const name = `kassa_cli_test_${randomBytes(4).toString('hex')}`;
    const webhooks = await EventReceiver.start();
    const processor = await startSandboxProcessor({
      mongoUri: database.uri,
      databaseName: `${name}_processor`,
      port: 0,
      apiKey: 'processor-api-key-of-the-tests',
      callbackUrl: `http://127.0.0.1:${merchant}/api/webhook/Sandbox`,
      callbackSecret: 'callback-secret-of-the-tests',
      callbackDelayMs: 20,
      refundDelayMs: 20,
    });
    const token = 'operations-token-of-the-tests';
    const config = readConfig({
      MONGODB_URI: database.uri,
      KASSA_DATABASE_NAME: name,
      KASSA_MERCHANT_PORT: String(merchant),
      KASSA_CHECKOUT_PORT: String(checkout),
      KASSA_OPERATIONS_PORT: String(operations),
      KASSA_OPERATIONS_TOKEN: token,
      KASSA_SESSION_KEYS: randomBytes(32).toString('base64'),
      KASSA_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      KASSA_LOG_LEVEL: 'silent',
      SANDBOX_PROCESSOR_URL: processor.baseUrl,
      SANDBOX_PROCESSOR_API_KEY: 'processor-api-key-of-the-tests',
      SANDBOX_PROCESSOR_CALLBACK_SECRET: 'callback-secret-of-the-tests',
    });
    return new Sandbox({
      config,
      gateway: await startGateway(config),
      webhooks,
      operations: new OperationsClient({ baseUrl: `http://127.0.0.1:${operations}`, token }),
      stopRest: async () => {
        await processor.stop();
        await webhooks.stop();
        const client = await new MongoClient(database.uri).connect();
        await client.db(name).dropDatabase();
        await client.db(`${name}_processor`).dropDatabase();
        await client.close();
        await database.stop();
      },
    });
  }

  /** Creates a new merchant, so that tests do not see each other's orders and events. */
  async onboard(): Promise<SandboxMerchant> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kassa-cli-')));
    this.#folders.push(folder);
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const created = await this.#operations.call(createMerchant, {
      body: {
        name: 'Corner Shop',
        public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        webhook_url: this.webhooks.url,
      },
    });
    if (created.kind !== 'answered') throw new Error(`not onboarded: ${JSON.stringify(created)}`);
    const { merchant_id, webhook_secret } = created.data;
    const privateKeyFile = join(folder, '.kassa', 'private-key.pem');
    mkdirSync(join(folder, '.kassa'));
    writeFileSync(privateKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const facts = {
      merchant_id,
      private_key_file: privateKeyFile,
      merchant_base_url: this.baseUrl,
      webhook_secret,
    };
    writeFileSync(join(folder, '.kassa', 'demo.json'), JSON.stringify(facts));
    const kassa = new Kassa({ merchantId: merchant_id, privateKey, baseUrl: this.baseUrl });
    return { folder, merchantId: merchant_id, privateKeyFile, webhookSecret: webhook_secret, kassa };
  }

  /** Runs the work while the gateway is away. */
  async withoutGateway(work: () => Promise<void>): Promise<void> {
    await this.#gateway.stop();
    try {
      await work();
    } finally {
      this.#gateway = await startGateway(this.#config);
    }
  }

  async stop(): Promise<void> {
    await this.#gateway.stop();
    await this.#stopRest();
    for (const folder of this.#folders) rmSync(folder, { recursive: true });
  }
}

/**
 * The size of the range of ports that each worker of the test runner has for itself. Without its own range, a worker could find
 * a port that another worker has found but not opened yet.
 */
const PORTS_A_WORKER = 1_500;
const firstPort = 20_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 8) * PORTS_A_WORKER;

/**
 * Finds ports on which nobody listens. They are below the range that systems use for outgoing connections, so that no other
 * program takes one by chance.
 */
async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = firstPort + randomInt(PORTS_A_WORKER);
    if (await isFree(port)) found.add(port);
  }
  return [...found];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer()
      .once('error', () => done(false))
      .listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}
