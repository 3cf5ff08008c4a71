import { type DueKind, MAX_CLOCK_AHEAD_SECONDS } from '@kassa/contracts';
import { nextStepOf } from '../../domain/order/schedule.ts';
import { type Clock, momentOf } from '../../ports/clock.ts';
import type { DueDeliveries } from '../../ports/delivery-queue.ts';
import type { MovableClock } from '../../ports/movable-clock.ts';
import type { DueOrders, OrderToAttend } from '../../ports/order-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_AHEAD_MS = MAX_CLOCK_AHEAD_SECONDS * 1000;
/**
 * How long a call that moves the clock waits for work that is already due. If the work takes longer, the move is refused.
 * Normally the duties find due work within a second, but a webhook to a receiver that does not answer takes fifteen seconds.
 */
const UNDER_WAY_PATIENCE_MS = 10_000;
/**
 * How long a call that moves the clock waits for the work that becomes due because of the move. If this work takes longer, the
 * answer says that the work is not done yet.
 */
const DONE_PATIENCE_MS = 3_000;
const LOOK_EVERY_MS = 100;

/** A piece of work that is due or will become due. It concerns an order, an attempt, a refund or an event. */
export interface DueItem {
  readonly at: Date;
  readonly kind: DueKind;
  readonly orderId: string;
  /** The ID of the order, attempt, refund or event that is due. */
  readonly subjectId: string;
}

export interface ClockReading {
  readonly kind: 'read';
  readonly now: Date;
  readonly realNow: Date;
  /**
   * The work that is due next; null if none is planned. If its due time is not after `now`, the work is due but not finished
   * yet.
   */
  readonly nextDue: DueItem | null;
  /** The work that was due next, if the tester has just moved the clock to its due time. Null after any other call. */
  readonly fellDue: DueItem | null;
}

export type ClockMove =
  | { readonly kind: 'by'; readonly seconds: number }
  | { readonly kind: 'to'; readonly moment: Date }
  | { readonly kind: 'to_next_due' };

interface Dependencies {
  readonly clock: MovableClock;
  readonly orders: DueOrders;
  readonly deliveries: DueDeliveries;
}

/** Moves the sandbox's clock, so that testers need not wait for days to pass. */
export class SandboxClock {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async read(): Promise<ClockReading> {
    return this.#reading(await this.#nextDue(), null);
  }

  async move(move: ClockMove): Promise<ClockReading | Refusal> {
    switch (move.kind) {
      case 'by': {
        const outcome = await this.#deps.clock.advance(move.seconds * 1000, MAX_AHEAD_MS);
        return outcome === 'moved' ? this.read() : tooFarAhead(this.#deps.clock);
      }
      case 'to': {
        const outcome = await this.#deps.clock.moveTo(move.moment, MAX_AHEAD_MS);
        if (outcome === 'too_far_ahead') return tooFarAhead(this.#deps.clock);
        return outcome === 'moved' ? this.read() : onlyForward(this.#deps.clock, move.moment);
      }
      case 'to_next_due':
        return this.#moveToNextDue();
    }
  }

  /**
   * Moves the clock to the time at which the next work is due. Before the move, work that is already due is finished, because a
   * move must not skip work.
   */
  async #moveToNextDue(): Promise<ClockReading | Refusal> {
    const next = await this.#onceNothingIsDue(UNDER_WAY_PATIENCE_MS);
    if (next === null) {
      return refuse('NOTHING_DUE', 'Nothing waits for its time: no order, no refund and no webhook.');
    }
    if (next.at <= this.#deps.clock.now()) {
      return refuse(
        'WORK_UNDER_WAY',
        `What fell due at ${next.at.toISOString()} is still being done: ${next.kind} of ${next.subjectId}. ` +
          'Check that a worker runs, or repeat this.',
      );
    }
    const outcome = await this.#deps.clock.moveTo(next.at, MAX_AHEAD_MS);
    // Only `too_far_ahead` is a failure. After any other outcome, the clock has reached the time of the next work: by this
    // move, by another tester's move, or because time passed.
    if (outcome === 'too_far_ahead') return tooFarAhead(this.#deps.clock);
    return this.#reading(await this.#onceNothingIsDue(DONE_PATIENCE_MS), next);
  }

  /**
   * Waits until no work is due, and returns the work that is due next. If the time for waiting ends first, returns the work
   * that is still due.
   */
  async #onceNothingIsDue(patienceMs: number): Promise<DueItem | null> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const next = await this.#nextDue();
      if (next === null || next.at > this.#deps.clock.now() || performance.now() > deadline) return next;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  async #nextDue(): Promise<DueItem | null> {
    const [toAttend, toTry] = await Promise.all([
      this.#deps.orders.firstToAttend(),
      this.#deps.deliveries.firstToTry(),
    ]);
    if (toAttend !== null && (toTry === null || toAttend.at <= toTry.at)) return dueStepOf(toAttend);
    if (toTry === null) return null;
    return { at: toTry.at, kind: 'webhook_try', orderId: toTry.orderId, subjectId: toTry.eventId };
  }

  #reading(nextDue: DueItem | null, fellDue: DueItem | null): ClockReading {
    const { business: now, real: realNow } = momentOf(this.#deps.clock);
    return { kind: 'read', now, realNow, nextDue, fellDue };
  }
}

function dueStepOf({ order, at }: OrderToAttend): DueItem {
  const { orderId } = order;
  const step = nextStepOf(order);
  return step === null
    ? { at, kind: 'order_attention', orderId, subjectId: orderId }
    : { at, kind: step.kind, orderId, subjectId: step.subjectId };
}

function onlyForward(clock: Clock, moment: Date): Refusal {
  return refuse(
    'CLOCK_ONLY_FORWARD',
    `The sandbox clock shows ${clock.now().toISOString()} and does not go back to ${moment.toISOString()}.`,
  );
}

function tooFarAhead(clock: Clock): Refusal {
  const days = Math.floor((clock.now().getTime() - clock.realNow().getTime()) / DAY_MS);
  return refuse(
    'CLOCK_TOO_FAR_AHEAD',
    `The sandbox clock can be ${MAX_AHEAD_MS / DAY_MS} days ahead of real time; it is ${days} days ahead now.`,
  );
}
