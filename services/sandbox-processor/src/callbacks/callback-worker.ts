import { nextChangeAt } from '../domain/advance.ts';
import { dueCallback, nextCallbackAfter } from '../domain/deliver.ts';
import type { Payment } from '../domain/payment.ts';
import { earliest, later } from '../domain/timing.ts';
import { advancePayment } from '../operations/advance-payment.ts';
import type { ProcessorContext } from '../operations/processor-context.ts';
import { AlarmClock } from './alarm-clock.ts';
import { CallbackCourier } from './callback-courier.ts';
import { CallbackSender, type CallbackTarget } from './callback-sender.ts';

const lookEveryMs = 2_000;
const horizonMs = 5_000;
const lookAtMost = 500;

/**
 * Lets time pass for the payments: settles what is due, sends the callbacks. Changes of this process wake it
 * at once; a regular look into the database finds what a crash, or an error, has left behind.
 */
export class CallbackWorker {
  readonly #context: ProcessorContext;
  readonly #clock: AlarmClock;
  readonly #courier: CallbackCourier;
  readonly #running = new Set<Promise<void>>();
  #looking: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(context: ProcessorContext, target: CallbackTarget, repeatEvery: number) {
    this.#context = context;
    this.#clock = new AlarmClock(horizonMs, (id) => this.#track(this.#ring(id)));
    this.#courier = new CallbackCourier({
      payments: context.payments,
      sender: new CallbackSender(target),
      repeatEvery,
      now: () => context.now(),
      onDone: (payment) => this.wake(payment),
      onError: (error) => this.#report(error),
    });
  }

  start(): void {
    this.#track(this.#look());
    this.#looking = setInterval(() => this.#track(this.#look()), lookEveryMs);
  }

  /** Sends what is due now and remembers when the payment has to be looked at next. */
  wake(payment: Payment): void {
    if (this.#stopped) return;
    const now = this.#context.now();
    if (dueCallback(payment, now) !== null) this.#courier.offer(payment);
    // A callback that is due is with the courier, who asks to be woken again if it fails.
    const dueAt = earliest([nextChangeAt(payment), nextCallbackAfter(payment, now)]);
    this.#clock.set(payment.id, dueAt === null ? null : Math.max(0, dueAt.getTime() - now.getTime()));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#looking !== null) clearInterval(this.#looking);
    this.#clock.stop();
    await this.#courier.stop();
    await Promise.all(this.#running);
  }

  async #ring(paymentId: string): Promise<void> {
    const payment = await this.#context.payments.findRecent(paymentId);
    if (payment === null || this.#stopped) return;
    const changeAt = nextChangeAt(payment);
    if (changeAt !== null && changeAt <= this.#context.now()) await advancePayment(this.#context, paymentId);
    else this.wake(payment);
  }

  async #look(): Promise<void> {
    const until = later(this.#context.now(), horizonMs);
    for (const { id } of await this.#context.payments.dueUntil(until, lookAtMost)) {
      const payment = this.#context.payments.recent(id);
      if (payment !== undefined) this.wake(payment);
    }
  }

  /** Lets no error escape, and lets `stop` wait for what has begun. */
  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => this.#report(error))
      .finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  #report(error: unknown): void {
    if (!this.#stopped) console.error('Sandbox processor: callbacks are held up, trying again soon.', error);
  }
}
