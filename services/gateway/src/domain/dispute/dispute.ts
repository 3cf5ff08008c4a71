import assert from 'node:assert/strict';
import {
  type DisputeConclusion,
  type DisputeReason,
  type DisputeState,
  type DisputeTransitionCause,
  disputeTransitions,
  type Money,
} from '@kassa/contracts';
import { isSameMoney } from '../same-money.ts';

/** The gateway asks the channel about an open dispute once a day. Banks take weeks to decide, so this is often enough. */
export const ASK_EVERY_SECONDS = 24 * 60 * 60;

/**
 * The stages of a dispute, the earliest first. An inquiry takes no money. After the chargeback, each further stage begins when
 * the bank objects again.
 */
export const disputeStages = ['inquiry', 'chargeback', 'pre_arbitration', 'arbitration'] as const;

/** A consumer's objection to a payment, raised with the consumer's bank. An order has one dispute at a time. */
export interface Dispute {
  /** The attempt whose money is disputed. */
  readonly attemptId: string;
  readonly channelReference: string;
  readonly amount: Money;
  /** The amount with which the dispute was opened. Set only if the bank took a different amount in the end. */
  readonly openingAmount?: Money;
  /**
   * The amounts that the bank gave back after the dispute was lost, the earliest first. Absent if there are none. The `amount`
   * of a lost dispute is what the bank has kept.
   */
  readonly givenBack?: readonly MoneyGivenBack[];
  /**
   * Set once the channel has sent a report about this dispute that takes into account the money that the bank gave back
   * (`DisputeReport.showsMoneyBack`).
   */
  readonly showsMoneyBack?: true;
  /** The latest stage that the channel has reported while the dispute was open; absent if this stage is the chargeback. */
  readonly stage?: DisputeStage;
  /** When the channel made the newest report that the gateway applied to the dispute; absent if the channel does not say. */
  readonly toldAt?: Date;
  /** Set if the dispute counts as won, although the channel calls it lost (`DisputeReport.isCalledLost`). */
  readonly isCalledLost?: true;
  /** Set if an operator has recorded or corrected the dispute's outcome. */
  readonly isFoundByOperator?: true;
  readonly state: DisputeState;
  readonly openedAt: Date;
  readonly resolvedAt: Date | null;
  /**
   * When the gateway last received one of these reports: a further report of the same outcome, a further report that the open
   * dispute continues, or a repeated report that already waits for an operator. Absent if there was none. An operator who
   * concludes the dispute or corrects its outcome must have seen this report.
   */
  readonly confirmedAt?: Date;
  /** The time until which the merchant can answer the bank about the dispute; null if the channel does not say. */
  readonly respondBy: Date | null;
  /** Why the consumer disputes the payment; absent if the channel does not say. */
  readonly reason?: DisputeReason;
  /** The dispute's page in the processor's dashboard; absent if the channel has none. */
  readonly channelUrl?: string;
  /**
   * Set if the channel has only announced the dispute, and the bank has taken no money. Stays set if the merchant wins the
   * dispute.
   */
  readonly isAnnounced?: true;
  /**
   * Set if there is no dispute at the channel, and an operator has recorded the loss of a payment that the channel could not
   * collect. `channelReference` is then the reference of the channel's report.
   */
  readonly isUncollected?: true;
  /** When the gateway learned that the bank took the money. Set only if the dispute was announced first. */
  readonly withdrawnAt?: Date;
  /** When the gateway next asks the channel about the dispute; null once the dispute has ended. */
  readonly inquiry: DisputeInquiryPlan | null;
  /** The time since which the dispute needs an operator, because its outcome is long overdue. Null if it needs none. */
  readonly unresolvedSince: Date | null;
}

/** Money that the bank gave back after a dispute was lost. */
export interface MoneyGivenBack {
  readonly amount: Money;
  /** When the gateway learned that the money came back. */
  readonly at: Date;
}

/** When to ask a channel about a dispute. */
export interface DisputeInquiryPlan {
  readonly dueAt: Date;
  /** When the channel was last asked about the dispute; null before the first time. */
  readonly askedAt: Date | null;
}

/**
 * A channel's report about a dispute. `won` means that the merchant keeps the money; `lost` means that the bank has taken it.
 */
