import { orderLimits } from '@kassa/contracts';
import type { ChangeCause } from '../../src/domain/order/order-change-record.ts';
import type { Decision, PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { recordWithinLimits } from '../../src/domain/order/record-within-limits.ts';
import type { FullList } from '../../src/domain/order/room-in-order.ts';
import { after } from './times.ts';

/** An order that grows as in the application: every change is recorded within the order's limits. */
export class GrowingOrder {
  order: PaymentOrder;
  /** Each change is made an hour after the one before, so that every change has an hour of its own. */
  #hours = 0;

  constructor(order: PaymentOrder) {
    this.order = order;
  }

  get now(): Date {
    return after(this.#hours * 3600);
  }

  /** Makes a change. If the order has no room for it, makes no change and returns the full list; otherwise returns null. */
  change(
    cause: ChangeCause,
    decide: (order: PaymentOrder, now: Date) => Decision,
    note?: string,
  ): FullList | null {
    // Empty the full outbox, as if the relay had copied the events to the event log. The application changes the order only
    // after that.
    if (this.order.outbox.length >= orderLimits.waitingEvents) this.order = { ...this.order, outbox: [] };
    this.#hours += 1;
    const decision = decide(this.order, this.now);
    if (decision.kind !== 'changed') throw new Error(`nothing changed: ${decision.kind}`);
    const recorded = recordWithinLimits(this.order, decision.order, { cause, at: this.now, note });
    if (recorded.kind === 'full') return recorded.list;
    const { outbox } = recorded.order;
    this.order = { ...recorded.order, outbox: outbox.map((event) => ({ ...event, recordedAt: this.now })) };
    return null;
  }

  /** Makes a change for which there is room. */
  grow(cause: ChangeCause, decide: (order: PaymentOrder, now: Date) => Decision, note?: string): void {
    const full = this.change(cause, decide, note);
    if (full !== null) throw new Error(`the order holds ${full.most} ${full.holds}`);
  }
}
