import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { CreatedMerchant, CreateMerchantRequest, SandboxClock } from '@kassa/contracts';
import { openLocalDatabase } from '@kassa/local-database';
import { MongoClient } from 'mongodb';
import type { OrderDocument } from '../../../src/adapters/outbound/mongo/order-documents.ts';
import { readConfig, startGateway } from '../../../src/index.ts';
import { findFreePorts } from '../../http/support/free-ports.ts';
import { type CliRun, callKassaAdmin } from './call-kassa-admin.ts';

const repository = resolve(import.meta.dirname, '../../../../..');
const program = join(repository, 'services/gateway/bin/kassa-admin.js');
const token = 'operations-token-of-the-tests';

interface RunOptions {
  readonly folder?: string;
  readonly variables?: NodeJS.ProcessEnv;
}

interface ProgramOptions extends RunOptions {
  /** Options of Node itself. */
  readonly nodeOptions?: readonly string[];
  /** What is piped into it. */
  readonly input?: string;
}

/** A running gateway with `kassa-admin`, which a test calls as a function or runs in a process of its own. */
export class CliBench {
  readonly operationsUrl: string;
  /** A folder for the tests. Neither it nor a folder above it has the files of a demo. */
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'kassa-admin-')));
  readonly #insert: (orders: readonly OrderDocument[]) => Promise<unknown>;
  readonly #stop: () => Promise<void>;

  private constructor(
    operationsUrl: string,
    insert: (orders: readonly OrderDocument[]) => Promise<unknown>,
    stop: () => Promise<void>,
  ) {
    this.operationsUrl = operationsUrl;
    this.#insert = insert;
    this.#stop = stop;
  }

  static async start(): Promise<CliBench> {
    const [merchantPort, checkoutPort, operationsPort] = await findFreePorts(3);
    const dataFolder = join(repository, '.kassa/test-database');
    const database = await openLocalDatabase({ dataFolder, onProgress: console.log });
    const databaseName = `cli_test_${randomBytes(4).toString('hex')}`;
    const gateway = await startGateway(
      readConfig({
        MONGODB_URI: database.uri,
        KASSA_DATABASE_NAME: databaseName,
        KASSA_ROLES: 'api',
        KASSA_MERCHANT_PORT: String(merchantPort),
        KASSA_CHECKOUT_PORT: String(checkoutPort),
        KASSA_OPERATIONS_PORT: String(operationsPort),
        KASSA_OPERATIONS_TOKEN: token,
        KASSA_SESSION_KEYS: randomBytes(32).toString('base64'),
        KASSA_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
        SANDBOX_PROCESSOR_URL: 'http://127.0.0.1:1',
        SANDBOX_PROCESSOR_API_KEY: 'processor-api-key-of-the-tests',
        SANDBOX_PROCESSOR_CALLBACK_SECRET: 'callback-secret-of-the-tests',
        KASSA_LOG_LEVEL: 'error',
      }),
    );
    const client = await new MongoClient(database.uri).connect();
    const stored = client.db(databaseName);
    const insert = (orders: readonly OrderDocument[]) =>
      stored.collection<OrderDocument>('orders').insertMany([...orders]);
    return new CliBench(`http://127.0.0.1:${operationsPort}`, insert, async () => {
      await gateway.stop();
      await stored.dropDatabase();
      await client.close();
      await database.stop();
    });
  }

  /** Stores orders directly in the database, in whatever state they are. */
  async insertOrders(orders: readonly OrderDocument[]): Promise<void> {
    await this.#insert(orders);
  }

  /** Creates a merchant with its own key, without starting a process. */
  async createMerchant(wanted: Omit<CreateMerchantRequest, 'public_key'>): Promise<CreatedMerchant> {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const public_key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const response = await fetch(`${this.operationsUrl}/admin/merchants`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...wanted, public_key }),
    });
    const { data } = (await response.json()) as { data: CreatedMerchant | null };
    if (data === null) throw new Error(`The merchant was not created: HTTP ${response.status}.`);
    return data;
  }

  /** Reads the sandbox's clock, without starting a process. */
  async clock(): Promise<SandboxClock> {
    const response = await fetch(`${this.operationsUrl}/admin/sandbox/clock`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await response.json()) as { data: SandboxClock | null };
    if (data === null) throw new Error(`The clock was not shown: HTTP ${response.status}.`);
    return data;
  }

  /** Calls `kassa-admin` with environment variables that name the gateway. */
  run(args: readonly string[], options: RunOptions = {}): Promise<CliRun> {
    return this.runBare(args, { ...options, variables: this.#namingTheGateway(options) });
  }

  /** Calls `kassa-admin` without such variables, so that only the given options can name the gateway. */
  async runBare(args: readonly string[], { folder, variables }: RunOptions): Promise<CliRun> {
    return callKassaAdmin(args, {
      environment: { ...inheritedVariables(), ...variables },
      currentFolder: folder ?? this.folder,
    });
  }

  /**
   * Starts `kassa-admin` as a process, for tests of its standard input, its colours, and how it finds a Node that can run it.
   */
  async runProgram(args: readonly string[], options: ProgramOptions = {}): Promise<CliRun> {
    const { folder, nodeOptions = [], input = '' } = options;
    const child = spawn(process.execPath, [...nodeOptions, program, ...args], {
      cwd: folder ?? this.folder,
      env: { ...inheritedVariables(), NO_COLOR: '1', ...this.#namingTheGateway(options) },
    });
    child.stdin.on('error', () => {}).end(input);
    const [output, errors, exitCode] = await Promise.all([
      child.stdout.setEncoding('utf8').toArray(),
      child.stderr.setEncoding('utf8').toArray(),
      new Promise<number | null>((done) => child.once('close', done)),
    ]);
    return { exitCode, output: output.join(''), errors: errors.join('') };
  }

  #namingTheGateway({ variables }: RunOptions): NodeJS.ProcessEnv {
    return { KASSA_OPERATIONS_URL: this.operationsUrl, KASSA_OPERATIONS_TOKEN: token, ...variables };
  }

  /** Writes the file that `npm start` writes for a demo, with the gateway's address and its token. */
  writeDemo(folder: string, secret: string | undefined = token): void {
    this.write(
      join(folder, '.kassa/demo.json'),
      JSON.stringify({ environment: 'sandbox', operations_base_url: this.operationsUrl }),
    );
    if (secret !== undefined) this.write(join(folder, '.kassa/secrets/operations-token'), `${secret}\n`);
  }

  /** A file with a new public key. */
  newPublicKeyFile(modulusLength = 2048): string {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength });
    return this.write(
      `${randomBytes(4).toString('hex')}.pem`,
      publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    );
  }

  write(name: string, content: string | Buffer): string {
    const file = resolve(this.folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  async stop(): Promise<void> {
    await this.#stop();
    rmSync(this.folder, { recursive: true });
  }
}

/** Returns the environment variables of this process, without those that name a gateway. */
function inheritedVariables(): NodeJS.ProcessEnv {
  const { KASSA_OPERATIONS_URL: _url, KASSA_OPERATIONS_TOKEN: _token, ...inherited } = process.env;
  return inherited;
}
