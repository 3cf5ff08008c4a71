import type { EventLog } from '../../ports/event-log.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';

/** More than so many say no more to a person, and would be looked for longer. */
const MOST_COUNTED = 1000;

export interface Undelivered {
  /** At most 1000. */
  readonly eventsGivenUp: number;
  /** At most 1000. */
  readonly switchedOffMerchants: readonly string[];
}

/** What merchants were not told, and are not going to be unless an operator does something. */
export class CountUndelivered {
  readonly #events: EventLog;
  readonly #merchants: MerchantRepository;

  constructor(deps: { events: EventLog; merchants: MerchantRepository }) {
    this.#events = deps.events;
    this.#merchants = deps.merchants;
  }

  async execute(): Promise<Undelivered> {
    const [eventsGivenUp, switchedOffMerchants] = await Promise.all([
      this.#events.countFailed(MOST_COUNTED),
      this.#merchants.listSwitchedOff(MOST_COUNTED),
    ]);
    return { eventsGivenUp, switchedOffMerchants };
  }
}
