import { addSeconds } from '../../domain/add-seconds.ts';
import { holdsUp } from '../../domain/webhook/order-of-events.ts';
import { type Clock, type Moment, momentOf } from '../../ports/clock.ts';
import type { DeliveryAttempts } from '../../ports/delivery-queue.ts';
import type { EventDelivery, NewEvent } from '../../ports/logged-event.ts';
import type { BackgroundWork } from '../background-work.ts';
import { ConcurrencyLimit } from '../concurrency-limit.ts';
import { growingCache } from '../growing-cache.ts';
import type { TryWebhook } from './try-webhook.ts';

/**
 * How long a process leases an event (reserves it for itself) for one delivery attempt. Every attempt ends sooner, so a running
 * process always records its attempt before another process can lease the event.
 */
export const LEASE_SECONDS = 25;
/** How much time of an event's lease must be left when a delivery attempt starts: a little more than `WEBHOOK_TIMEOUT_MS`. */
export const LONGEST_TRY_SECONDS = 18;
/**
 * After this many seconds, this process checks again whether another instance has delivered an event. Until then, the later
 * events of the same order wait.
 */
const IN_HAND_LOOK_SECONDS = 1;
/** How long an order's events wait after their delivery failed because the database did not respond. */
const BROKEN_LOOK_SECONDS = 30;
/**
 * The maximum number of simultaneous connections to one merchant's receiver. The limit keeps a slow receiver from delaying
 * other merchants' webhooks.
 */
const MAX_TRIES_AT_ONCE_PER_MERCHANT = 16;

const LEASE_STEP_MS = 10;
const NO_EVENTS = 0;
const ALL_EVENTS = Number.POSITIVE_INFINITY;

interface Dependencies {
  deliveries: DeliveryAttempts;
  tryWebhook: TryWebhook;
  background: BackgroundWork;
  clock: Clock;
}

/**
 * Delivers an order's events to the merchant in their order. An event waits until the previous one is acknowledged, is given up
 * or has failed three times.
 */
export class DeliverWebhooks {
  readonly #deps: Dependencies;
  readonly #limits = new ConcurrencyLimit(MAX_TRIES_AT_ONCE_PER_MERCHANT);
  /** The orders whose events this process is delivering. For one order, a process runs only one delivery at a time. */
  readonly #lanes = new Map<string, Lane>();
  readonly #delivered = new LatestDelivered();
  #isStopping = false;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Stops the delivery of events in this process. No new attempt starts, and running attempts end within their timeout. Other
   * instances deliver the waiting events.
   */
  stop(): void {
    this.#isStopping = true;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** How many orders have events that this process is delivering now, or that wait in this process for their turn. */
  get ordersInHand(): number {
    return this.#lanes.size;
  }

  isInHand(orderId: string): boolean {
    return this.#lanes.has(orderId);
  }

  /**
   * Returns the delivery state of an event that is about to enter the log. The event is due immediately. The event is leased to
   * this process, which then sends it.
   */
  firstLease(): { readonly nextTryAt: Date; readonly leasedUntil: Date } {
    return { nextTryAt: this.#deps.clock.now(), leasedUntil: this.#leaseUntil() };
  }

  #leaseUntil(): Date {
    return addSeconds(this.#deps.clock.realNow(), LEASE_SECONDS);
  }

  /**
   * Delivers an order's due events in the background.
   *
   * @param taken an event that the caller has just written to the log; it is leased to this process, so no other process sends
   * it
   */
  deliverSoon(orderId: string, taken?: NewEvent): void {
    this.#deps.background.start('deliver-webhooks', () => this.deliver(orderId, taken));
  }

  deliver(orderId: string, taken?: NewEvent): Promise<void> {
    return taken === undefined
      ? this.deliverDue(orderId, ALL_EVENTS)
      : this.#run(orderId, [taken], NO_EVENTS);
  }

  /** Delivers an order's due events up to a given sequence number, and perhaps later ones too. */
  deliverDue(orderId: string, lastSequence: number): Promise<void> {
    return this.#run(orderId, [], lastSequence);
  }

  async #run(orderId: string, taken: readonly NewEvent[], lookUpTo: number): Promise<void> {
    const busy = this.#lanes.get(orderId);
    if (busy !== undefined) {
      busy.taken.push(...taken);
      busy.lookUpTo = Math.max(busy.lookUpTo, lookUpTo);
      return;
    }
    const lane: Lane = { taken: [...taken], lookUpTo };
    this.#lanes.set(orderId, lane);
    try {
      while (lane.taken.length > 0 || lane.lookUpTo > NO_EVENTS) {
        const next = lane.taken.shift();
        if (next !== undefined) {
          await this.#tryTaken(next, lane);
        } else {
          const lastSequence = lane.lookUpTo;
          lane.lookUpTo = NO_EVENTS;
          if (!this.#isStopping) await this.#deliverPending(orderId, lastSequence);
        }
      }
    } finally {
      this.#lanes.delete(orderId);
    }
  }

  /**
   * Immediately sends an event that has just entered the log, unless an earlier event of its order must be delivered first. If
   * the event is not sent now, ends its lease, so that it waits like any other pending event.
   */
  async #tryTaken(event: NewEvent, lane: Lane): Promise<void> {
    const leaseUntil = event.delivery.leasedUntil;
    if (leaseUntil === null) throw new Error(`event ${event.eventId} was not appended under a lease`);
    const isItsTurn = event.sequence === 1 || this.#delivered.isDelivered(event.orderId, event.sequence - 1);
    const isCrowded = this.#limits.isCrowded(event.merchantId);
    const isTried =
      isItsTurn &&
      !isCrowded &&
      (await this.#limits.run(event.merchantId, async () => {
        // Check the lease again: the event may have waited for other deliveries to this merchant, so that too little of its
        // lease is left for an attempt.
        const isStillToSend = !this.#isStopping && isLongEnough(leaseUntil, this.#deps.clock.realNow());
        if (isStillToSend) await this.#try(event, leaseUntil);
        return isStillToSend;
      }));
    if (isTried) return;
    await this.#deps.deliveries.release(event.eventId, leaseUntil);
    // If too many of the merchant's events are already waiting in this process, do not let this event wait here as well: with a
    // slow receiver, waiting events would fill the memory. A recurring job delivers this event later.
    if (!isCrowded) lane.lookUpTo = ALL_EVENTS;
  }

  async #try(event: NewEvent, leaseUntil: Date): Promise<DeliveryProgress> {
    const outcome = await this.#deps.tryWebhook.execute(event, leaseUntil);
    if (outcome.state === 'delivered') this.#delivered.note(event.orderId, event.sequence);
    return { ...event.delivery, ...outcome, leasedUntil: null };
  }

  async #deliverPending(orderId: string, lastSequence: number): Promise<void> {
    const pending = await this.#deps.deliveries.listPendingOfOrder(orderId, lastSequence);
    try {
      await this.#deliverInOrder(pending);
    } catch (error) {
      // The delivery failed, so postpone the order's pending events. If they stayed due, they would stay first in the list of
      // due events and delay the events of other orders.
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

  /**
   * Postpones events that must wait for an earlier event of their order. They are due again when the next attempt to deliver
   * the earlier event is due.
   */
  async #putOffBehind(progress: DeliveryProgress, heldUp: readonly string[]): Promise<void> {
    if (progress.nextTryAt === null) return;
    const at = momentOf(this.#deps.clock);
    // If the earlier event is just being delivered, its delivery may end at any time. So make the later events due again soon.
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
      const leaseUntil = roundedUp(this.#leaseUntil());
      const isTaken = await deliveries.take(event.eventId, momentOf(clock), leaseUntil);
      // Another instance has leased this event meanwhile, so leave the event to that instance.
      if (!isTaken) return { ...event.delivery, leasedUntil: leaseUntil };
      return this.#try(event, leaseUntil);
    });
  }

  /**
   * Returns the merchants to whom the maximum number of delivery attempts is already running. Their other due events wait until
   * one of these attempts ends.
   */
  get saturatedMerchants(): readonly string[] {
    return this.#limits.saturatedKeys;
  }
}

