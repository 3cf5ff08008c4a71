import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { freePorts } from '../../src/free-ports.ts';
import { endWithHarness } from '../end-with-harness.ts';
import { memoryMibOf } from '../process-memory.ts';
import { within } from '../wait-for.ts';
import type { FailAction, FailOrder, GatewayMessage, HarnessMessage } from './fail-points.ts';
import type { GatewayVersion } from './gateway-version.ts';

const compileCache = new URL('../../../.kassa/faults-compile-cache', import.meta.url).pathname;
const START_TIMEOUT_MS = 180_000;
const MESSAGE_TIMEOUT_MS = 60_000;

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * A fail point of a running gateway: a place in its code at which the harness makes a fault happen, such as a crash or a pause.
 */
export interface ArmedPoint {
  /** Resolves to true when the gateway passes the fail point, and to false if the process ends before that. */
  readonly reached: Promise<boolean>;
  disarm(): Promise<void>;
  /** Releases a held call. */
  release(): void;
}

export interface ArmOptions {
  readonly passage?: number;
  /** Only passages of this order. */
  readonly orderId?: string;
  readonly isLasting?: boolean;
}

interface Life {
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
  readonly reached: Map<string, (isReached: boolean) => void>;
  readonly done: Map<string, () => void>;
}

/** A gateway that the harness kills and restarts. Its addresses stay the same. */
export class GatewayInstance {
  readonly name: string;
  readonly merchantUrl: string;
  readonly checkoutUrl: string;
  readonly operationsUrl: string;
  /**
   * How many times this instance was started. This number is stored with each recorded answer, to show which process gave the
   * answer.
   */
  incarnation = 0;
  #variables: Readonly<Record<string, string>>;
  readonly #logFile: string;
  readonly #clock: { readonly offsetMs: number };
  #version: GatewayVersion;
  #life: Life | undefined;
  #isServing = false;
  #isPaused = false;

