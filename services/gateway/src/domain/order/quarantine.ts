import type { Money } from '@kassa/contracts';
import type { DisputeReport } from '../dispute/dispute.ts';
import type { Refund, RefundResult } from '../refund/refund.ts';
import { setAsideIdOf } from './order-identifiers.ts';
import { changed, unchanged } from './order-transition.ts';
import type {
  Decision,
  PaymentOrder,
  QuarantinedResult,
  QuarantinedSubject,
  SettledCase,
} from './payment-order.ts';
import { isNewReportOfRefund, reportTimeOf, saysTheSame, withReportTime } from './reported-again.ts';

/**
 * Stores a channel's report that contradicts the order, for an operator to examine. Nothing else in the order changes. If
 * an equal report already waits for the operator, the report is usually not stored again; only its time is noted.
 */
function setAside(order: PaymentOrder, result: QuarantinedResult, onceSettled: OnceSettled): Decision {
  const next = withSetAside(order, result, onceSettled);
  return next === order ? unchanged : changed(next);
}

/**
 * Says what happens if an operator has settled the case of a report, and the channel then sends the same report again.
 * `is_new`: a new case opens. `is_known`: the report is ignored, because the channel repeats its answer each time the gateway
 * asks. But a later report that a refund was made or failed is always new (`isNewReportOfRefund`).
 */
type OnceSettled = 'is_new' | 'is_known';

export function withSetAside(
  order: PaymentOrder,
  result: QuarantinedResult,
  onceSettled: OnceSettled,
): PaymentOrder {
  const { quarantine } = order;
  const stored = quarantine.map((record, index) => ({ record, isSettled: isRecordSettled(order, index) }));
  const index = stored.findLastIndex(
    ({ record, isSettled }) => saysTheSame(record, result) && (onceSettled === 'is_known' || !isSettled),
  );
  const known = quarantine[index];
  if (known === undefined || isNewReportOfRefund(result, stored, oppositeRecordedAt(order, result))) {
    return { ...order, quarantine: [...quarantine, result] };
  }
  const isReportedAgain = (reportTimeOf(result) ?? 0) > (reportTimeOf(known) ?? 0);
  return isReportedAgain
    ? { ...order, quarantine: quarantine.with(index, withReportTime(known, reportTimeOf(result))) }
    : order;
}

/**
 * Returns when the channel last reported the opposite of a report about one of the order's refunds. The opposite of a success
 * is that the channel took the refund back; the opposite of a failure is that it made the refund again. Undefined if the refund
 * does not record such a time, and for a report about any other refund.
 */
function oppositeRecordedAt(
  { refunds }: Pick<PaymentOrder, 'refunds'>,
  { subject }: QuarantinedResult,
): Date | undefined {
  if (subject?.kind !== 'refund' || subject.channelReference !== undefined) return undefined;
  const refund = refunds.find(({ refundId }) => refundId === subject.refundId);
  return subject.result === 'failed' ? refund?.toldAgainAt : refund?.reversal?.toldAt;
}

/** Whether an operator has settled the case of a channel's report that was stored because it contradicts the order. */
export function isRecordSettled(
  { orderId, settledCases }: Pick<PaymentOrder, 'orderId' | 'settledCases'>,
  index: number,
): boolean {
  const id = setAsideIdOf(orderId, index + 1);
  return settledCases.some(({ caseId }) => caseId === id);
}

/** A channel's report about a dispute. It contradicts the order, so it was stored for an operator. */
export interface DisputeReportSetAside {
  readonly channelReference: string;
  readonly result: DisputeReport['kind'];
  readonly amount: Money;
  /** Whether the report only announces the dispute. In that case, the bank has taken no money. */
  readonly isAnnouncement: boolean;
  /** Whether it is unclear which of the payment's disputes the report is about. */
  readonly isOfUnknownDispute: boolean;
  /**
   * Whether the report takes into account money that the bank gave back. Such a report is newer than a report that does not
   * take it into account.
   */
  readonly showsMoneyBack: boolean;
  /** Whether the gateway knew an outcome of the dispute when it stored the report; undefined if it did not record this. */
  readonly isAfterOutcome: boolean | undefined;
  /** The dispute's stage when the channel made the report; undefined if this stage is the chargeback. */
  readonly stage: DisputeReport['stage'];
  /** When the channel made the report; undefined if the channel does not say. */
  readonly toldAt: Date | undefined;
  /** Set if the channel calls the dispute lost but the gateway counts it as won. */
  readonly isCalledLost: true | undefined;
  readonly receivedAt: Date;
  /** Whether an operator has settled the case about this report of a dispute. */
  readonly isSettled: boolean;
}

/**
 * Returns the reports about disputes over an attempt's money that were stored for an operator, because they contradict the
 * order. The oldest comes first.
 */
