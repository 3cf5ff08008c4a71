/**
 * Why an order was changed, with who stands behind it. The history names causes and not steps of the code,
 * because people read it who ask what happened to somebody's money.
 */
export const changeCauses = {
  payment_created: 'merchant',
  refund_requested: 'merchant',
  /** A refund number that this order had claimed and never used was needed by another one. */
  refund_number_released: 'merchant',
  checkout_initialised: 'consumer',
  payment_submitted: 'consumer',
  callback_received: 'channel',
  opening_answered: 'channel',
  submission_answered: 'channel',
  cancellation_answered: 'channel',
  refund_answered: 'channel',
  /** The gateway asked, and the channel answered. */
  inquiry_answered: 'channel',
  /** The channel gave no usable answer to the opening; another one takes the payment over. */
  opening_unanswered: 'gateway',
  attempt_asked_about: 'gateway',
  cancellation_sent: 'gateway',
  refund_sent: 'gateway',
  refund_asked_about: 'gateway',
  dispute_asked_about: 'gateway',
  /** The call that sends it has ended without a usable answer. */
  refund_unanswered: 'gateway',
  /** The call that was to send it was not made. */
  refund_not_sent: 'gateway',
  /** It was to be sent, and a dispute has taken the money meanwhile, or may take it. */
  refund_withdrawn: 'gateway',
  /** It was to be sent, and the channel could not collect the money that it returns. */
  refund_held_back: 'gateway',
  /** An operator took it over a month ago and has not said what became of it. */
  refund_unconcluded: 'gateway',
  /** It was to be sent, and the channel of the payment that it returns is gone, or never answered the opening. */
  refund_without_channel: 'gateway',
  validity_ended: 'gateway',
  case_settled: 'operator',
  refund_cancelled: 'operator',
  return_repeated: 'operator',
  /** The channel never told how it ended, and an operator has found out. */
  refund_concluded: 'operator',
  dispute_concluded: 'operator',
} as const satisfies Readonly<Record<string, ChangeActor>>;

export type ChangeCause = keyof typeof changeCauses;
export type ChangeActor = 'merchant' | 'consumer' | 'channel' | 'gateway' | 'operator';

/** One change of an order; written in the same write as the change itself. */
export interface OrderChangeRecord {
  /** The order's version after the change. */
  readonly version: number;
  readonly at: Date;
  readonly cause: ChangeCause;
  readonly moves: readonly RecordedMove[];
  /** How many changes of the same kind in a row this stands for; absent for one. */
  readonly times?: number;
  /** What the operator who made it has found, in the operator's words; absent where nobody was asked. */
  readonly note?: string;
}

/** What the change touched, and its states before and after, which may be the same. */
export interface RecordedMove {
  /** `order`, `attempt 1`, `refund 2`, `dispute`, `set aside 1`: numbers count from 1 as in the derived IDs. */
  readonly subject: string;
  /** Null for what the change brought into being. */
  readonly from: string | null;
  readonly to: string;
}
