import { isDeepStrictEqual } from 'node:util';
import { attemptTransitions, orderTransitions, refundTransitions } from '@kassa/contracts';
import type { Dispute } from '../../../src/domain/dispute/dispute.ts';
import type { OrderEvent } from '../../../src/domain/order/order-event.ts';
import type { PaymentOrder, QuarantinedResult } from '../../../src/domain/order/payment-order.ts';
import type { Refund } from '../../../src/domain/refund/refund.ts';
import { isReportSettled } from '../reports-set-aside.ts';
import { disputesInDoubt, isDisputeUnwon } from './disputes-in-doubt.ts';
import { type Fault, faultsIf } from './faults.ts';
import { attemptOf, automaticRefunds, isEnded, lostOf, reservedOf, sumMinor } from './parts-of-order.ts';
import { isLateSuccessAside, isSettledReportAsideAgain } from './reports-aside.ts';

/** Checks one write, which replaced `before` with `after`. One write can contain several changes. */
export function faultsOfChange(before: PaymentOrder, after: PaymentOrder): readonly Fault[] {
  const name = `order ${after.merchantTransactionId} v${before.version}→v${after.version}`;
  const events = after.outbox.filter(({ sequence }) => sequence > before.lastSequence);
  const kept = before.outbox.filter(
    (event) => !after.outbox.some((other) => isDeepStrictEqual(other, event)),
  );
  const isDisputeReplaced =
    before.dispute?.channelReference !== after.dispute?.channelReference && before.paidAt !== null;
  return [
    ...faultsIf(
      [after.version <= before.version, `${name}: the version did not grow`],
      [after.lastSequence !== before.lastSequence + events.length, `${name}: its events and sequence differ`],
      [
        events.some(({ sequence }, index) => sequence !== before.lastSequence + index + 1),
        `${name}: a gap among its events`,
      ],
      [kept.length > 0, `${name}: an event that waited to leave was changed or dropped`],
      [!isWayThere(before, after, events), `${name}: ${before.state} → ${after.state} by ${typesOf(events)}`],
      [!isDeepStrictEqual(fixedOf(before), fixedOf(after)), `${name}: something changed that never does`],
      [
        ![...before.wonDisputes, ...before.lostDisputes].every((dispute) => isKept(dispute, after)),
        `${name}: a resolved dispute is not there any more`,
      ],
      [
        !before.quarantine.every((record, index) => isStillAside(record, after, index)),
        `${name}: what was set aside is not there any more`,
      ],
      [
        after.quarantine
          .slice(before.quarantine.length)
          .some((record) => isOutcomeMissed(record, before, after)),
        `${name}: a report is set aside as if its dispute had no outcome yet`,
      ],
      [isLateSuccessAside(before, after), `${name}: a late report of a refund that failed is set aside`],
      [isSettledReportAsideAgain(before, after), `${name}: a settled report of a refund is set aside again`],
      [!isContinued(before.settledCases, after.settledCases), `${name}: a settlement is not there any more`],
      [before.state === 'CLOSE' && after.state !== 'CLOSE', `${name}: a closed order went on`],
      [before.paidAt !== null && after.paidAt === null, `${name}: it is no longer paid`],
      [
        before.paidByAttemptId !== null && before.paidByAttemptId !== after.paidByAttemptId,
        `${name}: paid by another attempt`,
      ],
      [
        after.closedAt !== null && after.closedAt < after.expiresAt,
        `${name}: closed before the end of its validity`,
      ],
      [
        isDisputeReplaced &&
          before.dispute !== null &&
          // One write can end a dispute and open the next.
          ![...after.wonDisputes, ...after.lostDisputes].some(
            ({ channelReference }) => channelReference === before.dispute?.channelReference,
          ),
        `${name}: a dispute was replaced`,
      ],
      [
        !isDisputeReplaced &&
          after.dispute !== null &&
          (before.dispute?.state === 'won' || before.dispute?.state === 'lost') &&
          before.paidAt !== null &&
          !isKept(before.dispute, after),
        `${name}: a resolved dispute changed`,
      ],
    ),
    ...attemptFaults(name, before, after),
    ...refundFaults(name, before, after, events),
  ];
}

