import { orderLimits } from '@kassa/contracts';
import { addSeconds } from '../domain/add-seconds.ts';
import { CLOCK_SKEW_SECONDS } from '../domain/clock-skew.ts';
import { milestonesOf } from '../domain/order/milestones.ts';
import type { ChangeCause } from '../domain/order/order-change-record.ts';
import { recordedEvents, tracedEvents } from '../domain/order/order-event.ts';
import type { Decision, PaymentOrder } from '../domain/order/payment-order.ts';
import { recordWithinLimits } from '../domain/order/record-within-limits.ts';
import { dayIsFinalAt } from '../domain/settlement/settlement-day.ts';
import type { Alerts } from '../ports/alerts.ts';
import { type Clock, inRealTime } from '../ports/clock.ts';
import { OrderFull } from '../ports/order-full.ts';
import type { OrderStore } from '../ports/order-repository.ts';
import type { PaymentMeter } from '../ports/payment-meter.ts';
import { TemporarilyUnavailable } from '../ports/temporarily-unavailable.ts';
import type { TracePosition, Tracing } from '../ports/tracing.ts';
import { announcementsOf } from './announcements.ts';
import type { OrderWatch } from './await-order.ts';
import type { HastenCallbacks } from './channels/hasten-callbacks.ts';
import { reportsIn } from './channels/report-text.ts';
import type { WatchDeclines } from './checkout/watch-declines.ts';
import type { RelayEvents } from './events/relay-events.ts';
import type { RecentOrders } from './recent-orders.ts';

/**
 * How many times the gateway tries to write one change of an order. A try fails if another instance has changed the order
 * meanwhile. With N competing instances, the slowest one may need N tries or more. After the last try, the caller gets an error
 * and has to repeat the call later.
 */
const MAX_TRIES = 128;
/**
 * The maximum number of decisions about one order whose results are stored in one write. Further decisions wait for the next
 * write.
 */
const MAX_TOGETHER = 64;

export type OrderChange<Verdict> =
  | { readonly kind: 'done'; readonly order: PaymentOrder; readonly verdict: Verdict }
  | { readonly kind: 'order_not_found' };

/**
 * What a decision about an order returns: the changed order and a verdict for the caller. Without `order`, nothing is written.
 */
interface Decided<Verdict> {
  readonly order?: PaymentOrder;
  readonly verdict: Verdict;
}

/** Why an order is changed, for the order's history. It is a function if the cause depends on the order's state. */
type Cause = ChangeCause | NotedCause | ((order: PaymentOrder) => ChangeCause);

/** The cause of an order's change, with the note of the operator who made it. */
interface NotedCause {
  readonly cause: ChangeCause;
  readonly note: string;
}

type NotedReason = Pick<NotedCause, 'cause'> & Partial<NotedCause>;

/** A caller's decision about an order, which waits until the running write of the order has ended. */
interface WaitingDecision {
  readonly cause: Cause;
  /** The order as the caller has just read it; undefined if the caller has not read it. */
  readonly known: PaymentOrder | undefined;
  readonly decide: (order: PaymentOrder) => Decided<unknown>;
  /**
   * The caller's position in its trace. One write can contain the decisions of several callers, and each caller has a trace of
   * its own.
   */
  readonly trace: TracePosition | undefined;
  readonly resolve: (change: OrderChange<unknown>) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome =
  | { readonly kind: 'decided'; readonly verdict: unknown }
  | { readonly kind: 'threw'; readonly error: unknown };

interface Dependencies {
  readonly orders: OrderStore;
  readonly recent: RecentOrders;
  readonly relay: RelayEvents;
  readonly watch: OrderWatch;
  readonly hasten: HastenCallbacks;
  readonly declines: WatchDeclines;
  readonly alerts: Alerts;
  readonly meter: PaymentMeter;
  readonly clock: Clock;
  readonly tracing: Tracing;
}

/**
 * The only way to change an order. Loads the order, decides with a pure function, and writes the result if the order still has
 * the expected version. If another write came first, it decides again, based on the new version. Decisions about one order that
 * arrive during a write share the next write. Otherwise, each write would make the other decisions invalid.
 */
export class ChangeOrder {
  readonly #deps: Dependencies;
  /** The orders that this process is changing, each with the decisions that wait until its current write has ended. */
  readonly #lanes = new Map<string, WaitingDecision[]>();

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Changes an order as the function `decide` says. The returned verdict is `changed`, or `unchanged` if `decide` left the
   * order as it was.
   */
  async apply(
    order: string | PaymentOrder,
    cause: Cause,
    decide: (order: PaymentOrder) => Decision,
  ): Promise<OrderChange<'changed' | 'unchanged'>> {
    return this.decide(order, cause, (current) => {
      const decision = decide(current);
      return decision.kind === 'changed'
        ? { order: decision.order, verdict: 'changed' }
        : { verdict: 'unchanged' };
    });
  }

