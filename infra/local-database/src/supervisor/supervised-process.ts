import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlannedProcess } from '../database-source.ts';
import { identify, type ProcessIdentity } from '../process-identity.ts';
import type { RunningProcess } from '../server-state.ts';
import { endOrphans } from './end-orphans.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
const STOP_TIMEOUT_MS = 30_000;
/**
 * After this many deaths in a row, the supervisor no longer restarts the process. By then, the pauses between the restarts add
 * up to about 15 seconds.
 */
const HOPELESS_AFTER_DEATHS = 18;

interface ProcessEvents {
  onStart(): void;
  onDeath(): void;
  /** Called when the process has died too often before the server was ready. The supervisor does not start it again. */
  onHopeless(): void;
}

/**
 * Runs one process of a database server. Restarts the process when it dies, until `stop` is called or the process has died too
 * often.
 */
export class SupervisedProcess {
  readonly #planned: PlannedProcess;
  readonly #logFile: string;
  readonly #events: ProcessEvents;
  #child: ChildProcess | undefined;
  #identity: ProcessIdentity | undefined;
  #deaths = 0;
  #stopping = false;

  constructor(planned: PlannedProcess, logFile: string, events: ProcessEvents) {
    this.#planned = planned;
    this.#logFile = logFile;
    this.#events = events;
  }

  async start(): Promise<void> {
    const { workFolder } = this.#planned;
    if (workFolder !== undefined) await endOrphans(workFolder);
    if (!this.#stopping) this.#spawn();
  }

  #spawn(): void {
    const log = this.#openLog();
    const child = spawn(this.#planned.command, this.#planned.args, { stdio: ['ignore', log, log] });
    if (log !== 'ignore') closeSync(log);
    this.#child = child;
    this.#identity = child.pid === undefined ? undefined : identify(child.pid);
    child.once('error', () => this.#died());
    child.once('exit', () => this.#died());
    this.#events.onStart();
  }

  get isRunning(): boolean {
    return this.#identity !== undefined;
  }

  describe(): RunningProcess {
    const { name, port } = this.#planned;
    return { name, port, ...(this.#identity === undefined ? {} : { identity: this.#identity }) };
  }

  forgiveEarlierDeaths(): void {
    this.#deaths = 0;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (child === undefined) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(this.#planned.stopSignal);
    const outcome = await Promise.race([ended, sleep(STOP_TIMEOUT_MS, 'timeout', { ref: false })]);
    if (outcome === 'timeout') {
      child.kill('SIGKILL');
      await ended;
    }
  }

  #openLog(): number | 'ignore' {
    try {
      return openSync(this.#logFile, 'a');
    } catch {
      // The log file cannot be opened because the data folder was removed. Start the process without a log; the supervisor soon
      // notices that the folder is missing, and stops.
      return 'ignore';
    }
  }

  #died(): void {
    if (this.#child === undefined) return;
    this.#child = undefined;
    this.#identity = undefined;
    if (this.#stopping) return;
    this.#deaths += 1;
    if (this.#deaths >= HOPELESS_AFTER_DEATHS) {
      this.#events.onHopeless();
      return;
    }
    this.#events.onDeath();
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (this.#deaths - 1), LONGEST_PAUSE_MS);
    setTimeout(() => {
      if (!this.#stopping) void this.start();
    }, pauseMs);
  }
}