export function disputeReportsSetAside(
  order: PaymentOrder,
  attemptId: string,
): readonly DisputeReportSetAside[] {
  return order.quarantine.flatMap((record, index) => {
    const { attemptId: disputed, reported: amount, receivedAt, subject } = record;
    if (disputed !== attemptId || subject?.kind !== 'dispute') return [];
    const { isAnnouncement = false, isOfUnknownDispute = false, showsMoneyBack = false } = subject;
    const { channelReference, result, isAfterOutcome, stage, toldAt, isCalledLost } = subject;
    const isSettled = isRecordSettled(order, index);
    const facts = {
      isAnnouncement,
      isOfUnknownDispute,
      showsMoneyBack,
      isAfterOutcome,
      stage,
      toldAt,
      isCalledLost,
      receivedAt,
      isSettled,
    };
    return [{ channelReference, result, amount, ...facts }];
  });
}

/** A channel's report about a refund or a dispute. It contradicts the order, so it was stored as a case for an operator. */
export interface RecordSetAside {
  readonly caseId: string;
  readonly since: Date;
  readonly result: QuarantinedSubject['result'];
  readonly reported: Money;
  /**
   * Whether the channel's reference in the report differs from the one that the gateway recorded for the refund. If so, the
   * channel has two refunds under the same refund ID.
   */
  readonly isOfAnother: boolean;
  /**
   * The channel's reference in the report of a refund; undefined if it equals the recorded reference, or if the report is about
   * a dispute.
   */
  readonly channelReference: string | undefined;
  /** When the channel made the report; undefined if that is not recorded. */
  readonly toldAt: Date | undefined;
  readonly isSettled: boolean;
}

/**
 * Returns the reports about one refund that were stored for an operator, because they contradict the order. The oldest comes
 * first.
 */
export function recordsOfRefund(order: PaymentOrder, refundId: string): readonly RecordSetAside[] {
  return recordsAbout(order, (subject) => subject.kind === 'refund' && subject.refundId === refundId);
}

/**
 * Returns the reports about one dispute that were stored for an operator, because they contradict the order. The oldest comes
 * first.
 */
export function recordsOfDispute(order: PaymentOrder, channelReference: string): readonly RecordSetAside[] {
  return recordsAbout(
    order,
    (subject) => subject.kind === 'dispute' && subject.channelReference === channelReference,
  );
}

function recordsAbout(
  order: PaymentOrder,
  isAbout: (subject: QuarantinedSubject) => boolean,
): readonly RecordSetAside[] {
  return order.quarantine.flatMap((record, index) => {
    const { subject, reported } = record;
    if (subject === undefined || !isAbout(subject)) return [];
    const caseId = setAsideIdOf(order.orderId, index + 1);
    const channelReference = subject.kind === 'refund' ? subject.channelReference : undefined;
    return [
      {
        caseId,
        since: record.receivedAt,
        result: subject.result,
        reported,
        isOfAnother: channelReference !== undefined,
        channelReference,
        toldAt: subject.toldAt,
        isSettled: isRecordSettled(order, index),
      },
    ];
  });
}

/**
 * Returns the reports about refunds of a payment that somebody made at the processor by hand. The order does not count these
 * refunds, because they would exceed the payment. The oldest report comes first.
 */
export function channelRefundsSetAside(
  order: PaymentOrder,
  attemptId: string,
): readonly {
  readonly number: string;
  readonly channelReference: string;
  readonly returned: Money;
}[] {
  const numbers = new Set(order.refunds.flatMap(({ refundId, transactionId }) => [refundId, transactionId]));
  return order.quarantine.flatMap(({ attemptId: refunded, subject, reported: returned }) => {
    if (refunded !== attemptId || subject?.kind !== 'refund' || subject.result === 'failed') return [];
    const { refundId: number, channelReference } = subject;
    if (channelReference === undefined || numbers.has(number) || hasFailed(order, number)) return [];
    return [{ number, channelReference, returned }];
  });
}

/**
 * Whether the channel has reported the failure of a refund that somebody made at the processor by hand and that the order does
 * not count.
 */
export function hasFailed(order: PaymentOrder, number: string): boolean {
  return failureOf(order, number) !== undefined;
}

/**
 * Returns the latest report of the failure of a refund that the order does not count. Undefined if there is none, or if the
 * channel has made the refund again since.
 */
export function failureOf(order: PaymentOrder, number: string): RecordSetAside | undefined {
  const records = recordsOfRefund(order, number);
  const failure = records
    .filter(({ result }) => result === 'failed')
    .reduce<RecordSetAside | undefined>(
      (latest, each) => (latest !== undefined && isReportedAfter(latest, each.toldAt) ? latest : each),
      undefined,
    );
  const { toldAt: failedAt } = failure ?? {};
  const isMadeAgain = records.some(
    (record) => record.result === 'succeeded' && isReportedAfter(record, failedAt),
  );
  return isMadeAgain ? undefined : failure;
}

