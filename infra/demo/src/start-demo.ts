import { join, resolve } from 'node:path';
import type { GatewayConfig } from '@kassa/gateway';
import { openLocalDatabase, stopLocalDatabase } from '@kassa/local-database';
import type { SandboxProcessor } from '@kassa/sandbox-processor';
import { DemoError } from './demo-error.ts';
import { type DemoFacts, writeDemoFile } from './demo-file.ts';
import type { DemoMerchant } from './demo-merchant.ts';
import { type DemoPorts, requireFreePorts } from './demo-ports.ts';
import { type DeploymentSecrets, hasEncryptionKey, keepDeploymentSecrets } from './deployment-secrets.ts';
import { holdFolder } from './hold-folder.ts';
import type { Shop } from './shop/start-shop.ts';

export interface DemoOptions {
  /** The folder in which the database, keys, secrets and `demo.json` are kept between runs. */
  readonly dataFolder: string;
  readonly ports: DemoPorts;
  /** Receives progress messages for people. */
  readonly onProgress: (line: string) => void;
  /** Stops the start at its next step. */
  readonly signal?: AbortSignal;
  /**
   * Environment variables for the demo, such as MONGODB_URI, KASSA_DATABASE_NAME and KASSA_LOG_LEVEL; the default is
   * `process.env`.
   */
  readonly environment?: NodeJS.ProcessEnv;
}

export interface Demo {
  readonly facts: DemoFacts;
  readonly shopUrl: string;
  readonly processorUrl: string;
  /** One sentence about the database in use. */
  readonly database: string;
  /** Stops everything that the demo started. The database is stopped last. */
  stop(): Promise<void>;
}

