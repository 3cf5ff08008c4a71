import type { DeliveryQueue } from '../../ports/delivery-queue.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';

/** More than so many say no more to a person, and would be looked for longer. */
const MOST_COUNTED = 1000;

export interface Undelivered {
  /** At most 1000. */
  readonly eventsGivenUp: number;
  /** At most 1000. */
  readonly switchedOffMerchants: readonly string[];
}

interface Dependencies {
  readonly deliveries: DeliveryQueue;
  readonly merchants: MerchantRepository;
}

/** What merchants were not told, and are not going to be unless an operator does something. */
export class CountUndelivered {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(): Promise<Undelivered> {
    const [eventsGivenUp, switchedOffMerchants] = await Promise.all([
      this.#deps.deliveries.countFailed(MOST_COUNTED),
      this.#deps.merchants.listSwitchedOff(MOST_COUNTED),
    ]);
    return { eventsGivenUp, switchedOffMerchants };
  }
}
