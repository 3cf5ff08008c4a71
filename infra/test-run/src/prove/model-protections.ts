import type { Protection } from './protection.ts';

const source = 'services/gateway/src';

/**
 * The test that must fail when one of the protections below is removed. It performs random sequences of steps, and checks after
 * every step that all rules hold. For most of these protections, no other test notices that one is missing.
 */
const seenBy: Protection['seenBy'] = {
  project: 'gateway',
  file: 'services/gateway/test/model/model-in-memory.test.ts',
  title: 'everything holds',
};

export const modelProtections: readonly Protection[] = [
  {
    faults: [52],
    what: 'the order is checked again each time before a refund is sent',
    file: `${source}/domain/refund/obstacle-to-sending.ts`,
    find: "if (order.state === 'IN_DISPUTE' || isDisputed(order, refund.attemptId)) return disputeWasOpened;",
    replace: 'if (order.state !== undefined) return undefined;',
    seenBy,
  },
  {
    faults: [53],
    what: 'a dispute does not wait for its payment beyond the end of the order',
    file: `${source}/domain/order/expire-order.ts`,
    find: 'changed(closed.dispute === null ? closed : withDisputeSetAside(closed, closed.dispute, now))',
    replace: 'changed(closed)',
    seenBy,
  },
  {
    faults: [55],
    what: 'the outcome of a dispute is asked for',
    file: `${source}/domain/order/schedule.ts`,
    find: 'if (order.paidAt !== null && dispute?.inquiry) {',
    replace: 'if (order.paidAt === undefined && dispute?.inquiry) {',
    seenBy,
  },
  {
    faults: [1],
    what: 'a refund without a report from its channel becomes a case, which an operator can conclude',
    file: `${source}/domain/order/operator-cases.ts`,
    find: "if ((state === 'PROCESSING' || state === 'INITIALISED') && tries >= TRIES_BEFORE_SHOWN) {",
    replace: "if (state === 'INITIALISED' && tries >= TRIES_BEFORE_SHOWN) {",
    seenBy,
  },
  {
    faults: [54],
    what: 'a failed payment does not stay payable at its channel',
    file: `${source}/domain/attempt/cancel-attempt.ts`,
    find: 'if (attempt.opening === null || attempt.cancellation !== null) return attempt;',
    replace: 'if (attempt.opening !== undefined) return attempt;',
    seenBy,
  },
  {
    faults: [58],
    what: 'a channel at which payments were made keeps its account at the processor',
    file: `${source}/application/channel-accounts/refuse-other-account.ts`,
    find: 'if (!before.isUsed) return undefined;',
    replace: 'if (before.isUsed) return undefined;',
    seenBy,
  },
  {
    faults: [21],
    what: 'a loss that no channel reported does not count against a payment that the operator did not name',
    file: `${source}/domain/dispute/conclude-dispute.ts`,
    find: "if (isUnclear && order.attempts.length > 1) return 'attempt_needed';",
    replace: '',
    seenBy: {
      project: 'gateway',
      file: 'services/gateway/test/domain/loss-of-other-payment.test.ts',
      title: 'if the channel never reported a lost dispute',
    },
  },
  {
    faults: [15],
    what: 'a further payment of an attempt becomes a case',
    file: `${source}/domain/attempt/apply-payment-result.ts`,
    find: 'return known !== null && told !== undefined && known !== told;',
    replace: 'return known !== null && told === undefined;',
    seenBy,
  },
  {
    faults: [84],
    what: 'a report about a payment that the order does not count becomes a case',
    file: `${source}/application/channels/apply-channel-notification.ts`,
    find: 'return setUncountedReportAside(order, origin.payment, report, now());',
    replace: "return { kind: 'unchanged' };",
    seenBy,
  },
  {
    faults: [84],
    what: 'a report about a payment that the gateway does not know yet waits for the payment',
    file: `${source}/domain/order/made-at-channel.ts`,
    find: "return isAnyAccepted ? { kind: 'own' } : { kind: 'unknown_payment', paymentReference };",
    replace: "return { kind: 'own' };",
    seenBy,
  },
  {
    faults: [83],
    what: 'a report that does not name its dispute opens no dispute',
    file: `${source}/domain/dispute/apply-dispute-report.ts`,
    find: "const isUnclear = report.keyedBy === 'payment';",
    replace: "const isUnclear = report.keyedBy !== 'payment' && report.kind === undefined;",
    seenBy,
  },
  {
    faults: [83],
    what: 'a dispute that an appeal opens again becomes a case',
    file: `${source}/domain/dispute/dispute.ts`,
    find: "if (report.kind !== 'opened' || report.isAnnouncement) return false;",
    replace: "if (report.kind !== 'opened' || report.mayReopen) return false;",
    seenBy,
  },
  {
    faults: [84],
    what: 'a report under a foreign reference is found by its payment',
    file: `${source}/application/channels/apply-channel-notification.ts`,
    find: 'const attemptId = order && attemptPaidBy(order, channelId, paymentReference);',
    replace: 'const attemptId = order && undefined;',
    seenBy,
  },
  {
    faults: [84],
    what: 'a refund by hand that failed before its payment counted counts once the channel makes it again',
    file: `${source}/domain/order/uncounted-payments.ts`,
    find: 'const named = { channelReference, ...(result.toldAt && { toldAt: result.toldAt }) };',
    replace: 'const named = { channelReference, ...(result.toldAt && {}) };',
    seenBy,
  },
  {
    faults: [84],
    what: 'a refund whose report was set aside becomes a case again if the channel makes it again after a failure',
    file: `${source}/domain/order/quarantine.ts`,
    find: 'isNewsOfRefund(result, stored, oppositeRecordedAt(order, result))) {',
    replace: 'isNewsOfRefund(result, [], oppositeRecordedAt(order, result))) {',
    seenBy,
  },
  {
    faults: [84],
    what: 'a report that a refund by hand was made does not count if the channel told of its failure later',
    file: `${source}/domain/refund/take-channel-refund.ts`,
    find: 'if (failed !== undefined && !isToldLater(result, failed)) return unchanged;',
    replace: 'if (failed !== undefined && result.toldAt === undefined) return unchanged;',
    seenBy,
  },
  {
    faults: [86],
    what: 'the fee for a won dispute stands at the line with which the money came back',
    file: `${source}/domain/reconciliation/fees-in-books.ts`,
    find: "return bookingIdOf(channelId, key, isReceived(movement) ? 'in' : 'out');",
    replace:
      "return bookingIdOf(channelId, key, subject === 'refund' && isReceived(movement) ? 'in' : 'out');",
    seenBy,
  },
];
