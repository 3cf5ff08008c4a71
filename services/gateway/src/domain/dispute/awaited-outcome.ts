import { addSeconds } from '../add-seconds.ts';
import { caseIdOfDispute } from '../order/operator-cases.ts';
import { changed } from '../order/order-transition.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { ASK_EVERY_SECONDS, type Dispute } from './dispute.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** A bank decides 60 to 75 days after the last day to answer it (Stripe, "Dispute process overview"). */
const DECISION_SECONDS = 90 * DAY_SECONDS;

/** Where the channel does not say until when the merchant can answer: cards give up to 30 days for it. */
const ANSWER_SECONDS = 30 * DAY_SECONDS;

/** After an operator was told, the channel is asked this often. */
const ASK_LATE_EVERY_SECONDS = 30 * DAY_SECONDS;

export type DisputeAsking =
  | { readonly kind: 'not_due' }
  /** Whoever writes this asks the channel how the dispute stands. */
  | { readonly kind: 'ask'; readonly order: PaymentOrder; readonly dispute: Dispute };

/** Whether the channel is to be asked about the order's dispute now. */
export function isAskingAboutDisputeDue({ paidAt, dispute }: PaymentOrder, now: Date): boolean {
  const dueAt = paidAt === null ? undefined : dispute?.inquiry?.dueAt;
  return dueAt !== undefined && dueAt <= now;
}

/**
 * Plans asking about a dispute whose outcome has not come: daily at first. Once the outcome should have come long
 * ago and the channel was asked since, an operator is told: refunds are refused as long as the dispute is open. An
 * operator who has settled that case is told again when the channel is asked next.
 */
export function planAskingAboutDispute(order: PaymentOrder, now: Date): DisputeAsking {
  const { dispute } = order;
  if (!isAskingAboutDisputeDue(order, now) || !dispute?.inquiry) return { kind: 'not_due' };
  const { openedAt, respondBy, inquiry } = dispute;
  const lastAnswerAt = respondBy ?? addSeconds(openedAt, ANSWER_SECONDS);
  const patienceEndsAt = addSeconds(lastAnswerAt, DECISION_SECONDS);
  // A gateway that was away has asked nobody: it asks first.
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

/** Since when an operator has to look; anew after the case was settled and the dispute went on. */
function unresolvedSince(order: PaymentOrder, dispute: Dispute, now: Date): Date {
  const since = dispute.unresolvedSince;
  const id = caseIdOfDispute(order);
  const isSettled = order.settledCases.some(
    ({ caseId, at }) => caseId === id && since !== null && at >= since,
  );
  return since === null || isSettled ? now : since;
}
