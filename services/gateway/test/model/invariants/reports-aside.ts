import { isDeepStrictEqual } from 'node:util';
import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import { openCaseIds } from '../cases-to-see.ts';
import { setAsideCaseId } from '../reports-set-aside.ts';
import type { ChannelDispute, ChannelRefund } from './channel-books.ts';

/** Whether an operator has a case about the channel's report of the present result. */
export function isReportAside({ quarantine }: PaymentOrder, name: string, result: string): boolean {
  return quarantine.some(
    ({ subject }) =>
      subject?.result === result &&
      (subject.kind === 'refund' ? subject.refundId : subject.channelReference) === name,
  );
}

/**
 * Whether an operator has a case about a refund's present result, or settled one after the refund last moved at the channel. The
 * operator then saw this result in the channel's own record.
 */
export function isRefundAside(
  order: PaymentOrder,
  { refundId, result, movedAt }: Pick<ChannelRefund, 'refundId' | 'result' | 'movedAt'>,
): boolean {
  return order.quarantine.some(
    ({ subject }, index) =>
      subject?.kind === 'refund' &&
      subject.refundId === refundId &&
      subject.result === result &&
      isStanding(order, index, movedAt),
  );
}

/** Whether an operator has a case about the amount that the channel returned for a refund, or settled one afterwards. */
export function isAmountAside(
  order: PaymentOrder,
  { refundId, amount, movedAt }: Pick<ChannelRefund, 'refundId' | 'amount' | 'movedAt'>,
): boolean {
  return order.quarantine.some(
    ({ subject, reported }, index) =>
      subject?.kind === 'refund' &&
      subject.refundId === refundId &&
      subject.result === 'succeeded' &&
      reported.amountMinor === amount.amountMinor &&
      isStanding(order, index, movedAt),
  );
}

/** Whether no operator has settled a report that was set aside, or one did so after the given moment. */
export function isStanding(order: PaymentOrder, index: number, moment: Date): boolean {
  const settled = order.settledCases.find(({ caseId }) => caseId === setAsideCaseId(order, index));
  return settled === undefined || isByOperatorSince(settled, moment);
}

/**
 * Whether no operator has settled the case of an attempt whose money the channel could not collect, or one did so after the
 * given moment.
 */
export function isUncollectedStanding(order: PaymentOrder, attemptId: string, moment: Date): boolean {
  const caseId = attemptId.replace('txn_', 'ucl_');
  return (
    openCaseIds(order).includes(caseId) ||
    order.settledCases.some((settled) => settled.caseId === caseId && isByOperatorSince(settled, moment))
  );
}

function isByOperatorSince({ note, at }: PaymentOrder['settledCases'][number], moment: Date): boolean {
  return notesOfOperators.includes(note) && at.getTime() + CLOCK_SKEW_MS >= moment.getTime();
}

/** What the operators of the model note. The gateway also settles cases by itself, with other notes. */
const notesOfOperators: readonly string[] = [
  'looked into',
  'as it stands there',
  'returned by bank transfer',
];

/** The clock of one of the processes is behind. */
const CLOCK_SKEW_MS = 40_000;

/**
 * Whether an operator has a case about what the channel last said of a dispute. If the gateway took a win over a part for the
 * whole, the later report that the bank took more is the case.
 */
export function isOutcomeAside(
  order: PaymentOrder,
  { channelReference, events, told, state }: ChannelDispute,
): boolean {
  const isPartTaken =
    told !== state &&
    order.quarantine.some(
      ({ subject }) =>
        subject?.kind === 'dispute' &&
        subject.channelReference === channelReference &&
        subject.result === 'opened' &&
        subject.isAfterOutcome === true,
    );
  return isPartTaken || [channelReference, ...events].some((name) => isReportAside(order, name, told));
}

/**
 * Whether a write sets aside a report that the channel made a refund, although the channel reported the refund's failure first
 * and only the report is late. A channel that does not date its reports never makes a refund which has failed.
 */
export function isLateSuccessAside(before: PaymentOrder, after: PaymentOrder): boolean {
  return after.quarantine.slice(before.quarantine.length).some(({ subject, reported }) => {
    if (subject?.kind !== 'refund' || subject.result !== 'succeeded') return false;
    if (subject.toldAt !== undefined || subject.channelReference !== undefined) return false;
    const refund = before.refunds.find(({ refundId }) => refundId === subject.refundId);
    const isFailed = refund?.state === 'FAILED' && refund.failure?.code === 'refund_failed';
    const isOperators = before.settledCases.some(({ caseId }) =>
      [subject.refundId, subject.refundId.replace('rfd_', 'rtn_')].includes(caseId),
    );
    return isFailed && !isOperators && reported.amountMinor === refund.amount.amountMinor;
  });
}

/**
 * Whether a write sets aside once more a report that a refund was made, although an operator has settled the same report. A
 * channel that does not date its reports never makes a refund again.
 */
export function isSettledReportAsideAgain(before: PaymentOrder, after: PaymentOrder): boolean {
  return after.quarantine.slice(before.quarantine.length).some(({ subject, reported }) => {
    if (subject?.kind !== 'refund' || subject.result !== 'succeeded' || subject.toldAt !== undefined)
      return false;
    return before.quarantine.some(
      (known, index) =>
        isDeepStrictEqual([known.subject, known.reported], [subject, reported]) &&
        before.settledCases.some(({ caseId }) => caseId === setAsideCaseId(before, index)),
    );
  });
}

/** Whether a report may be about a refund that the order knows, so that an operator has to find out. */
export function isOfRefund({ refunds }: PaymentOrder, { refundId }: { readonly refundId: string }): boolean {
  return refunds.some((refund) => refund.refundId === refundId);
}
