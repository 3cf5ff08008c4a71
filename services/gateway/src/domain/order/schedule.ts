import { addSeconds } from '../add-seconds.ts';
import { isAttemptAlive, type PaymentAttempt } from '../attempt/payment-attempt.ts';
import { resultIsExpectedBy } from '../attempt/result-deadline.ts';
import { eventIdOf } from './order-identifiers.ts';
import type { PaymentOrder } from './payment-order.ts';

/** Decides when the gateway's background work has to process an order again. */

/**
 * How much time the process that changed an order has to copy the new event to the event log. After this time, any process can
 * copy the event as background work.
 */
const RELAY_GRACE_SECONDS = 3;

/**
 * After the gateway has asked this many times about a payment, it asks only once an hour. These questions take almost three
 * days.
 */
const MANY_TIMES_ASKED = 400;

/**
 * How long the gateway waits before it asks a channel again about a payment's result: first 5 s, then twice as long each time,
 * at most 10 minutes. After many questions, the wait becomes an hour; only payments whose results take days reach so many
 * questions.
 */
export function askingDelaySeconds(timesAsked: number): number {
  return timesAsked < MANY_TIMES_ASKED ? Math.min(5 * 2 ** timesAsked, 600) : 3600;
}

/**
 * How long the gateway waits before it repeats an unanswered cancellation: first 30 s, then twice as long each time, at most 10
 * minutes.
 */
export function cancellationRetryDelaySeconds(triesMade: number): number {
  return Math.min(30 * 2 ** triesMade, 600);
}

/**
 * Returns the time at which the gateway must act because an unpaid order's validity ends. Null if it need not act, for example
 * because only planned cancellations of attempts are left, and each of these has its own due time. For an order in PAY_FAIL,
 * the gateway must act only if an attempt can still be paid or the order has a dispute.
 */
export function closingIsDueAt(order: PaymentOrder): Date | null {
  const [next] = payableAttempts(order);
  const cancelAt = next === undefined ? null : resultIsExpectedBy(order, next);
  switch (order.state) {
    case 'INIT':
    case 'PAYING':
      return cancelAt ?? (order.attempts.some(({ cancellation }) => cancellation) ? null : order.expiresAt);
    case 'PAY_FAIL':
      return cancelAt ?? (order.dispute === null ? null : order.expiresAt);
    case 'CLOSE':
    case 'PAY_SUCCESS':
    case 'PARTIAL_REFUND':
    case 'REFUNDED':
    case 'IN_DISPUTE':
      return null;
  }
}

/**
 * Returns the attempts that the consumer could still pay and that the gateway is not cancelling yet, in the order in which it
 * must cancel them.
 */
function payableAttempts(order: PaymentOrder): readonly PaymentAttempt[] {
  const cancelAtMs = (attempt: PaymentAttempt) => resultIsExpectedBy(order, attempt).getTime();
  return order.attempts
    .filter((attempt) => isAttemptAlive(attempt) && !attempt.cancellation)
    .toSorted((one, other) => cancelAtMs(one) - cancelAtMs(other));
}

/**
 * A step of background work that will be due for an order, such as asking about a refund. It names the part of the order that
 * it concerns.
 */
export interface AwaitedStep {
  readonly at: Date;
  readonly kind:
    | 'order_expiry'
    | 'attempt_question'
    | 'attempt_cancellation'
    | 'refund_sending'
    | 'refund_question'
    | 'dispute_question'
    | 'event_relay';
  /** The channel that the gateway calls in this step of work; null if the step needs no call. */
  readonly channelId: string | null;
  /** The ID of the order, attempt, refund or event that this step of work is about. */
  readonly subjectId: string;
}

/** Returns when the next step of work on the order is due; null if no work is planned. */
export function nextAttentionAt(order: PaymentOrder): Date | null {
  return nextStepOf(order)?.at ?? null;
}

/** Returns the next due step of the background work on an order, such as asking about a refund; null if no work is planned. */
export function nextStepOf(order: PaymentOrder): AwaitedStep | null {
  let first: AwaitedStep | null = null;
  for (const step of awaitedSteps(order)) {
    if (first === null || step.at < first.at) first = step;
  }
  return first;
}

/**
 * A lane of an order's work: all steps that call the same channel, or all steps that call none. Each lane is processed
 * independently, so a channel that hangs delays only its own lane.
 */
export interface AwaitedLane {
  /** The channel that every step of work in this lane calls. Null for the one lane whose steps call no channel. */
  readonly channelId: string | null;
  /** The due time of the earliest step in this lane. */
  readonly at: Date;
}

/**
 * Returns the lanes in which the order has work, each once. A lane contains all work that calls the same channel, or all work
 * that calls none.
 */
export function awaitedLanes(order: PaymentOrder): readonly AwaitedLane[] {
  const earliest = new Map<string | null, Date>();
  for (const { channelId, at } of awaitedSteps(order)) {
    const known = earliest.get(channelId);
    if (known === undefined || at < known) earliest.set(channelId, at);
  }
  return [...earliest].map(([channelId, at]) => ({ channelId, at }));
}

/** Returns the channel of an attempt; null if the order has no attempt with this ID. */
export function channelOfAttempt({ attempts }: PaymentOrder, attemptId: string): string | null {
  return attempts.find((attempt) => attempt.attemptId === attemptId)?.channelId ?? null;
}

/**
 * Returns the channel that the gateway has to call before it can close the payment order, because the consumer could still pay
 * one of the order's attempts at this channel. Null if there is no such attempt. An attempt that its channel never opened needs
 * no call.
 */
export function closingChannelOf(order: PaymentOrder): string | null {
  return payableAttempts(order).find(({ opening }) => opening !== null)?.channelId ?? null;
}

function* awaitedSteps(order: PaymentOrder): Generator<AwaitedStep> {
  const closingAt = closingIsDueAt(order);
  if (closingAt !== null) {
    const channelId = closingChannelOf(order);
    yield { at: closingAt, kind: 'order_expiry', channelId, subjectId: order.orderId };
  }
  for (const { attemptId: subjectId, channelId, nextCheckAt, cancellation } of order.attempts) {
    if (nextCheckAt !== null) yield { at: nextCheckAt, kind: 'attempt_question', channelId, subjectId };
    if (cancellation) yield { at: cancellation.dueAt, kind: 'attempt_cancellation', channelId, subjectId };
  }
  for (const { refundId: subjectId, attemptId, nextActionAt: at, state } of order.refunds) {
    const kind = state === 'INITIALISED' ? 'refund_sending' : 'refund_question';
    if (at !== null) yield { at, kind, channelId: channelOfAttempt(order, attemptId), subjectId };
  }
  const { dispute } = order;
  if (order.paidAt !== null && dispute?.inquiry) {
    const { attemptId: subjectId, inquiry } = dispute;
    const channelId = channelOfAttempt(order, subjectId);
    yield { at: inquiry.dueAt, kind: 'dispute_question', channelId, subjectId };
  }
  const [oldestEvent] = order.outbox;
  if (oldestEvent !== undefined) {
    const at = addSeconds(oldestEvent.occurredAt, RELAY_GRACE_SECONDS);
    const subjectId = eventIdOf(order.orderId, oldestEvent.sequence);
    yield { at, kind: 'event_relay', channelId: null, subjectId };
  }
}