function fixedOf(order: PaymentOrder) {
  const { orderId, merchantId, merchantTransactionId, fingerprint, amount, createdAt, expiresAt } = order;
  return { orderId, merchantId, merchantTransactionId, fingerprint, amount, createdAt, expiresAt };
}

/** Whether a list only grew: its entries stay, and more may follow. */
function isContinued(before: readonly unknown[], after: readonly unknown[]): boolean {
  return isDeepStrictEqual(before, after.slice(0, before.length));
}

/**
 * Whether a report is still set aside. If it came before the order counted its payment, it can have become a report about the
 * attempt since. A repeated report can only have moved the time at which the channel made it, or what it says for the merchant.
 */
function isStillAside(record: QuarantinedResult, after: PaymentOrder, index: number): boolean {
  const now = after.quarantine[index];
  const [was, is] = [reportTimeOf(record), reportTimeOf(now)];
  const later =
    now && withFactsOf(is && (was === undefined || is > was) ? withReportTime(now, was) : now, record);
  const attempt = attemptOf(after, record.attemptId);
  // If the channel gives its payments no reference of their own, the report names the opening's reference.
  const counted = attempt?.paymentReference ?? attempt?.opening?.channelReference;
  const isCounted = counted === record.paymentReference;
  return record.subject?.kind === 'uncounted_payment' && isCounted
    ? isDeepStrictEqual({ ...later, subject: record.subject }, record)
    : isDeepStrictEqual(later, record);
}

function reportTimeOf(record: QuarantinedResult | undefined): Date | undefined {
  return record?.subject?.toldAt;
}

function withFactsOf(record: QuarantinedResult, { subject: before }: QuarantinedResult): QuarantinedResult {
  const { subject } = record;
  if (subject?.kind !== 'uncounted_payment' || before?.kind !== 'uncounted_payment') return record;
  const { facts: _later, ...told } = subject;
  return { ...record, subject: { ...told, ...(before.facts && { facts: before.facts }) } };
}

function withReportTime(record: QuarantinedResult, time: Date | undefined): QuarantinedResult {
  const { subject } = record;
  if (subject === undefined) return record;
  const { toldAt: _later, ...told } = subject;
  return { ...record, subject: { ...told, ...(time && { toldAt: time }) } };
}

/**
 * Whether a new report does not say that it came after its dispute's outcome. The times cannot say so, because the clocks of the
 * processes differ.
 */
function isOutcomeMissed({ subject }: QuarantinedResult, before: PaymentOrder, after: PaymentOrder): boolean {
  if (subject?.kind !== 'dispute' || subject.isAfterOutcome === true) return false;
  const hasOutcome = ({ wonDisputes, lostDisputes, dispute }: PaymentOrder) =>
    [...wonDisputes, ...lostDisputes, ...(dispute === null ? [] : [dispute])].some(
      ({ channelReference, state }) => channelReference === subject.channelReference && state !== 'opened',
    );
  return hasOutcome(before) && hasOutcome(after);
}

/** Whether a resolved dispute is still there as it was. But the bank can have given back money of a lost one. */
function isKept(dispute: Dispute, after: PaymentOrder): boolean {
  const kept = [
    ...after.wonDisputes,
    ...after.lostDisputes,
    ...(after.dispute === null ? [] : [after.dispute]),
  ];
  return kept.some(
    (other) =>
      isDeepStrictEqual(lastingOf(other), lastingOf(dispute)) &&
      (other.state === dispute.state || dispute.state === 'lost') &&
      isContinued(dispute.givenBack ?? [], other.givenBack ?? []),
  );
}

