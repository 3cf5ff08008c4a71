import { isDeepStrictEqual } from 'node:util';
import { addSeconds } from '../../src/domain/add-seconds.ts';
import type { PaymentAttempt } from '../../src/domain/attempt/payment-attempt.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { Refund } from '../../src/domain/refund/refund.ts';
import { faultsOfChange } from './invariants/change-invariants.ts';
import { faultsOfFinalDays } from './invariants/settlement-invariants.ts';

/** An order as it was at one moment, if it existed. */
export type OrderAtMoment = PaymentOrder | undefined;

/** All orders as they were at one moment, with the time of that moment. */
interface Then {
  order(orderId: string): PaymentOrder | undefined;
  others(orderId: string): readonly PaymentOrder[];
  readonly time: Date;
}

/** Every state of every order, in the sequence of the writes. Each write is checked when it is made. */
export class OrderChronicle {
  readonly #written: PaymentOrder[] = [];
  readonly #beingSaved = new Set<PaymentOrder>();
  /** When a process decided to save an order, which is before the save takes effect. */
  readonly #decidedAt = new WeakMap<PaymentOrder, { readonly time: Date; readonly movedSeconds: number }>();
  readonly #latest = new Map<string, PaymentOrder>();
  readonly #times: { readonly from: number; readonly time: Date }[] = [];
  readonly #faults: string[] = [];
  readonly #refusesLateWrites: boolean;
  /** How far business time was moved ahead of real time. */
  #movedSeconds = 0;

  /**
   * @param options.refusesLateWrites whether the store has the story's clock, so that it can refuse a write that comes too late
   */
  constructor(options: { readonly refusesLateWrites: boolean }) {
    this.#refusesLateWrites = options.refusesLateWrites;
  }

  /** How many writes there were. */
  get moment(): number {
    return this.#written.length;
  }

