import type { EventLog } from '../../src/ports/event-log.ts';
import type { LoggedEvent, NewEvent } from '../../src/ports/logged-event.ts';
import { faultsOfRemoval } from './invariants/event-invariants.ts';

/** What the log itself does not show of an event: how often it was logged, and how often it was resent. */
interface KnownEvent {
  readonly event: NewEvent;
  copies: number;
  resent: number;
}

interface Dependencies {
  readonly events: EventLog;
  readonly now: () => Date;
  /** Whether only one call at a time takes effect. Every change is then caused by the call that is being made. */
  readonly isAlone: boolean;
  readonly onResent: (event: LoggedEvent) => void;
  readonly report: (fault: string) => void;
}

/** Observes which events enter the log, are removed from it, or are resent. */
export class LogWitness {
  readonly #deps: Dependencies;
  readonly #known = new Map<string, KnownEvent>();
  readonly #latest = new Map<string, number>();

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  get known(): readonly KnownEvent[] {
    return [...this.#known.values()];
  }

  find(eventId: string): KnownEvent | undefined {
    return this.#known.get(eventId);
  }

  ofOrder(orderId: string): readonly NewEvent[] {
    return this.known.map(({ event }) => event).filter((event) => event.orderId === orderId);
  }

  async around(method: string, args: readonly unknown[], effect: () => Promise<unknown>): Promise<unknown> {
    switch (method) {
      case 'append':
        return this.#aroundAppending(args[0] as NewEvent, effect);
      case 'deliverAnew':
        return this.#aroundResending(args[0] as readonly string[], effect);
      case 'removeEnded':
        return this.#aroundRemoval(effect);
      default:
        return effect();
    }
  }

  async #aroundAppending(event: NewEvent, effect: () => Promise<unknown>): Promise<unknown> {
    const outcome = await effect();
    // The event may enter the log again: retention removed it, and a process that had read it earlier copies it once more.
    if (outcome !== 'appended') return outcome;
    const known = this.#known.get(event.eventId);
    if (known === undefined) this.#noteFirst(event);
    else known.copies += 1;
    return outcome;
  }

  /** The log must never have a later event without the earlier ones. */
  #noteFirst(event: NewEvent): void {
    const { eventId, orderId, sequence } = event;
    const before = this.#latest.get(orderId) ?? 0;
    if (sequence !== before + 1)
      this.#deps.report(`event ${eventId} was logged after ${before} of its order`);
    this.#latest.set(orderId, sequence);
    this.#known.set(eventId, { event, copies: 1, resent: 0 });
  }

  async #aroundResending(eventIds: readonly string[], effect: () => Promise<unknown>): Promise<unknown> {
    const before = this.#deps.isAlone ? await this.#deps.events.find(eventIds) : [];
    for (const eventId of eventIds) {
      const known = this.#known.get(eventId);
      if (known !== undefined) known.resent += 1;
    }
    const answer = await effect();
    for (const event of before) {
      const { state, failures } = event.delivery;
      // Resending changes nothing of an event that has not been tried yet.
      if (state !== 'pending' || failures > 0) this.#deps.onResent(event);
    }
    return answer;
  }

  async #aroundRemoval(effect: () => Promise<unknown>): Promise<unknown> {
    if (!this.#deps.isAlone) return effect();
    const before = await this.#all();
    const answer = await effect();
    const after = await this.#all();
    for (const fault of faultsOfRemoval(before, after, this.#deps.now())) this.#deps.report(fault);
    return answer;
  }

  #all(): Promise<readonly LoggedEvent[]> {
    return this.#deps.events.find([...this.#known.keys()]);
  }
}
