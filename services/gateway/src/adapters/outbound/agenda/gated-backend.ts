import { setImmediate as nextTurn } from 'node:timers/promises';
import { MongoBackend } from '@agendajs/mongo-backend';
import type { JobParameters, JobRepository } from 'agenda';

type GetNextJob = JobRepository['getNextJobToRun'];

/**
 * Agenda's storage behind a gate that can be shut. Agenda's own stop leaves two things behind: searches for due
 * jobs that are under way, which then find the connection closed, and jobs that it locked ahead of their time,
 * which nobody would run until their locks expire.
 */
export class GatedBackend extends MongoBackend {
  readonly #calls = new Set<Promise<unknown>>();
  /** Jobs that were locked for this process and have not begun to run. */
  readonly #waiting = new Map<string, JobParameters>();
  #isShut = false;
  #gated: JobRepository | undefined;

  override get repository(): JobRepository {
    this.#gated ??= this.#gate(super.repository);
    return this.#gated;
  }

  /** From now on no job is found due. */
  shut(): void {
    this.#isShut = true;
  }

  /** Resolves when no call is under way any more and other instances can take the jobs that have not begun. */
  async settle(): Promise<void> {
    for (;;) {
      // A call that ends can be followed by another call in the same turn of the event loop.
      await nextTurn();
      if (this.#calls.size === 0) break;
      await Promise.allSettled(this.#calls);
    }
    const ids = [...this.#waiting.values()].flatMap(({ _id }) => (_id === undefined ? [] : [_id]));
    await super.repository.unlockJobs(ids);
  }

  #gate(repository: JobRepository): JobRepository {
    const getNextJobToRun: GetNextJob = async (...query) => {
      if (this.#isShut) return undefined;
      const job = await repository.getNextJobToRun(...query);
      if (job !== undefined) this.#waiting.set(String(job._id), job);
      return this.#isShut ? undefined : job;
    };
    const saveJobState: JobRepository['saveJobState'] = (job, options) => {
      // A job that runs saves its state first.
      this.#waiting.delete(String(job._id));
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
        return (...values: unknown[]) => this.#track(member.apply(target, values));
      },
    });
  }

  #track(call: unknown): unknown {
    if (!(call instanceof Promise)) return call;
    this.#calls.add(call);
    const forget = () => this.#calls.delete(call);
    call.then(forget, forget);
    return call;
  }
}