  /**
   * Changes an order as the function `decide` says. Returns the stored order with the verdict of `decide`. If `decide` returns
   * no `order`, nothing is written.
   *
   * @param order the order's ID, or the order as just read. If that order is outdated, `decide` is called again with the stored
   * order.
   *
   * @param cause why the order changes; stored in the order's history together with the change
   *
   * @throws {TemporarilyUnavailable} if every try failed because another writer had changed the order
   * @throws {OrderFull} if the change would make one of the order's lists, or the whole document, larger than its limit
   */
  decide<Verdict>(
    order: string | PaymentOrder,
    cause: Cause,
    decide: (order: PaymentOrder) => Decided<Verdict>,
  ): Promise<OrderChange<Verdict>> {
    const { tracing } = this.#deps;
    const orderId = typeof order === 'string' ? order : order.orderId;
    return tracing.step({ name: 'change order', kind: 'works', facts: { orderId } }, async () => {
      const change = await this.#decideInTurn(order, cause, decide);
      if (change.kind === 'done') {
        tracing.note({ merchantId: change.order.merchantId });
        tracing.link(change.order.trace);
      }
      return change;
    });
  }

  #decideInTurn<Verdict>(
    order: string | PaymentOrder,
    cause: Cause,
    decide: (order: PaymentOrder) => Decided<Verdict>,
  ): Promise<OrderChange<Verdict>> {
    const [orderId, known] = typeof order === 'string' ? [order, undefined] : [order.orderId, order];
    const trace = this.#deps.tracing.position();
    return new Promise((resolve, reject) => {
      const settle = resolve as (change: OrderChange<unknown>) => void;
      const decision: WaitingDecision = { cause, known, decide, trace, resolve: settle, reject };
      const lane = this.#lanes.get(orderId);
      if (lane !== undefined) {
        lane.push(decision);
        return;
      }
      const newLane = [decision];
      this.#lanes.set(orderId, newLane);
      void this.#workThrough(orderId, newLane);
    });
  }

