import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { wakeWritersOfClosedSockets } from '@kassa/local-database';
import { type Db, MongoClient } from 'mongodb';
import { freePorts } from '../src/free-ports.ts';
import { GatewayInstance } from './instance/gateway-instance.ts';
import { type GatewayVersion, thisVersion } from './instance/gateway-version.ts';
import { BusinessClock } from './surroundings/business-clock.ts';
import { Forwarder } from './surroundings/forwarder.ts';
import { MerchantReceiver } from './surroundings/merchant-receiver.ts';
import type { OwnDatabase } from './surroundings/own-database.ts';
import { ProcessorProcess } from './surroundings/processor-process.ts';
import { CallRecorder } from './traffic/call-recorder.ts';
import { waitFor } from './wait-for.ts';

const NO_INSTANCE_TIMEOUT_MS = 300_000;
const operationsToken = 'operations-token-of-the-fault-harness';
const apiKey = 'processor-api-key-of-the-fault-harness';
const callbackSecret = 'callback-secret-of-the-fault-harness';

function processorVariables(database: OwnDatabase, name: string, callbackUrl: string) {
  return {
    SANDBOX_PROCESSOR_MONGODB_URI: database.uri,
    SANDBOX_PROCESSOR_DATABASE: name,
    SANDBOX_PROCESSOR_API_KEY: apiKey,
    SANDBOX_PROCESSOR_CALLBACK_URL: `${callbackUrl}/api/webhook/Sandbox`,
    SANDBOX_PROCESSOR_CALLBACK_SECRET: callbackSecret,
    SANDBOX_PROCESSOR_CALLBACK_DELAY_MS: '20',
    SANDBOX_PROCESSOR_REFUND_DELAY_MS: '20',
  };
}

function gatewayVariables(database: OwnDatabase, name: string, processorUrl: string) {
  const unlimited = '1000000';
  return {
    MONGODB_URI: database.uri,
    KASSA_DATABASE_NAME: name,
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
    SANDBOX_PROCESSOR_URL: processorUrl,
    SANDBOX_PROCESSOR_API_KEY: apiKey,
    SANDBOX_PROCESSOR_CALLBACK_SECRET: callbackSecret,
  };
}

/** The system in which the checks cause faults: two gateways, a channel, a receiver of webhooks and a database. */
export class World {
  readonly database: OwnDatabase;
  readonly gatewayDatabase: Db;
  readonly processorDatabase: Db;
  /** The proxy through which the gateways call the processor. */
  readonly channel: Forwarder;
  /** The proxy through which the processor's callbacks reach the gateways. It chooses an instance, like a load balancer. */
  readonly callbacks: Forwarder;
  readonly receiver: MerchantReceiver;
  readonly clock = new BusinessClock();
  readonly recorder = new CallRecorder();
  /** The folder in which the harness saves evidence if the ledgers of an order contradict each other. */
  readonly evidenceFolder: string;
  /** The two gateways that receive all traffic. */
  readonly instances: GatewayInstance[] = [];
  readonly #mongo: MongoClient;
  readonly #processor: ProcessorProcess;
  #variables: Readonly<Record<string, string>>;
  readonly #version: GatewayVersion;
  /** The output of the processes. */
  readonly logFile: string;
  readonly #extra: GatewayInstance[] = [];
  #turn = 0;

  private constructor(parts: {
    database: OwnDatabase;
    mongo: MongoClient;
    names: { gateway: string; processor: string };
    channel: Forwarder;
    callbacks: Forwarder;
    receiver: MerchantReceiver;
    processor: ProcessorProcess;
    variables: Readonly<Record<string, string>>;
    version: GatewayVersion;
    logFile: string;
    evidenceFolder: string;
  }) {
    this.database = parts.database;
    this.#mongo = parts.mongo;
    this.gatewayDatabase = parts.mongo.db(parts.names.gateway);
    this.processorDatabase = parts.mongo.db(parts.names.processor);
    this.channel = parts.channel;
    this.callbacks = parts.callbacks;
    this.receiver = parts.receiver;
    this.#processor = parts.processor;
    this.#variables = parts.variables;
    this.#version = parts.version;
    this.logFile = parts.logFile;
    this.evidenceFolder = parts.evidenceFolder;
  }

  /** @param version the version of the gateway with which all instances start */
  static async start(
    database: OwnDatabase,
    folder: string,
    evidenceFolder: string,
    version: GatewayVersion = thisVersion,
  ): Promise<World> {
    mkdirSync(folder, { recursive: true });
    const logFile = join(folder, 'faults-processes.txt');
    writeFileSync(logFile, '');
    const suffix = randomBytes(4).toString('hex');
    const names = { gateway: `faults_${suffix}`, processor: `faults_processor_${suffix}` };
    wakeWritersOfClosedSockets();
    const mongo = await MongoClient.connect(database.uri);
    const receiver = await MerchantReceiver.start();
    let world: World | undefined;
    const callbacks = await Forwarder.start(() => world?.anyServing()?.merchantUrl);
    const [processorPort = 0] = await freePorts(1);
    const processor = await ProcessorProcess.start({
      port: processorPort,
      logFile,
      variables: processorVariables(database, names.processor, callbacks.url),
    });
    const channel = await Forwarder.start(() => processor.url);
    world = new World({
      database,
      mongo,
      names,
      channel,
      callbacks,
      receiver,
      processor,
      variables: gatewayVariables(database, names.gateway, channel.url),
      version,
      logFile,
      evidenceFolder,
    });
    // Start the instances one after another. Both would otherwise create the same collections and indexes in the fresh database
    // at the same time.
    for (const name of ['A', 'B']) {
      const instance = await world.#makeInstance(name, {});
      await instance.start();
      world.instances.push(instance);
    }
    return world;
  }

