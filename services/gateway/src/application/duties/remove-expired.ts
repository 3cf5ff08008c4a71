import { oldestKeptAt } from '../../domain/webhook/event-log-times.ts';
import type { CallbackInbox } from '../../ports/callback-inbox.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog } from '../../ports/event-log.ts';

const BATCH = 500;
/**
 * How many batches one run removes. A run must end before another instance believes that this one has crashed. The next run
 * removes the rest.
 */
const MAX_BATCHES = 10;

interface Dependencies {
  readonly events: EventLog;
  readonly inbox: CallbackInbox;
  readonly clock: Clock;
}

/**
 * Removes events and applied callbacks whose retention has ended, in business time. A TTL index would use real
 * time, and would also remove undelivered events.
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