export interface DisputeReport {
  readonly channelReference: string;
  readonly amount: Money;
  readonly kind: DisputeState;
  /** The time until which the merchant can answer the bank about the dispute; absent if the channel does not say. */
  readonly respondBy?: Date;
  /** Why the consumer disputes the payment; absent if the channel does not say. */
  readonly reason?: DisputeReason;
  /** The dispute's page in the processor's dashboard (https); absent if the channel has none. */
  readonly channelUrl?: string;
  /**
   * Set if the channel only announces the dispute: the bank has asked about the payment, or will dispute it, and has taken no
   * money. Only a report of the kind `opened` can be an announcement. A later report without this member says that the bank
   * took the money.
   */
  readonly isAnnouncement?: true;
  /**
   * `payment`: the report's `channelReference` may differ from the references of other reports about the same dispute, so the
   * dispute is found by its payment. If the gateway knows no dispute of the payment, or several, an operator has to find out
   * which one is meant.
   * Absent: all reports about the dispute have the same `channelReference`.
   */
  readonly keyedBy?: 'payment';
  /**
   * Set if the bank may object again after the dispute's outcome, and the channel then reports the dispute as open under the
   * same reference. If absent, a report that an ended dispute is open is treated as late.
   */
  readonly mayReopen?: true;
  /**
   * Set if the report takes into account money of the dispute that the bank has given back, as the channel's ledger shows it.
   * Such a report is newer than one without this member, so it may lower a recorded loss. If two reports have this member, it
   * does not show which one is newer.
   */
  readonly showsMoneyBack?: true;
  /** The stage of the dispute that the report is about. Absent for the chargeback, or if the channel does not say. */
  readonly stage?: DisputeStage;
  /**
   * When the channel made the report, by the channel's own clock. Of two reports, the one with the later time is newer. Absent
   * if the channel does not say.
   */
  readonly toldAt?: Date;
  /**
   * Set if the channel calls the dispute lost, although its ledger shows that all money came back. Such a report is of the kind
   * `won`, because the merchant has the money. There is one exception: if the merchant had won the dispute earlier, the money
   * came back because of that earlier win, and the dispute is now lost.
   */
  readonly isCalledLost?: true;
}

export type DisputeStage = (typeof disputeStages)[number];

/** A dispute, or a report about a dispute, with the dispute's stage if it is known. */
interface Staged {
  readonly stage?: DisputeStage | undefined;
}

/**
 * Whether a report is about an earlier stage than the dispute has reached. Such a report says nothing about the dispute's
 * outcome.
 */
export function isOfEarlierStage(known: Staged, report: Staged): boolean {
  return placeOf(report) < placeOf(known);
}

/** Returns the latest stage among reports or disputes; undefined if this stage is the chargeback or the list is empty. */
export function latestStage(all: readonly Staged[]): DisputeStage | undefined {
  const [first, ...others] = all;
  return others.reduce((latest, each) => (isOfEarlierStage(each, latest) ? each : latest), first ?? {}).stage;
}

function placeOf({ stage = 'chargeback' }: Staged): number {
  return disputeStages.indexOf(stage);
}

/**
 * Whether a report that an ended dispute is open may be new, and not just late. This is so if the bank can object again after
 * an outcome, or if the report is about a later stage than the outcome (`known`). An announcement does not count, because it
 * says nothing about money.
 */
export function saysOpenAgain(report: DisputeReport, known: Staged): boolean {
  if (report.kind !== 'opened' || report.isAnnouncement) return false;
  return report.mayReopen === true || isOfEarlierStage(report, known);
}

/**
 * Whether a report says that a dispute was won, but names a smaller amount than the bank took for it. In that case, nobody
 * knows who has the rest. For a dispute that was only announced, the answer is no, because the bank took nothing.
 *
 * @param mostTaken the largest amount that the bank took according to the reports stored for an operator; absent if no such
 *   report says that the bank took money
 */
export function isWonInPart(
  { isAnnounced, amount, openingAmount = amount }: Dispute,
  report: Pick<DisputeReport, 'kind' | 'amount'>,
  mostTaken?: Money,
): boolean {
  const takenMinor = Math.max(openingAmount.amountMinor, mostTaken?.amountMinor ?? 0);
  return report.kind === 'won' && !isAnnounced && report.amount.amountMinor < takenMinor;
}

export function firstInquiry(openedAt: Date): DisputeInquiryPlan {
  return { dueAt: new Date(openedAt.getTime() + ASK_EVERY_SECONDS * 1_000), askedAt: null };
}