/** What never changes in a resolved dispute. What the bank took by it is kept now, or was given back. */
function lastingOf(dispute: Dispute) {
  const { attemptId, channelReference, openedAt, resolvedAt, withdrawnAt, state, amount } = dispute;
  const { givenBack = [], openingAmount = amount } = dispute;
  const keptMinor = state === 'lost' ? amount.amountMinor : 0;
  const takenMinor = keptMinor + sumMinor(givenBack);
  return { attemptId, channelReference, openedAt, resolvedAt, withdrawnAt, openingAmount, takenMinor };
}

function typesOf(events: readonly OrderEvent[]): string {
  return events.length === 0 ? 'no event' : events.map(({ type }) => type).join(', ');
}

/** Whether the events describe all transitions from one state of the order to the other, and nothing else. */
function isWayThere(before: PaymentOrder, after: PaymentOrder, events: readonly OrderEvent[]): boolean {
  if (events.length === 0) {
    const isSilent = orderTransitions.some(
      ({ from, to, emits }) => emits === null && from === before.state && to === after.state,
    );
    return before.state === after.state || isSilent;
  }
  let state = before.state;
  for (const event of events) {
    const isRow = orderTransitions.some(
      ({ from, to, emits }) => from === state && to === event.state && emits === event.type,
    );
    if (!isRow) return false;
    state = event.state;
  }
  return state === after.state;
}

function attemptFaults(name: string, before: PaymentOrder, after: PaymentOrder): readonly Fault[] {
  const changes = after.version - before.version;
  const added = after.attempts.length - before.attempts.length;
  const faults = faultsIf([added < 0 || added > changes, `${name}: it has ${added} more attempts`]);
  const fresh: string[] = [];
  for (const [index, later] of after.attempts.entries()) {
    const earlier = before.attempts[index] ?? { ...later, state: 'OPENING' };
    const isKnown = later.attemptId === earlier.attemptId && later.methodCode === earlier.methodCode;
    const isChanged = earlier.state === 'SUCCEEDED' && !isDeepStrictEqual(earlier.endedAt, later.endedAt);
    if (!isKnown || isChanged || !isReachable(attemptTransitions, earlier.state, later.state)) {
      faults.push(`${name}: attempt ${index + 1} went from ${earlier.state} to ${later.state}`);
    }
    if (earlier.state !== 'SUCCEEDED' && later.state === 'SUCCEEDED') fresh.push(later.attemptId);
  }
  const wasPayable = before.paidByAttemptId === null && before.state !== 'CLOSE' && after.state !== 'CLOSE';
  if (wasPayable && fresh.length > 0 && !fresh.includes(after.paidByAttemptId ?? '')) {
    faults.push(`${name}: ${fresh.join(', ')} succeeded and the order is not paid by it`);
  }
  for (const attemptId of fresh.filter((id) => id !== after.paidByAttemptId)) {
    // Somebody can also have returned a part of the payment at the processor by hand.
    const returned = automaticRefunds(after).filter(
      (refund) => refund.attemptId === attemptId && !refund.isMadeAtProcessor,
    );
    if (returned.length !== 1 || sumMinor(returned) !== after.amount.amountMinor) {
      faults.push(`${name}: the money of ${attemptId} is not returned once and whole`);
    }
  }
  return faults;
}

function isReachable(
  table: readonly { readonly from: string; readonly to: string }[],
  from: string,
  to: string,
): boolean {
  const reached = new Set([from]);
  for (const state of reached) {
    for (const row of table) if (row.from === state) reached.add(row.to);
  }
  return reached.has(to);
}