function isReportedAfter({ toldAt }: RecordSetAside, moment: Date | undefined): boolean {
  return toldAt !== undefined && moment !== undefined && toldAt > moment;
}

/**
 * Records that a refund made at the processor by hand has failed, although the order does not count the refund. Nothing is left
 * to do, so no case stays open. If a delayed report of the refund's success arrives later, this record shows that the report is
 * out of date.
 *
 * @param refund.number the transaction ID that the refund would have in the order
 */
export function recordChannelRefundFailed(
  order: PaymentOrder,
  refund: {
    readonly attemptId: string;
    readonly number: string;
    readonly channelReference: string;
    readonly toldAt?: Date;
  },
  now: Date,
): Decision {
  const { attemptId, number: refundId, channelReference, toldAt } = refund;
  const records = recordsOfRefund(order, refundId);
  const doubts = order.refunds
    .filter((each) => each.attemptId === attemptId)
    .flatMap((each) => recordsOfRefund(order, each.refundId))
    .filter((record) => record.channelReference === channelReference);
  // The channel has reported more since then, and that later report is already stored. Either the channel has made the refund
  // again, so that the refund's money is gone, or the refund has failed once more.
  if ([...records, ...doubts].some((record) => isReportedAfter(record, toldAt))) return unchanged;
  const [earlier] = records;
  const reported = earlier?.reported ?? { ...order.amount, amountMinor: 0 };
  const time = toldAt && { toldAt };
  const subject = { kind: 'refund', refundId, result: 'failed', channelReference, ...time } as const;
  const next = withSetAside(order, { attemptId, reported, receivedAt: now, subject }, 'is_known');
  if (next === order) return unchanged;
  const settlement = { now, note: 'It failed at the processor, so no money went back.' };
  return changed(settleRecords(next, [...recordsOfRefund(next, refundId), ...doubts], settlement));
}

/**
 * Settles the open cases about the given reports, because an operator's finding explains these reports. Each case gets the
 * operator's note.
 */
export function settleRecords(
  order: PaymentOrder,
  records: readonly Pick<RecordSetAside, 'caseId' | 'since' | 'isSettled'>[],
  { now, note }: { readonly now: Date; readonly note: string },
): PaymentOrder {
  const settled = records
    .filter(({ isSettled }) => !isSettled)
    .map(({ caseId, since }): SettledCase => ({ caseId, kind: 'result_set_aside', since, at: now, note }));
  return { ...order, settledCases: [...order.settledCases, ...settled] };
}

/**
 * Stores a report about a refund that somebody made at the processor by hand, and that does not fit into the payment's amount.
 *
 * @param refund.number the transaction ID that the refund would have in the order
 */
export function setChannelRefundAside(
  order: PaymentOrder,
  refund: {
    readonly attemptId: string;
    readonly number: string;
    readonly channelReference: string;
    readonly returned: Money;
    readonly toldAt?: Date;
  },
  now: Date,
): Decision {
  const { attemptId, number: refundId, channelReference, returned: reported, toldAt } = refund;
  const time = toldAt && { toldAt };
  const subject = { kind: 'refund', refundId, result: 'succeeded', channelReference, ...time } as const;
  return setAside(order, { attemptId, reported, receivedAt: now, subject }, 'is_known');
}

/**
 * Stores a channel's report about a refund for an operator.
 *
 * @param report.channelReference the channel's reference of the reported refund; given only if it differs from the recorded one
 * @param report.reportId the channel's own ID of the report; given only if the report does not name its refund
 */
export function setRefundResultAside(
  order: PaymentOrder,
  { refundId, attemptId, amount, state }: Refund,
  report: {
    readonly result:
      | RefundResult
      | { readonly kind: 'pending'; readonly toldAt?: never; readonly stateAt?: never };
    readonly channelReference?: string;
    readonly reportId?: string;
  },
  now: Date,
): Decision {
  const { result, channelReference, reportId } = report;
  const { toldAt, stateAt } = result;
  const details = {
    ...(channelReference !== undefined && { channelReference }),
    ...(reportId !== undefined && { reportId }),
    ...(toldAt && { toldAt }),
  };
  const isEndedWithoutMoney = state === 'FAILED' || state === 'CANCELLED';
  const isContradicted = isEndedWithoutMoney || (state === 'SUCCESS' && result.kind === 'failed');
  const isUnnamed = channelReference === undefined && reportId === undefined;
  return setAside(
    order,
    {
      attemptId,
      reported: result.kind === 'succeeded' ? result.returned : amount,
      receivedAt: now,
      subject: { kind: 'refund', refundId, result: result.kind, ...details },
    },
    // A channel that says when a refund reached its state may repeat its report of an unchanged state. Such a channel never
    // makes a failed refund again.
    isContradicted && isUnnamed && stateAt === undefined ? 'is_new' : 'is_known',
  );
}
