import type { EventType } from '@kassa/contracts';
import type { Merchant } from '../../domain/merchant/merchant.ts';
import { oldestKeptAt } from '../../domain/webhook/event-log-times.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DeliveryQueue } from '../../ports/delivery-queue.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { FindLogPosition } from './find-log-position.ts';
import { refuseIfSwitchedOff } from './refuse-if-switched-off.ts';

/** One call takes at most so many; it says where to go on. */
const MAX_EVENTS = 500;

export interface ResendSpanRequest {
  readonly since: Date;
  readonly until: Date;
  readonly type: EventType | null;
  readonly after: string | null;
}

interface Dependencies {
  readonly events: EventLog;
  readonly deliveries: DeliveryQueue;
  readonly findPosition: FindLogPosition;
  readonly clock: Clock;
}

/** Sends again what a merchant's log took in a span of time, oldest first. */
export class ResendSpan {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(
    merchant: Merchant,
    request: ResendSpanRequest,
  ): Promise<{ readonly kind: 'resent'; readonly count: number; readonly next: string | null } | Refusal> {
    const { merchantId } = merchant;
    const { since, until, type, after } = request;
    if (since > until) {
      return refuse('INVALID_REQUEST', 'until must not be before since.', [
        { path: 'until', message: 'must not be before since' },
      ]);
    }
    const found = await this.#deps.findPosition.execute(merchantId, after);
    if (found.kind === 'refused') return found;
    const refusal = refuseIfSwitchedOff(merchantId, merchant);
    if (refusal !== undefined) return refusal;

    const now = this.#deps.clock.now();
    const span = { keptFrom: oldestKeptAt(now), from: since, before: until, type, after: found.position };
    const page = await this.#deps.events.listOfMerchant(merchantId, span, MAX_EVENTS + 1);
    const eventIds = page.slice(0, MAX_EVENTS).map(({ eventId }) => eventId);
    if (eventIds.length > 0) await this.#deps.deliveries.deliverAnew(eventIds, now);
    const next = page.length > eventIds.length ? (eventIds.at(-1) ?? null) : null;
    return { kind: 'resent', count: eventIds.length, next };
  }
}
