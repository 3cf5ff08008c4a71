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

/** What merchants were not told, and are not going to be unless an operator does something. */
export class CountUndelivered {
  readonly #deliveries: DeliveryQueue;
  readonly #merchants: MerchantRepository;

  constructor(deps: { deliveries: DeliveryQueue; merchants: MerchantRepository }) {
    this.#deliveries = deps.deliveries;
    this.#merchants = deps.merchants;
  }

  async execute(): Promise<Undelivered> {
    const [eventsGivenUp, switchedOffMerchants] = await Promise.all([
      this.#deliveries.countFailed(MOST_COUNTED),
      this.#merchants.listSwitchedOff(MOST_COUNTED),
    ]);
    return { eventsGivenUp, switchedOffMerchants };
  }
}
