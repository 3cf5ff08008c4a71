import { dueCallback, nextCallbackAfter, type Reporting } from '../domain/deliver.ts';
import { earliest, later } from '../domain/timing.ts';
import { AlarmClock } from './alarm-clock.ts';
import { CallbackCourier, type SubjectStore } from './callback-courier.ts';
import { CallbackSender, type CallbackTarget } from './callback-sender.ts';

const lookEveryMs = 2_000;
const horizonMs = 5_000;
const lookAtMost = 500;

/**
 * What the callback worker needs to know about payments or about vouchers: where they are stored, and how they change as time
 * passes. There is one worker for each of the two.
 */
export interface CallbackSubjects<Subject extends Reporting> {
  readonly store: SubjectStore<Subject>;
  now(): Date;
  /** When the payment or voucher next changes without a call to the API, for example by expiring. Null if it does not. */
  nextChangeAt(subject: Subject): Date | null;
  /** Executes what has become due. */
  advance(id: string): Promise<void>;
}

/**
 * Changes payments or vouchers when something is due for them, and sends their callbacks. A change in this process wakes the
 * worker immediately. A regular database scan finds what a crash or an error has left undone.
 */
export class CallbackWorker<Subject extends Reporting> {
  readonly #subjects: CallbackSubjects<Subject>;
  readonly #clock: AlarmClock;
  readonly #courier: CallbackCourier<Subject>;
  readonly #running = new Set<Promise<void>>();
  #looking: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(subjects: CallbackSubjects<Subject>, target: CallbackTarget, repeatEvery: number) {
    this.#subjects = subjects;
    this.#clock = new AlarmClock(horizonMs, (id) => this.#track(this.#ring(id)));
    this.#courier = new CallbackCourier({
      store: subjects.store,
      sender: new CallbackSender(target),
      repeatEvery,
      now: () => subjects.now(),
      onDone: (subject) => this.wake(subject),
      onError: (error) => this.#report(error),
    });
  }

  start(): void {
    this.#track(this.#look());
    this.#looking = setInterval(() => this.#track(this.#look()), lookEveryMs);
  }

  /** Sends the due callbacks of a payment or voucher, and sets an alarm for the time at which something is next due for it. */
  wake(subject: Subject): void {
    if (this.#stopped) return;
    const now = this.#subjects.now();
    if (dueCallback(subject, now) !== null) this.#courier.offer(subject);
    // Set no alarm for a callback that is due now: `CallbackCourier` sends it immediately, and calls `wake` again afterwards.
    const dueAt = earliest([this.#subjects.nextChangeAt(subject), nextCallbackAfter(subject, now)]);
    this.#clock.set(subject.id, dueAt === null ? null : Math.max(0, dueAt.getTime() - now.getTime()));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#looking !== null) clearInterval(this.#looking);
    this.#clock.stop();
    await this.#courier.stop();
    await Promise.all(this.#running);
  }

  async #ring(id: string): Promise<void> {
    const subject = await this.#subjects.store.findRecent(id);
    if (subject === null || this.#stopped) return;
    const changeAt = this.#subjects.nextChangeAt(subject);
    if (changeAt !== null && changeAt <= this.#subjects.now()) await this.#subjects.advance(id);
    else this.wake(subject);
  }

  async #look(): Promise<void> {
    const until = later(this.#subjects.now(), horizonMs);
    for (const { id } of await this.#subjects.store.dueUntil(until, lookAtMost)) {
      const subject = this.#subjects.store.recent(id);
      if (subject !== undefined) this.wake(subject);
    }
  }

  /** Keeps track of background work until it ends, so that `stop` can wait for it. If the work fails, the error is reported. */
  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => this.#report(error))
      .finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  #report(error: unknown): void {
    if (!this.#stopped)
      console.error('Sandbox processor: callbacks are delayed and will be tried again soon.', error);
  }
}
