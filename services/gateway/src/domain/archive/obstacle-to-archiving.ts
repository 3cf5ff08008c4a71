import { addSeconds } from '../add-seconds.ts';
import { isAttemptAlive } from '../attempt/payment-attempt.ts';
import { openCases } from '../order/operator-cases.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { nextAttentionAt } from '../order/schedule.ts';
import { disputesOf, moneyMovesOf } from '../settlement/money-moves.ts';
import type { DayInBooks } from './day-in-books.ts';

/**
 * How long after its last change an order stays in the database. Card schemes let a consumer dispute a payment up to 540 days
 * after it was made, so reports about the order can still arrive during this time.
 */
export const QUIET_SECONDS = 540 * 24 * 60 * 60;

/** Why an order must stay in the database. */
export const archiveObstacles = [
  'changed_since',
  'not_ended',
  'work_planned',
  'parked',
  'case_open',
  'refund_under_way',
  'dispute_open',
  'may_be_disputed',
  'delivery_pending',
  'callback_waiting',
  'not_reconciled',
  'books_differ',
] as const;
export type ArchiveObstacle = (typeof archiveObstacles)[number];

/** An order, and further facts that decide whether it can be archived. These facts are stored outside the order. */
export interface ArchiveCandidate {
  readonly order: PaymentOrder;
  /** Whether work on the order failed too often and waits for an operator. */
  readonly isParked: boolean;
  /** Whether an event of the order is still to be delivered. */
  readonly isDeliveryPending: boolean;
  /** Whether a channel's report about the order is stored and not applied yet, for example because it is parked. */
  readonly isCallbackWaiting: boolean;
  /** For each day on which the order's money moved, what the latest comparison with the channel's books says. */
  readonly daysInBooks: readonly DayInBooks[];
}

/**
 * Returns the first reason why an order must stay in the database; null if the order may be archived. An order may be archived
 * if its last change was before the given time, nothing about it is open, and nothing more is expected.
 *
 * @param before the time that the operator has chosen
 */
export function obstacleToArchiving(
  candidate: ArchiveCandidate,
  before: Date,
  now: Date,
): ArchiveObstacle | null {
  return obstacleInOrder(candidate.order, before, now) ?? obstacleAround(candidate);
}

function obstacleInOrder(order: PaymentOrder, before: Date, now: Date): ArchiveObstacle | null {
  const lastChange = lastChangeOf(order);
  if (lastChange >= before) return 'changed_since';
  const isOpen = order.state === 'INIT' || order.state === 'PAYING';
  if (isOpen || order.attempts.some(isAttemptAlive)) return 'not_ended';
  if (openCases(order).length > 0) return 'case_open';
  if (order.refunds.some(({ state }) => state === 'INITIALISED' || state === 'PROCESSING')) {
    return 'refund_under_way';
  }
  if (order.state === 'IN_DISPUTE' || disputesOf(order).some(({ state }) => state === 'opened')) {
    return 'dispute_open';
  }
  if (order.outbox.length > 0 || nextAttentionAt(order) !== null) return 'work_planned';
  return addSeconds(lastChange, QUIET_SECONDS) > now ? 'may_be_disputed' : null;
}

function obstacleAround(candidate: ArchiveCandidate): ArchiveObstacle | null {
  if (candidate.isParked) return 'parked';
  if (candidate.isDeliveryPending) return 'delivery_pending';
  if (candidate.isCallbackWaiting) return 'callback_waiting';
  if (candidate.daysInBooks.includes('not_reconciled')) return 'not_reconciled';
  if (candidate.daysInBooks.includes('differs')) return 'books_differ';
  return null;
}

/**
 * Returns the time of the order's last change. The history records every change, but orders from early versions may have no
 * history, so the other times in the order count too.
 */
export function lastChangeOf(order: PaymentOrder): Date {
  const moments = [
    order.createdAt,
    order.expiresAt,
    ...(order.closedAt === null ? [] : [order.closedAt]),
    ...order.history.map(({ at }) => at),
    ...order.quarantine.map(({ receivedAt }) => receivedAt),
    ...order.settledCases.map(({ at }) => at),
    ...moneyMovesOf(order).map(({ at }) => at),
  ];
  return new Date(Math.max(...moments.map((at) => at.getTime())));
}
