import { setTimeout as delay } from 'node:timers/promises';
import { Agenda, type Job } from 'agenda';
import type { Db } from 'mongodb';
import type { AlarmClock, Duty } from '../../../ports/alarm-clock.ts';
import type { Alerts } from '../../../ports/alerts.ts';
import { GatedBackend } from './gated-backend.ts';

/** How often Agenda looks whether a duty is due. */
const LOOK_EVERY_MS = 500;
/** After this long without a word a duty's holder is taken for dead, and another instance takes the duty over. */
const LOCK_LIFETIME_MS = 10_000;
/**
 * A run that is slow under load keeps its lock for so long. Every call in it has a time-out of its own, so
 * what takes longer hangs: it is reported, and its duty goes to whoever comes next.
 */
const LONGEST_RUN_MS = 120_000;
/** The lock is renewed so many times in its life: some of it may come late, or not at all. */
const RENEWALS_PER_LIFETIME = 5;

/**
 * Recurring duties as Agenda jobs: one document a duty in `jobs`, locked by the instance that runs it. A
 * duty that runs on two instances at once — its holder paused past its lock — does no harm: every effect
 * is a conditional write.
 */
export class AgendaAlarmClock implements AlarmClock {
  readonly #agenda: Agenda;
  readonly #backend: GatedBackend;
  readonly #alerts: Alerts;
  readonly #lockLifetimeMs: number;
  readonly #longestRunMs: number;

  constructor(deps: { database: Db; alerts: Alerts; lockLifetimeMs?: number; longestRunMs?: number }) {
    this.#alerts = deps.alerts;
    this.#lockLifetimeMs = deps.lockLifetimeMs ?? LOCK_LIFETIME_MS;
    this.#longestRunMs = deps.longestRunMs ?? LONGEST_RUN_MS;
    this.#backend = new GatedBackend({ mongo: deps.database, collection: 'jobs' });
    this.#agenda = new Agenda({
      backend: this.#backend,
      processEvery: LOOK_EVERY_MS,
      defaultLockLifetime: this.#lockLifetimeMs,
    });
    this.#agenda.on('error', (error) => this.#report('agenda', error));
  }

  async start(duties: readonly Duty[]): Promise<void> {
    for (const { name, run } of duties) {
      this.#agenda.define(name, async (job) => {
        try {
          await this.#holding(job, run);
        } catch (error) {
          // Reported here; a failed run must not end the recurrence.
          this.#report(name, error);
        }
      });
    }
    await this.#agenda.start();
    for (const { name, everyMs } of duties) await this.#agenda.every(everyMs, name);
  }

  /** Lets running duties finish; afterwards nothing of it touches the database, and other instances take over. */
  async stop(): Promise<void> {
    this.#backend.shut();
    await this.#agenda.drain();
    await this.#backend.settle();
  }

  /** Runs a duty and renews its lock meanwhile, which Agenda would else take for its time-out as well. */
  async #holding(job: Job, run: () => Promise<void>): Promise<void> {
    const ended = new AbortController();
    const renewing = this.#renewLock(job, ended.signal);
    try {
      await run();
    } finally {
      ended.abort();
      // A renewal that came after the end would lock the duty again, with nobody at it.
      await renewing;
    }
  }

  async #renewLock(job: Job, ended: AbortSignal): Promise<void> {
    const longestEnd = performance.now() + this.#longestRunMs;
    for (;;) {
      try {
        await delay(this.#lockLifetimeMs / RENEWALS_PER_LIFETIME, undefined, { signal: ended });
        if (performance.now() > longestEnd) return;
        await job.touch();
      } catch {
        // The run has ended; or the database did not answer, and the next renewal may still be in time.
        if (ended.aborted) return;
      }
    }
  }

  #report(duty: string, error: unknown): void {
    this.#alerts.raise({ kind: 'duty_failed', duty, error });
  }
}
