import { setAsideIdOf } from '../order/order-identifiers.ts';
import type { PaymentOrder, QuarantinedResult } from '../order/payment-order.ts';
import { recordsOfDispute } from '../order/quarantine.ts';
import type { Dispute } from './dispute.ts';
import { disputesSetAside, outcomeOf } from './disputes-set-aside.ts';

/**
 * Returns the open dispute for which a reported loss of another dispute waits; undefined if the report is no such loss. An order
 * has one dispute at a time, so it cannot record the loss before the open dispute has ended.
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

/**
 * Returns the open dispute that must end before an operator can settle a case. Undefined if the case can be settled now.
 *
 * The case of a loss that the order cannot record yet is all that keeps this loss. So is the last case of a dispute whose reports
 * disagree. If an operator settled the case, the merchant
 * could refund money that the bank has taken, and nothing would show it. But one of several reports of the loss can be settled,
 * for example because it names a wrong amount.
 */
export function disputeBeforeSettling(order: PaymentOrder, caseId: string): Dispute | undefined {
  const record = order.quarantine.find((_each, index) => setAsideIdOf(order.orderId, index + 1) === caseId);
  if (record?.subject?.kind !== 'dispute') return undefined;
  const others = recordsOfDispute(order, record.subject.channelReference).filter(
    (other) => !other.isSettled && other.caseId !== caseId,
  );
  if (others.some(({ result }) => result === 'lost')) return undefined;
  const before = disputeBeforeLoss(order, record);
  return before ?? (others.length === 0 ? disputeBeforeDecision(order, record) : undefined);
}

/**
 * Returns the open dispute before one whose reports disagree, such as one that was won over a part. The order takes that one up
 * only while a case of it is open.
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
