import assert from 'node:assert/strict';
import type { DisputeConclusion, Money } from '@kassa/contracts';
import { isReportedUncollected } from '../attempt/payment-attempt.ts';
import { changed } from '../order/order-transition.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { disputeReportsSetAside, recordsOfDispute, settleRecords } from '../order/quarantine.ts';
import { isSameMoney } from '../same-money.ts';
import { disputesOf, uncollectedLosses } from '../settlement/money-moves.ts';
import { applyDisputeReport, followDisputes, withDispute } from './apply-dispute-report.ts';
import { type Dispute, endDispute, loseDispute, newDispute } from './dispute.ts';
import { canBeDisputed, mostLostMinor } from './disputed-amount.ts';
import { obstacleOfPayment, type PaymentObstacle } from './disputed-payment.ts';
import {
  afterRecorded,
  lastRecordedAt,
  outcomeOf,
  type RecordedOutcome,
  recordedOutcome,
} from './disputes-set-aside.ts';
import { lowerLoss, withFinding } from './lower-loss.ts';

/** What an operator has found at the channel about a dispute. */
export interface DisputeFinding {
  readonly channelReference: string;
  /**
   * The attempt whose money is disputed. Absent for the attempt that pays the order. Needed if the order has several attempts
   * and the channel never reported the dispute.
   */
  readonly attemptId?: string;
  /**
   * The channel's reference of the disputed payment. Needed if the channel took several payments for the attempt and did not
   * report which one the dispute is over.
   */
  readonly paymentReference?: string;
  readonly outcome: DisputeConclusion;
  /**
   * The total amount that the bank took; absent if it equals the amount that the channel named. Not allowed for a won dispute.
   */
  readonly lost?: Money;
  /**
   * When the order recorded the outcome that the operator corrects, or a later report about the dispute (`lastRecordedAt`).
   * Required if the recorded outcome or lost amount differs from this finding, or if the channel has reported the open dispute
   * again. The time proves that the operator has seen the recorded outcome or this report. Not allowed if the order records
   * neither an outcome nor a later report.
   */
  readonly corrects?: Date;
  /** In the operator's words. */
  readonly note: string;
}

export type ConcludedDispute =
  | { readonly kind: 'concluded'; readonly order: PaymentOrder }
  | { readonly kind: 'refused'; readonly reason: 'no_dispute' }
  | { readonly kind: 'refused'; readonly reason: 'another'; readonly channelReference: string }
  /**
   * The order already records an outcome. Either the operator found the same outcome, or the operator has not named the
   * recorded outcome as the one to correct.
   */
  | { readonly kind: 'refused'; readonly reason: 'ended'; readonly recorded: RecordedOutcome }
  /** The order already records this loss under another reference, as a payment that the channel could not collect. */
  | { readonly kind: 'refused'; readonly reason: 'written_off'; readonly channelReference: string }
  /** The operator has named a recorded outcome to correct, but the order records no outcome of this dispute. */
  | { readonly kind: 'refused'; readonly reason: 'nothing_to_correct' }
  /**
   * The dispute is open, and the channel has reported it again since it was opened, at `since`. The bank may have taken or
   * returned the money after the operator looked. So the operator has to look again, and repeat the command with `since` as
   * `corrects`.
   */
  | { readonly kind: 'refused'; readonly reason: 'reported_again'; readonly since: Date }
  /** The loss of this payment, which does not pay the order, already waits for an operator. */
  | { readonly kind: 'refused'; readonly reason: 'loss_known' }
  /**
   * The operator has to name the amount that the bank took, because the amounts that the channel reported differ from each
   * other or are not valid.
   */
  | { readonly kind: 'refused'; readonly reason: 'amount_needed' }
  /**
   * The operator has to name the disputed attempt, because the order has several and the channel never reported the dispute. If
   * the order recorded the loss for the wrong payment, the merchant could not refund money that is still there, and the gateway
   * could return money that the bank has already taken.
   */
  | { readonly kind: 'refused'; readonly reason: 'attempt_needed' }
  | { readonly kind: 'refused'; readonly reason: 'attempt_unknown' }
  | ({ readonly kind: 'refused' } & PaymentObstacle)
  /**
   * The amount that the operator names is not valid: it is more than was paid or disputed, has another currency, or was given
   * for a won dispute.
   */
  | { readonly kind: 'refused'; readonly reason: 'amount_impossible' };

