import type { OrderState } from '@kassa/contracts';
import type { PaymentOrder } from '../domain/order/payment-order.ts';
import type { AttentionFailure, ParkedWork } from '../domain/parked-work.ts';
import type { OrderMoney } from '../domain/settlement/money-moves.ts';
import type { TimeSpan } from '../domain/time-span.ts';

/** A part of a merchant's orders. */
export interface OrderSpan {
  /** Created at this moment or later; null for no beginning. */
  readonly from: Date | null;
  /** Created before this moment; null for no end. */
  readonly before: Date | null;
  readonly state: OrderState | null;
  /** Only what stands behind this order in the list; it need not be in the span. */
  readonly after: Pick<PaymentOrder, 'createdAt' | 'orderId'> | null;
}

/** A time in which money moved. */
export interface MoneySpan extends TimeSpan {
  /** Null for the orders of all merchants. */
  readonly merchantId: string | null;
}

export interface OrderRepository {
  /** Stores a new order; `exists` when its ID is taken, which leaves the stored one untouched. */
  insert(order: PaymentOrder): Promise<'inserted' | 'exists'>;
  find(orderId: string): Promise<PaymentOrder | undefined>;
  /**
   * Replaces the order only if its stored version is still the one that was decided on.
   *
   * @param decidedOn that version; several changes can be written at once
   */
  save(order: PaymentOrder, decidedOn: number): Promise<'saved' | 'conflict'>;
  /**
   * Takes events up to a sequence out of the order, after they were copied to the event log. It is not a
   * change of the order: no new version. Does nothing if the order changed meanwhile; the relay of that
   * change takes them out.
   */
  forgetRelayedEvents(order: PaymentOrder, upToSequence: number): Promise<void>;
  /**
   * Since when the longest waiting of a merchant's events has stood in its order without being taken out, in real
   * time; null when none is there. It may be in the log already.
   */
  unloggedSince(merchantId: string): Promise<Date | null>;
  /**
   * An order of which an attempt was opened at a channel, of one merchant the newest; undefined when there is none.
   * `merchantId` is null for orders of all merchants, which may take long where none is found.
   */
  findOpenedAt(channelId: string, merchantId: string | null): Promise<PaymentOrder | undefined>;
  /** The first of all orders to need attention, and when it does; null when none does. */
  firstToAttend(): Promise<OrderToAttend | null>;
  /** Orders whose next attention is due, the longest waiting first. */
  listDue(now: Date, limit: number): Promise<readonly string[]>;
  /**
   * Attending a due order failed: its next attention is put off, the longer the more often it failed since it
   * last changed, or parked, which is answered. It is not a change of the order; does nothing if the order
   * is not due any more. A parked order is attended again when it changes or is resumed.
   */
  putOff(orderId: string, failure: AttentionFailure, now: Date): Promise<ParkedWork | null>;
  /** Orders with open cases or parked work, the longest waiting first; at one moment by order ID. */
  listWithCases(after: WaitingPosition | null, limit: number): Promise<readonly OrderWithCases[]>;
  /** What is parked of an order; null when nothing is. */
  findParked(orderId: string): Promise<ParkedWork | null>;
  /** A parked order is due at once, its failures forgotten. */
  resume(orderId: string, now: Date): Promise<'resumed' | 'not_parked'>;
  /** A merchant's orders, newest first; those created at one moment by ID, the greatest first. */
  listOfMerchant(merchantId: string, span: OrderSpan, limit: number): Promise<readonly PaymentOrder[]>;
  /**
   * Orders with money that moved in a span of time (`moneyMovesOf`), each once and in no certain order, with
   * all their moves. They are read while they are taken, so that no more than a part of them is in memory.
   */
  withMoneyMoved(span: MoneySpan): AsyncIterable<OrderMoney>;
}

export interface OrderToAttend {
  readonly order: PaymentOrder;
  /** Later than the order itself says if attending to it failed. */
  readonly at: Date;
}

/** Where something stands among what waits for an operator: by the moment since when, then by ID. */
export interface WaitingPosition {
  readonly since: Date;
  readonly id: string;
}

export interface OrderWithCases {
  /** Since when it stands in the list: since its work was parked, or else since its oldest case. */
  readonly since: Date;
  readonly order: PaymentOrder;
  readonly parked: ParkedWork | null;
}
