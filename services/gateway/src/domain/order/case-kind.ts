/** What an operator has to look into. */
export type CaseKind =
  /** No answer of its channel told, for a day beyond the order's end, whether the attempt was paid. */
  | 'attempt_unresolved'
  /** The refund could not be sent in many tries, or the channel was asked about it many times and knows no result. */
  | 'refund_unresolved'
  /** Money that came too late or twice, and that the channel refuses to send back, or that is disputed there. */
  | 'return_failed'
  /** The channel took it as paid and could not collect the money. */
  | 'payment_uncollected'
  /** The outcome of a dispute should have come long ago. Until it is known the order cannot be refunded. */
  | 'dispute_unresolved'
  /** Refunds and lost disputes together took more than was paid. */
  | 'returned_too_much'
  /** A report that cannot be true of the order; it changed nothing. */
  | 'result_set_aside';