function refundFaults(
  name: string,
  before: PaymentOrder,
  after: PaymentOrder,
  events: readonly OrderEvent[],
): readonly Fault[] {
  const faults: Fault[] = [];
  if (after.refunds.length < before.refunds.length) faults.push(`${name}: a refund is gone`);
  for (const [index, later] of after.refunds.entries()) {
    // The gateway never sent a refund that somebody made at the processor, so it is new and made at once.
    const { reversal: _reversal, ...made } = later;
    const earlier: Refund = before.refunds[index] ?? { ...made, state: 'INITIALISED' };
    if (!isSameRefund(earlier, later)) faults.push(`${name}: refund ${index + 1} is another`);
    // Leave out two members that can change after the result: the channel's reference, and the end of the call.
    const channelReference = earlier.channelReference ?? later.channelReference;
    const callEndsBy = isLater(later.callEndsBy, earlier.callEndsBy) ? earlier.callEndsBy : later.callEndsBy;
    // Only an operator can record that a refund which ended without money was made after all.
    const isFoundMade = isEnded(earlier) && earlier.state !== 'SUCCESS' && later.state === 'SUCCESS';
    // The channel can take a refund back once after it has reported it as made.
    const isReversed = earlier.reversal === undefined && later.reversal !== undefined;
    if (
      isEnded(earlier) &&
      !isFoundMade &&
      !isReversed &&
      !isDeepStrictEqual(withoutTimes({ ...earlier, channelReference, callEndsBy }), withoutTimes(later))
    ) {
      faults.push(`${name}: refund ${index + 1}, which has ended, changed`);
    }
    if (earlier.isMadeByHand && earlier.state === 'SUCCESS' && later.state !== 'SUCCESS') {
      faults.push(`${name}: refund ${index + 1}, which an operator returned by hand, went to ${later.state}`);
    }
    if (isReportedBefore(later.toldAgainAt, earlier.toldAgainAt)) {
      faults.push(`${name}: refund ${index + 1} forgot when it was last made`);
    }
    if (isReportedBefore(later.reversal?.toldAt, earlier.reversal?.toldAt)) {
      faults.push(`${name}: refund ${index + 1} forgot when it last came back`);
    }
    if (!isReachable(refundTransitions, earlier.state, later.state)) {
      faults.push(`${name}: refund ${index + 1} went from ${earlier.state} to ${later.state}`);
    }
    faults.push(...faultsOfSending(name, earlier, later, before));
    // A late report can say that the money of a failed refund had left before it came back. The merchant needs no event of that.
    const isLeftBefore = isReversed && earlier.state === 'FAILED' && later.state === 'FAILED';
    const isNewEnd = !isEnded(earlier) || isFoundMade || (isReversed && !isLeftBefore);
    const isFreshEnd = isEnded(later) && isNewEnd && later.origin === 'merchant';
    const told = events.filter(({ refund }) => refund?.refundId === later.refundId);
    // If the write contains several changes, the refund can have been made and taken back in it, or withdrawn and then found
    // made. If the failure was reported before the success, the merchant needs no event of the success.
    const isMadeBefore = isReversed && earlier.state !== 'SUCCESS';
    const isReportedBackward = isMadeBefore && later.state === 'FAILED' && told.length === 1;
    const isEndedBefore = !isEnded(earlier) && later.isFoundMade === true && told.length === 2;
    const madeFirst = isMadeBefore && !isReportedBackward ? ['order.refund.succeeded'] : [];
    const first = isEndedBefore ? ['order.refund.failed'] : madeFirst;
    const wanted = isFreshEnd ? [...first, typeOfEnd(later)] : [];
    const types = told.map(({ type }) => type);
    if (!isDeepStrictEqual(types, wanted)) {
      faults.push(`${name}: refund ${index + 1} went to ${later.state} and told ${typesOf(told)}`);
    }
  }
  const fresh = after.refunds
    .slice(before.refunds.length)
    .filter(
      ({ origin, correctsRefundId, isMadeAtProcessor }) =>
        origin === 'merchant' && correctsRefundId === undefined && !isMadeAtProcessor,
    );
  const left = mostLeft(before, after) - sumMinor(fresh);
  const isRefundable = ['PAY_SUCCESS', 'PARTIAL_REFUND', 'REFUNDED'].includes(before.state);
  // If the write contains several changes, an earlier one of them may have made the refund possible.
  const isAlone = after.version === before.version + 1;
  return [
    ...faults,
    ...faultsIf(
      [fresh.length > 0 && isAlone && !isRefundable, `${name}: accepted a refund in ${before.state}`],
      [fresh.length > 0 && left < 0, `${name}: accepted ${-left} more than is left`],
    ),
  ];
}

