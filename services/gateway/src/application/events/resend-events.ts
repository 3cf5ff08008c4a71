import type { EventType } from '@kassa/contracts';
import type { Merchant } from '../../domain/merchant/merchant.ts';
import { oldestKeptAt } from '../../domain/webhook/event-log-times.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Redelivery } from '../../ports/delivery-queue.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { LoggedEvent } from '../../ports/logged-event.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { ListEvents } from './list-events.ts';

/**
 * The maximum number of events that one call resends from a span of time. If there are more, the answer names the event after
 * which to continue.
 */
const MAX_EVENTS = 500;

export interface ResendSpanRequest {
  readonly since: Date;
  readonly until: Date;
  readonly type: EventType | null;
  readonly after: string | null;
}

interface Dependencies {
  readonly events: EventLog;
  readonly deliveries: Redelivery;
  readonly merchants: MerchantRepository;
  readonly listEvents: ListEvents;
  readonly clock: Clock;
}

/**
 * Resends events because an operator or a merchant asks for it, even if they were delivered or given up before. An event keeps
 * its ID and body, and its retry schedule starts again.
 */
export class ResendEvents {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Resends the named events. If one of them cannot be resent, none is.
   *
   * @param ownerId the merchant that must own the events; null for an operator, who may name any
   */
  async resend(
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

  /** Resends the events that entered a merchant's log in a span of time, the oldest first. */
  async resendSpan(
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
    const found = await this.#deps.listEvents.findPosition(merchantId, after);
    if (found.kind === 'refused') return found;
    const refusal = refuseIfSwitchedOff(merchantId, merchant);
    if (refusal !== undefined) return refusal;

    const now = this.#deps.clock.now();
    const span = {
      keptFrom: oldestKeptAt(now),
      from: since,
      before: until,
      type,
      after: found.position,
      completeUpTo: await this.#deps.listEvents.completeUpTo(merchantId),
    };
    const page = await this.#deps.events.listOfMerchant(merchantId, span, MAX_EVENTS + 1);
    const eventIds = page.slice(0, MAX_EVENTS).map(({ eventId }) => eventId);
    if (eventIds.length > 0) await this.#deps.deliveries.deliverAnew(eventIds, now);
    const next = page.length > eventIds.length ? (eventIds.at(-1) ?? null) : null;
    return { kind: 'resent', count: eventIds.length, next };
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

/** Refuses to resend events while the merchant's webhook endpoint is disabled, because their delivery would fail again. */
function refuseIfSwitchedOff(merchantId: string, merchant: Merchant | undefined): Refusal | undefined {
  if (merchant === undefined) {
    return refuse('MERCHANT_NOT_FOUND', `There is no merchant ${merchantId} to send to.`);
  }
  return merchant.webhook.isSwitchedOff
    ? refuse(
        'WEBHOOK_SWITCHED_OFF',
        `The webhook endpoint of merchant ${merchantId} answered 410 and is switched off; nothing was sent again.`,
      )
    : undefined;
}
