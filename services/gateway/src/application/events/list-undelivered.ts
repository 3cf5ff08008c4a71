import type { DeadLetters } from '../../ports/delivery-queue.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { LoggedEvent } from '../../ports/logged-event.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';

/**
 * Undelivered events, and merchants whose webhook is switched off, are counted only up to this number. An exact count would
 * take longer and would not help an operator.
 */
const MOST_COUNTED = 1000;

export interface Undelivered {
  /** At most 1000. */
  readonly eventsGivenUp: number;
  /** At most 1000. */
  readonly switchedOffMerchants: readonly string[];
}

export interface FailedDeliveryRequest {
  /** Null for all merchants. */
  readonly merchantId: string | null;
  readonly after: string | null;
  readonly limit: number;
}

interface Dependencies {
  readonly events: EventLog;
  readonly deliveries: DeadLetters;
  readonly merchants: MerchantRepository;
}

/** Lists events that merchants did not receive, and will not receive unless an operator acts. */
export class ListUndelivered {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async count(): Promise<Undelivered> {
    const [eventsGivenUp, switchedOffMerchants] = await Promise.all([
      this.#deps.deliveries.countFailed(MOST_COUNTED),
      this.#deps.merchants.listSwitchedOff(MOST_COUNTED),
    ]);
    return { eventsGivenUp, switchedOffMerchants };
  }

  /** Lists the events whose delivery was given up. Those that entered the log last come first. */
  async list({
    merchantId,
    after,
    limit,
  }: FailedDeliveryRequest): Promise<
    | { readonly kind: 'listed'; readonly events: readonly LoggedEvent[]; readonly next: string | null }
    | Refusal
  > {
    // Refuse an unknown merchant. With a mistyped ID, the list would be empty, as if the merchant had received all events.
    if (merchantId !== null && (await this.#deps.merchants.find(merchantId)) === undefined) {
      return refuse('MERCHANT_NOT_FOUND', `There is no merchant ${merchantId}.`);
    }
    const [position] = after === null ? [null] : await this.#deps.events.find([after]);
    if (position === undefined) {
      return refuse('INVALID_REQUEST', 'after is not an event whose delivery was given up.', [
        { path: 'after', message: 'is not an event whose delivery was given up' },
      ]);
    }
    const page = await this.#deps.deliveries.listFailed(merchantId, position, limit + 1);
    const events = page.slice(0, limit);
    const next = page.length > events.length ? (events.at(-1)?.eventId ?? null) : null;
    return { kind: 'listed', events, next };
  }
}
