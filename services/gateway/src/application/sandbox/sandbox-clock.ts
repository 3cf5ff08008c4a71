import { MAX_CLOCK_AHEAD_SECONDS } from '@kassa/contracts';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { MovableClock } from '../../ports/movable-clock.ts';
import type { OrderRepository } from '../../ports/order-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_AHEAD_MS = MAX_CLOCK_AHEAD_SECONDS * 1000;
/** What is due takes the duties a second to find, and a receiver that is silent fifteen to give up. */
const UNDER_WAY_PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 100;

export interface ClockReading {
  readonly kind: 'read';
  readonly now: Date;
  readonly realNow: Date;
  /** When something falls due next; not after `now` while it is being done, null when nothing waits. */
  readonly nextDueAt: Date | null;
}

export type ClockMove =
  | { readonly kind: 'by'; readonly seconds: number }
  | { readonly kind: 'to'; readonly moment: Date }
  | { readonly kind: 'to_next_due' };

/** The clock by which a sandbox's testers let days pass in a moment (decisions, section 10). */
export class SandboxClock {
  readonly #clock: MovableClock;
  readonly #orders: OrderRepository;
  readonly #events: EventLog;

  constructor(deps: { clock: MovableClock; orders: OrderRepository; events: EventLog }) {
    this.#clock = deps.clock;
    this.#orders = deps.orders;
    this.#events = deps.events;
  }

  async read(): Promise<ClockReading> {
    const nextDueAt = await this.#nextDueAt();
    return { kind: 'read', now: this.#clock.now(), realNow: this.#clock.realNow(), nextDueAt };
  }

  async move(move: ClockMove): Promise<ClockReading | Refusal> {
    const refusal = await this.#carryOut(move);
    return refusal ?? this.read();
  }

  async #carryOut(move: ClockMove): Promise<Refusal | undefined> {
    switch (move.kind) {
      case 'by': {
        const outcome = await this.#clock.advance(move.seconds * 1000, MAX_AHEAD_MS);
        return outcome === 'moved' ? undefined : tooFarAhead(this.#clock);
      }
      case 'to': {
        const outcome = await this.#clock.moveTo(move.moment, MAX_AHEAD_MS);
        if (outcome === 'too_far_ahead') return tooFarAhead(this.#clock);
        return outcome === 'moved' ? undefined : onlyForward(this.#clock, move.moment);
      }
      case 'to_next_due':
        return this.#moveToNextDue();
    }
  }

  /** What is due already has its turn first: a step must not swallow the one before. */
  async #moveToNextDue(): Promise<Refusal | undefined> {
    const deadline = performance.now() + UNDER_WAY_PATIENCE_MS;
    for (;;) {
      const dueAt = await this.#nextDueAt();
      if (dueAt === null) {
        return refuse('NOTHING_DUE', 'Nothing waits for its time: no order, no refund and no webhook.');
      }
      if (dueAt > this.#clock.now()) {
        const outcome = await this.#clock.moveTo(dueAt, MAX_AHEAD_MS);
        // Time itself, or another tester, may have come there meanwhile.
        return outcome === 'too_far_ahead' ? tooFarAhead(this.#clock) : undefined;
      }
      if (performance.now() > deadline) {
        return refuse(
          'WORK_UNDER_WAY',
          `What fell due at ${dueAt.toISOString()} is still being done. Check that a worker runs, or repeat this.`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  async #nextDueAt(): Promise<Date | null> {
    const moments = await Promise.all([this.#orders.earliestAttentionAt(), this.#events.earliestTryAt()]);
    const waiting = moments.filter((moment) => moment !== null);
    if (waiting.length === 0) return null;
    return new Date(Math.min(...waiting.map((moment) => moment.getTime())));
  }
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