  async #workThrough(orderId: string, lane: WaitingDecision[]): Promise<void> {
    while (lane.length > 0) {
      const together = lane.splice(0, MAX_TOGETHER);
      try {
        lane.unshift(...(await this.#changeTogether(orderId, together)));
      } catch (error) {
        // The write failed, and the gateway cannot know whether the database stored it. So the callers of all decisions in this
        // write get the error.
        for (const { reject } of together) reject(error);
      }
    }
    this.#lanes.delete(orderId);
  }

  /**
   * Makes the given decisions about an order, and writes the result. Returns the decisions that it has not made. They have to
   * wait, because too many of the order's events are not in the event log yet.
   */
  async #changeTogether(
    orderId: string,
    decisions: readonly WaitingDecision[],
  ): Promise<readonly WaitingDecision[]> {
    const { recent } = this.#deps;
    let known = recent.latest(orderId, decisions[0]?.known);
    const remembered = recent.find(orderId);
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const isPerhapsOutdated = known !== undefined;
      const stored: PaymentOrder | undefined = known ?? (await this.#deps.orders.find(orderId));
      known = undefined;
      // Each later try reads the stored order.
      recent.forget(orderId);
      if (stored === undefined) {
        for (const { resolve } of decisions) resolve({ kind: 'order_not_found' });
        return [];
      }
      if (hasManyEvents(stored)) {
        await this.#deps.relay.untilRelayed(stored);
        continue;
      }
      const writeBy = this.#latestWrite();
      const { order, outcomes } = this.#decideAll(stored, decisions);
      if (order === stored && isPerhapsOutdated) continue;
      const isWritten =
        order === stored || (await this.#deps.orders.save(order, stored.version, writeBy)) === 'saved';
      if (!isWritten) {
        if (stored === remembered) recent.wasOutdated();
        continue;
      }
      if (order !== stored) {
        recent.note(order);
        this.#tellOf(stored, order);
      }
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.kind === 'decided') {
          decisions[index]?.resolve({ kind: 'done', order, verdict: outcome.verdict });
        } else {
          decisions[index]?.reject(outcome.error);
        }
      }
      return decisions.slice(outcomes.length);
    }
    throw new TemporarilyUnavailable(`too many callers are changing order ${orderId} at the same time`);
  }

  /**
   * Returns the latest real time at which decisions that are made now may be written. The decisions give movements of money
   * today's date. If they were written after this time, they would change today's settlement report after it has become final.
   * So after this time, the decisions must be made again.
   */
  #latestWrite(): Date {
    const { clock } = this.#deps;
    return addSeconds(inRealTime(dayIsFinalAt(clock.now()), clock), -CLOCK_SKEW_SECONDS);
  }

  /**
   * Makes decisions about an order, each based on the result of the previous one. A decision that throws changes nothing. Stops
   * once too many of the order's events are waiting to enter the event log; the remaining decisions are left for the next
   * write.
   */
  #decideAll(
    stored: PaymentOrder,
    decisions: readonly WaitingDecision[],
  ): { readonly order: PaymentOrder; readonly outcomes: readonly Outcome[] } {
    let order = stored;
    const outcomes: Outcome[] = [];
    for (const { cause, decide, trace } of decisions) {
      if (hasManyEvents(order)) break;
      try {
        const { order: decided, verdict } = decide(order);
        if (decided !== undefined) {
          // If the call that made this decision is not traced, the deliveries of the events belong to the trace in which the
          // order was created.
          const outbox = tracedEvents(decided.outbox, order.lastSequence, trace ?? order.trace);
          const traced = outbox === decided.outbox ? decided : { ...decided, outbox };
          order = this.#recorded(order, traced, reasonOf(cause, order));
        }
        outcomes.push({ kind: 'decided', verdict });
      } catch (error) {
        outcomes.push({ kind: 'threw', error });
      }
    }
    if (order === stored) return { order, outcomes };
    const { outbox } = this.#deps.relay.withoutLogged(order);
    return { order: { ...order, outbox: recordedEvents(outbox, this.#deps.clock.realNow()) }, outcomes };
  }

  /** Adds the record of a change to the order's history, and keeps the order within its limits. */
  #recorded(before: PaymentOrder, decided: PaymentOrder, reason: NotedReason): PaymentOrder {
    const change = recordWithinLimits(before, decided, { ...reason, at: this.#deps.clock.now() });
    if (change.kind === 'recorded') return change.order;
    const { most, holds } = change.list;
    const limit = `order ${before.orderId} holds ${most} ${holds}, which is the limit`;
    const reports = reportsIn(before, decided);
    throw new OrderFull(
      reports.length === 0 ? limit : `${limit}, so it cannot take this ${reports.join(', and this ')}`,
    );
  }

  #tellOf(before: PaymentOrder, order: PaymentOrder): void {
    this.#deps.watch.orderChanged(order);
    this.#deps.hasten.orderChanged(before, order);
    this.#deps.declines.orderChanged(before, order);
    for (const milestone of milestonesOf(before, order)) this.#deps.meter.reached(milestone);
    for (const alert of announcementsOf(before, order)) this.#deps.alerts.raise(alert);
    if (order.outbox.length > 0) this.#deps.relay.relaySoon(order);
  }
}

/**
 * Whether further changes of an order have to wait, because too many of its events are not yet in the event log. This happens
 * if the log cannot be written, or if the order changes faster than its events are copied.
 */
function hasManyEvents({ outbox }: PaymentOrder): boolean {
  return outbox.length >= orderLimits.waitingEvents;
}

function reasonOf(cause: Cause, order: PaymentOrder): NotedReason {
  if (typeof cause === 'function') return { cause: cause(order) };
  return typeof cause === 'string' ? { cause } : cause;
}
