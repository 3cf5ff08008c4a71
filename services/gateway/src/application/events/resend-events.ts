import { oldestKeptAt } from '../../domain/webhook/event-log-times.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DeliveryQueue } from '../../ports/delivery-queue.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { LoggedEvent } from '../../ports/logged-event.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { refuseIfSwitchedOff } from './refuse-if-switched-off.ts';

interface Dependencies {
  readonly events: EventLog;
  readonly deliveries: DeliveryQueue;
  readonly merchants: MerchantRepository;
  readonly clock: Clock;
}

/**
 * Sends events again by hand, whatever became of them: the same ID and the same text, from the first step
 * of the ladder. Either all of them or none.
 */
export class ResendEvents {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @param ownerId whose events they must be; null for the operator, who may name anybody's */
  async execute(
    eventIds: readonly string[],
    ownerId: string | null,
  ): Promise<{ readonly kind: 'resent'; readonly count: number } | Refusal> {
    const wanted = [...new Set(eventIds)];
    const now = this.#deps.clock.now();
    const found = (await this.#deps.events.find(wanted)).filter(
      (event) => (ownerId === null || event.merchantId === ownerId) && event.createdAt >= oldestKeptAt(now),
    );
    const refusal = refuseUnknown(eventIds, found) ?? (await this.#refuseSwitchedOff(found));
    if (refusal !== undefined) return refusal;
    await this.#deps.deliveries.deliverAnew(wanted, now);
    return { kind: 'resent', count: wanted.length };
  }

  async #refuseSwitchedOff(events: readonly LoggedEvent[]): Promise<Refusal | undefined> {
    for (const merchantId of new Set(events.map((event) => event.merchantId))) {
      const refusal = refuseIfSwitchedOff(merchantId, await this.#deps.merchants.find(merchantId));
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }
}

function refuseUnknown(eventIds: readonly string[], found: readonly LoggedEvent[]): Refusal | undefined {
  const known = new Set(found.map(({ eventId }) => eventId));
  const unknown = eventIds.flatMap((eventId, index) =>
    known.has(eventId) ? [] : [{ path: `event_ids[${index}]`, message: `${eventId} is not known` }],
  );
  if (unknown.length === 0) return undefined;
  const count = unknown.length === 1 ? 'One of the events is' : `${unknown.length} of the events are`;
  return refuse('EVENT_NOT_FOUND', `${count} not known; none was sent again.`, unknown);
}
