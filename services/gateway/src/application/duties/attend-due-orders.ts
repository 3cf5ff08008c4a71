import type { Alerts } from '../../ports/alerts.ts';
import type { ChannelHealth } from '../../ports/channel-health.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DueOrder, DueOrders } from '../../ports/order-repository.ts';
import type { Tracing } from '../../ports/tracing.ts';
import { attendOrPutOff } from './attend-or-put-off.ts';
import type { AttendOrder } from './attend-order.ts';
import { FairLanes } from './fair-lanes.ts';

const DUTY = 'attend-orders';
const BATCH = 200;
/**
 * How many orders are processed at once in each lane: one lane for each channel, and one for work that calls no
 * channel.
 */
const AT_ONCE = 8;
/**
 * How many orders are processed at once in the lane of a channel whose circuit is open. Such a channel gets no new payments,
 * because too many calls to it failed. Calls about existing payments continue, because only they can show that the channel
 * works again.
 */
const AT_ONCE_WHILE_OPEN = 1;

interface Dependencies {
  readonly orders: DueOrders;
  readonly attendOrder: AttendOrder;
  readonly health: ChannelHealth;
  readonly alerts: Alerts;
  readonly clock: Clock;
  readonly tracing: Tracing;
}

/**
 * Processes the orders that are due. Each channel has a lane for the work that calls it, and work that calls no channel has its
 * own lane. So a channel that hangs delays only the work in its lane. Within a lane, the merchants take turns. An order that
 * waits in a lane stays due in the database, so a crash loses nothing.
 */
export class AttendDueOrders {
  readonly #deps: Dependencies;
  readonly #lanes: FairLanes<string | null>;
  /** The orders that this process has taken from the database and has not finished processing, each with its lane. */
  readonly #taken = new Set<string>();
  #isStopping = false;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#lanes = new FairLanes((channelId) =>
      channelId === null || deps.health.isOpenable(channelId) ? AT_ONCE : AT_ONCE_WHILE_OPEN,
    );
  }

  /**
   * Stops the processing of orders. No waiting order is started any more, and those being processed are finished. Waiting
   * orders stay due in the database, where other instances find them.
   */
  stop(): void {
    this.#isStopping = true;
    this.#lanes.clear();
  }

  /** Resolves when no order is being processed any more. */
  settle(): Promise<void> {
    return this.#lanes.settle();
  }

  /** Looks once for due orders and starts to process them in the background. */
  async execute(): Promise<void> {
    const { orders, clock } = this.#deps;
    const now = clock.now();
    for (;;) {
      // If enough work is already waiting in a lane, do not ask for more work of this lane. Otherwise, orders for full lanes
      // would fill the list of due orders, and the other lanes would get no work.
      const leftOut = this.#lanes
        .enough()
        .map(({ lane: channelId, owner: merchantId }) => ({ channelId, merchantId }));
      const due = await orders.listDue(now, BATCH, leftOut);
      if (this.#isStopping) return;
      const taken = due.map((order) => this.#take(order));
      if (due.length < BATCH || !taken.includes(true)) return;
    }
  }

  /**
   * Adds an order's work to its lanes, except to those in which the order already waits or is being processed. Returns whether
   * it was added to any lane.
   */
  #take({ orderId, merchantId, channelIds }: DueOrder): boolean {
    const fresh = channelIds.filter((channelId) => !this.#taken.has(keyOf(orderId, channelId)));
    for (const channelId of fresh) {
      this.#taken.add(keyOf(orderId, channelId));
      this.#lanes.add(channelId, merchantId, () => this.#attend(orderId, channelId));
    }
    return fresh.length > 0;
  }

  async #attend(orderId: string, channelId: string | null): Promise<void> {
    const { orders, attendOrder, alerts, clock, tracing } = this.#deps;
    const facts = { duty: DUTY, orderId, ...(channelId !== null && { channelId }) };
    const step = { name: 'attend order', kind: 'works', facts, belongsTo: 'none' } as const;
    await attendOrPutOff(alerts, {
      duty: DUTY,
      item: orderId,
      attend: () => tracing.step(step, () => attendOrder.execute(orderId, channelId)),
      putOff: (failure) => orders.putOff(orderId, failure, clock.now()),
    });
    this.#taken.delete(keyOf(orderId, channelId));
  }
}

function keyOf(orderId: string, channelId: string | null): string {
  return `${orderId} ${channelId ?? ''}`;
}