/**
 * Starts a whole sandbox: the database, the sandbox processor, the gateway in all its roles, the demo merchant and the demo
 * shop.
 *
 * @throws {DemoError} when a port is in use, a demo already runs on this folder, no database is available, or a stored secret
 * is damaged
 */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { ports, onProgress, signal, environment = process.env } = options;
  const dataFolder = resolve(options.dataFolder);
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const stopPart of stops.splice(0).reverse()) await stopPart();
  };

  try {
    const giveFolderBack = holdFolder(dataFolder);
    stops.push(async () => giveFolderBack());
    await requireFreePorts(ports);
    const opening = openDatabase(join(dataFolder, 'database'), onProgress, environment);
    // A database of this folder starts in processes of its own, so load the programs meanwhile. But a database that MONGODB_URI
    // names has to answer this process within a time limit, and loading would keep the process busy.
    if (environment.MONGODB_URI) await opening;
    const loading = import('./programs.ts');
    loading.catch(() => undefined);
    const database = await opening;
    stops.push(database.stop);
    const programs = await loading;
    signal?.throwIfAborted();

    const databaseName = environment.KASSA_DATABASE_NAME ?? 'kassa';
    if (!hasEncryptionKey(dataFolder)) await forgetLostKey(programs, database.uri, databaseName);
    const secrets = keepDeploymentSecrets(dataFolder);
    const processor = await startProcessor(programs, database.uri, databaseName, ports, secrets);
    stops.push(() => processor.stop());
    signal?.throwIfAborted();

    const settings = {
      MONGODB_URI: database.uri,
      KASSA_DATABASE_NAME: databaseName,
      SANDBOX_PROCESSOR_URL: processor.baseUrl,
    };
    const config = programs.readConfig(gatewaySettings(environment, ports, secrets, settings));
    const gateway = await programs.startGateway(config);
    stops.push(() => gateway.stop());
    signal?.throwIfAborted();

    const operationsBaseUrl = `http://127.0.0.1:${ports.operations}`;
    const shopUrl = `http://127.0.0.1:${ports.shop}`;
    const folder = join(dataFolder, 'demo-merchant');
    const merchant = await programs.keepDemoMerchant({
      folder,
      operationsBaseUrl,
      operationsToken: secrets.operationsToken,
      webhookUrl: webhookUrlOf(shopUrl),
      pageOrigins: [shopUrl, new URL(config.merchantPublicUrl).origin],
      onProgress,
    });
    const shop = await openShop(programs, merchant, { folder, port: ports.shop, shopUrl, config, processor });
    stops.push(() => shop.stop());

    const facts: DemoFacts = {
      environment: 'sandbox',
      ...factsOfMerchant(merchant, webhookUrlOf(shopUrl)),
      ...factsOfGateway(config, operationsBaseUrl),
      sample_pay_url: await shop.createSampleOrder(),
    };
    writeDemoFile(dataFolder, facts);
    signal?.throwIfAborted();
    return { facts, shopUrl, processorUrl: processor.baseUrl, database: database.description, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Programs = typeof import('./programs.ts');

const webhookUrlOf = (shopUrl: string) => `${shopUrl}/webhooks/kassa`;

function openShop(
  { startShop }: Programs,
  { merchantId, privateKeyFile, webhookSecret }: DemoMerchant,
  demo: {
    readonly folder: string;
    readonly port: number;
    readonly shopUrl: string;
    readonly config: GatewayConfig;
    readonly processor: SandboxProcessor;
  },
): Promise<Shop> {
  return startShop({
    port: demo.port,
    shopUrl: demo.shopUrl,
    merchantId,
    privateKeyFile,
    webhookSecret,
    kassaUrl: demo.config.merchantPublicUrl,
    cashierUrl: demo.config.checkoutPublicUrl,
    processorUrl: demo.processor.baseUrl,
    ordersFile: join(demo.folder, `orders-${merchantId}.json`),
  });
}

function factsOfMerchant(merchant: DemoMerchant, webhookUrl: string) {
  return {
    merchant_id: merchant.merchantId,
    private_key_file: merchant.privateKeyFile,
    webhook_secret: merchant.webhookSecret,
    webhook_receiver_url: webhookUrl,
  };
}

function factsOfGateway(config: GatewayConfig, operationsBaseUrl: string) {
  return {
    merchant_base_url: config.merchantPublicUrl,
    checkout_base_url: config.checkoutPublicUrl,
    operations_base_url: operationsBaseUrl,
  };
}

async function openDatabase(
  folder: string,
  onProgress: (line: string) => void,
  environment: NodeJS.ProcessEnv,
): Promise<{ uri: string; description: string; stop(): Promise<unknown> }> {
  try {
    const { uri, source, description } = await openLocalDatabase({
      dataFolder: folder,
      onProgress,
      environment,
    });
    // Stop the database even if this run did not start it. Only the demo uses its folder, so an earlier demo that was killed
    // left the database running.
    const stop = async () => source !== 'MONGODB_URI' && (await stopLocalDatabase(folder));
    return { uri, description, stop };
  } catch (error) {
    throw new DemoError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/**
 * Lets the database forget the key that somebody removed from the data folder. Otherwise, the gateway would refuse to start with
 * a new key. What was encrypted with the lost key stays unreadable, so the demo gets a new merchant.
 */
async function forgetLostKey(programs: Programs, mongoUri: string, databaseName: string): Promise<void> {
  const opening = await programs.openDatabase({ MONGODB_URI: mongoUri, KASSA_DATABASE_NAME: databaseName });
  if (opening.kind !== 'opened') throw new DemoError(opening.message);
  try {
    await opening.database.forgetKeys('npm start');
  } finally {
    await opening.database.close();
  }
}

function startProcessor(
  { startSandboxProcessor }: Programs,
  mongoUri: string,
  databaseName: string,
  ports: DemoPorts,
  secrets: DeploymentSecrets,
) {
  const webhooks = `http://127.0.0.1:${ports.merchant}/api/webhook`;
  return startSandboxProcessor({
    mongoUri,
    databaseName: `${databaseName}_sandbox_processor`,
    port: ports.processor,
    apiKey: secrets.processorApiKey,
    callbackUrl: `${webhooks}/Sandbox`,
    voucherCallbackUrl: `${webhooks}/SandboxVoucher`,
    callbackSecret: secrets.processorCallbackSecret,
  });
}

/** The gateway's settings. The environment provides those that the demo does not set, such as rate limits and the log level. */
function gatewaySettings(
  environment: NodeJS.ProcessEnv,
  ports: DemoPorts,
  secrets: DeploymentSecrets,
  settings: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  return {
    KASSA_LOG_LEVEL: 'warn',
    ...environment,
    ...settings,
    KASSA_ENVIRONMENT: 'sandbox',
    KASSA_ROLES: 'api,worker',
    KASSA_MERCHANT_PORT: String(ports.merchant),
    KASSA_CHECKOUT_PORT: String(ports.checkout),
    KASSA_OPERATIONS_PORT: String(ports.operations),
    KASSA_OPERATIONS_TOKEN: secrets.operationsToken,
    KASSA_SESSION_KEYS: secrets.sessionKey,
    KASSA_ENCRYPTION_KEY: secrets.encryptionKey,
    SANDBOX_PROCESSOR_API_KEY: secrets.processorApiKey,
    SANDBOX_PROCESSOR_CALLBACK_SECRET: secrets.processorCallbackSecret,
  };
}
