import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { Outcome } from './expected-outcomes.ts';
import type { ChannelDispute } from './invariants/channel-books.ts';
import { sumMinor, writtenOffOf } from './invariants/parts-of-order.ts';
import type { OrderAtMoment } from './order-chronicle.ts';
import { isAmountInDoubt, isReportSettled } from './reports-set-aside.ts';

/**
 * The expected answer if an operator concludes a dispute.
 *
 * @param finding.seen when the order had recorded the outcome that the operator saw; undefined if it recorded none
 * @param finding.lostMinor what the bank has kept, if the operator names it
 */
export function disputeConclusionOutcome(
  order: PaymentOrder | undefined,
  channelReference: string,
  {
    outcome,
    seen,
    lostMinor,
  }: {
    readonly outcome: 'won' | 'lost';
    readonly seen: Date | undefined;
    readonly lostMinor?: number | undefined;
  },
): Outcome {
  if (order === undefined) return 'ORDER_NOT_FOUND';
  if (recordedAt(order, channelReference)?.getTime() !== seen?.getTime()) return 'DISPUTE_NOT_CONCLUDABLE';
  if (lostMinor !== undefined) return namedLossOutcome(order, channelReference, lostMinor);
  const { dispute, paidByAttemptId, quarantine, wonDisputes, lostDisputes } = order;
  const isLost = [...lostDisputes, ...(dispute?.state === 'lost' ? [dispute] : [])].some(
    (each) => each.channelReference === channelReference,
  );
  // The operator names no amount, and so records no other loss.
  if (isLost) return outcome === 'won' ? 'concluded' : 'DISPUTE_NOT_CONCLUDABLE';
  if (dispute?.state === 'opened') {
    const isIt = dispute.channelReference === channelReference;
    const isInDoubt = outcome === 'lost' && isAmountInDoubt(order, channelReference, dispute.amount);
    return isIt && !isInDoubt ? 'concluded' : 'DISPUTE_NOT_CONCLUDABLE';
  }
  const reports = quarantine.filter(
    ({ subject, attemptId }) =>
      attemptId === paidByAttemptId &&
      subject?.kind === 'dispute' &&
      subject.channelReference === channelReference &&
      subject.result !== 'won',
  );
  const told = reports.findLast(({ subject }) => subject?.result === 'lost') ?? reports.at(-1);
  // No loss can be recorded before the disputed payment is known to have succeeded.
  if (paidByAttemptId === null) return 'DISPUTE_NOT_CONCLUDABLE';
  const won = [...wonDisputes, ...(dispute?.state === 'won' ? [dispute] : [])].find(
    (each) => each.channelReference === channelReference,
  );
  const recorded = told?.reported ?? won?.amount;
  if (outcome !== 'lost' || recorded === undefined) return 'DISPUTE_NOT_CONCLUDABLE';
  if (isTakenAsWrittenOff(order, channelReference, recorded.amountMinor)) return 'DISPUTE_NOT_CONCLUDABLE';
  return isAmountInDoubt(order, channelReference, recorded) ? 'DISPUTE_NOT_CONCLUDABLE' : 'concluded';
}

/** The expected answer if an operator names what the bank has kept of a dispute. */
function namedLossOutcome(order: PaymentOrder, channelReference: string, lostMinor: number): Outcome {
  const { dispute, paidByAttemptId, lostDisputes, wonDisputes, quarantine, attempts } = order;
  const isIt = (each: { readonly channelReference: string }) => each.channelReference === channelReference;
  if (dispute?.state === 'opened' && isIt(dispute)) return 'concluded';
  const counted = sumMinor([...lostDisputes, ...(dispute?.state === 'lost' ? [dispute] : [])].filter(isIt));
  if (lostMinor < counted) return 'concluded';
  const told = quarantine.filter(({ subject }) => subject?.kind === 'dispute' && isIt(subject));
  const isKnown =
    counted > 0 ||
    [...wonDisputes, ...(dispute === null ? [] : [dispute])].some(isIt) ||
    told.some(({ attemptId }) => attemptId === paidByAttemptId);
  const isFree = paidByAttemptId !== null && dispute?.state !== 'opened';
  // The operator names no attempt. So no loss is recorded if the channel has reported this dispute over another attempt's
  // money.
  const isClear = isKnown || (told.length === 0 && attempts.length === 1);
  const isFurther = lostMinor > counted && !isTakenAsWrittenOff(order, channelReference, lostMinor - counted);
  return isFree && isClear && isFurther ? 'concluded' : 'DISPUTE_NOT_CONCLUDABLE';
}

