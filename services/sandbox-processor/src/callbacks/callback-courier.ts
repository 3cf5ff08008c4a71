import { dueCallback, recordDelivery } from '../domain/deliver.ts';
import type { Payment } from '../domain/payment.ts';
import type { PaymentStore } from '../store/payment-store.ts';
import type { CallbackSender } from './callback-sender.ts';

export interface CourierOptions {
  readonly payments: PaymentStore;
  readonly sender: CallbackSender;
  /** Every so manieth acknowledged callback is sent once more, as processors do; 0: never. */
  readonly repeatEvery: number;
  now(): Date;
  /** Called after the work on a payment, with its state then. */
  onDone(payment: Payment): void;
  onError(error: unknown): void;
}

const maximumConcurrency = 16;

/** Delivers the due callbacks: of one payment in their order, of at most 16 payments at the same time. */
export class CallbackCourier {
  readonly #options: CourierOptions;
  readonly #accepted = new Set<string>();
  readonly #waiting: Payment[] = [];
  readonly #running = new Set<Promise<void>>();
  #acknowledged = 0;
  #stopped = false;

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  /** Takes the payment's due callbacks over, unless it is at work on that payment already. */
  offer(payment: Payment): void {
    if (this.#stopped || this.#accepted.has(payment.id)) return;
    this.#accepted.add(payment.id);
    this.#waiting.push(payment);
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
      const payment = this.#waiting.shift();
      if (payment === undefined) return;
      const run = this.#serve(payment).finally(() => {
        this.#running.delete(run);
        this.#startWaiting();
      });
      this.#running.add(run);
    }
  }

  /** An error leaves the payment to the regular look: trying again at once could go on without end. */
  async #serve(payment: Payment): Promise<void> {
    const { payments, onDone, onError } = this.#options;
    try {
      await this.#deliver(payment);
    } catch (error) {
      this.#accepted.delete(payment.id);
      onError(error);
      return;
    }
    this.#accepted.delete(payment.id);
    // A change that came while the courier was at work was not accepted: it is in the recent state.
    onDone(payments.recent(payment.id) ?? payment);
  }

  async #deliver(offered: Payment): Promise<void> {
    const { payments, now } = this.#options;
    let payment = offered;
    for (;;) {
      const callback = dueCallback(payments.recent(payment.id) ?? payment, now());
      if (callback === null) return;
      const acknowledged = await this.#send(callback.body);
      if (acknowledged === null) return;
      const result = await payments.change(payment.id, (current) => ({
        outcome: current,
        next: recordDelivery(current, callback.id, acknowledged, now()),
      }));
      if (result.kind === 'unknown_payment') return;
      payment = result.changed ?? result.outcome;
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
