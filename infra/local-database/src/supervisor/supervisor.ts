import { join } from 'node:path';
import type { ServerPlan } from '../database-source.ts';
import { readPlan } from '../plan-file.ts';
import { identify, type ProcessIdentity } from '../process-identity.ts';
import { readState, removeState, type ServerState, writeState } from '../server-state.ts';
import { SupervisedProcess } from './supervised-process.ts';
import { waitUntilReady } from './wait-until-ready.ts';

/** How long a start may take. After a crash, the database may have to replay gigabytes of its log. */
const READY_TIMEOUT_MS = 120_000;
const LOOK_AT_STATE_MS = 2_000;

/**
 * Keeps the processes of a database server running, and publishes their state in the data folder. It restarts a process that
 * has died: the first time immediately, later after growing pauses. It works until `stop` is called or a process has died too
 * often.
 */
export class Supervisor {
  readonly #dataFolder: string;
  readonly #plan: ServerPlan;
  readonly #self: ProcessIdentity;
  readonly #processes: SupervisedProcess[];
  #phase: ServerState['phase'] = 'starting';
  #waiting: AbortController | undefined;
  #stopping: Promise<void> | undefined;

  constructor(dataFolder: string) {
    const plan = readPlan(dataFolder);
    const self = identify(process.pid);
    if (plan === undefined || self === undefined) throw new Error(`There is no plan in ${dataFolder}.`);
    this.#dataFolder = dataFolder;
    this.#plan = plan;
    this.#self = self;
    this.#processes = plan.processes.map(
      (planned) =>
        new SupervisedProcess(planned, join(dataFolder, `${planned.name}.log`), {
          onStart: () => this.#report(),
          onDeath: () => this.#recover(),
          onHopeless: () => void this.#fail(`${planned.name} ends as soon as it is started.`),
        }),
    );
  }

  async start(): Promise<void> {
    this.#write();
    for (const supervised of this.#processes) await supervised.start();
    setInterval(() => this.#stopIfDisowned(), LOOK_AT_STATE_MS).unref();
    await this.#becomeReady('starting');
  }

  /**
   * Stops the database processes, in the reverse of the order in which they started. When all have ended, it ends the
   * supervisor itself.
   */
  stop(): Promise<void> {
    this.#stopping ??= this.#shutDown().finally(() => process.exit());
    return this.#stopping;
  }

  async #shutDown(): Promise<void> {
    this.#waiting?.abort();
    for (const supervised of this.#processes.toReversed()) await supervised.stop();
    if (this.#isOwnState() && this.#phase !== 'failed') removeState(this.#dataFolder);
  }

  /**
   * Waits until the server accepts writes. The time limit is for the whole wait: a crash does not extend it.
   */
  async #becomeReady(phase: 'starting' | 'recovering'): Promise<void> {
    if (this.#stopping !== undefined || this.#waiting !== undefined) return;
    this.#phase = phase;
    this.#report();
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    try {
      do await waitUntilReady(this.#plan, AbortSignal.any([signal, AbortSignal.timeout(READY_TIMEOUT_MS)]));
      while (!this.#processes.every((supervised) => supervised.isRunning));
      for (const supervised of this.#processes) supervised.forgiveEarlierDeaths();
      this.#phase = 'ready';
      this.#report();
    } catch (error) {
      if (!signal.aborted) await this.#fail(`${String(error)} ${String((error as Error).cause ?? '')}`);
    } finally {
      this.#waiting = undefined;
    }
  }

  async #fail(problem: string): Promise<void> {
    if (this.#stopping !== undefined) return;
    this.#phase = 'failed';
    this.#report(problem);
    process.exitCode = 1;
    await this.stop();
  }

  #recover(): void {
    this.#stopIfDisowned();
    void this.#becomeReady('recovering');
  }

  /**
   * Stops the server if its data folder is gone, or if the state file in the folder no longer names this supervisor. In both
   * cases, nobody uses the server any more.
   */
  #stopIfDisowned(): void {
    if (!this.#isOwnState()) void this.stop();
  }

  #isOwnState(): boolean {
    const state = readState(this.#dataFolder);
    return state?.supervisor.pid === this.#self.pid && state.supervisor.startedAt === this.#self.startedAt;
  }

  /** Writes the present state of the server to the state file. Does nothing if the file is gone or names another supervisor. */
  #report(problem?: string): void {
    if (this.#isOwnState()) this.#write(problem);
  }

  #write(problem?: string): void {
    try {
      writeState(this.#dataFolder, {
        phase: this.#phase,
        source: this.#plan.source,
        description: this.#plan.description,
        uri: this.#plan.uri,
        supervisor: this.#self,
        processes: this.#processes.map((supervised) => supervised.describe()),
        ...(problem === undefined ? {} : { problem }),
      });
    } catch {
      // Somebody is just removing the data folder. Ignore the error: the supervisor soon notices that the folder is missing,
      // and stops.
    }
  }
}
