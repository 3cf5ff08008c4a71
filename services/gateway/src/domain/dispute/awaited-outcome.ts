import { addSeconds } from '../add-seconds.ts';
import { caseIdOfDispute, isSettled } from '../order/operator-cases.ts';
import { changed } from '../order/order-transition.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { ASK_EVERY_SECONDS, type Dispute } from './dispute.ts';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * How long the gateway waits for a dispute's outcome after the merchant's deadline to answer the bank. The bank takes 60 to 75
 * days after this deadline to decide (Stripe, "Dispute process overview").
 */
const DECISION_SECONDS = 90 * DAY_SECONDS;

/** How long a merchant has to answer a dispute if the channel names no deadline. Card schemes give up to 30 days. */
const ANSWER_SECONDS = 30 * DAY_SECONDS;

/** The interval at which the gateway asks the channel about a dispute whose outcome is long overdue. */
const ASK_LATE_EVERY_SECONDS = 30 * DAY_SECONDS;

export type DisputeAsking =
  | { readonly kind: 'not_due' }
  /**
   * The gateway has to ask the channel about the dispute. The caller first stores `order`, which records this question, so that
   * only one process asks the channel.
   */
  | { readonly kind: 'ask'; readonly order: PaymentOrder; readonly dispute: Dispute };

/** Whether the gateway must now ask the channel about the order's current dispute. */
export function isAskingAboutDisputeDue({ paidAt, dispute }: PaymentOrder, now: Date): boolean {
  const dueAt = paidAt === null ? undefined : dispute?.inquiry?.dueAt;
  return dueAt !== undefined && dueAt <= now;
}

/**
 * Plans the next question to the channel about a dispute without an outcome: daily at first, monthly once the outcome is long
 * overdue. The overdue outcome becomes a case for an operator, because the order cannot be refunded while the dispute is open.
 * If the operator settles the case without an outcome, the case opens again at the next question.
 */
export function planAskingAboutDispute(order: PaymentOrder, now: Date): DisputeAsking {
  const { dispute } = order;
  if (!isAskingAboutDisputeDue(order, now) || !dispute?.inquiry) return { kind: 'not_due' };
  const { openedAt, respondBy, inquiry } = dispute;
  const lastAnswerAt = respondBy ?? addSeconds(openedAt, ANSWER_SECONDS);
  const patienceEndsAt = addSeconds(lastAnswerAt, DECISION_SECONDS);
  // Treat the outcome as overdue only if the gateway has asked the channel after the deadline. If the gateway was down at the
  // deadline, it therefore asks the channel once more before it opens a case for an operator.
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

/**
 * Returns the time at which the case about the dispute's overdue outcome opened. If there is no such case, or an operator has
 * settled it without recording an outcome, a new case opens now.
 */
function unresolvedSince(order: PaymentOrder, dispute: Dispute, now: Date): Date {
  const since = dispute.unresolvedSince;
  if (since === null) return now;
  return isSettled(order, { caseId: caseIdOfDispute(order), since }) ? now : since;
}