/**
 * Returns the most that a write's new refunds can have found left. If the write contains several changes, the bank may have taken
 * money, or somebody may have returned money by hand, after the new refunds were accepted.
 */
function mostLeft(before: PaymentOrder, after: PaymentOrder): number {
  const known = { ...after, refunds: after.refunds.slice(0, before.refunds.length) };
  const takenMinor = Math.min(lostOf(before), lostOf(after));
  return after.amount.amountMinor - takenMinor - Math.min(reservedOf(before), reservedOf(known));
}

/** Checks that a refund is sent only while its order can be refunded and still has enough money. */
function faultsOfSending(
  name: string,
  earlier: Refund,
  later: Refund,
  before: PaymentOrder,
): readonly Fault[] {
  if (!isLater(later.callEndsBy, earlier.callEndsBy)) return [];
  const lost = disputesInDoubt(before, later.attemptId);
  const isTwice: readonly [boolean, string] = [
    lost > 0,
    `${name}: disputed money is returned as well by ${later.refundId}`,
  ];
  const isUnread: readonly [boolean, string] = [
    isReportUnread(before, later.attemptId),
    `${name}: ${later.refundId} is sent while a report about its payment waits for an operator`,
  ];
  if (later.origin !== 'merchant') {
    return faultsIf(isTwice, isUnread, [
      isFirstReturn(before, later) && isDisputeUnwon(before, later.attemptId),
      `${name}: ${later.refundId} is sent by itself though the bank may have the money`,
    ]);
  }
  const left = before.amount.amountMinor - lostOf(before) - reservedOf(before);
  return faultsIf(
    isTwice,
    isUnread,
    [before.state === 'IN_DISPUTE', `${name}: ${later.refundId} is sent while the order is in dispute`],
    [left < 0, `${name}: ${later.refundId} is sent though ${-left} of it is lost`],
  );
}

/** Whether a report about the attempt's payment came before the order counted the payment, and no operator has settled it. */
function isReportUnread(order: PaymentOrder, attemptId: string): boolean {
  const payment = attemptOf(order, attemptId)?.paymentReference ?? null;
  return order.quarantine.some(
    ({ subject, paymentReference }, index) =>
      subject?.kind === 'uncounted_payment' && paymentReference === payment && !isReportSettled(order, index),
  );
}

/**
 * Leaves out what a repeated report changes in a refund that has ended: when the channel last made it or took it back, and why.
 */
function withoutTimes({ toldAgainAt: _madeAgain, reversal, failure, ...refund }: Refund) {
  if (reversal === undefined) return { ...refund, failure };
  const { toldAt: _toldAt, confirmedAt: _confirmedAt, ...first } = reversal;
  return { ...refund, reversal: first };
}

function isReportedBefore(later: Date | undefined, earlier: Date | undefined): boolean {
  return earlier !== undefined && (later === undefined || later < earlier);
}

function isFirstReturn(order: PaymentOrder, { attemptId, refundId }: Refund): boolean {
  return automaticRefunds(order).find((refund) => refund.attemptId === attemptId)?.refundId === refundId;
}

/** Whether the end of a call is recorded and is later than the end of the previous call. */
function isLater(callEndsBy: Date | null, before: Date | null): boolean {
  return callEndsBy !== null && (before === null || callEndsBy > before);
}

function isSameRefund(one: Refund, other: Refund): boolean {
  const fixed = (refund: Refund) => ({
    refundId: refund.refundId,
    transactionId: refund.transactionId,
    requested: refund.requestedAmount ?? refund.amount,
    attemptId: refund.attemptId,
    origin: refund.origin,
    fingerprint: refund.fingerprint,
    createdAt: refund.createdAt,
    corrects: refund.correctsRefundId,
  });
  return isDeepStrictEqual(fixed(one), fixed(other));
}

function typeOfEnd({ state }: Refund): OrderEvent['type'] {
  return state === 'SUCCESS' ? 'order.refund.succeeded' : 'order.refund.failed';
}
