import { isDeepStrictEqual } from 'node:util';
import type { Money } from '@kassa/contracts';
import { type Dispute, disputeStages } from '../../../src/domain/dispute/dispute.ts';
import type { PaymentOrder, QuarantinedSubject } from '../../../src/domain/order/payment-order.ts';
import { isReportSettled } from '../reports-set-aside.ts';
import { sumMinor } from './parts-of-order.ts';

/** How many disputes of an attempt's money are in doubt because of set-aside reports that no operator has looked into. */
export function disputesInDoubt(order: PaymentOrder, attemptId: string): number {
  const { dispute, wonDisputes, lostDisputes } = order;
  const records = [...wonDisputes, ...lostDisputes, ...(dispute === null ? [] : [dispute])];
  const followed = new Map<string, Dispute>(records.map((known) => [known.channelReference, known]));
  const reports = reportsOf(order, attemptId);
  return [...Map.groupBy(reports, ({ channelReference }) => channelReference)].filter(([reference, told]) => {
    const known = followed.get(reference);
    if (known !== undefined) {
      const state = 'state' in known ? known.state : 'won';
      return told.some(
        ({ result, amount, receivedAt, isAfterOutcome, isSettled }) =>
          !isSettled &&
          // An operator can have recorded a loss after the channel opened a won dispute again. The report waits nevertheless.
          ((result === 'opened' &&
            (isAfterOutcome ?? records.some((each) => isReopened(each, reference, receivedAt)))) ||
            (result === 'opened' && isOverMoreThanLost(order, reference, amount)) ||
            (state === 'won' && result === 'lost') ||
            (state === 'lost' && result === 'won') ||
            (state === 'lost' &&
              result === 'lost' &&
              !isDeepStrictEqual(amount, 'amount' in known && known.amount))),
      );
    }
    return !isAllBack(told) && told.at(-1)?.isSettled === false;
  }).length;
}

/**
 * Whether a report names more for a lost dispute than the order counts as lost. An operator may not have seen it, even if the
 * loss was recorded later. But the amount with which the order recorded the dispute's opening does not count as new.
 */
function isOverMoreThanLost(order: PaymentOrder, reference: string, { amountMinor }: Money): boolean {
  const { dispute, lostDisputes } = order;
  const lost = [...lostDisputes, ...(dispute?.state === 'lost' ? [dispute] : [])].filter(
    ({ channelReference }) => channelReference === reference,
  );
  const opened = lost.map(({ amount, openingAmount = amount }) => openingAmount.amountMinor);
  return lost.length > 0 && amountMinor > sumMinor(lost) && !opened.includes(amountMinor);
}

function isReopened(dispute: Dispute, reference: string, receivedAt: Date): boolean {
  const { channelReference, resolvedAt, givenBack = [] } = dispute;
  const outcomeAt = givenBack.at(-1)?.at ?? resolvedAt;
  return channelReference === reference && outcomeAt !== null && receivedAt >= outcomeAt;
}

/** Whether a report about a dispute of this money was set aside, and the reports do not say that all of the money came back. */
export function isDisputeUnwon(order: PaymentOrder, attemptId: string): boolean {
  const reports = reportsOf(order, attemptId);
  return [...Map.groupBy(reports, ({ channelReference }) => channelReference).values()].some(
    (told) => !isAllBack(told),
  );
}

/**
 * Whether the reports of one dispute say that all of its money came back. A win of an earlier stage than another report, or over
 * less than the bank took, does not say so.
 */
function isAllBack(told: readonly ReportOfDispute[]): boolean {
  if (isLost(told)) return false;
  return told.some((each) => each.result === 'won' && isWholeWin(each, told));
}

/**
 * Whether the reports of one dispute say that the bank kept money. A loss does not say so if the channel reported a later
 * stage: the bank reaches a later stage only if it had given the money back.
 */
function isLost(told: readonly ReportOfDispute[]): boolean {
  return told.some(
    (each) => each.result === 'lost' && told.every((other) => placeOf(other) <= placeOf(each)),
  );
}

function isWholeWin(won: ReportOfDispute, told: readonly ReportOfDispute[]): boolean {
  return told.every((other) => {
    const isTaken = other.result === 'opened' && !other.isAnnouncement;
    const isOverMore = isTaken && other.amount.amountMinor > won.amount.amountMinor;
    return placeOf(other) <= placeOf(won) && !isOverMore;
  });
}

/** Whether the reports of a dispute that the order does not follow disagree, so that nobody knows who has its money. */
export function isUndecided(order: PaymentOrder, attemptId: string, reference: string): boolean {
  const told = reportsOf(order, attemptId).filter(({ channelReference }) => channelReference === reference);
  const isFollowed = [...order.wonDisputes, ...order.lostDisputes, order.dispute].some(
    (known) => known?.channelReference === reference,
  );
  const latest = told.findLast(({ isAnnouncement }) => !isAnnouncement);
  if (isFollowed || latest === undefined) return false;
  if (isLost(told)) return told.some(({ result }) => result === 'won');
  return latest.result === 'won' && !isWholeWin(latest, told);
}

function placeOf({ stage = 'chargeback' }: ReportOfDispute): number {
  return disputeStages.indexOf(stage);
}

/** A report about a dispute that was set aside. */
interface ReportOfDispute extends DisputeSubject {
  readonly amount: Money;
  readonly receivedAt: Date;
  readonly isSettled: boolean;
}

type DisputeSubject = Extract<QuarantinedSubject, { readonly kind: 'dispute' }>;

function reportsOf(order: PaymentOrder, attemptId: string): readonly ReportOfDispute[] {
  return order.quarantine.flatMap(({ attemptId: about, subject, reported, receivedAt }, index) => {
    if (about !== attemptId || subject?.kind !== 'dispute') return [];
    return [{ ...subject, amount: reported, receivedAt, isSettled: isReportSettled(order, index) }];
  });
}
