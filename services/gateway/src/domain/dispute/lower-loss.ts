import { isDeepStrictEqual } from 'node:util';
import type { OrderTransitionCause } from '@kassa/contracts';
import { refundedMinor } from '../order/order-sums.ts';
import { moveOrder } from '../order/order-transition.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { disputeReportsSetAside, recordsOfDispute, settleRecords } from '../order/quarantine.ts';
import { countWhatFitsNow } from '../refund/count-channel-refund.ts';
import { disputesOf } from '../settlement/money-moves.ts';
import {
  type Dispute,
  type DisputeReport,
  endDispute,
  giveBack,
  isOfEarlierStage,
  isWonInPart,
  newDispute,
} from './dispute.ts';
import { afterRecorded, outcomeOf } from './disputes-set-aside.ts';
import { isReportedLater } from './later-report.ts';

/**
 * Lowers a recorded loss after the bank gave back money of a lost dispute. The order moves to the state that follows from its
 * remaining refunds and losses, and an event tells the merchant how much came back. Returns undefined if the order does not
 * record a larger loss for this dispute.
 *
 * @param found.lostMinor the total amount that the bank has kept, in minor units; 0 if the dispute was won after all
 */
export function lowerLoss(
  order: PaymentOrder,
  found: { readonly channelReference: string; readonly lostMinor: number },
  now: Date,
): PaymentOrder | undefined {
  const outcome = outcomeOf(order, found.channelReference);
  if (outcome?.kind !== 'lost') return undefined;
  const backMinor = outcome.lost.amountMinor - found.lostMinor;
  if (backMinor <= 0) return undefined;
  let restMinor = backMinor;
  let lowered: Dispute | undefined;
  const lower = (dispute: Dispute): Dispute => {
    if (dispute.channelReference !== found.channelReference || dispute.state !== 'lost') return dispute;
    const partMinor = Math.min(restMinor, dispute.amount.amountMinor);
    if (partMinor === 0) return dispute;
    restMinor -= partMinor;
    lowered = giveBack(dispute, partMinor, now);
    return lowered;
  };
  // An operator may have recorded a further loss from the same dispute. Lower the latest record first.
  const dispute = order.dispute && lower(order.dispute);
  const earlier = order.lostDisputes.toReversed().map(lower).toReversed();
  const next: PaymentOrder = {
    ...order,
    dispute,
    lostDisputes: earlier.filter(({ state }) => state === 'lost'),
    wonDisputes: [...order.wonDisputes, ...earlier.filter(({ state }) => state === 'won')],
  };
  if (lowered === undefined || order.paidAt === null) return next;
  const amount = { ...order.amount, amountMinor: backMinor };
  const cameBack = endDispute(newDispute({ ...lowered, amount }, lowered.openedAt), 'won', now);
  const moved = moveOrder(next, causeOf(next), now, { dispute: cameBack });
  // If a refund made by hand and a loss together exceeded the payment, earlier versions of the gateway did not count the
  // refund. Such a refund may fit into the payment now.
  return countWhatFitsNow(
    moved,
    lowered.attemptId,
    now,
    'Counted, because the bank gave back a lost dispute’s money.',
  );
}

function causeOf(order: PaymentOrder): OrderTransitionCause {
  const refunded = refundedMinor(order);
  if (refunded === 0) return 'loss_lowered_nothing_refunded';
  return refunded >= order.amount.amountMinor
    ? 'loss_lowered_fully_refunded'
    : 'loss_lowered_partly_refunded';
}

/**
 * Lowers a recorded loss as the channel's ledger shows it, and settles the cases about the dispute, because the ledger answers
 * them. Returns undefined if the report does not show that money came back, or shows nothing new.
 *
 * Also returns undefined if the channel has already shown that money of the dispute came back, or if an operator has recorded
 * the dispute's outcome. The bank may have taken the money again since then, and nobody knows which is newer: the report or the
 * recorded amount. If the two differ, an operator has to examine the report. An operator also has to examine a report that is
 * older than the latest report about the dispute.
 */