/**
 * Ends a dispute with the outcome that an operator found at the channel, as if the channel had reported it. The operator can
 * also record a loss later. There are three reasons: a won dispute was lost after all, the bank took more than is recorded, or
 * the channel never reported the lost dispute. The operator can also lower a recorded loss, if the bank gave back all of the
 * money or a part of it. Recording the same outcome again changes nothing.
 *
 * An operator who changes a recorded outcome has to name the time at which it was recorded. Otherwise, a command given while
 * the dispute was open could undo an outcome that the channel has reported since. Lost money would be refundable again, and
 * nobody would notice. For the same reason, the command is refused if the channel has reported something about the dispute
 * since the time that the operator names. If the channel has reported an open dispute again, the operator has to name the time
 * of this report too.
 */
export function concludeDispute(order: PaymentOrder, finding: DisputeFinding, now: Date): ConcludedDispute {
  const concluded = asFound(order, finding, afterRecorded(order, finding.channelReference, now));
  if (concluded.kind === 'refused') return concluded;
  const since = lastRecordedAt(order, finding.channelReference);
  if (since?.getTime() === finding.corrects?.getTime()) return concluded;
  if (since === undefined) return { kind: 'refused', reason: 'nothing_to_correct' };
  const recorded = recordedOutcome(order, finding.channelReference);
  return recorded === undefined
    ? { kind: 'refused', reason: 'reported_again', since }
    : { kind: 'refused', reason: 'ended', recorded };
}

function asFound(order: PaymentOrder, finding: DisputeFinding, now: Date): ConcludedDispute {
  const { dispute } = order;
  const { channelReference, outcome, lost, attemptId } = finding;
  const obstacle = obstacleOfPayment(order, attemptId ?? order.paidByAttemptId, finding);
  if (obstacle !== undefined) return { kind: 'refused', ...obstacle };
  if (lost !== undefined && (outcome === 'won' || !canBeLost(order, channelReference, lost))) {
    return { kind: 'refused', reason: 'amount_impossible' };
  }
  if (attemptId !== undefined && attemptId !== order.paidByAttemptId) {
    return concludeForOtherPayment(order, attemptId, finding, now);
  }
  if (dispute?.channelReference === channelReference && dispute.state === 'opened') {
    if (outcome === 'lost' && isAmountInDoubt(order, finding, dispute.amount)) {
      return { kind: 'refused', reason: 'amount_needed' };
    }
    const ended =
      outcome === 'lost'
        ? loseDispute(dispute, lost ?? dispute.amount, now)
        : endDispute(dispute, outcome, now);
    return concluded({ ...order, dispute: ended }, finding, now);
  }
  const lowered = foundLower(order, finding, now);
  if (lowered !== undefined) return { kind: 'concluded', order: changed(lowered).order };
  const found = outcome === 'lost' ? foundLost(order, finding, now) : undefined;
  if (found === 'amount_needed' || found === 'attempt_needed') return { kind: 'refused', reason: found };
  if (found !== undefined && mayBeWrittenOff(order, found))
    return refusedAsWrittenOff(order, found.attemptId);
  if (found !== undefined) return concluded(withDispute(order, found), finding, now);
  return refusal(order, channelReference);
}

/** Returns the order with the loss lowered to what the operator found. Undefined if the order does not record a larger loss. */
function foundLower(
  order: PaymentOrder,
  { channelReference, outcome, lost, note }: DisputeFinding,
  now: Date,
): PaymentOrder | undefined {
  if (outcome === 'lost' && lost === undefined) return undefined;
  const lostMinor = outcome === 'won' ? 0 : (lost?.amountMinor ?? 0);
  const lowered = lowerLoss(order, { channelReference, lostMinor }, now);
  if (lowered === undefined) return undefined;
  const answered = recordsOfDispute(lowered, channelReference).filter(
    ({ result }) => result === outcome || result === 'opened',
  );
  const marked = withFinding(lowered, channelReference, { isFoundByOperator: true });
  return settleRecords(marked, answered, { now, note });
}

/**
 * Records that the bank took a payment that does not pay the order, such as a second or late payment. The effect is the same as
 * that of a report by the channel: the order does not count the loss, but the gateway does not return the payment either.
 */
