import type { Tombstone } from '../domain/archive/tombstone.ts';
import type { PaymentOrder } from '../domain/order/payment-order.ts';
import type { BookedFees } from '../domain/settlement/channel-fee.ts';
import type { LoggedEvent } from './logged-event.ts';
import type { RefundClaim } from './refund-claims.ts';

/** A claim, together with the refund ID that it is about. */
export interface ClaimedRefundId extends RefundClaim {
  readonly transactionId: string;
}

/** A stored order with everything that belongs to it in other collections. */
export interface OldOrder {
  readonly order: PaymentOrder;
  /** Whether work on the order failed too often and waits for an operator. */
  readonly isParked: boolean;
  /** The order's events that are still in the event log, sorted by sequence. */
  readonly events: readonly LoggedEvent[];
  /** For each refund of the order, the record that reserves its ID for this order. */
  readonly refundClaims: readonly ClaimedRefundId[];
  /** The fees that channels charged for movements of the order's money. They come from the channels' books of all days. */
  readonly fees: readonly BookedFees[];
  /**
   * Whether a channel's report about the order, or about one of its payments, is stored and not applied yet. This includes
   * reports that wait for an operator.
   */
  readonly isCallbackWaiting: boolean;
}

export interface OldOrders {
  /**
   * Lists at most `limit` orders that were created before the given time, sorted by ID.
   *
   * @param after the list continues after this order ID; null to start at the beginning
   */
  list(before: Date, after: string | null, limit: number): Promise<readonly OldOrder[]>;
  /**
   * Finds orders by ID. The result contains each order as it is stored, or its tombstone. IDs that are not stored are left out.
   */
  find(orderIds: readonly string[]): Promise<FoundOldOrders>;
}

export interface FoundOldOrders {
  readonly orders: readonly OldOrder[];
  readonly tombstones: readonly Tombstone[];
}

/** Removes archived orders. */
export interface OrderRemoval {
  /**
   * Replaces a stored order with its tombstone, in one step. Returns `changed` if anybody has changed the order since it was
   * read, or if its work waits for an operator; in these cases, the stored order stays.
   */
  replace(order: PaymentOrder, tombstone: Tombstone): Promise<'replaced' | 'changed'>;
  /** Removes the events of orders whose tombstones are stored. Events that are still to be delivered are left out. */
  removeEvents(tombstones: readonly Tombstone[]): Promise<void>;
}
