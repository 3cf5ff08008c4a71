/**
 * The causes of an order's changes, each with the actor who caused it. They are worded for people who ask what happened to
 * somebody's money, so they do not name steps of the code.
 */
export const changeCauses = {
  payment_created: 'merchant',
  refund_requested: 'merchant',
  /** Another order of the merchant needed a refund ID that this order had claimed but never used. */
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
  /** The channel gave no usable answer when asked to open the payment, so another channel takes over. */
  opening_unanswered: 'gateway',
  attempt_asked_about: 'gateway',
  cancellation_sent: 'gateway',
  refund_sent: 'gateway',
  refund_asked_about: 'gateway',
  dispute_asked_about: 'gateway',
  /** The call that sent a refund ended without a usable answer. */
  refund_unanswered: 'gateway',
  /** The gateway did not make the call that would have sent a refund. */
  refund_not_sent: 'gateway',
  /** A refund was due, but a dispute has meanwhile taken the money or may take it. */
  refund_withdrawn: 'gateway',
  /** A refund was due, but the channel could not collect the payment that the refund would return. */
  refund_held_back: 'gateway',
  /** An operator took over a refund a month ago and has not recorded its outcome. */
  refund_unconcluded: 'gateway',
  /** A refund was due, but the payment's channel is gone or never opened the payment. */
  refund_without_channel: 'gateway',
  validity_ended: 'gateway',
  /** Replaces the oldest changes of a long history, which were joined. */
  history_condensed: 'gateway',
  case_settled: 'operator',
  refund_cancelled: 'operator',
  return_repeated: 'operator',
  /** The channel never reported the refund's result, and an operator has found it out. */
  refund_concluded: 'operator',
  dispute_concluded: 'operator',
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
  /** The number of equal changes in a row that this record stands for; absent for a single change. */
  readonly times?: number;
  /** What the operator who made the change found, in the operator's words. Absent if the change required no note. */
  readonly note?: string;
}

/** A part of the order that a change touched, with the part's states before and after. The two states can be equal. */
export interface RecordedMove {
  /**
   * The name of the part: `order`, `attempt 1`, `refund 2`, `dispute` or `set aside 1`. The numbers begin at 1, as in the IDs.
   */
  readonly subject: string;
  /** The state before the change; null if the change created the part. */
  readonly from: string | null;
  readonly to: string;
}
