import { addSeconds } from '../add-seconds.ts';
import { caseIdOfDispute, isSettled } from '../order/operator-cases.ts';
import { changed } from '../order/order-transition.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { ASK_EVERY_SECONDS, type Dispute } from './dispute.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** A bank decides 60 to 75 days after the last day to answer it (Stripe, "Dispute process overview"). */
const DECISION_SECONDS = 90 * DAY_SECONDS;

/** Used if the channel does not name the merchant's deadline for an answer: card schemes give up to 30 days. */
const ANSWER_SECONDS = 30 * DAY_SECONDS;

/** The interval at which the gateway asks the channel after an operator was told. */
const ASK_LATE_EVERY_SECONDS = 30 * DAY_SECONDS;

export type DisputeAsking =
  | { readonly kind: 'not_due' }
  /**
   * The order that records the question to the channel. The caller that stores this order asks the channel about
   * the dispute.
   */
  | { readonly kind: 'ask'; readonly order: PaymentOrder; readonly dispute: Dispute };

/** Whether the gateway must now ask the channel about the order's dispute. */
export function isAskingAboutDisputeDue({ paidAt, dispute }: PaymentOrder, now: Date): boolean {
  const dueAt = paidAt === null ? undefined : dispute?.inquiry?.dueAt;
  return dueAt !== undefined && dueAt <= now;
}

/**
 * Plans the next question to the channel about a dispute without an outcome: daily at first. If the outcome is
 * long overdue and the channel was asked since, an operator is told, because refunds are refused while the
 * dispute is open. If the operator settles that case, the next question to the channel raises it again.
 */
export function planAskingAboutDispute(order: PaymentOrder, now: Date): DisputeAsking {
  const { dispute } = order;
  if (!isAskingAboutDisputeDue(order, now) || !dispute?.inquiry) return { kind: 'not_due' };
  const { openedAt, respondBy, inquiry } = dispute;
  const lastAnswerAt = respondBy ?? addSeconds(openedAt, ANSWER_SECONDS);
  const patienceEndsAt = addSeconds(lastAnswerAt, DECISION_SECONDS);
  // A gateway that was down asked nobody in the meantime, so it asks the channel before it tells an operator.
  const isLate = inquiry.askedAt !== null && inquiry.askedAt >= patienceEndsAt;
  const asked: Dispute = {
    ...dispute,
    inquiry: {
      askedAt: now,
      dueAt: addSeconds(now, isLate ? ASK_LATE_EVERY_SECONDS : ASK_EVERY_SECONDS),
    },
    unresolvedSince: isLate ? unresolvedSince(order, dispute, now) : null,
  };
  return { kind: 'ask', order: changed({ ...order, dispute: asked }).order, dispute: asked };
}

/** Since when an operator has to look. Starts again if the case was settled and the dispute is still open. */
function unresolvedSince(order: PaymentOrder, dispute: Dispute, now: Date): Date {
  const since = dispute.unresolvedSince;
  if (since === null) return now;
  return isSettled(order, { caseId: caseIdOfDispute(order), since }) ? now : since;
}
