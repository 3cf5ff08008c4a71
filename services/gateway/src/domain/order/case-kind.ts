/** The kinds of cases that an operator has to look into. */
export type CaseKind =
  /** A day after the order's end, the channel had still not said whether the attempt was paid. */
  | 'attempt_unresolved'
  /** The refund could not be sent in many attempts, or the channel was asked about it many times without a result. */
  | 'refund_unresolved'
  /** A late or second payment whose return the channel refuses, or whose money is disputed at the channel. */
  | 'return_failed'
  /** The channel reported the payment as successful but could not collect the money. */
  | 'payment_uncollected'
  /** The outcome of a dispute is long overdue. Until it is known, the order cannot be refunded. */
  | 'dispute_unresolved'
  /** Refunds and lost disputes together took more than was paid. */
  | 'returned_too_much'
  /** A report that contradicts the order; it changed nothing. */
  | 'result_set_aside';