export function lowerReportedLoss(
  order: PaymentOrder,
  attemptId: string,
  report: DisputeReport,
  now: Date,
): PaymentOrder | undefined {
  const { kind, amount, channelReference, showsMoneyBack, toldAt, isCalledLost } = report;
  if (!showsMoneyBack || kind === 'opened' || amount.currency !== order.amount.currency) return undefined;
  const lostMinor = kind === 'won' ? 0 : amount.amountMinor;
  if (!Number.isSafeInteger(lostMinor) || (kind === 'lost' && lostMinor < 1)) return undefined;
  const known = findingsOf(order, channelReference);
  if (known.some((dispute) => isWonInPart(dispute, { kind, amount }))) return undefined;
  if (isOvertaken(order, attemptId, report)) return undefined;
  const isFirstToShow = known.every((each) => !each.showsMoneyBack && !each.isFoundByOperator);
  const at = afterRecorded(order, channelReference, now);
  const lowered = isFirstToShow ? lowerLoss(order, { channelReference, lostMinor }, at) : undefined;
  if (lowered === undefined) return undefined;
  const facts = { ...(toldAt && { toldAt }), ...(isCalledLost && { isCalledLost }) };
  const shown = withFinding(lowered, channelReference, { showsMoneyBack: true, ...facts });
  const note = 'The channel reported how much money of the dispute the bank gave back.';
  return settleRecords(shown, recordsOfDispute(shown, channelReference), { now, note });
}

/**
 * Whether the gateway already knows a newer report about the dispute: one that the channel made later, or one about a later
 * stage. It does not matter whether that report changed the dispute or waits for an operator.
 */
function isOvertaken(order: PaymentOrder, attemptId: string, report: DisputeReport): boolean {
  const { channelReference } = report;
  const aside = disputeReportsSetAside(order, attemptId).filter(
    (other) => other.channelReference === channelReference,
  );
  return [...findingsOf(order, channelReference), ...aside].some(
    (known) => isReportedLater(known, report) || isOfEarlierStage(known, report),
  );
}

/**
 * Records where the dispute's outcome comes from: the channel's ledger or an operator. Returns the same order if it already
 * records this.
 */
export function withFinding(
  order: PaymentOrder,
  channelReference: string,
  noted: Pick<Dispute, 'showsMoneyBack' | 'isFoundByOperator' | 'toldAt' | 'isCalledLost'>,
): PaymentOrder {
  const isNoted = findingsOf(order, channelReference).every((known) =>
    isDeepStrictEqual(known, { ...known, ...noted }),
  );
  if (isNoted) return order;
  const note = (dispute: Dispute): Dispute =>
    dispute.channelReference === channelReference ? { ...dispute, ...noted } : dispute;
  return {
    ...order,
    dispute: order.dispute && note(order.dispute),
    wonDisputes: order.wonDisputes.map(note),
    lostDisputes: order.lostDisputes.map(note),
  };
}

/**
 * Whether a report that a dispute was lost is older than the outcome that the order records. It is older if the order records
 * money that the bank gave back, and the report does not take this money into account. But a report with a later time is never
 * older, even if it does not take into account what the ledger shows.
 */
export function isBeforeMoneyCameBack(order: PaymentOrder, report: DisputeReport): boolean {
  const { kind, channelReference, showsMoneyBack } = report;
  if (kind !== 'lost' || showsMoneyBack) return false;
  const shown = findingsOf(order, channelReference).filter((known) => known.showsMoneyBack);
  return shown.length > 0 && !shown.every((known) => isReportedLater(report, known));
}

function findingsOf(order: PaymentOrder, channelReference: string): readonly Dispute[] {
  return disputesOf(order).filter((known) => known.channelReference === channelReference);
}
