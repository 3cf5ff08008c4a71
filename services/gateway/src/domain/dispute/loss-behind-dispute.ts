import { setAsideIdOf } from '../order/order-identifiers.ts';
import type { PaymentOrder, QuarantinedResult } from '../order/payment-order.ts';
import { recordsOfDispute } from '../order/quarantine.ts';
import type { Dispute } from './dispute.ts';
import { disputesSetAside, outcomeOf } from './disputes-set-aside.ts';

/**
 * Returns the open dispute that has to end before the order can record the loss in a report; undefined if the loss does not
 * have to wait. An order has only one dispute at a time.
 */
export function disputeBeforeLoss(
  order: PaymentOrder,
  { attemptId, subject, reported }: QuarantinedResult,
): Dispute | undefined {
  const { dispute, paidByAttemptId } = order;
  if (subject?.kind !== 'dispute' || subject.result !== 'lost' || attemptId !== paidByAttemptId) {
    return undefined;
  }
  const { channelReference } = subject;
  if (dispute?.state !== 'opened' || dispute.channelReference === channelReference) return undefined;
  const outcome = outcomeOf(order, channelReference);
  const lost = outcome?.kind === 'lost' ? outcome.lost : undefined;
  const isRecorded =
    lost !== undefined && lost.currency === reported.currency && lost.amountMinor >= reported.amountMinor;
  return isRecorded ? undefined : dispute;
}

/** What prevents an operator from settling a case now. */
export interface SettlingObstacle {
  /** The open dispute that has to end first. */
  readonly before: Dispute;
  /** Whether the case is about a reported loss, or about a dispute whose reports disagree. */
  readonly isAbout: 'loss' | 'undecided_dispute';
  /** The channel's reference of the dispute that the case is about. */
  readonly channelReference: string;
}

/**
 * Returns the open dispute that has to end before an operator can settle a case. Undefined if the case can be settled now.
 *
 * A loss that the order cannot record yet is stored only in a case. The same is true for a dispute whose reports disagree. If
 * an operator settled the last of these cases, the merchant could refund money that the bank has taken, and nobody would
 * notice. If several cases are about the same loss, an operator can settle all but the last. For example, an operator can
 * settle a case that names a wrong amount.
 */
export function obstacleToSettling(order: PaymentOrder, caseId: string): SettlingObstacle | undefined {
  const record = order.quarantine.find((_each, index) => setAsideIdOf(order.orderId, index + 1) === caseId);
  if (record?.subject?.kind !== 'dispute') return undefined;
  const { channelReference } = record.subject;
  const others = recordsOfDispute(order, channelReference).filter(
    (other) => !other.isSettled && other.caseId !== caseId,
  );
  if (others.some(({ result }) => result === 'lost')) return undefined;
  const loss = disputeBeforeLoss(order, record);
  if (loss !== undefined) return { before: loss, isAbout: 'loss', channelReference };
  const before = others.length === 0 ? disputeBeforeDecision(order, record) : undefined;
  return before && { before, isAbout: 'undecided_dispute', channelReference };
}

/**
 * Returns the open dispute that has to end before the order can record a dispute whose reports disagree, such as a dispute that
 * was won only in part. Undefined if there is no such open dispute. The order can record the dispute whose reports disagree
 * only while one of its cases is open.
 */
function disputeBeforeDecision(
  order: PaymentOrder,
  { attemptId, subject }: QuarantinedResult,
): Dispute | undefined {
  const { dispute, paidByAttemptId } = order;
  if (subject?.kind !== 'dispute' || dispute?.state !== 'opened' || attemptId !== paidByAttemptId) {
    return undefined;
  }
  const isUndecided = disputesSetAside(order, attemptId).some(
    ({ channelReference, result }) => channelReference === subject.channelReference && result === 'undecided',
  );
  return isUndecided ? dispute : undefined;
}