  noteInsert(order: PaymentOrder): void {
    if (this.#latest.has(order.orderId)) this.#faults.push(`order ${order.orderId} was inserted twice`);
    if (order.version !== 1) this.#faults.push(`order ${order.orderId} began with version ${order.version}`);
    this.#note(order);
  }

  /** Notes that a process has decided to save an order. Until the save takes effect, much time may pass. */
  beginSave(order: PaymentOrder): void {
    this.#decidedAt.set(order, { time: this.#time ?? order.createdAt, movedSeconds: this.#movedSeconds });
  }

  /** Runs a save. Other processes may see the order as it is saved even before the save has answered. */
  async duringSave<Result>(order: PaymentOrder, save: () => Promise<Result>): Promise<Result> {
    this.#beingSaved.add(order);
    try {
      return await save();
    } finally {
      this.#beingSaved.delete(order);
    }
  }

  noteSave(order: PaymentOrder): void {
    const before = this.#latest.get(order.orderId);
    if (before === undefined) this.#faults.push(`order ${order.orderId} was saved and never inserted`);
    else {
      this.#faults.push(...faultsOfChange(this.#withEventsOf(before, order), order));
      this.#faults.push(...faultsOfFinalDays(before, order, this.#latestTimeOf(order)));
    }
    this.#note(order);
  }

  /**
   * Returns the time by which a write must not alter a final day: the time at which it took effect. If business time was moved
   * since the write was decided, the gateway cannot know this, so the move does not count.
   */
  #latestTimeOf(order: PaymentOrder): Date {
    const decided = this.#decidedAt.get(order);
    const now = this.#time ?? order.createdAt;
    if (decided === undefined || !this.#refusesLateWrites) return decided?.time ?? order.createdAt;
    return addSeconds(now, decided.movedSeconds - this.#movedSeconds);
  }

  noteTime(time: Date): void {
    this.#times.push({ from: this.moment, time });
  }

  noteMove(seconds: number, time: Date): void {
    this.#movedSeconds += seconds;
    this.noteTime(time);
  }

  get #time(): Date | undefined {
    return this.#times.at(-1)?.time;
  }

  now(orderId: string): PaymentOrder | undefined {
    return this.#latest.get(orderId);
  }

  /** All orders in their present state. */
  get orders(): readonly PaymentOrder[] {
    return [...this.#latest.values()];
  }

  stateAt(orderId: string, moment: number): PaymentOrder | undefined {
    return this.#written.slice(0, moment).findLast((order) => order.orderId === orderId);
  }

  attempt(attemptId: string): PaymentAttempt | undefined {
    return [...this.#latest.values()]
      .flatMap(({ attempts }) => attempts)
      .find((attempt) => attempt.attemptId === attemptId);
  }

  refund(refundId: string): Refund | undefined {
    return [...this.#latest.values()]
      .flatMap(({ refunds }) => refunds)
      .find((refund) => refund.refundId === refundId);
  }

  takeFaults(): readonly string[] {
    return this.#faults.splice(0);
  }

  /** Checks that the stored order equals the last write, apart from events that were moved to the log. */
  faultsOfStored(stored: PaymentOrder): readonly string[] {
    const written = this.#latest.get(stored.orderId);
    const isSame = isDeepStrictEqual({ ...stored, outbox: [] }, { ...written, outbox: [] });
    return isSame
      ? []
      : [`order ${stored.merchantTransactionId}: what is stored is not what was written last`];
  }

  /**
   * Checks that the model expects an outcome at one of the moments since `from`.
   *
   * @param waits whether the call waits for a change of the order: it may then see the state between two changes that one write
   * stored
   */
  judge(outcome: string, from: number, expected: (then: Then) => string, waits = false): readonly string[] {
    // A refused call changes nothing, so it may have paused after it read the order. It may also have seen the state between
    // two changes that one write stored.
    const isRefused = /^[A-Z_]+$/.test(outcome);
    const seen = isRefused || waits ? 1 : 2;
    const wanted = new Set<string>();
    for (let moment = from; moment <= this.moment; moment += 1) {
      const times = isRefused ? this.#timesSince(moment) : this.#timesAt(moment);
      for (const time of times) wanted.add(expected(this.#then(moment, time)));
    }
    for (const order of this.#beingSaved) {
      for (const time of this.#timesAt(this.moment)) {
        wanted.add(expected(this.#then(this.moment, time, order)));
      }
    }
    if (wanted.has(outcome) || this.#isHiddenSince(from, seen)) return [];
    return [`answered ${outcome} where ${[...wanted].join(' or ')} is right`];
  }

  /** Whether a write since `from` contained more changes than this, so that one of its states was never visible. */
  #isHiddenSince(from: number, changes: number): boolean {
    return this.#written.slice(from).some((order, index) => {
      const before = this.stateAt(order.orderId, from + index);
      return before !== undefined && order.version - before.version > changes;
    });
  }

  #then(moment: number, time: Date, seen?: PaymentOrder): Then {
    const states = new Map(this.#written.slice(0, moment).map((order) => [order.orderId, order]));
    if (seen !== undefined) states.set(seen.orderId, seen);
    return {
      time,
      order: (orderId) => states.get(orderId),
      others: (orderId) => [...states.values()].filter((order) => order.orderId !== orderId),
    };
  }

  #timesAt(moment: number): readonly Date[] {
    const latest = this.#times.findLast(({ from }) => from < moment);
    return [
      ...(latest === undefined ? [] : [latest]),
      ...this.#times.filter(({ from }) => from === moment),
    ].map(({ time }) => time);
  }

  #timesSince(moment: number): readonly Date[] {
    const later = this.#times.filter(({ from }) => from > moment).map(({ time }) => time);
    return [...this.#timesAt(moment), ...later];
  }

  #note(order: PaymentOrder): void {
    this.#latest.set(order.orderId, order);
    this.#written.push(order);
  }

  /**
   * Returns the earlier order without the events that have been moved to the log since. The log witness checks those events.
   */
  #withEventsOf(before: PaymentOrder, after: PaymentOrder): PaymentOrder {
    const first = after.outbox[0]?.sequence ?? Number.POSITIVE_INFINITY;
    return { ...before, outbox: before.outbox.filter(({ sequence }) => sequence >= first) };
  }
}
