import { Agenda } from 'agenda';
import type { Collection, Db } from 'mongodb';
import type { AlarmClock, Duty } from '../../../ports/alarm-clock.ts';
import type { Alerts } from '../../../ports/alerts.ts';
import type { ClockCheck } from '../../../ports/clock-check.ts';
import { writtenInSpiteOfConflicts } from '../mongo/write-conflicts.ts';
import { GatedBackend } from './gated-backend.ts';

const COLLECTION = 'jobs';
/** How often Agenda checks whether a recurring duty is due. */
const LOOK_EVERY_MS = 500;
/**
 * How long a lock on a duty is valid. The instance that runs the duty renews the lock. If the instance stops renewing the lock,
 * it is presumed dead, and another instance takes the duty over.
 */
const LOCK_LIFETIME_MS = 10_000;
/**
 * How often each instance looks for duties with a next run too far in the future. Such a time was set by an instance with a
 * wrong clock.
 */
const MEND_EVERY_MS = 5_000;
/**
 * The longest plausible time until the next run of a duty. A next run that is later was set by an instance with a wrong clock.
 */
const FARTHEST_MS = 5 * 60_000;

/**
 * Runs recurring duties as Agenda jobs. Each duty is one document in `jobs`, which the instance that runs the duty locks.
 *
 * If that instance is suspended until its lock expires, two instances may run the duty at once. That does no harm, because
 * every write of a duty names the version of the data that it expects.
 *
 * An instance whose clock is wrong runs no duty. Otherwise, it would store wrong due times for work and for the duties
 * themselves. If such a time were too late, every instance would do the work too late.
 */
export class AgendaAlarmClock implements AlarmClock {
  readonly #agenda: Agenda;
  readonly #jobs: Collection;
  readonly #backend: GatedBackend;
  readonly #alerts: Alerts;
  readonly #clockCheck: ClockCheck;
  #mending: NodeJS.Timeout | undefined;
  /** The latest check of this server's clock. The duties that become due together share one check. */
  #clockCheckedAtMs = Number.NEGATIVE_INFINITY;
  #isClockRight: Promise<boolean> = Promise.resolve(false);

  constructor(deps: { database: Db; alerts: Alerts; clockCheck: ClockCheck }) {
    this.#alerts = deps.alerts;
    this.#clockCheck = deps.clockCheck;
    this.#jobs = deps.database.collection(COLLECTION);
    const mayRun = () => this.#checkClock();
    this.#backend = new GatedBackend({ mongo: deps.database, collection: COLLECTION }, mayRun);
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
          await this.#backend.track(run());
        } catch (error) {
          // Report the error here instead of throwing it, because a failed run must not end the repetition of the duty.
          this.#report(name, error);
        }
      });
    }
    await this.#agenda.start();
    await writtenInSpiteOfConflicts(() =>
      this.#jobs.createIndex({ name: 1 }, { name: 'one_job_a_duty', unique: true }),
    );
    await Promise.all(duties.map(({ name, everyMs }) => this.#recur(name, everyMs)));
    this.#mending = setInterval(() => this.#backend.track(this.#mendFarRuns()), MEND_EVERY_MS);
  }

  /**
   * Stops starting duties and lets the running ones finish. Afterwards this class no longer uses the database, and
   * other instances can run the duties.
   */
  async stop(): Promise<void> {
    clearInterval(this.#mending);
    this.#backend.shut();
    // Agenda's `drain` waits until every running duty reports that it has ended. If Agenda could not begin a duty because the
    // database failed, that duty never reports that it has ended, and `drain` would wait for ever. So wait for the running
    // duties and database calls here, and then abort `drain`.
    const areCallsOver = new AbortController();
    const drained = this.#agenda.drain({ signal: areCallsOver.signal });
    await this.#backend.finishCalls();
    areCallsOver.abort();
    await drained;
    await this.#backend.settle();
  }

  /**
   * Creates the job of a recurring duty. If the job exists, changes only its interval. `Agenda.every` would rewrite the whole
   * job, and so remove the lock of an instance that is running the duty.
   */
  async #recur(name: string, everyMs: number): Promise<void> {
    const job = this.#agenda.create(name).repeatEvery(everyMs).unique({ name }, { insertOnly: true });
    try {
      await job.save();
    } catch (error) {
      // Another instance may have created the job at the same time. Check whether the job exists, instead of checking the error
      // code, because the code differs between databases.
      if ((await this.#jobs.countDocuments({ name })) === 0) throw error;
    }
    await this.#jobs.updateOne(
      { name, repeatInterval: { $ne: everyMs } },
      { $set: { repeatInterval: everyMs } },
    );
  }

  /** Returns whether this server's clock was right when it was last checked. Checks it again if the last check is too old. */
  #checkClock(): Promise<boolean> {
    const nowMs = performance.now();
    if (nowMs - this.#clockCheckedAtMs >= LOOK_EVERY_MS) {
      this.#clockCheckedAtMs = nowMs;
      this.#isClockRight = this.#clockCheck.fault().then((fault) => fault === null);
    }
    return this.#isClockRight;
  }

  /**
   * Repairs times that an instance with a wrong clock has set too far in the future. A duty whose next run is that far away
   * becomes due now, and a lock whose time is that far away is removed.
   */
  async #mendFarRuns(): Promise<void> {
    try {
      if (!(await this.#checkClock())) return;
      const now = new Date();
      const far = { $gt: new Date(now.getTime() + FARTHEST_MS) };
      await this.#jobs.updateMany({ nextRunAt: far }, { $set: { nextRunAt: now } });
      await this.#jobs.updateMany({ lockedAt: far }, { $set: { lockedAt: null } });
    } catch (error) {
      this.#report('agenda', error);
    }
  }

  #report(duty: string, error: unknown): void {
    this.#alerts.raise({ kind: 'duty_failed', duty, error });
  }
}
