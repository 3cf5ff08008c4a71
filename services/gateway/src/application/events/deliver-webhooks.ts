import { LRUCache } from 'lru-cache';
import { addSeconds } from '../../domain/add-seconds.ts';
import { holdsUp } from '../../domain/webhook/order-of-events.ts';
import { type Clock, type Moment, momentOf } from '../../ports/clock.ts';
import type { DeliveryAttempts } from '../../ports/delivery-queue.ts';
import type { EventDelivery, NewEvent } from '../../ports/logged-event.ts';
import type { BackgroundWork } from '../background-work.ts';
import { ConcurrencyLimit } from '../concurrency-limit.ts';
import type { TryWebhook } from './try-webhook.ts';

/** Longer than an attempt can take, so that a living process always records its attempt before another takes over. */
export const LEASE_SECONDS = 25;
/**
 * An attempt starts only if its lease lasts at least this much longer, which is a little more than
 * `WEBHOOK_TIMEOUT_MS`.
 */
export const LONGEST_TRY_SECONDS = 18;
/** While another instance has leased an earlier event, the events behind it are checked at this interval. */
const IN_HAND_LOOK_SECONDS = 1;
/**
 * If delivery of an order's events fails because the database does not answer, the order is checked at this
 * interval.
 */
const BROKEN_LOOK_SECONDS = 30;
/** A merchant's slow receiver can hold at most this many connections, so that it does not slow the others. */
const MAX_TRIES_AT_ONCE_PER_MERCHANT = 16;

interface Dependencies {
  deliveries: DeliveryAttempts;
  tryWebhook: TryWebhook;
  background: BackgroundWork;
  clock: Clock;
}

/**
 * Delivers an order's events by sequence: an event waits until the previous one is acknowledged or has failed three times
 *.
 */
export class DeliverWebhooks {
  readonly #deps: Dependencies;
  readonly #limits = new ConcurrencyLimit(MAX_TRIES_AT_ONCE_PER_MERCHANT);
  /** Orders whose events this process is delivering; calls for one order never overlap here. */
  readonly #lanes = new Map<string, Lane>();
  readonly #delivered = new LatestDelivered();
  #isStopping = false;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * From now on no attempt starts; running attempts end within their timeout. Other instances deliver the waiting
   * events.
   */
  stop(): void {
    this.#isStopping = true;
  }