function concludeForOtherPayment(
  order: PaymentOrder,
  attemptId: string,
  { channelReference, outcome, lost }: DisputeFinding,
  now: Date,
): ConcludedDispute {
  if (!order.attempts.some((attempt) => attempt.attemptId === attemptId)) {
    return { kind: 'refused', reason: 'attempt_unknown' };
  }
  const isOfOrder = disputesOf(order).some((dispute) => dispute.channelReference === channelReference);
  if (outcome === 'won' || isOfOrder) return refusal(order, channelReference);
  if (lost === undefined) return { kind: 'refused', reason: 'amount_needed' };
  const report = { kind: outcome, channelReference, amount: lost };
  const recorded = applyDisputeReport(order, attemptId, report, now);
  return recorded.kind === 'changed'
    ? { kind: 'concluded', order: recorded.order }
    : { kind: 'refused', reason: 'loss_known' };
}

/**
 * Returns a lost dispute for money that the bank took but that the order does not record yet; undefined if nothing shows such a
 * loss. The operator must name the total amount that the bank took if the order already records a loss from this dispute, or if
 * the channel never reported the dispute. The returned dispute covers only the part that is not recorded yet, so naming the
 * same total again adds nothing.
 *
 * The operator can also name the channel's report that it could not collect the payment. There is no dispute then, but the
 * order records the loss as a marked dispute. The loss is the whole payment unless the operator names another amount.
 */
function foundLost(
  order: PaymentOrder,
  finding: DisputeFinding,
  now: Date,
): Dispute | 'amount_needed' | 'attempt_needed' | undefined {
  const { channelReference, lost } = finding;
  const { paidByAttemptId: attemptId, dispute } = order;
  if (attemptId === null || dispute?.state === 'opened') return undefined;
  const stored = disputeReportsSetAside(order, attemptId).filter(
    (report) => report.channelReference === channelReference,
  );
  const reports = stored.filter(({ result }) => result !== 'won');
  const reported = reports.findLast(({ result }) => result === 'lost') ?? reports.at(-1);
  const known = outcomeOf(order, channelReference);
  // If no report about this dispute was ever stored, the operator may have mistyped its reference. If the stored reports say
  // only that the dispute was won, they do not show how much the bank took. In both cases, record a loss only if the operator
  // also names the amount.
  const isUnheardOf = recordsOfDispute(order, channelReference).length === 0;
  const isUncollected = isOfUncollected(order, attemptId, channelReference);
  const isNamedByOperator = lost !== undefined && (isUnheardOf || stored.length > 0);
  const isFoundByOperator = isNamedByOperator || (isUnheardOf && isUncollected);
  if (reported === undefined && known === undefined && !isFoundByOperator) return undefined;
  const isNamed = finding.attemptId !== undefined || isUncollected;
  const isUnclear = isUnheardOf && known === undefined && !isNamed;
  if (isUnclear && order.attempts.length > 1) return 'attempt_needed';
  const recordedHere = known?.kind === 'lost' ? known.lost : undefined;
  // The channel can report under several references that it cannot collect a payment. All these reports are about one loss.
  const recorded = isUncollected ? writtenOff(order, attemptId) : recordedHere;
  const named = lost ?? recorded ?? reported?.amount ?? wonDispute(order, channelReference)?.amount;
  const taken = named ?? (isUncollected ? order.amount : undefined);
  if (taken === undefined) return undefined;
  if (!canBeDisputed(taken, order.amount) || isAmountInDoubt(order, finding, taken)) return 'amount_needed';
  const countedMinor = recorded?.amountMinor ?? 0;
  if (taken.amountMinor <= countedMinor) return undefined;
  const amount = { ...taken, amountMinor: taken.amountMinor - countedMinor };
  const mark = isUncollected ? ({ isUncollected, reason: notCollected } as const) : {};
  return endDispute(newDispute({ attemptId, channelReference, amount, ...mark }, now), 'lost', now);
}

/**
 * Returns the total that operators have recorded as never collected for an attempt's payment; undefined if they recorded
 * nothing.
 */
function writtenOff(order: PaymentOrder, attemptId: string): Money | undefined {
  const losses = uncollectedLosses(order, attemptId);
  if (losses.length === 0) return undefined;
  return { ...order.amount, amountMinor: losses.reduce((sum, { amount }) => sum + amount.amountMinor, 0) };
}

/**
 * Whether the order may already record this loss as money that was never collected. The operator may have named a report that
 * is not stored any more, because an attempt keeps only the references of the latest such reports. To record a further loss,
 * the operator can name the reference of the recorded loss, with the total amount.
 */
