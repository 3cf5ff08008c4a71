import type { Money } from '@kassa/contracts';
import type { PaymentAttempt } from '../attempt/payment-attempt.ts';
import type { Refund } from '../refund/refund.ts';
import type { OrderMoney } from '../settlement/money-moves.ts';
import { isWithin, type TimeSpan } from '../time-span.ts';

/** How an entry of either side's books stands. `failed` and `cancelled` both moved no money. */
export type EntryState = 'pending' | 'succeeded' | 'failed' | 'cancelled';

/** What the gateway's own books say of a payment or a refund. */
export interface OwnEntry {
  readonly subject: 'payment' | 'refund';
  /** The attempt's or the refund's ID. */
  readonly reference: string;
  readonly orderId: string;
  readonly amount: Money;
  readonly state: EntryState;
  /** When the gateway learned of it; null while it is pending. */
  readonly at: Date | null;
  /** The attempt that it is, or whose money it returns. */
  readonly attempt: PaymentAttempt;
  readonly refund: Refund | null;
}

const attemptStates = {
  OPENING: 'pending',
  OPEN: 'pending',
  SUBMITTED: 'pending',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  ABANDONED: 'cancelled',
} as const satisfies Record<PaymentAttempt['state'], EntryState>;

const refundStates = {
  INITIALISED: 'pending',
  PROCESSING: 'pending',
  SUCCESS: 'succeeded',
  CANCELLED: 'cancelled',
  FAILED: 'failed',
} as const satisfies Record<Refund['state'], EntryState>;

/** Everything of an order that is at one channel. */
export function ownEntries(order: OrderMoney, channelId: string): readonly OwnEntry[] {
  const { orderId } = order;
  const attempts = order.attempts.filter((attempt) => attempt.channelId === channelId);
  return [
    ...attempts.map(
      (attempt): OwnEntry => ({
        subject: 'payment',
        reference: attempt.attemptId,
        orderId,
        amount: order.amount,
        state: attemptStates[attempt.state],
        at: attempt.endedAt,
        attempt,
        refund: null,
      }),
    ),
    ...order.refunds.flatMap((refund): OwnEntry[] => {
      const attempt = attempts.find(({ attemptId }) => attemptId === refund.attemptId);
      if (attempt === undefined) return [];
      const { refundId: reference, amount, completedAt: at } = refund;
      return [
        {
          subject: 'refund',
          reference,
          orderId,
          amount,
          state: refundStates[refund.state],
          at,
          attempt,
          refund,
        },
      ];
    }),
  ];
}

/** What brought or returned money at the channel in a span of time. */
export function ownEntriesWithin(order: OrderMoney, channelId: string, span: TimeSpan): readonly OwnEntry[] {
  return ownEntries(order, channelId).filter(
    ({ state, at }) => state === 'succeeded' && at !== null && isWithin(at, span),
  );
}
