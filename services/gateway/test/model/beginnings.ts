/** How far an order has progressed before the first step. */
export const beginnings = {
  none: [],
  created: ['create'],
  opened: ['create', 'init'],
  submitted: ['create', 'init', 'submit'],
  failed: ['create', 'init', 'submit', 'fail'],
  retried: ['create', 'init', 'submit', 'fail', 'init', 'submit'],
  given_up: ['create', 'init', 'submit', 'give_up'],
  method_changed: ['create', 'init_wallet', 'init', 'submit'],
  closed: ['create', 'init', 'submit', 'let_expire'],
  paid: ['create', 'init', 'submit', 'succeed'],
  /** The channel takes two payments for one attempt, and reports both. */
  paid_twice: ['create', 'init', 'submit', 'succeed', 'pay_again'],
  /** The channel reports the later payment of an attempt first. */
  paid_by_later: ['create', 'init', 'submit', 'pay_again', 'succeed'],
  /** The channel also reports what happened to the second payment. */
  paid_twice_refunded: ['create', 'init', 'submit', 'succeed', 'pay_again', 'refund_second'],
  paid_twice_disputed: ['create', 'init', 'submit', 'succeed', 'pay_again', 'dispute_second'],
  refunding: ['create', 'init', 'submit', 'succeed', 'refund'],
  refund_unsent: ['create', 'init', 'submit', 'succeed', 'refund_and_die'],
  /** An order after a decline in the processor's own form. */
  declined_in_form: ['create', 'init_element', 'submit', 'fail'],
  retried_in_form: ['create', 'init_element', 'submit', 'fail', 'retry_debit'],
  /** Nothing was sent, and nobody knows that. */
  refund_unreceived: ['create', 'init', 'submit', 'succeed', 'lose_channel', 'refund', 'regain_channel'],
  /** An operator looked for the refund before the channel got it. The channel's answer to the refund was lost. */
  refund_looked_for: [
    'create',
    'init',
    'submit',
    'succeed',
    'lose_channel',
    'refund',
    ...Array.from({ length: 8 }, () => 'let_hours_pass' as const),
    'look_for_refund',
    'lose_answers',
    'let_hours_pass',
    'regain_channel',
  ],
  refunded: ['create', 'init', 'submit', 'succeed', 'refund', 'make_refund'],
  /** The channel returned more than was requested, after it had reported the refund as made. */
  returned_more: ['create', 'init', 'submit', 'succeed', 'refund', 'make_refund', 'return_more'],
  /** The channel made a refund twice, and has reported both. */
  refunded_twice: [
    'create',
    'init',
    'submit',
    'succeed',
    'refund_a_part',
    'make_refund',
    'make_refund_twice',
    'tell',
  ],
  /**
   * An operator settled the case of the second refund. Then the money of one of the two came back. The channel reports this
   * later.
   */
  one_of_two_undone: [
    'create',
    'init',
    'submit',
    'succeed',
    'refund_a_part',
    'make_refund',
    'make_refund_twice',
    'tell',
    'settle_cases',
    'let_minutes_pass',
    'undo_second_refund',
  ],
  /**
   * The money of the second refund came back, and an operator settled the cases about it. The channel makes it again, and
   * reports this later.
   */
  refunded_twice_again: [
    'create',
    'init',
    'submit',
    'succeed',
    'refund_a_part',
    'make_refund',
    'make_refund_twice',
    'tell',
    'undo_second_refund',
    'tell',
    'settle_cases',
    'make_again',
  ],
  /** The money of a refund came back, and the channel made the refund again. It reports both later. */
  refund_made_again: [
    'create',
    'init',
    'submit',
    'succeed',
    'refund',
    'make_refund',
    'undo_refund',
    'make_again',
  ],
  /**
   * The money of a refund by hand came back twice. The channel reports the second time first, then the first time. It reports
   * later that it had made the refund.
   */
  made_by_hand_again: [
    'create',
    'init',
    'submit',
    'succeed',
    'refund_by_hand',
    'undo_refund',
    'make_again',
    'undo_refund',
    'tell',
    'tell_earlier_failure',
  ],
  /**
   * An operator returned the money of a refund by hand, because the channel had not answered. Then the channel made the refund,
   * and the money came back. An operator settled the cases about both. The channel makes the refund again, and reports this
   * later.
   */
  returned_by_hand: [
    'create',
    'init',
    'submit',
    'succeed',
    'lose_answers',
    'refund',
    ...Array.from({ length: 8 }, () => 'let_hours_pass' as const),
    'regain_channel',
    'return_by_hand',
    'make_refund',
    'undo_refund',
    'tell',
    'settle_cases',
    'make_again',
  ],
  /**
   * An operator found that the channel never got a refund. Then somebody refunded the same amount at the processor by hand, and
   * that money came back. The channel has made that refund again, and reports this later.
   */
  refund_not_found: [
    'create',
    'init',
    'submit',
    'succeed',
    'lose_channel',
    'refund',
    ...Array.from({ length: 8 }, () => 'let_hours_pass' as const),
    'let_days_pass',
    'regain_channel',
    'let_minutes_pass',
    'conclude_refund',
    'refund_by_hand',
    'tell',
    'undo_refund',
    'tell',
    'make_again',
  ],
  /** A payment had a wrong amount, and somebody refunded it by hand. The channel reports that the money came back. */
  wrong_amount_refunded: [
    'create',
    'init',
    'submit',
    'take_wrong_amount',
    'tell',
    'refund_by_hand',
    'tell',
    'undo_refund',
    'tell',
  ],
  /** As before, but then the channel corrected the amount and made the refund again. It reports the new refund later. */
  wrong_amount_corrected: [
    'create',
    'init',
    'submit',
    'take_wrong_amount',
    'tell',
    'refund_by_hand',
    'tell',
    'undo_refund',
    'tell',
    'succeed',
    'make_again',
  ],
  /**
   * The channel collected money after all that it could not collect. It reports this after an operator has settled the case.
   */
  collected_after_all: [
    'create',
    'init',
    'submit',
    'succeed',
    'fail_to_collect',
    'settle_cases',
    'let_minutes_pass',
    'collect_after_all',
  ],
  /** Then it failed to collect the money again, and reports this later. */
  uncollected_again: [
    'create',
    'init',
    'submit',
    'succeed',
    'fail_to_collect',
    'collect_after_all',
    'tell',
    'settle_cases',
    'let_minutes_pass',
    'fail_to_collect_unheard',
  ],
  disputed: ['create', 'init', 'submit', 'succeed', 'dispute'],
  /** The consumer disputes a payment that the gateway does not know of yet. */
  disputed_early: ['create', 'init', 'submit', 'dispute'],
  dispute_won: ['create', 'init', 'submit', 'succeed', 'win_dispute'],
  dispute_partly_lost: ['create', 'init', 'submit', 'succeed', 'lose_dispute', 'give_back'],
  /** The bank has objected to the merchant's win. The channel reports the opening and the objection later. */
  dispute_objected: ['create', 'init', 'submit', 'succeed', 'win_dispute', 'object_again'],
  /** The bank has objected to a win that the channel reports later. */
  objection_heard_first: ['create', 'init', 'submit', 'succeed', 'dispute', 'win_unheard', 'object_and_tell'],
  /** The bank has taken all money again. The channel reports later that the bank kept a part before. */
  part_lost_before: [
    'create',
    'init',
    'submit',
    'succeed',
    'dispute',
    'lose_part_unheard',
    'give_rest_back_unheard',
    'object_and_tell',
  ],
  /** The consumer disputes a payment whose success the channel reports only after the order's end. */
  disputed_and_closed: ['create', 'init', 'submit', 'dispute', 'let_expire'],
  objected_and_closed: [
    'create',
    'init',
    'submit',
    'dispute',
    'win_unheard',
    'object_and_tell',
    'let_expire',
  ],
  /** After an appeal, the channel reports a won dispute as open again. */
  dispute_reopened: ['create', 'init', 'submit', 'succeed', 'win_dispute', 'appeal'],
  /** The bank has taken a second payment, and the channel has not reported that. */
  second_lost: [
    'create',
    'init',
    'submit',
    'fail',
    'init',
    'submit',
    'succeed',
    'pay_first_too',
    'lose_first',
  ],
  paid_late: ['create', 'init', 'submit', 'let_expire', 'succeed_unreturnably'],
  /** An operator returned a late payment by hand, because its return had failed. */
  paid_late_by_hand: [
    'create',
    'init',
    'submit',
    'let_expire',
    'succeed_unreturnably',
    'let_hours_pass',
    'let_minutes_pass',
    'return_by_hand',
  ],
  /** An operator repeated the return, and then returned the money by hand, although the channel had not answered yet. */
  paid_late_repeated: [
    'create',
    'init',
    'submit',
    'let_expire',
    'succeed_unreturnably',
    'let_hours_pass',
    'let_minutes_pass',
    'make_refunds_later',
    'repeat_return',
    'return_by_hand',
  ],
  paid_late_unanswered: [
    'create',
    'init',
    'submit',
    'let_expire',
    'succeed',
    ...Array.from({ length: 8 }, () => 'let_hours_pass' as const),
  ],
  unresolved: [
    'create',
    'init',
    'submit',
    'lose_channel',
    'let_expire',
    'let_days_pass',
    'let_days_pass',
    'let_days_pass',
    'regain_channel',
  ],
} as const;

export type Beginning = keyof typeof beginnings;