/** Facts about a dispute that a channel reports in addition to its amount and state. */
type DisputeFacts = Pick<
  Dispute,
  | 'reason'
  | 'channelUrl'
  | 'isAnnounced'
  | 'showsMoneyBack'
  | 'stage'
  | 'toldAt'
  | 'isCalledLost'
  | 'isUncollected'
>;

/** Creates a dispute that awaits its outcome. */
export function newDispute(
  {
    attemptId,
    channelReference,
    amount,
    respondBy = null,
    reason,
    channelUrl,
    isAnnounced,
    showsMoneyBack,
    stage,
    toldAt,
    isCalledLost,
    isUncollected,
  }: Pick<Dispute, 'attemptId' | 'channelReference' | 'amount'> &
    Partial<Pick<Dispute, 'respondBy'>> &
    DisputeFacts,
  openedAt: Date,
): Dispute {
  return {
    attemptId,
    channelReference,
    amount,
    state: 'opened',
    openedAt,
    resolvedAt: null,
    respondBy,
    ...(reason && { reason }),
    ...(channelUrl !== undefined && { channelUrl }),
    ...(isAnnounced && { isAnnounced }),
    ...(showsMoneyBack && { showsMoneyBack }),
    ...(stage && { stage }),
    ...(toldAt && { toldAt }),
    ...(isCalledLost && { isCalledLost }),
    ...(isUncollected && { isUncollected }),
    inquiry: firstInquiry(openedAt),
    unresolvedSince: null,
  };
}

/**
 * Returns the state that the transition table gives for a dispute's present state and a cause, such as `lost`.
 * Undefined if the table has no such row.
 */
export function nextDisputeState(
  from: DisputeState,
  cause: DisputeTransitionCause,
): DisputeState | undefined {
  return disputeTransitions.find((row) => row.from === from && row.cause === cause)?.to;
}

/** Ends a dispute with the outcome that the channel reported or that an operator found. */
export function endDispute(dispute: Dispute, outcome: DisputeConclusion, now: Date): Dispute {
  return { ...moveDispute(dispute, outcome), resolvedAt: now, inquiry: null, unresolvedSince: null };
}

/** Returns when the gateway learned of the dispute's latest outcome. Null while the dispute is open. */
export function endedAt({ resolvedAt, givenBack = [] }: Dispute): Date | null {
  return givenBack.at(-1)?.at ?? resolvedAt;
}

/**
 * Records that the bank gave back money of a lost dispute. If it gave back everything, the dispute is won.
 *
 * @param backMinor at most the dispute's amount, in minor units
 */
export function giveBack(dispute: Dispute, backMinor: number, now: Date): Dispute {
  const { openingAmount = dispute.amount, ...rest } = dispute;
  const { currency, amountMinor } = dispute.amount;
  const back = { amount: { amountMinor: backMinor, currency }, at: now };
  const givenBack = [...(dispute.givenBack ?? []), back];
  return backMinor === amountMinor
    ? moveDispute({ ...rest, amount: openingAmount, givenBack }, 'given_back')
    : { ...rest, amount: { amountMinor: amountMinor - backMinor, currency }, openingAmount, givenBack };
}

/**
 * Ends a dispute as lost, and records the amount that the bank took. This amount can differ from the amount with which the
 * dispute was opened.
 */
export function loseDispute(dispute: Dispute, amount: Money, now: Date): Dispute {
  if (dispute.isAnnounced) return endDispute(withMoneyTaken(dispute, amount, now), 'lost', now);
  const lost = endDispute(dispute, 'lost', now);
  return isSameMoney(amount, dispute.amount) ? lost : { ...lost, amount, openingAmount: dispute.amount };
}

/** Records that the bank has taken the money of a dispute that was only announced before. */
export function withMoneyTaken(dispute: Dispute, amount: Money, now: Date): Dispute {
  const { isAnnounced: _isAnnounced, ...taken } = dispute;
  return { ...taken, amount, withdrawnAt: now };
}

/**
 * Moves a dispute to the state that the transition table gives for a cause, such as `lost`. All changes of a dispute's state go
 * through this function. It throws if the table has no row for the present state and the cause, which is a programming error.
 */
export function moveDispute(dispute: Dispute, cause: DisputeTransitionCause): Dispute {
  const state = nextDisputeState(dispute.state, cause);
  assert(state !== undefined, `a dispute that is ${dispute.state} does not move by ${cause}`);
  return { ...dispute, state };
}
