import { dueCallback, type Reporting, recordDelivery } from '../domain/deliver.ts';
import type { ChangeResult, Decision } from '../store/versioned-store.ts';
import type { CallbackSender } from './callback-sender.ts';

/** The methods of a store of payments or vouchers that the callback courier uses. */
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
  /**
   * How often an acknowledged callback is sent a second time, as real processors sometimes do: 5 means every fifth, 0 never.
   */
  readonly repeatEvery: number;
  now(): Date;
  /** Called when no callback of a payment or voucher is due any more, with the latest state of that payment or voucher. */
  onDone(subject: Subject): void;
  onError(error: unknown): void;
}

const maximumConcurrency = 16;

/**
 * Delivers callbacks that are due. The callbacks of one subject (a payment or a voucher) go one after another; up to 16
 * subjects are served at the same time.
 */
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

  /** Delivers the due callbacks of a payment or voucher, unless the courier is already delivering callbacks for it. */
  offer(subject: Subject): void {
    if (this.#stopped || this.#accepted.has(subject.id)) return;
    this.#accepted.add(subject.id);
    this.#waiting.push(subject);
    this.#startWaiting();
  }

  /** Stops, and interrupts running deliveries. Unacknowledged callbacks stay in the database until the next start. */
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

  /**
   * Delivers the due callbacks of a payment or voucher. It does not retry after an error, because a lasting error would repeat
   * without end. The regular database scan tries again later.
   */
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
    // The payment or voucher may have changed during the delivery. `offer` ignored these changes, because the delivery was
    // still running. So pass the latest state to `onDone`.
    onDone(store.recent(subject.id) ?? delivered);
  }

  /**
   * Sends the due callbacks of a payment or voucher. Returns the payment or voucher as it is stored after the last delivery.
   */
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

  /** Sends a callback. Returns whether the receiver acknowledged it, or null if the processor is stopping. */
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
