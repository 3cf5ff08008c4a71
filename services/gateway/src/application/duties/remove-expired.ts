import { oldestKeptAt } from '../../domain/webhook/event-log-times.ts';
import type { CallbackInbox } from '../../ports/callback-inbox.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog } from '../../ports/event-log.ts';

const BATCH = 500;
/** A run ends before others take its duty for abandoned; what is left has its turn in the next one. */
const MAX_BATCHES = 10;

interface Dependencies {
  readonly events: EventLog;
  readonly inbox: CallbackInbox;
  readonly clock: Clock;
}

/**
 * Removes events and applied callbacks that were kept long enough, by business time. The database could do so
 * by itself, but by real time alone, and it would not spare an event that is still to be delivered.
 */
export class RemoveExpired {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(): Promise<void> {
    const before = oldestKeptAt(this.#deps.clock.now());
    await inBatches(() => this.#deps.events.removeEnded(before, BATCH));
    await inBatches(() => this.#deps.inbox.removeApplied(before, BATCH));
  }
}

async function inBatches(removeSome: () => Promise<number>): Promise<void> {
  for (let batches = 0; batches < MAX_BATCHES; batches += 1) {
    if ((await removeSome()) < BATCH) return;
  }
}
