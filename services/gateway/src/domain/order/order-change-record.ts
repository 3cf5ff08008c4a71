/**
 * Why an order was changed, and who caused the change. The history names causes rather than steps of the code, because its
 * readers ask what happened to somebody's money.
 */
export const changeCauses = {
  payment_created: 'merchant',
  refund_requested: 'merchant',
  /** Another order needed a refund ID that this order had claimed and never used. */
  refund_number_released: 'merchant',
  checkout_initialised: 'consumer',
  payment_submitted: 'consumer',
  attempt_given_up: 'consumer',
  callback_received: 'channel',
  opening_answered: 'channel',
  submission_answered: 'channel',
  cancellation_answered: 'channel',
  refund_answered: 'channel',
  /** The gateway asked, and the channel answered. */
  inquiry_answered: 'channel',
  /** The channel gave no usable answer to the opening; another channel takes over the payment. */
  opening_unanswered: 'gateway',
  attempt_asked_about: 'gateway',
  cancellation_sent: 'gateway',
  refund_sent: 'gateway',
  refund_asked_about: 'gateway',
  dispute_asked_about: 'gateway',
  /** The call that sent the refund ended without a usable answer. */
  refund_unanswered: 'gateway',
  /** The call that would have sent the refund was not made. */
  refund_not_sent: 'gateway',
  /** The refund was due, but a dispute has meanwhile taken the money or may take it. */
  refund_withdrawn: 'gateway',
  /** The refund was due, but the channel could not collect the money that it returns. */
  refund_held_back: 'gateway',
  /** An operator took over the refund a month ago and has not recorded an outcome. */
  refund_unconcluded: 'gateway',
  /** The refund was due, but the payment's channel is gone or never answered the opening. */
  refund_without_channel: 'gateway',
  validity_ended: 'gateway',
  /** Stands for the oldest changes of a long history. */
  history_condensed: 'gateway',
  case_settled: 'operator',
  refund_cancelled: 'operator',
  return_repeated: 'operator',
  /** The channel never reported an outcome, and an operator found it. */
  refund_concluded: 'operator',
  dispute_concluded: 'operator',
} as const satisfies Readonly<Record<string, ChangeActor>>;

export type ChangeCause = keyof typeof changeCauses;
export type ChangeActor = 'merchant' | 'consumer' | 'channel' | 'gateway' | 'operator';

/** One change of an order, stored in the same write as the change itself. */
export interface OrderChangeRecord {
  /** The order's version after the change. */
  readonly version: number;
  readonly at: Date;
  readonly cause: ChangeCause;
  readonly moves: readonly RecordedMove[];
  /** The number of equal changes in a row that this record represents; absent for one. */
  readonly times?: number;
  /** The finding of the operator who made the change, in the operator's words; absent if no note was required. */
  readonly note?: string;
}

/** A part that the change touched, with its states before and after, which may be equal. */
export interface RecordedMove {
  /** `order`, `attempt 1`, `refund 2`, `dispute`, `set aside 1`: counted from 1, as in the derived IDs. */
  readonly subject: string;
  /** Null for a part that the change created. */
  readonly from: string | null;
  readonly to: string;
}