  /** The environment variables of the gateways. */
  get settings(): Readonly<Record<string, string>> {
    return this.#variables;
  }

  /** Changes environment variables. A running instance gets them when it is started again. */
  configure(changed: Readonly<Record<string, string>>): void {
    this.#variables = { ...this.#variables, ...changed };
    for (const instance of [...this.instances, ...this.#extra]) instance.configure(changed);
  }

  get first(): GatewayInstance {
    return this.#instance(0);
  }

  get second(): GatewayInstance {
    return this.#instance(1);
  }

  /**
   * Creates a further gateway instance on the same database, but does not start it. The usual traffic goes only to the first
   * two instances.
   */
  async anotherInstance(
    name: string,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<GatewayInstance> {
    const instance = await this.#makeInstance(name, variables);
    this.#extra.push(instance);
    return instance;
  }

  /** Returns a running instance that accepts requests, a different one each time. If none does, waits for one. */
  async servingInstance(): Promise<GatewayInstance> {
    return (
      this.anyServing() ?? waitFor('an instance serves', () => this.anyServing(), NO_INSTANCE_TIMEOUT_MS)
    );
  }

  anyServing(): GatewayInstance | undefined {
    const serving = this.instances.filter(({ isServing }) => isServing);
    this.#turn += 1;
    return serving[this.#turn % Math.max(serving.length, 1)];
  }

  /** Starts all instances that do not run. */
  async startAll(): Promise<void> {
    await Promise.all(
      this.instances.map((instance) => (instance.isRunning ? undefined : startAgain(instance))),
    );
  }

  /**
   * Moves business time forward on every gateway instance. Business time is real time plus an offset; it decides when orders
   * expire and retries are due.
   */
  async advance(byMs: number): Promise<void> {
    this.clock.advance(byMs);
    await Promise.all([...this.instances, ...this.#extra].map((instance) => instance.tellClock()));
  }

  /**
   * Calls an endpoint for operators. If the gateway answers that it is unavailable, the call is repeated, as an operator would
   * do.
   */
  async operations(method: string, path: string, body?: unknown): Promise<unknown> {
    return waitFor(
      `the operations port does ${method} ${path}`,
      async () => {
        const instance = await this.servingInstance();
        const response = await fetch(`${instance.operationsUrl}${path}`, {
          method,
          headers: { authorization: `Bearer ${operationsToken}`, 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const answer = (await response.json()) as { data: unknown };
        if (response.status === 503) return undefined;
        if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
        return answer.data;
      },
      NO_INSTANCE_TIMEOUT_MS,
    );
  }

  /**
   * Decides every open dispute at the processor, as the bank would. The outcome depends on the dispute's reference, so it is
   * the same when the decision is repeated.
   */
  async decideDisputes(): Promise<void> {
    const open = this.processorDatabase
      .collection<{ _id: string; reference: string }>('payments')
      .find({ 'dispute.status': 'open' }, { projection: { reference: 1 } });
    for (const { _id, reference } of await open.toArray()) {
      const what = /[02468ace]_/.test(reference) ? 'dispute_won' : 'dispute_lost';
      const response = await fetch(`${this.#processor.url}/control/payments/${_id}/trigger`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ what }),
      });
      if (!response.ok) throw new Error(`${what} of ${_id}: ${await response.text()}`);
    }
  }

  async stop(): Promise<void> {
    for (const instance of [...this.instances, ...this.#extra]) {
      if (instance.isRunning) await instance.kill();
    }
    await this.#processor.stop();
    await Promise.all([this.channel.stop(), this.callbacks.stop(), this.receiver.stop()]);
    try {
      await this.gatewayDatabase.dropDatabase();
      await this.processorDatabase.dropDatabase();
    } finally {
      await this.#mongo.close();
    }
  }

  #instance(index: number): GatewayInstance {
    const instance = this.instances[index];
    if (instance === undefined) throw new Error('the instances are not made yet');
    return instance;
  }

  #makeInstance(name: string, variables: Readonly<Record<string, string>>): Promise<GatewayInstance> {
    return GatewayInstance.make({
      name,
      variables: { ...this.#variables, ...variables },
      version: this.#version,
      logFile: this.logFile,
      clock: this.clock,
    });
  }
}

const START_TRIES = 20;

/** Starts an instance. If the start fails because the database is still recovering, it tries again, as an orchestrator does. */
export async function startAgain(instance: GatewayInstance): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await instance.start();
    } catch (error) {
      if (tries === START_TRIES) throw error;
      await instance.ended();
      await delay(300);
    }
  }
}
