import { setImmediate as nextTurn } from 'node:timers/promises';
import { MongoBackend, type MongoBackendConfig } from '@agendajs/mongo-backend';
import type { JobParameters, JobRepository } from 'agenda';
import { writtenInSpiteOfConflicts } from '../mongo/write-conflicts.ts';

type GetNextJob = JobRepository['getNextJobToRun'];

/**
 * How long this process relies on the stored time of a job's next run without asking the database. If the next run is later
 * than this, another instance may have moved it to an earlier time.
 */
const RELIED_ON_MS = 10_000;

/**
 * Agenda's storage of jobs. It gives Agenda due jobs only while this process may run jobs, and no job after the gateway has
 * begun to stop. Agenda's own stop is not enough: Agenda would still search for jobs after the database connection is closed.
 * It would also keep the locks on jobs that it locked in advance, so other instances could run these jobs only after the locks
 * expire.
 */
export class GatedBackend extends MongoBackend {
  readonly #calls = new Set<Promise<unknown>>();
  /** Jobs that this process has locked but has not begun to run. */
  readonly #waiting = new Map<string, JobParameters>();
  /** When the jobs that this process has run are due again, by job name. */
  readonly #nextRuns = new Map<string, Date>();
  #isShut = false;
  #gated: JobRepository | undefined;
  readonly #mayRun: () => Promise<boolean>;

  /** @param mayRun says whether this process may run jobs now */
  constructor(config: MongoBackendConfig, mayRun: () => Promise<boolean>) {
    super(config);
    this.#mayRun = mayRun;
  }

  override get repository(): JobRepository {
    this.#gated ??= this.#gate(super.repository);
    return this.#gated;
  }

  /**
   * Connects, and builds Agenda's index. The build is repeated after a conflict: if several instances start together on an
   * empty database, their index builds can make each other fail.
   */
  override connect(): Promise<void> {
    return writtenInSpiteOfConflicts(() => super.connect());
  }

  /** From now on no job is found due. */
  shut(): void {
    this.#isShut = true;
  }

  /** Waits until no job and no database call is running any more, including calls that start meanwhile. */
  async finishCalls(): Promise<void> {
    for (;;) {
      // Wait one turn of the event loop before checking for running calls, because Agenda may start another database call right
      // after one has ended.
      await nextTurn();
      if (this.#calls.size === 0) return;
      await Promise.allSettled(this.#calls);
    }
  }

  /**
   * Waits for the running jobs and database calls. Then unlocks the jobs that this process has locked but not begun, so that
   * other instances can run them.
   */
  async settle(): Promise<void> {
    await this.finishCalls();
    const ids = [...this.#waiting.values()].flatMap(({ _id }) => (_id === undefined ? [] : [_id]));
    await super.repository.unlockJobs(ids);
  }

  #gate(repository: JobRepository): JobRepository {
    const getNextJobToRun: GetNextJob = async (...query) => {
      const [name, until, lockDeadline] = query;
      if (this.#isShut || this.#isKnownNotDue(name, until, lockDeadline)) return undefined;
      const job = await repository.getNextJobToRun(...query);
      if (job === undefined) return undefined;
      this.#waiting.set(String(job._id), job);
      if (await this.#mayRun()) return this.#isShut ? undefined : job;
      await unlockJob(job);
      return undefined;
    };
    const saveJobState: JobRepository['saveJobState'] = (job, options) => {
      // A job that runs saves its state first.
      this.#waiting.delete(String(job._id));
      if (job.nextRunAt) this.#nextRuns.set(job.name, new Date(job.nextRunAt));
      return repository.saveJobState(job, options);
    };
    const unlockJob: JobRepository['unlockJob'] = (job) => {
      this.#waiting.delete(String(job._id));
      return repository.unlockJob(job);
    };
    const own = { getNextJobToRun, saveJobState, unlockJob };
    return new Proxy(repository, {
      get: (target, name) => {
        const member: unknown = Reflect.get(name in own ? own : target, name);
        if (typeof member !== 'function') return member;
        return (...values: unknown[]) => this.track(member.apply(target, values));
      },
    });
  }

  /**
   * Whether this process knows, without asking the database, that the job with this name is not due. There is one job for each
   * name. This saves most of Agenda's searches: Agenda searches twice a second for each name, and again after each job that it
   * finds.
   */
  #isKnownNotDue(name: string, until: Date, lockDeadline: Date): boolean {
    const isLocked = ({ name: its, lockedAt }: JobParameters) =>
      its === name && lockedAt !== undefined && lockedAt > lockDeadline;
    if ([...this.#waiting.values()].some(isLocked)) return true;
    const nextRun = this.#nextRuns.get(name);
    return nextRun !== undefined && nextRun > until && nextRun.getTime() - until.getTime() < RELIED_ON_MS;
  }

  /** Makes `finishCalls` wait for this job or database call. */
  track(call: unknown): unknown {
    if (!(call instanceof Promise)) return call;
    this.#calls.add(call);
    const forget = () => this.#calls.delete(call);
    call.then(forget, forget);
    return call;
  }
}
