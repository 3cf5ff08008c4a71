import type { OrderState } from '@kassa/contracts';
import type { PaymentOrder } from '../domain/order/payment-order.ts';
import type { AttentionFailure, ParkedWork } from '../domain/parked-work.ts';
import type { OrderMoney } from '../domain/settlement/money-moves.ts';
import type { TimeSpan } from '../domain/time-span.ts';

/** A part of a merchant's orders. */
export interface OrderSpan {
  /** The orders were created at this moment or later; null for no limit. */
  readonly from: Date | null;
  /** The orders were created before this moment; null for no limit. */
  readonly before: Date | null;
  readonly state: OrderState | null;
  /** The order after which the list continues. It need not have been created in the span of time. */
  readonly after: Pick<PaymentOrder, 'createdAt' | 'orderId'> | null;
}

/** A span of time in which money moved. */
export interface MoneySpan extends TimeSpan {
  /** Null for the orders of all merchants. */
  readonly merchantId: string | null;
}

export interface OrderLookup {
  find(orderId: string): Promise<PaymentOrder | undefined>;
}

/** Writes orders one at a time. */
export interface OrderStore extends OrderLookup {
  /** Stores a new order. Returns `exists` if an order with this ID is already stored; the stored order then stays unchanged. */
  insert(order: PaymentOrder): Promise<'inserted' | 'exists'>;
  /**
   * Replaces the order only if its stored version is still the version on which the change was decided; otherwise returns
   * `conflict`.
   *
   * @param decidedOn the version that is expected in the store; one write can contain several changes
   */
  save(order: PaymentOrder, decidedOn: number): Promise<'saved' | 'conflict'>;
}

/** The outboxes of the orders: events that are not in the event log yet. */
export interface OrderOutboxes {
  /**
   * Removes events from the order's outbox, up to a sequence, after they were copied to the event log. The order's version
   * stays, because this does not change the order itself. Does nothing if the order has changed meanwhile, because the relay
   * that follows the change removes the events.
   */
  forgetRelayedEvents(order: PaymentOrder, upToSequence: number): Promise<void>;
  /**
   * Since when, in real time, the merchant's longest waiting event has been in the outbox of its order; null if no event waits.
   * The event log may already contain the event.
   */
  unloggedSince(merchantId: string): Promise<Date | null>;
}

export interface OpenedOrders {
  /**
   * Finds an order with an attempt that was opened at a channel: the merchant's newest such order, or any merchant's if
   * `merchantId` is null. A search for all merchants may take long if there is no such order.
   */
  findOpenedAt(channelId: string, merchantId: string | null): Promise<PaymentOrder | undefined>;
}

/** Orders that the recurring duties have to process. */
export interface DueOrders {
  /** The order that is due first, and when it is due; null if no order waits. */
  firstToAttend(): Promise<OrderToAttend | null>;
  /**
   * Orders that are due, the longest waiting first. Work is done in lanes, one for each channel. An order is listed only if it
   * is due in at least one lane that `leftOut` does not name. The limit counts only listed orders.
   */
  listDue(now: Date, limit: number, leftOut: readonly LeftOutLane[]): Promise<readonly DueOrder[]>;
  /**
   * Postpones a due order that could not be processed, or parks it for an operator after too many failures. The wait grows with
   * each failure since the order's last change. Returns the parked work, or null if the order is only postponed.
   * Does nothing if the order is no longer due. An order that is full (`no_room`) is parked at once, even if it is not due,
   * because the write before the failure may have set a new due time. But a full order with events that are not yet in the event
   * log stays due, because nothing relays the events of a parked order. An order that is already parked keeps its first reason.
   * A parked order is processed again when it changes or an operator resumes it.
   */
  putOff(orderId: string, failure: AttentionFailure, now: Date): Promise<ParkedWork | null>;
}

/** Orders that wait for an operator. */
export interface OrderCases {
  /**
   * Orders with open cases or parked work. What has waited longest comes first. Orders that have waited equally long are sorted
   * by ID.
   */
  listWithCases(after: WaitingPosition | null, limit: number): Promise<readonly OrderWithCases[]>;
  /** The order's parked work; null if there is none. */
  findParked(orderId: string): Promise<ParkedWork | null>;
  /**
   * Ends the parking of an order and resets its number of failures. The order is due at once if one of its steps is due, and
   * otherwise at its next step.
   */
  resume(orderId: string, now: Date): Promise<'resumed' | 'not_parked'>;
}

export interface MerchantOrders {
  /** A merchant's orders, the newest first. Orders created at the same moment are sorted by descending ID. */
  listOfMerchant(merchantId: string, span: OrderSpan, limit: number): Promise<readonly PaymentOrder[]>;
}

/** The gateway's own books: the movements of money that its orders record. */
export interface OrderBooks {
  /**
   * Orders whose money moved in a span of time (`moneyMovesOf`), each once and unsorted, with all movements of their money.
   * They are read while the caller consumes them, so that not all are in memory at once.
   */
  withMoneyMoved(span: MoneySpan): AsyncIterable<OrderMoney>;
}

/** The stored orders. One adapter provides the whole port, and a use case depends only on the parts that it needs. */
export interface OrderRepository
  extends OrderStore,
    OrderOutboxes,
    OpenedOrders,
    DueOrders,
    OrderCases,
    MerchantOrders,
    OrderBooks {}

/** A lane of due work (`AwaitedLane`) that a list of due orders leaves out. */
export interface LeftOutLane {
  readonly channelId: string | null;
  /** The merchant whose work in the lane is left out; null if the lane is left out for all merchants. */
  readonly merchantId: string | null;
}

export interface DueOrder extends Pick<PaymentOrder, 'orderId' | 'merchantId'> {
  /**
   * The channels for which the order has due work, without those that were left out. Null stands for work that calls no
   * channel. Never empty.
   */
  readonly channelIds: readonly (string | null)[];
}

export interface OrderToAttend {
  readonly order: PaymentOrder;
  /** When the order is processed next. This is later than its due time if processing it has failed. */
  readonly at: Date;
}

/** A position in a list of orders or callbacks that wait for an operator. The list is sorted by waiting time, then by ID. */
export interface WaitingPosition {
  readonly since: Date;
  readonly id: string;
}

export interface OrderWithCases {
  /**
   * Since when the order has waited for an operator: since its work was parked, or since its oldest case if no work is parked.
   */
  readonly since: Date;
  readonly order: PaymentOrder;
  readonly parked: ParkedWork | null;
}
