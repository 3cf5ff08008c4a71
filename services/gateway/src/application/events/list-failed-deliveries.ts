import type { EventLog, LoggedEvent } from '../../ports/event-log.ts';
import { type Refusal, refuse } from '../refusal.ts';

export interface FailedDeliveryRequest {
  /** Null for all merchants. */
  readonly merchantId: string | null;
  readonly after: string | null;
  readonly limit: number;
}

/** Events that were given up, for the operator, the latest first. */
export class ListFailedDeliveries {
  readonly #events: EventLog;

  constructor(deps: { events: EventLog }) {
    this.#events = deps.events;
  }

  async execute({
    merchantId,
    after,
    limit,
  }: FailedDeliveryRequest): Promise<
    | { readonly kind: 'listed'; readonly events: readonly LoggedEvent[]; readonly next: string | null }
    | Refusal
  > {
    const [position] = after === null ? [null] : await this.#events.find([after]);
    if (position === undefined) {
      return refuse('INVALID_REQUEST', `There is no event ${after} to go on after.`, [
        { path: 'after', message: 'is not known' },
      ]);
    }
    const page = await this.#events.listFailed(merchantId, position, limit + 1);
    const events = page.slice(0, limit);
    const next = page.length > events.length ? (events.at(-1)?.eventId ?? null) : null;
    return { kind: 'listed', events, next };
  }
}
