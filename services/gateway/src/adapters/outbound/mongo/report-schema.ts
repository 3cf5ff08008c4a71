import { disputeStates } from '@kassa/contracts';
import type { PaymentResult } from '../../../domain/attempt/payment-attempt.ts';
import { type DisputeReport, disputeStages } from '../../../domain/dispute/dispute.ts';
import type { RefundResult } from '../../../domain/refund/refund.ts';
import { absentOr, always, kinds, moment, oneOf, orNull, part, text } from './document-fields.ts';
import { attemptFailure, card, disputeReason, refundFailure, reportedMoney } from './order-schema.ts';

/** What channels report about payments, refunds and disputes. */

export const paymentResult = kinds<PaymentResult>({
  succeeded: {
    paid: reportedMoney,
    card: orNull(card),
    wallet: absentOr(text),
    paymentReference: absentOr(text),
  },
  failed: { failure: attemptFailure, card: orNull(card), declineReference: absentOr(text) },
  cancelled: {},
});

export const refundResult = kinds<RefundResult>({
  succeeded: { returned: reportedMoney, toldAt: absentOr(moment), stateAt: absentOr(moment) },
  failed: {
    failure: refundFailure,
    isTooEarly: absentOr(always),
    toldAt: absentOr(moment),
    stateAt: absentOr(moment),
  },
});

export const disputeReport = part<DisputeReport>({
  channelReference: text,
  amount: reportedMoney,
  kind: oneOf(...disputeStates),
  respondBy: absentOr(moment),
  reason: absentOr(disputeReason),
  channelUrl: absentOr(text),
  isAnnouncement: absentOr(always),
  keyedBy: absentOr(oneOf('payment')),
  mayReopen: absentOr(always),
  showsMoneyBack: absentOr(always),
  stage: absentOr(oneOf(...disputeStages)),
  toldAt: absentOr(moment),
  isCalledLost: absentOr(always),
});
