import type { OrderState } from '@kassa/contracts';
import type { PaymentOrder } from '../domain/order/payment-order.ts';
import type { AttentionFailure, ParkedWork } from '../domain/parked-work.ts';
import type { ListedRefund, RefundFilter } from '../domain/refund/listed-refunds.ts';
import type { OrderMoney } from '../domain/settlement/money-moves.ts';
import type { TimeSpan } from '../domain/time-span.ts';
import type { WriteTime } from './write-time.ts';

/** The span of time in which the orders of a list were created. */
export interface OrderSpan {
  /** Only orders that were created at this time or later; null for no limit. */
  readonly from: Date | null;
  /** Only orders that were created before this time; null for no limit. */
  readonly before: Date | null;
  readonly state: OrderState | null;
  /**
   * The payment order after which the list continues. It need not be in the list itself: it may have been created outside the
   * list's span of time.
   */
  readonly after: Pick<PaymentOrder, 'createdAt' | 'orderId'> | null;
}

/** A span of time in which money moved. */
export interface MoneySpan extends TimeSpan {
  /** Null for the orders of all merchants. */
  readonly merchantId: string | null;
}

export interface OrderLookup {
  /** @throws {OrderArchived} if the order was archived and removed */
  find(orderId: string): Promise<PaymentOrder | undefined>;
}

/** Writes orders one at a time. */
export interface OrderStore extends OrderLookup {
  /** Stores a new order. Returns `exists` if an order with this ID is already stored; the stored order then stays unchanged. */
  insert(order: PaymentOrder): Promise<'inserted' | 'exists'>;
  /**
   * Stores a changed order in place of the old one. Returns `conflict` if another change was stored first, so that the stored
   * order no longer has the version `decidedOn`, or if the write comes too late. The change then has to be decided again.
   *
   * @param decidedOn the version on which the change was decided; one write can contain several changes, so the new version can
   * be higher by more than one
   *
   * @param writeBy the latest real time for the write, by the database's clock; no limit if absent
   */
  save(order: PaymentOrder, decidedOn: number, writeBy?: Date): Promise<'saved' | 'conflict'>;
}

/** The outboxes of the orders. An outbox holds the order's events that are not in the event log yet. */
export interface OrderOutboxes {
  /**
   * Removes an order's events up to a given sequence number from its outbox, because they are in the event log now. The order
   * keeps its version. If the order has changed meanwhile, the events stay in the outbox. They are copied to the log again
   * later, which stores no event twice, and are then removed.
   */
  forgetRelayedEvents(order: PaymentOrder, upToSequence: number, when?: WriteTime): Promise<void>;
  /**
   * Returns the real time since which the merchant's oldest waiting event has been in an order's outbox; null if no event waits
   * in an outbox. The event may also be in the event log already, because it leaves the outbox only after it was logged.
   */
  unloggedSince(merchantId: string): Promise<Date | null>;
}

export interface OpenedOrders {
  /**
   * Finds an order with an attempt that was opened at a channel. If `merchantId` is given, returns the merchant's newest such
   * order. If it is null, returns such an order of any merchant; if there is none, this search may take a long time. If all
   * such orders were archived and removed, returns the tombstone of one of them.
   */
  findOpenedAt(channelId: string, merchantId: string | null): Promise<OpenedOrder | undefined>;
}

export type OpenedOrder = Pick<PaymentOrder, 'orderId' | 'attempts'>;

export interface OrdersByPayment {
  /**
   * Finds an order by the channel's reference of one of its payments. This can be the payment of an attempt, or a payment that
   * was stored for an operator (`attemptPaidBy`).
   *
   * @throws {OrderArchived} if the payment belongs to an order that was archived and removed
   */
  findByPayment(channelId: string, paymentReference: string): Promise<PaymentOrder | undefined>;
  /**
   * Finds an order by the reference that the channel gave when it opened the payment of one of its attempts (`attemptOpenedAs`).
   *
   * @throws {OrderArchived} if the payment belongs to an order that was archived and removed
   */
  findByOpening(channelId: string, openingReference: string): Promise<PaymentOrder | undefined>;
}