  private constructor(options: {
    name: string;
    ports: readonly number[];
    variables: Readonly<Record<string, string>>;
    logFile: string;
    clock: { readonly offsetMs: number };
    version: GatewayVersion;
  }) {
    const [merchant = 0, checkout = 0, operations = 0] = options.ports;
    this.name = options.name;
    this.merchantUrl = `http://127.0.0.1:${merchant}`;
    this.checkoutUrl = `http://127.0.0.1:${checkout}`;
    this.operationsUrl = `http://127.0.0.1:${operations}`;
    this.#logFile = options.logFile;
    this.#clock = options.clock;
    this.#version = options.version;
    this.#variables = {
      ...options.variables,
      KASSA_MERCHANT_PORT: String(merchant),
      KASSA_CHECKOUT_PORT: String(checkout),
      KASSA_OPERATIONS_PORT: String(operations),
    };
  }

  /** Creates an instance without starting it. */
  static async make(options: {
    name: string;
    variables: Readonly<Record<string, string>>;
    logFile: string;
    clock: { readonly offsetMs: number };
    version: GatewayVersion;
  }): Promise<GatewayInstance> {
    return new GatewayInstance({ ...options, ports: await freePorts(3) });
  }

  /** Whether new requests may be sent to it. */
  get isServing(): boolean {
    return this.#isServing;
  }

  get isRunning(): boolean {
    return this.#life !== undefined;
  }

  /** The resident memory of the process in MiB; NaN if the system does not report it. */
  get memoryMib(): number {
    return memoryMibOf(this.#life?.child.pid);
  }

  /** Changes environment variables for the next start. */
  configure(changed: Readonly<Record<string, string>>): void {
    this.#variables = { ...this.#variables, ...changed };
  }

  /** Starts the given version; by default, the version that it has run before. */
  async start(version = this.#version): Promise<void> {
    if (this.#life !== undefined) throw new Error(`${this.name} runs already`);
    this.#version = version;
    const child = spawn(process.execPath, [version.program], {
      env: {
        PATH: process.env.PATH,
        ...this.#variables,
        KASSA_FAULTS_CLOCK_OFFSET_MS: String(this.#clock.offsetMs),
        // The gateway starts hundreds of times. With the compile cache, it need not be compiled each time.
        NODE_COMPILE_CACHE: compileCache,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc', 'pipe'],
    });
    endWithHarness(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => appendFileSync(this.#logFile, `[${this.name}] ${chunk}`));
    }
    const life: Life = {
      child,
      reached: new Map(),
      done: new Map(),
      ended: once(child, 'exit').then(([code, signal]) => {
        this.#isServing = false;
        this.#isPaused = false;
        this.#life = undefined;
        return { code, signal };
      }),
    };
    this.#life = life;
    createInterface({ input: child.stdio[4] as Readable })
      .on('line', (line) => this.#settle(life.reached, line.split(' ')[0] ?? '', true))
      .on('close', async () => {
        // The process has closed its report pipe, so all its reports have been read. The fail points that are still armed were
        // not reached.
        await life.ended;
        for (const id of [...life.reached.keys()]) this.#settle(life.reached, id, false);
      });
    const clockAtStartMs = this.#clock.offsetMs;
    const ready = new Promise<void>((resolve, reject) => {
      child.on('message', (message: GatewayMessage) => {
        if (message.kind === 'ready') resolve();
        if (message.kind === 'start_failed')
          reject(new Error(`${this.name} did not start: ${message.reason}`));
        if (message.kind === 'done') {
          life.done.get(message.id)?.();
          life.done.delete(message.id);
        }
      });
      life.ended.then((ending) => {
        reject(new Error(`${this.name} ended while it was started: ${JSON.stringify(ending)}`));
        // Stop waiting for a dead process.
        for (const done of life.done.values()) done();
      });
    });
    await within(`${this.name} starts`, START_TIMEOUT_MS, ready);
    this.incarnation += 1;
    if (this.#clock.offsetMs !== clockAtStartMs) await this.tellClock();
    this.#isServing = true;
  }

  async arm(point: string, action: FailAction, options: ArmOptions = {}): Promise<ArmedPoint> {
    const life = this.#living();
    const id = randomUUID();
    const order: FailOrder = {
      id,
      point,
      action,
      passage: options.passage ?? 1,
      about: options.orderId?.slice('ord_'.length) ?? null,
      isLasting: options.isLasting ?? false,
    };
    const reached = new Promise<boolean>((resolve) => life.reached.set(id, resolve)).then((isReached) => {
      if (isReached && action === 'stop') this.#isPaused = true;
      return isReached;
    });
    await this.#ask(life, { kind: 'arm', order }, id);
    return {
      reached,
      disarm: () => this.#ask(life, { kind: 'disarm', id }, id),
      release: () => this.#send(life, { kind: 'release', id }),
    };
  }

  /** Tells the running process the business time. A process that is paused receives it when it continues. */
  async tellClock(): Promise<void> {
    const life = this.#life;
    if (life === undefined) return;
    const id = randomUUID();
    const message: HarnessMessage = { kind: 'set_clock', offsetMs: this.#clock.offsetMs, id };
    if (this.#isPaused) this.#send(life, message);
    else await this.#ask(life, message, id);
  }

  async kill(): Promise<void> {
    const life = this.#living();
    this.#isServing = false;
    life.child.kill('SIGKILL');
    await life.ended;
  }

  /** Continues a process that paused itself. */
  proceed(): void {
    this.#living().child.kill('SIGCONT');
    this.#isPaused = false;
  }

  /** Stops the process cleanly. It first leaves the list of instances that get requests, as it would behind a load balancer. */
  async terminate(): Promise<Ending> {
    const life = this.#living();
    this.#isServing = false;
    life.child.kill('SIGTERM');
    return life.ended;
  }

  /** Resolves when the gateway's process ends, for whatever reason. Resolves immediately if it is not running. */
  async ended(): Promise<Ending> {
    return this.#life === undefined ? { code: null, signal: null } : this.#life.ended;
  }

  #living(): Life {
    if (this.#life === undefined) throw new Error(`${this.name} does not run`);
    return this.#life;
  }

  async #ask(life: Life, message: HarnessMessage, id: string): Promise<void> {
    const done = new Promise<void>((resolve) => life.done.set(id, resolve));
    this.#send(life, message);
    await within(`${this.name} hears ${message.kind}`, MESSAGE_TIMEOUT_MS, Promise.race([done, life.ended]));
  }

  #send(life: Life, message: HarnessMessage): void {
    // If the process is just ending, the message cannot be sent. Ignore this: other code waits for the end of the process and
    // handles it.
    if (life.child.connected) life.child.send(message, () => {});
  }

  #settle(waiting: Map<string, (isReached: boolean) => void>, id: string, isReached: boolean): void {
    waiting.get(id)?.(isReached);
    waiting.delete(id);
  }
}
