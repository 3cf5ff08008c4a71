import { oldestKeptAt } from '../../domain/webhook/event-log-times.ts';
import type { CallbackInbox } from '../../ports/callback-inbox.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog } from '../../ports/event-log.ts';

const BATCH = 500;
/**
 * How many batches one run removes. The number is limited, because another instance takes over a run that lasts too long. The
 * next run removes the rest.
 */
const MAX_BATCHES = 10;

interface Dependencies {
  readonly events: EventLog;
  readonly inbox: CallbackInbox;
  readonly clock: Clock;
}

/**
 * Removes events and applied callbacks whose retention time has passed. The time is business time, which testers can move
 * forward in a sandbox. A TTL index of the database would count real time, and would also remove events that are still to be
 * delivered.
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
