/** The kinds of cases that an operator has to look into. */
export type CaseKind =
  /** A day after the order's end, the channel had still not said whether the attempt was paid. */
  | 'attempt_unresolved'
  /** The gateway could not send a refund in many attempts, or asked the channel many times and got no result. */
  | 'refund_unresolved'
  /** A late or second payment could not be returned: the channel refuses the return, or the payment is disputed. */
  | 'return_failed'
  /** The channel reported a payment as successful but could not collect the money. */
  | 'payment_uncollected'
  /** The outcome of a dispute is long overdue. The order cannot be refunded until the outcome is known. */
  | 'dispute_unresolved'
  /** The refunds and lost disputes of one payment together took more than was paid. */
  | 'returned_too_much'
  /** A channel's report contradicts the order. It was set aside and changed nothing else. */
  | 'result_set_aside';