function mayBeWrittenOff(order: PaymentOrder, loss: Dispute): boolean {
  const { attemptId, channelReference, amount, isUncollected } = loss;
  const writtenOffMinor = writtenOff(order, attemptId)?.amountMinor ?? 0;
  if (writtenOffMinor === 0 || recordsOfDispute(order, channelReference).length > 0) return false;
  const { uncollected } = order.attempts.find((each) => each.attemptId === attemptId) ?? {};
  const isForgotten = uncollected?.hasForgottenReferences === true && !isUncollected;
  return isForgotten || writtenOffMinor + amount.amountMinor > order.amount.amountMinor;
}

function refusedAsWrittenOff(order: PaymentOrder, attemptId: string): ConcludedDispute {
  const [{ channelReference } = assert.fail('nothing is written off')] = uncollectedLosses(order, attemptId);
  return { kind: 'refused', reason: 'written_off', channelReference };
}

/** The reason that the merchant sees for a loss without a dispute. */
const notCollected = { category: 'processing_error', code: 'uncollected' } as const;

/**
 * Whether a reference belongs to a report that the channel could not collect an attempt's payment, or to a recorded loss from
 * such a report.
 */
function isOfUncollected(order: PaymentOrder, attemptId: string, channelReference: string): boolean {
  const attempt = order.attempts.find((each) => each.attemptId === attemptId);
  const isRecorded = uncollectedLosses(order, attemptId).some(
    (loss) => loss.channelReference === channelReference,
  );
  return isRecorded || (attempt !== undefined && isReportedUncollected(attempt, channelReference));
}

/**
 * Whether it is unclear which amount the bank took. Two things make it unclear, if the operator has named no amount. A report
 * that still waits for an operator names another amount than the one about to be recorded (`toRecord`). Or such a report says
 * that a part of this amount was won.
 */
function isAmountInDoubt(
  order: PaymentOrder,
  { channelReference, lost }: DisputeFinding,
  toRecord: Money,
): boolean {
  const records = recordsOfDispute(order, channelReference);
  return (
    lost === undefined &&
    records.some(
      ({ result, reported, isSettled }) =>
        !isSettled &&
        (result === 'won' ? reported.amountMinor < toRecord.amountMinor : !isSameMoney(reported, toRecord)),
    )
  );
}

function wonDispute(order: PaymentOrder, channelReference: string): Dispute | undefined {
  return disputesOf(order).find((each) => each.channelReference === channelReference && each.state === 'won');
}

function concluded(
  order: PaymentOrder,
  { channelReference, outcome, corrects, note }: DisputeFinding,
  now: Date,
): ConcludedDispute {
  // An operator who names the time of the recorded outcome has seen all earlier reports about the dispute. An operator who
  // names no time may have looked before a report with another amount arrived. The case of such a report then stays open.
  const agreed = recordsOfDispute(order, channelReference).filter(
    ({ result, reported }) =>
      result === outcome && (corrects !== undefined || isOverAll(order, channelReference, reported)),
  );
  const followed = followDisputes(settleRecords(order, agreed, { now, note }), now);
  const marked = withFinding(followed, channelReference, { isFoundByOperator: true });
  return { kind: 'concluded', order: changed(marked).order };
}

/**
 * Whether a report's amount equals the whole amount that the order records: the lost amount or, if the dispute was won, the
 * disputed amount.
 */
function isOverAll(order: PaymentOrder, channelReference: string, reported: Money): boolean {
  const outcome = outcomeOf(order, channelReference);
  if (outcome?.kind === 'lost') return isSameMoney(reported, outcome.lost);
  const { dispute } = order;
  return dispute?.channelReference === channelReference && isSameMoney(reported, dispute.amount);
}

function refusal(order: PaymentOrder, channelReference: string): ConcludedDispute {
  const { dispute, paidByAttemptId } = order;
  if (dispute === null) return { kind: 'refused', reason: 'no_dispute' };
  const recorded = dispute.state === 'opened' ? undefined : recordedOutcome(order, channelReference);
  if (recorded === undefined && paidByAttemptId !== null) {
    const [earlier] = uncollectedLosses(order, paidByAttemptId);
    if (earlier !== undefined && isOfUncollected(order, paidByAttemptId, channelReference)) {
      return { kind: 'refused', reason: 'written_off', channelReference: earlier.channelReference };
    }
  }
  return recorded === undefined
    ? { kind: 'refused', reason: 'another', channelReference: dispute.channelReference }
    : { kind: 'refused', reason: 'ended', recorded };
}

/** Whether an operator can record this amount as lost in a dispute. */
function canBeLost(order: PaymentOrder, channelReference: string, lost: Money): boolean {
  return canBeDisputed(lost, order.amount) && lost.amountMinor <= mostLostMinor(order, channelReference);
}
