import type { ConcludedDispute, ConcludedRefund, SettledCase } from '@kassa/contracts';

/**
 * The answer to an operator who has recorded how a refund ended. It names the refund's new state and, if money still has to go
 * back, what to do next.
 */
export function concludedRefundText({
  refund_id,
  refund_state,
  order_state,
  correction_id,
  automatic,
}: ConcludedRefund): string {
  const ended =
    correction_id === null
      ? `Concluded: the refund is ${refund_state}, its order ${order_state}.\n`
      : `Corrected: ${correction_id} records what went back beyond the refund. Its order is ${order_state}.\n`;
  if (!automatic) return `${ended}The merchant gets an event.\n`;
  if (refund_state === 'SUCCESS') return ended;
  return (
    `${ended}The gateway has not returned this money.\n` +
    `If the channel holds the money, try the return again:\n  kassa-admin refund repeat ${refund_id}\n` +
    'If the money will never arrive, or if the bank has taken it in a dispute, settle the case return_failed instead:\n' +
    '  kassa-admin cases --kind return_failed\n'
  );
}

/** The answer to an operator who has recorded how a dispute ended. It names the dispute's new state. */
export function concludedDisputeText({
  dispute_state,
  order_state,
  other_payment,
}: ConcludedDispute): string {
  const ended = `Concluded: the dispute is ${dispute_state}, its order ${order_state}.\n`;
  if (other_payment) {
    return `${ended}The order does not count it. The gateway does not return this payment, unless it is already on its way back.\n`;
  }
  return `${ended}The merchant gets an event; if the order is unpaid, the event follows once the order is paid.\n`;
}

/**
 * The answer to an operator who has settled a case. If the case was about a refund that has not ended, the answer says what is
 * left to do, because the refund still reserves its amount.
 */
export function settledCaseText({ case_id, order_id, refund_state }: SettledCase): string {
  if (order_id === null) {
    return 'Settled. The gateway does not apply the callback any more. The audit log keeps the note.\n';
  }
  const settled = `Settled. Order ${order_id} keeps the note.\n`;
  if (refund_state === null) return settled;
  if (refund_state === 'SUCCESS') return `${settled}The refund is SUCCESS.\n`;
  if (refund_state === 'CANCELLED' || refund_state === 'FAILED') {
    return `${settled}The refund is ${refund_state}: ${notReturnedText(case_id)}`;
  }
  return (
    `${settled}The refund is still ${refund_state}: its amount is reserved, and it is in no settlement report.\n` +
    'The gateway does not send it any more. If it has not ended in a month, the case opens again.\n' +
    'Before you return the money by hand, look for the refund at the channel again: the gateway may have sent it since you looked.\n' +
    'If the channel has it, even as pending, do not return the money by hand: it could go back twice.\n' +
    'Once you know how the refund ended (not-made also needs --not-by-hand now):\n' +
    `  ${concludeRefundLine(case_id)}\n`
  );
}

/**
 * Tells an operator who has settled a case of a failed or cancelled refund whether to return the money by hand. If the case has
 * the refund's own ID, the gateway will never send the refund, so the operator has to return the money. For any other case, the
 * text asks the operator to return the money only if it still has to go back to the consumer.
 */
function notReturnedText(caseId: string): string {
  const isRefund = caseId.startsWith('rfd_');
  const task = isRefund
    ? 'the gateway will not send the refund. You now have to return the money by hand.'
    : 'the gateway will not return the money. If the money still has to go back, return it by hand.';
  return (
    `${task} Once you have returned it, record that:\n` +
    `  kassa-admin refund conclude ${isRefund ? caseId : '<refund-id>'} made-by-hand --note "…"\n`
  );
}

export function concludeRefundLine(refundId: string): string {
  return `kassa-admin refund conclude ${refundId} made|made-by-hand|not-made --looked-at <time> --note "…"`;
}