/** The expected answer if an operator records a lost dispute that the channel's own record shows. */
export function unreportedLossOutcome(
  order: PaymentOrder | undefined,
  dispute: ChannelDispute,
  isAttemptNamed: boolean,
): Outcome {
  if (order === undefined) return 'ORDER_NOT_FOUND';
  const { channelReference, attemptId } = dispute;
  const isHeard = isHeardOf(order, dispute);
  if (isAttemptNamed && attemptId !== order.paidByAttemptId) {
    // The report has arrived meanwhile. If it waits for an operator already, nothing is left to record.
    const isWaiting = order.quarantine.some(
      ({ subject }, index) =>
        subject?.kind === 'dispute' &&
        subject.channelReference === channelReference &&
        subject.result === 'lost' &&
        !isReportSettled(order, index),
    );
    return isFollowed(order, channelReference) || isWaiting ? 'DISPUTE_NOT_CONCLUDABLE' : 'concluded';
  }
  if (isHeard) {
    const { amountMinor: lostMinor } = dispute.amount;
    return disputeConclusionOutcome(order, channelReference, { outcome: 'lost', seen: undefined, lostMinor });
  }
  const isClear = isAttemptNamed || order.attempts.length === 1;
  const isRecordable = order.paidByAttemptId !== null && order.dispute?.state !== 'opened';
  const isWrittenOff = isTakenAsWrittenOff(order, channelReference, dispute.amount.amountMinor);
  return isClear && isRecordable && !isWrittenOff ? 'concluded' : 'DISPUTE_NOT_CONCLUDABLE';
}

/**
 * Whether the gateway takes a loss that the channel never reported for one that is recorded as never collected: both together
 * exceed the payment, or the order may have forgotten the reference of the report.
 */
function isTakenAsWrittenOff(order: PaymentOrder, channelReference: string, lossMinor: number): boolean {
  const { paidByAttemptId, amount, quarantine, attempts } = order;
  const writtenOffMinor = writtenOffOf(order, paidByAttemptId ?? '');
  const isReported = quarantine.some(
    ({ subject }) => subject?.kind === 'dispute' && subject.channelReference === channelReference,
  );
  const paying = attempts.find(({ attemptId }) => attemptId === paidByAttemptId);
  const isForgotten = paying?.uncollected?.hasForgottenReferences === true;
  return (
    writtenOffMinor > 0 && !isReported && (isForgotten || writtenOffMinor + lossMinor > amount.amountMinor)
  );
}

/**
 * Returns when the order recorded a dispute's outcome, changed it, or stored a later report about it; undefined if the order
 * records no outcome.
 */
export function recordedAt(
  { dispute, wonDisputes, lostDisputes, quarantine }: PaymentOrder,
  channelReference: string,
): Date | undefined {
  const known = [...wonDisputes, ...lostDisputes, ...(dispute === null ? [] : [dispute])].filter(
    (each) => each.channelReference === channelReference,
  );
  const ends = known
    .flatMap(({ resolvedAt, givenBack = [], confirmedAt }) => [
      resolvedAt,
      ...givenBack.map(({ at }) => at),
      confirmedAt,
    ])
    .flatMap((moment) => moment?.getTime() ?? []);
  // While the dispute is open, a report counts only if it came after the one that opened the dispute.
  const openedAt = Math.min(...known.map((each) => each.openedAt.getTime()));
  const reports = quarantine
    .filter(({ subject }) => subject?.kind === 'dispute' && subject.channelReference === channelReference)
    .map(({ receivedAt }) => receivedAt.getTime())
    .filter((receivedAt) => ends.length > 0 || receivedAt >= openedAt);
  const moments = [...ends, ...reports];
  return moments.length === 0 ? undefined : new Date(Math.max(...moments));
}

/** Whether the gateway has heard of a dispute, from its channel or from an operator. */
export function isHeardOf(order: OrderAtMoment, { channelReference }: ChannelDispute): boolean {
  if (order === undefined) return false;
  const isReported = order.quarantine.some(
    ({ subject }) => subject?.kind === 'dispute' && subject.channelReference === channelReference,
  );
  return isReported || isFollowed(order, channelReference);
}

function isFollowed({ dispute, wonDisputes, lostDisputes }: PaymentOrder, reference: string): boolean {
  return [dispute, ...wonDisputes, ...lostDisputes].some((each) => each?.channelReference === reference);
}
