import { Agenda } from 'agenda';
import type { Collection, Db } from 'mongodb';
import type { AlarmClock, Duty } from '../../../ports/alarm-clock.ts';
import type { Alerts } from '../../../ports/alerts.ts';
import { GatedBackend } from './gated-backend.ts';

const COLLECTION = 'jobs';
/** How often Agenda checks whether a duty is due. */
const LOOK_EVERY_MS = 500;
/**
 * After this time without a sign of life, a duty's holder counts as dead and another instance takes the duty
 * over.
 */
const LOCK_LIFETIME_MS = 10_000;

/**
 * Runs recurring duties as Agenda jobs: one document for each duty in `jobs`, locked by the instance that runs
 * it. A duty may run on two instances at once, if its holder is suspended past its lock. That does no harm,
 * because every effect is a conditional write.
 */
export class AgendaAlarmClock implements AlarmClock {
  readonly #agenda: Agenda;
  readonly #jobs: Collection;
  readonly #backend: GatedBackend;
  readonly #alerts: Alerts;

  constructor(deps: { database: Db; alerts: Alerts }) {
    this.#alerts = deps.alerts;
    this.#jobs = deps.database.collection(COLLECTION);
    this.#backend = new GatedBackend({ mongo: deps.database, collection: COLLECTION });
    this.#agenda = new Agenda({
      backend: this.#backend,
      processEvery: LOOK_EVERY_MS,
      defaultLockLifetime: LOCK_LIFETIME_MS,
    });
    this.#agenda.on('error', (error) => this.#report('agenda', error));
  }

  async start(duties: readonly Duty[]): Promise<void> {
    for (const { name, run } of duties) {
      this.#agenda.define(name, async () => {
        try {
          await run();
        } catch (error) {
          // The error is reported here: a failed run must not end the recurrence.
          this.#report(name, error);
        }
      });
    }
    await this.#agenda.start();
    await this.#jobs.createIndex({ name: 1 }, { name: 'one_job_a_duty', unique: true });
    for (const { name, everyMs } of duties) await this.#recur(name, everyMs);
  }

  /**
   * Lets running duties finish. Afterwards this clock does not touch the database any more, and other instances
   * take over.
   */
  async stop(): Promise<void> {
    this.#backend.shut();
    await this.#agenda.drain();
    await this.#backend.settle();
  }

  /**
   * Replaces `Agenda.every`, which rewrites the whole job and so removes the lock of an instance that is running
   * the duty.
   */
  async #recur(name: string, everyMs: number): Promise<void> {
    const job = this.#agenda.create(name).repeatEvery(everyMs).unique({ name }, { insertOnly: true });
    try {
      await job.save();
    } catch (error) {
      // Another instance created the job at the same moment. Each database reports that with a different code, so
      // look up the job itself.
      if ((await this.#jobs.countDocuments({ name })) === 0) throw error;
    }
    await this.#jobs.updateOne(
      { name, repeatInterval: { $ne: everyMs } },
      { $set: { repeatInterval: everyMs } },
    );
  }

  #report(duty: string, error: unknown): void {
    this.#alerts.raise({ kind: 'duty_failed', duty, error });
  }
}