  /** The delivery fields of an event that is due at once and that this process will send after appending it. */
  firstLease(): { readonly nextTryAt: Date; readonly leasedUntil: Date } {
    return { nextTryAt: this.#deps.clock.now(), leasedUntil: this.#leaseUntil() };
  }

  #leaseUntil(): Date {
    return addSeconds(this.#deps.clock.realNow(), LEASE_SECONDS);
  }

  /**
   * Delivers an order's due events in the background.
   *
   * @param taken an event that the caller appended with a lease, so that only this process may send it
   */
  deliverSoon(orderId: string, taken?: NewEvent): void {
    this.#deps.background.start('deliver-webhooks', () => this.deliver(orderId, taken));
  }

  async deliver(orderId: string, taken?: NewEvent): Promise<void> {
    const busy = this.#lanes.get(orderId);
    if (busy !== undefined) {
      if (taken === undefined) busy.isLookNeeded = true;
      else busy.taken.push(taken);
      return;
    }
    const lane: Lane = { taken: taken === undefined ? [] : [taken], isLookNeeded: taken === undefined };
    this.#lanes.set(orderId, lane);
    try {
      while (lane.taken.length > 0 || lane.isLookNeeded) {
        const next = lane.taken.shift();
        if (next !== undefined) {
          await this.#tryTaken(next, lane);
        } else {
          lane.isLookNeeded = false;
          if (!this.#isStopping) await this.#deliverPending(orderId);
        }
      }
    } finally {
      this.#lanes.delete(orderId);
    }
  }

  /** Sends a fresh event at once if no earlier event must go first; otherwise adds it to the pending ones. */
  async #tryTaken(event: NewEvent, lane: Lane): Promise<void> {
    const leaseUntil = event.delivery.leasedUntil;
    if (leaseUntil === null) throw new Error(`event ${event.eventId} was not appended under a lease`);
    const isItsTurn = event.sequence === 1 || this.#delivered.isDelivered(event.orderId, event.sequence - 1);
    const isCrowded = this.#limits.isCrowded(event.merchantId);
    const isTried =
      isItsTurn &&
      !isCrowded &&
      (await this.#limits.run(event.merchantId, async () => {
        // The lease may have run down while the event waited behind the merchant's other attempts.
        const isStillToSend = !this.#isStopping && isLongEnough(leaseUntil, this.#deps.clock.realNow());
        if (isStillToSend) await this.#try(event, leaseUntil);
        return isStillToSend;
      }));
    if (isTried) return;
    await this.#deps.deliveries.release(event.eventId, leaseUntil);
    // If too many tasks wait, leave the event to the recurring duty, so that a slow receiver fills no memory
    // here.
    lane.isLookNeeded ||= !isCrowded;
  }

  async #try(event: NewEvent, leaseUntil: Date): Promise<DeliveryProgress> {
    const outcome = await this.#deps.tryWebhook.execute(event, leaseUntil);
    if (outcome.state === 'delivered') this.#delivered.note(event.orderId, event.sequence);
    return { ...event.delivery, ...outcome, leasedUntil: null };
  }

  async #deliverPending(orderId: string): Promise<void> {
    const pending = await this.#deps.deliveries.listPendingOfOrder(orderId);
    try {
      await this.#deliverInOrder(pending);
    } catch (error) {
      // If these events stayed due, they would head the due list for ever.
      const at = momentOf(this.#deps.clock);
      const eventIds = pending.map(({ eventId }) => eventId);
      await this.#deps.deliveries.postpone(eventIds, at, addSeconds(at.business, BROKEN_LOOK_SECONDS));
      throw error;
    }
  }

  async #deliverInOrder(pending: readonly NewEvent[]): Promise<void> {
    const holders: { readonly progress: DeliveryProgress; readonly heldUp: string[] }[] = [];
    for (const event of pending) {
      const holder = holders.find(({ progress }) => holdsUp(progress, event.delivery));
      if (holder !== undefined) {
        holder.heldUp.push(event.eventId);
        continue;
      }
      const progress = await this.#tryIfDue(event);
      if (this.#isStopping) return;
      holders.push({ progress, heldUp: [] });
    }
    for (const { progress, heldUp } of holders) {
      if (heldUp.length > 0) await this.#putOffBehind(progress, heldUp);
    }
  }

  /** Events behind another event need no check until that event's next attempt. */
  async #putOffBehind(progress: DeliveryProgress, heldUp: readonly string[]): Promise<void> {
    if (progress.nextTryAt === null) return;
    const at = momentOf(this.#deps.clock);
    // A running attempt may end at any moment.
    const until = isInHand(progress, at) ? addSeconds(at.business, IN_HAND_LOOK_SECONDS) : progress.nextTryAt;
    await this.#deps.deliveries.postpone(heldUp, at, until);
  }

  async #tryIfDue(event: NewEvent): Promise<DeliveryProgress> {
    const { deliveries, clock } = this.#deps;
    const isDue = event.delivery.nextTryAt !== null && event.delivery.nextTryAt <= clock.now();
    const isLeftAlone = !isDue || isInHand(event.delivery, momentOf(clock));
    if (isLeftAlone || this.#limits.isCrowded(event.merchantId)) return event.delivery;
    return this.#limits.run(event.merchantId, async () => {
      if (this.#isStopping) return event.delivery;
      const leaseUntil = this.#leaseUntil();
      const isTaken = await deliveries.take(event.eventId, momentOf(clock), leaseUntil);
      // Another instance has leased the event.
      if (!isTaken) return { ...event.delivery, leasedUntil: leaseUntil };
      return this.#try(event, leaseUntil);
    });
  }

  /**
   * Merchants that have reached their limit of running attempts; their due events wait until one of these ends.
   */
  get saturatedMerchants(): readonly string[] {
    return this.#limits.saturatedKeys;
  }
}

function isInHand({ leasedUntil }: DeliveryProgress, at: Moment): boolean {
  return leasedUntil !== null && leasedUntil > at.real;
}

/** An event can wait behind a slow attempt of the previous one until too little of its lease is left. */
function isLongEnough(leaseUntil: Date, realNow: Date): boolean {
  return addSeconds(realNow, LONGEST_TRY_SECONDS) <= leaseUntil;
}

interface Lane {
  /** Events appended by this process under its lease, in order of sequence. */
  readonly taken: NewEvent[];
  /** Whether the log may contain more events to deliver. */
  isLookNeeded: boolean;
}

/** The progress of an event's delivery. */
type DeliveryProgress = Omit<EventDelivery, 'tries'>;

/** How many orders are remembered. Forgetting an order only costs one read of the log. */
const MAX_REMEMBERED = 20_000;

/**
 * For each order, the event that this process delivered last. Most events of an order follow each other within
 * seconds on one instance, which then need not ask the log whether the previous event was delivered.
 */
export class LatestDelivered {
  readonly #sequences = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  note(orderId: string, sequence: number): void {
    this.#sequences.set(orderId, sequence);
  }

  /** Only acknowledged events are recorded, so the answer "delivered" is never wrong. */
  isDelivered(orderId: string, sequence: number): boolean {
    return this.#sequences.get(orderId) === sequence;
  }
}
