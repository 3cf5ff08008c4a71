/**
 * The causes of an order's changes, each with who caused it. People read them to learn what happened to somebody's money, so
 * the names describe events, not steps of the code.
 */
export const changeCauses = {
  payment_created: 'merchant',
  refund_requested: 'merchant',
  /**
   * The order gave up a refund ID that it had reserved but never used, because the merchant requested a refund of another order
   * with this ID.
   */
  refund_number_released: 'merchant',
  checkout_initialised: 'consumer',
  payment_submitted: 'consumer',
  attempt_given_up: 'consumer',
  callback_received: 'channel',
  opening_answered: 'channel',
  submission_answered: 'channel',
  cancellation_answered: 'channel',
  refund_answered: 'channel',
  /** The gateway asked the channel about a payment, a refund or a dispute, and the channel answered. */
  inquiry_answered: 'channel',
  /** The channel gave no usable answer when it was asked to open the payment, so the payment continues at another channel. */
  opening_unanswered: 'gateway',
  attempt_asked_about: 'gateway',
  cancellation_sent: 'gateway',
  refund_sent: 'gateway',
  refund_asked_about: 'gateway',
  dispute_asked_about: 'gateway',
  /** The call that sent a refund ended without a usable answer. */
  refund_unanswered: 'gateway',
  /**
   * The gateway had recorded that it would send a refund, but then made no call to the channel. For example, the time in which
   * the call was allowed had passed.
   */
  refund_not_sent: 'gateway',
  /**
   * The gateway withdrew a refund before sending it, because a dispute or another refund has taken the money or may take it.
   */
  refund_withdrawn: 'gateway',
  /**
   * The gateway did not send a refund that was due, because an operator has to decide first: a payment of the order could not
   * be collected, or the channel has reported that it already has this refund.
   */
  refund_held_back: 'gateway',
  /**
   * The gateway opened the case of a refund again, to remind the operator. An operator took over the refund a month ago and has
   * not recorded its outcome.
   */
  refund_unconcluded: 'gateway',
  /**
   * The gateway could not send a refund that was due: the payment's channel no longer exists, or it never opened the payment.
   */
  refund_without_channel: 'gateway',
  validity_ended: 'gateway',
  /** This entry replaces the oldest changes of a history that became too long. */
  history_condensed: 'gateway',
  case_settled: 'operator',
  refund_cancelled: 'operator',
  return_repeated: 'operator',
  /** An operator recorded a refund's result, which the channel had not reported or had reported wrongly. */
  refund_concluded: 'operator',
  dispute_concluded: 'operator',
  /** An operator erased what the merchant had said about the consumer. */
  customer_erased: 'operator',
} as const satisfies Readonly<Record<string, ChangeActor>>;

export type ChangeCause = keyof typeof changeCauses;
export type ChangeActor = 'merchant' | 'consumer' | 'channel' | 'gateway' | 'operator';

/** The record of one change of an order. It is stored in the same write as the change. */
export interface OrderChangeRecord {
  /** The order's version after the change. */
  readonly version: number;
  readonly at: Date;
  readonly cause: ChangeCause;
  readonly moves: readonly RecordedMove[];
  /** How many equal, successive changes this record stands for; absent for a single change. */
  readonly times?: number;
  /** The note of the operator who made the change, in the operator's words. Absent if the change required no note. */
  readonly note?: string;
}

/**
 * A part of the order that a change affected, with the part's state before and after. If the change affected only other data of
 * the part, the two states are equal.
 */
export interface RecordedMove {
  /**
   * The name of the affected part: `order`, `attempt 1`, `refund 2`, `dispute`, `set aside 1`, or `case` followed by the case's
   * ID. `set aside 1` is the first of the channels' reports that the order stores for an operator. The numbers begin at 1, as
   * in the parts' IDs.
   */
  readonly subject: string;
  /** The affected part's state before the change. Null if the change added the part to the order. */
  readonly from: string | null;
  readonly to: string;
}
