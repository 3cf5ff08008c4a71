/** The kinds of cases about which an operator has to decide. */
export type CaseKind =
  /**
   * The channel has not reported in time whether the attempt was paid. By default, it has 48 hours after the end of the order's validity.
   */
  | 'attempt_unresolved'
  /** The gateway tried many times to send a refund or to ask the channel about it, and still has no result. */
  | 'refund_unresolved'
  /** A late or second payment could not be returned: the channel refused the return, or the payment is disputed. */
  | 'return_failed'
  /** The channel reported a payment as successful but could not collect the money. */
  | 'payment_uncollected'
  /** The outcome of a dispute is long overdue. The order cannot be refunded until the outcome is known. */
  | 'dispute_unresolved'
  /** Refunds and lost disputes together have returned more of one payment than was paid. */
  | 'returned_too_much'
  /** A channel's report contradicts the order. The report is stored for an operator, and the order is otherwise unchanged. */
  | 'result_set_aside';
