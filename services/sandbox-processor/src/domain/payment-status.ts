/** The states of a payment, as the processor's API names them. */
export type PaymentStatus =
  | 'created'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'cancelled';

/** What can happen to a payment. `succeed_late` is a success that is possible even after a failure or a cancellation. */
export type PaymentMove =
  | 'authorise'
  | 'challenge'
  | 'accept_transfer'
  | 'succeed'
  | 'fail'
  | 'cancel'
  | 'succeed_late';

/** All allowed transitions. */
const paymentTransitions = {
  created: {
    authorise: 'processing',
    challenge: 'requires_action',
    accept_transfer: 'processing',
    succeed: 'succeeded',
    fail: 'failed',
    cancel: 'cancelled',
    succeed_late: 'succeeded',
  },
  requires_action: {
    authorise: 'processing',
    fail: 'failed',
    cancel: 'cancelled',
    succeed_late: 'succeeded',
  },
  processing: { succeed: 'succeeded', fail: 'failed', cancel: 'cancelled', succeed_late: 'succeeded' },
  succeeded: {},
  failed: { succeed_late: 'succeeded' },
  cancelled: { succeed_late: 'succeeded' },
} as const satisfies Record<PaymentStatus, Partial<Record<PaymentMove, PaymentStatus>>>;

/**
 * Returns a payment's status after a move, such as `cancel`. Undefined if the payment's present status does not allow the move.
 */
export function statusAfter(status: PaymentStatus, move: PaymentMove): PaymentStatus | undefined {
  const moves: Partial<Record<PaymentMove, PaymentStatus>> = paymentTransitions[status];
  return moves[move];
}