/**
 * Leases that begin at nearly the same time end at the same time, so that one command can take all of them. The steps are short,
 * because the end of a lease also tells it from the event's other leases.
 */
function roundedUp(leaseUntil: Date): Date {
  return new Date(Math.ceil(leaseUntil.getTime() / LEASE_STEP_MS) * LEASE_STEP_MS);
}

function isInHand({ leasedUntil }: DeliveryProgress, at: Moment): boolean {
  return leasedUntil !== null && leasedUntil > at.real;
}

/**
 * Whether enough of an event's lease is left for a delivery attempt. Much of it may have passed while the event waited for slow
 * attempts to deliver other events.
 */
function isLongEnough(leaseUntil: Date, realNow: Date): boolean {
  return addSeconds(realNow, LONGEST_TRY_SECONDS) <= leaseUntil;
}

interface Lane {
  /**
   * Events that this process has written to the event log under its own lease and has not sent yet, sorted by their sequence
   * numbers.
   */
  readonly taken: NewEvent[];
  /**
   * Up to which sequence number this process has to read the order's pending events from the event log, because the log may
   * contain events that this process does not know.
   */
  lookUpTo: number;
}

/** The progress of an event's delivery. */
type DeliveryProgress = Omit<EventDelivery, 'tries'>;

/**
 * For how many orders a process remembers which event it delivered last. For any other order, it reads the event log once more
 * to learn this.
 */
const MAX_REMEMBERED = 20_000;

/**
 * Remembers, for each order, which event this process delivered last. Most events of an order follow each other within seconds
 * on one instance. This instance then need not read the event log to know that the previous event was delivered.
 */
export class LatestDelivered {
  readonly #sequences = growingCache<string, number>(MAX_REMEMBERED);

  note(orderId: string, sequence: number): void {
    this.#sequences.set(orderId, sequence);
  }

  /**
   * Whether this process remembers that an event was delivered. Even if it does not, the event may have been delivered, for
   * example by another instance.
   */
  isDelivered(orderId: string, sequence: number): boolean {
    return this.#sequences.get(orderId) === sequence;
  }
}