/** Orders that the recurring duties have to process. */
export interface DueOrders {
  /** Returns the order that becomes due first, and its due time; null if no order has a due time. */
  firstToAttend(): Promise<OrderToAttend | null>;
  /**
   * Lists orders that are due, the longest waiting first. Due work is divided into lanes: one lane for each channel that the
   * work calls, and one lane for work that calls no channel. `leftOut` names lanes to ignore. If all of an order's due work is
   * in ignored lanes, the order is not listed and does not count toward the limit.
   */
  listDue(now: Date, limit: number, leftOut: readonly LeftOutLane[]): Promise<readonly DueOrder[]>;
  /**
   * Postpones a due order that could not be processed. The wait grows with each failure. After too many failures, the order is
   * parked: it is not processed again until an operator resumes it or the order changes. An order that cannot store a change
   * because of its size limit (`no_room`) is parked at the first failure. Returns the parked work; null if the order is only
   * postponed.
   *
   * An order is not parked while some of its events are not yet in the event log, because nothing copies the events of a parked
   * order to the log.
   */
  putOff(orderId: string, failure: AttentionFailure, now: Date): Promise<ParkedWork | null>;
}

/** Orders that wait for an operator. */
export interface OrderCases {
  /**
   * Lists orders with open cases or parked work. Those that have waited longest come first. Orders that have waited equally
   * long are sorted by ID.
   */
  listWithCases(after: WaitingPosition | null, limit: number): Promise<readonly OrderWithCases[]>;
  /** Returns the order's parked work, which waits for an operator; null if there is none. */
  findParked(orderId: string): Promise<ParkedWork | null>;
  /**
   * Resumes a parked order, which was waiting for an operator. The count of its failures starts at zero again. The order is due
   * again when its next step of work is due, which may be immediately.
   */
  resume(orderId: string, now: Date): Promise<'resumed' | 'not_parked'>;
}

export interface MerchantOrders {
  /**
   * Lists a merchant's orders, the newest first. Orders created at the same time are sorted by descending ID. Orders that were
   * archived and removed are left out.
   */
  listOfMerchant(merchantId: string, span: OrderSpan, limit: number): Promise<readonly PaymentOrder[]>;
}

export interface MerchantRefunds {
  /** Lists refunds of a merchant's orders, the newest first. Refunds of orders that were archived and removed are left out. */
  listRefundsOf(merchantId: string, filter: RefundFilter, limit: number): Promise<readonly ListedRefund[]>;
}

/** The gateway's own books: the movements of money that its orders record. */
export interface OrderBooks {
  /**
   * Reads the orders whose money moved in a span of time (`moneyMovesOf`), each with all movements of its money. Each order
   * appears once, in no particular order. Orders that were archived and removed are included. The orders are read one by one,
   * so that they do not all have to be in memory at the same time.
   */
  withMoneyMoved(span: MoneySpan): AsyncIterable<OrderMoney>;
}

/** The stored orders. One adapter provides the whole port. A use case depends only on the parts that it needs. */
export interface OrderRepository
  extends OrderStore,
    OrderOutboxes,
    OpenedOrders,
    OrdersByPayment,
    DueOrders,
    OrderCases,
    MerchantOrders,
    MerchantRefunds,
    OrderBooks {}

/**
 * A lane that a list of due orders leaves out. A lane is all due work that calls one particular channel, or all due work that
 * calls no channel.
 */
export interface LeftOutLane {
  readonly channelId: string | null;
  /** The ID of the merchant whose orders are left out; null if the orders of all merchants in this lane are left out. */
  readonly merchantId: string | null;
}

export interface DueOrder extends Pick<PaymentOrder, 'orderId' | 'merchantId'> {
  /**
   * The channels that the order's due work has to call, without those that the caller left out. A null in the list stands for
   * work that calls no channel. The list is never empty.
   */
  readonly channelIds: readonly (string | null)[];
}

export interface OrderToAttend {
  readonly order: PaymentOrder;
  /** When the order is processed next. If processing it has failed, this is later than the time at which it became due. */
  readonly at: Date;
}

/**
 * A position in a list of orders or callbacks that wait for an operator. The list is sorted by the start of the wait, then by
 * ID.
 */
export interface WaitingPosition {
  readonly since: Date;
  readonly id: string;
}

export interface OrderWithCases {
  /**
   * Since when the order has waited for an operator. If the gateway has parked its work, that is, stopped retrying it, this is
   * the time at which it did so. Otherwise, it is the time at which the oldest open case opened.
   */
  readonly since: Date;
  readonly order: PaymentOrder;
  readonly parked: ParkedWork | null;
}
