import { dueCallback, type Reporting, recordDelivery } from '../domain/deliver.ts';
import type { ChangeResult, Decision } from '../store/versioned-store.ts';
import type { CallbackSender } from './callback-sender.ts';

/** Where the subjects are kept, as far as their callbacks need it. */
export interface SubjectStore<Subject> {
  recent(id: string): Subject | undefined;
  findRecent(id: string): Promise<Subject | null>;
  dueUntil(at: Date, limit: number): Promise<readonly Subject[]>;
  change<Outcome>(
    id: string,
    decide: (subject: Subject) => Decision<Subject, Outcome>,
  ): Promise<ChangeResult<Subject, Outcome>>;
}

export interface CourierOptions<Subject extends Reporting> {
  readonly store: SubjectStore<Subject>;
  readonly sender: CallbackSender;
  /** One in so many acknowledged callbacks is sent twice, as processors do; 0: never. */
  readonly repeatEvery: number;
  now(): Date;
  /** Called after the work on a subject, with its state then. */
  onDone(subject: Subject): void;
  onError(error: unknown): void;
}

const maximumConcurrency = 16;

/** Delivers the due callbacks: of one subject in their order, of at most 16 subjects at the same time. */
export class CallbackCourier<Subject extends Reporting> {
  readonly #options: CourierOptions<Subject>;
  readonly #accepted = new Set<string>();
  readonly #waiting: Subject[] = [];
  readonly #running = new Set<Promise<void>>();
  #acknowledged = 0;
  #stopped = false;

  constructor(options: CourierOptions<Subject>) {
    this.#options = options;
  }

  /** Takes the subject's due callbacks over, unless it is at work on that one already. */
  offer(subject: Subject): void {
    if (this.#stopped || this.#accepted.has(subject.id)) return;
    this.#accepted.add(subject.id);
    this.#waiting.push(subject);
    this.#startWaiting();
  }

  /** Interrupts what is under way: unacknowledged callbacks stay in the database for the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#waiting.length = 0;
    await this.#options.sender.stop();
    await Promise.all(this.#running);
  }

  #startWaiting(): void {
    while (this.#running.size < maximumConcurrency) {
      const subject = this.#waiting.shift();
      if (subject === undefined) return;
      const run = this.#serve(subject).finally(() => {
        this.#running.delete(run);
        this.#startWaiting();
      });
      this.#running.add(run);
    }
  }

  /** An error leaves the subject to the regular look: trying again at once could go on without end. */
  async #serve(subject: Subject): Promise<void> {
    const { store, onDone, onError } = this.#options;
    let delivered: Subject;
    try {
      delivered = await this.#deliver(subject);
    } catch (error) {
      this.#accepted.delete(subject.id);
      onError(error);
      return;
    }
    this.#accepted.delete(subject.id);
    // A change that came while the courier was at work was not accepted: it is in the recent state.
    onDone(store.recent(subject.id) ?? delivered);
  }

  /** Answers the state after the deliveries: in the offered one, what was sent would still be due. */
  async #deliver(offered: Subject): Promise<Subject> {
    const { store, now } = this.#options;
    let subject = offered;
    for (;;) {
      const callback = dueCallback(store.recent(subject.id) ?? subject, now());
      if (callback === null) return subject;
      const acknowledged = await this.#send(callback.body);
      if (acknowledged === null) return subject;
      const result = await store.change(subject.id, (current) => ({
        outcome: current,
        next: recordDelivery(current, callback.id, acknowledged, now()),
      }));
      if (result.kind === 'unknown') return subject;
      subject = result.changed ?? result.outcome;
    }
  }

  /** Null when the processor is being stopped. */
  async #send(body: string): Promise<boolean | null> {
    const { sender, repeatEvery } = this.#options;
    const result = await sender.send(body);
    if (result === 'interrupted') return null;
    if (result === 'failed') return false;
    this.#acknowledged += 1;
    if (repeatEvery > 0 && this.#acknowledged % repeatEvery === 0) await sender.send(body);
    return true;
  }
}
