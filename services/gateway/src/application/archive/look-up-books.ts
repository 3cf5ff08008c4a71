import { LRUCache } from 'lru-cache';
import { type ComparedDay, type DayInBooks, dayInBooks } from '../../domain/archive/day-in-books.ts';
import type { ChannelDay, ReconciliationLog } from '../../ports/reconciliation-log.ts';

/**
 * The maximum number of days that are remembered, counted over all channels. A day with many differences takes some hundred
 * kilobytes of memory.
 */
const DAYS_REMEMBERED = 200;

interface Dependencies {
  readonly log: Pick<ReconciliationLog, 'find'>;
}

/**
 * Looks up how the channels' books compared with the gateway's, for the days on which the money of old orders moved. Remembers
 * the days that it has read.
 */
export class LookUpBooks {
  readonly #deps: Dependencies;
  readonly #days = new LRUCache<string, { readonly compared: ComparedDay | undefined }>({
    max: DAYS_REMEMBERED,
  });

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(orderId: string, day: ChannelDay): Promise<DayInBooks> {
    const key = `${day.date} ${day.channelId}`;
    let known = this.#days.get(key);
    if (known === undefined) {
      const outcome = (await this.#deps.log.find(day))?.outcome;
      known = { compared: outcome?.kind === 'compared' ? outcome : undefined };
      this.#days.set(key, known);
    }
    return dayInBooks(orderId, day.date, known.compared);
  }
}
