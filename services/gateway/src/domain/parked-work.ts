import { addSeconds } from './add-seconds.ts';

/**
 * Work that the recurring duties failed to do. It is retried. After too many failures, the work is parked: it waits until an
 * operator resumes it.
 */

const FIRST_SECONDS = 5;
const LONGEST_SECONDS = 600;
/** The longest wait between retries of work that may belong to another deployment. */
const LONGEST_IF_UNKNOWN_SECONDS = 3_600;
/**
 * The number of failures after which work is parked for an operator. Work reaches this number in about an hour. Work that has
 * failed so often would also fail at the next retry.
 */
const FAILURES_BEFORE_PARKED = 12;
/**
 * The number of failures after which the gateway gives up work that may belong to another deployment. Such work reaches this
 * number in a day.
 */
const FAILURES_IN_A_DAY = 34;

/** Why a recurring duty could not do a piece of work. */
export type AttentionFailure =
  /** A service that the gateway depends on was unavailable, so the work itself may be fine. */
  | { readonly kind: 'passing' }
  /** The work itself failed. */
  | { readonly kind: 'fault'; readonly reason: string }
  /**
   * The order is full: a list such as its refunds has reached its limit, so the result cannot be stored. Retries cannot
   * succeed, so the work immediately waits for an operator.
   */
  | { readonly kind: 'no_room'; readonly reason: string }
  /** The work concerns an order that was archived and removed. The work is not retried, but waits for an operator. */
  | { readonly kind: 'archived'; readonly reason: string }
  /**
   * An earlier report about the order is missing, such as the result of a refund. The work is retried until that report
   * arrives, even after the work has become a case. `orderId` is null if the gateway does not know which order the work
   * concerns, or whether the work belongs to another deployment. Work without an order's ID never becomes a case.
   * `paymentReference` is set if a report about a payment is missing: it is the channel's reference of this payment.
   */
  | {
      readonly kind: 'waiting';
      readonly orderId: string | null;
      readonly paymentReference?: string;
      readonly reason: string;
    };

/** Work that has become a case. It is not retried until an operator resumes it or its order changes. */
export interface ParkedWork {
  readonly since: Date;
  readonly failures: number;
  /** The message of the latest failure, as the program reported it. */
  readonly reason: string;
  /** Set if the work only waits for an earlier report. Such work is still retried, and its case closes by itself. */
  readonly isStillTried?: true;
}

export type AttentionPlan =
  | {
      readonly kind: 'try_again';
      readonly at: Date;
      readonly failures: number;
      /** Set if the work is a case but is still retried. */
      readonly listed?: ParkedWork;
    }
  | { readonly kind: 'park'; readonly parked: ParkedWork };

/**
 * Decides whether failed work is retried or parked. The first retry comes after 5 s, and each further wait is twice as long, up
 * to 10 minutes, so that work that always fails does not delay other work. Parked work waits for an operator. Work is parked
 * after too many failures, or immediately if its order is full or archived. Work that only waits for an earlier report becomes
 * a case after the same number of failures, but is still retried every 10 minutes. Work that may belong to another deployment
 * never becomes a case, and the waits between its retries grow to an hour.
 *
 * @param failuresBefore how often the work itself failed before; failures of a service that the work depends on do not count
 */
export function planAttention(failuresBefore: number, failure: AttentionFailure, now: Date): AttentionPlan {
  if (failure.kind === 'passing') {
    return { kind: 'try_again', at: addSeconds(now, FIRST_SECONDS), failures: failuresBefore };
  }
  const failures = failuresBefore + 1;
  const mayBeOthers = failure.kind === 'waiting' && failure.orderId === null;
  const isCase = isHopeless(failure) || (failures >= FAILURES_BEFORE_PARKED && !mayBeOthers);
  const parked: ParkedWork = { since: now, failures, reason: failure.reason };
  if (isCase && failure.kind !== 'waiting') return { kind: 'park', parked };
  const longest = mayBeOthers ? LONGEST_IF_UNKNOWN_SECONDS : LONGEST_SECONDS;
  const seconds = Math.min(FIRST_SECONDS * 2 ** (failures - 1), longest);
  const planned = { kind: 'try_again', at: addSeconds(now, seconds), failures } as const;
  return isCase ? { ...planned, listed: { ...parked, isStillTried: true } } : planned;
}

/** Whether retries cannot succeed, so that the work immediately waits for an operator. */
export function isHopeless({ kind }: AttentionFailure): boolean {
  return kind === 'no_room' || kind === 'archived';
}

/**
 * Whether work that may belong to another deployment has been retried for a day. The answer depends on the number of failures
 * and not on the age of the work, because nothing is retried while the gateway is down.
 */
export function hasBeenRetriedForADay(failures: number): boolean {
  return failures >= FAILURES_IN_A_DAY;
}
