import type { OrderState } from '@kassa/contracts';
import type { PaymentOrder } from '../domain/order/payment-order.ts';
import type { AttentionFailure, ParkedWork } from '../domain/parked-work.ts';
import type { OrderMoney } from '../domain/settlement/money-moves.ts';
import type { TimeSpan } from '../domain/time-span.ts';

/** A part of a merchant's orders. */
export interface OrderSpan {
  /** Orders created at this moment or later; null for no beginning. */
  readonly from: Date | null;
  /** Orders created before this moment; null for no end. */
  readonly before: Date | null;
  readonly state: OrderState | null;
  /** Only orders after this one in the list; this order need not be in the span. */
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
  /** Stores a new order; `exists` if its ID is taken, and the stored order stays unchanged. */
  insert(order: PaymentOrder): Promise<'inserted' | 'exists'>;
  /**
   * Replaces the order only if its stored version is still the version on which the change was decided.
   *
   * @param decidedOn that version; one write can contain several changes
   */
  save(order: PaymentOrder, decidedOn: number): Promise<'saved' | 'conflict'>;
}

/** The events that orders carry until they are in the event log. */
export interface OrderOutboxes {
  /**
   * Removes events up to a sequence from the order's outbox, after they were copied to the event log. This is not
   * a change of the order, so its version stays. Does nothing if the order has changed meanwhile, because the
   * relay of that change removes the events.
   */
  forgetRelayedEvents(order: PaymentOrder, upToSequence: number): Promise<void>;
  /**
   * Since when, in real time, the merchant's longest waiting event has been in its order's outbox; null if there
   * is none. The event may already be in the log.
   */
  unloggedSince(merchantId: string): Promise<Date | null>;
}

export interface OpenedOrders {
  /**
   * An order with an attempt that was opened at a channel: one merchant's newest order, or any merchant's if
   * `merchantId` is null; undefined if there is none. A search over all merchants may take long if it finds none.
   */
  findOpenedAt(channelId: string, merchantId: string | null): Promise<PaymentOrder | undefined>;
}

/** Orders that the recurring duties have to process. */
export interface DueOrders {
  /** The order that is due first, and when; null if no order waits. */
  firstToAttend(): Promise<OrderToAttend | null>;
  /**
   * Orders that are due, longest waiting first. An order is listed only if at least one of its due lanes is not
   * left out. The limit counts only listed orders.
   */
  listDue(now: Date, limit: number, leftOut: readonly LeftOutLane[]): Promise<readonly DueOrder[]>;
  /**
   * Postpones a due order that could not be processed, for longer after each failure since its last change, or
   * parks it. Returns the parked work, or null. This is not a change of the order, and does nothing if the order
   * is no longer due. An order that is full (`no_room`) is parked even if it is not due, because the write before
   * the failure may have set a new due time. An order that is already parked keeps its first reason. A parked order
   * is processed again when it changes or is resumed.
   */
  putOff(orderId: string, failure: AttentionFailure, now: Date): Promise<ParkedWork | null>;
}

/** Orders that wait for an operator. */
export interface OrderCases {
  /**
   * Orders with open cases or parked work. What has waited longest comes first; within one moment, orders are
   * sorted by ID.
   */
  listWithCases(after: WaitingPosition | null, limit: number): Promise<readonly OrderWithCases[]>;
  /** The order's parked work; null if there is none. */
  findParked(orderId: string): Promise<ParkedWork | null>;
  /**
   * Forgets that the order is parked, and its failures. The order is due at once if one of its steps is due, and
   * otherwise at its next step.
   */
  resume(orderId: string, now: Date): Promise<'resumed' | 'not_parked'>;
}

export interface MerchantOrders {
  /** A merchant's orders, newest first; orders created at one moment by descending ID. */
  listOfMerchant(merchantId: string, span: OrderSpan, limit: number): Promise<readonly PaymentOrder[]>;
}

/** The gateway's own books: the money movements that its orders record. */
export interface OrderBooks {
  /**
   * Orders whose money moved in a span of time (`moneyMovesOf`), each once and in no particular order, with all
   * their moves. They are read while the caller consumes them, so that only a part of them is in memory.
   */
  withMoneyMoved(span: MoneySpan): AsyncIterable<OrderMoney>;
}

/** The stored orders. One adapter provides the whole port; a use case depends only on the parts that it needs. */
export interface OrderRepository
  extends OrderStore,
    OrderOutboxes,
    OpenedOrders,
    DueOrders,
    OrderCases,
    MerchantOrders,
    OrderBooks {}

/** A lane of due work that a list leaves out (`AwaitedLane`). */
export interface LeftOutLane {
  readonly channelId: string | null;
  /** Null if the lane is left out for all merchants. */
  readonly merchantId: string | null;
}

export interface DueOrder extends Pick<PaymentOrder, 'orderId' | 'merchantId'> {
  /**
   * The channels of its due lanes, without those left out; null stands for the lane that calls no channel. Never
   * empty.
   */
  readonly channelIds: readonly (string | null)[];
}

export interface OrderToAttend {
  readonly order: PaymentOrder;
  /** Later than the order's own due time if processing it has failed. */
  readonly at: Date;
}

/** A position in a list of what waits for an operator, which is sorted by waiting time, then by ID. */
export interface WaitingPosition {
  readonly since: Date;
  readonly id: string;
}

export interface OrderWithCases {
  /** Since when the order is in the list: since its work was parked, or otherwise since its oldest case. */
  readonly since: Date;
  readonly order: PaymentOrder;
  readonly parked: ParkedWork | null;
}
