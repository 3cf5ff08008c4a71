import type { DisputeConclusion, Money } from '@kassa/contracts';
import { changed } from '../order/order-transition.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { disputeReportsSetAside, recordsOfDispute, settleRecords } from '../order/quarantine.ts';
import { disputesOf } from '../settlement/money-moves.ts';
import { followDisputes, withDispute } from './apply-dispute-report.ts';
import { type Dispute, endDispute, loseDispute, newDispute } from './dispute.ts';
import { outcomeOf } from './disputes-set-aside.ts';

/** What an operator has found at the channel about a dispute. */
export interface DisputeFinding {
  readonly channelReference: string;
  readonly outcome: DisputeConclusion;
  /** The amount that the bank took; absent if it equals the amount that the channel named. Must be absent for a won dispute. */
  readonly lost?: Money;
  /** In the operator's words. */
  readonly note: string;
}

export type ConcludedDispute =
  | { readonly kind: 'concluded'; readonly order: PaymentOrder }
  | { readonly kind: 'refused'; readonly reason: 'no_dispute' }
  | { readonly kind: 'refused'; readonly reason: 'another'; readonly channelReference: string }
  | { readonly kind: 'refused'; readonly reason: 'ended'; readonly endedAs: DisputeConclusion }
  /**
   * The amount that the bank took is not valid: it is more than was paid, has another currency, or was given for a won dispute.
   */
  | { readonly kind: 'refused'; readonly reason: 'amount_impossible' };

/**
 * Ends a dispute whose outcome the channel did not report. The order and the merchant are treated as if the channel had
 * reported the operator's finding, and a later contradicting report is set aside. Only the dispute that the operator names is
 * ended, because another may have replaced it in the meantime.
 * An operator can also find that a won dispute was lost, that a dispute was lost over a larger amount, or that the channel
 * never reported a lost dispute. The amount that the bank took beyond the recorded amount is then recorded too.
 */
export function concludeDispute(order: PaymentOrder, finding: DisputeFinding, now: Date): ConcludedDispute {
  const { dispute } = order;
  const { channelReference, outcome, lost } = finding;
  if (lost !== undefined && (outcome === 'won' || !isPart(lost, order.amount))) {
    return { kind: 'refused', reason: 'amount_impossible' };
  }
  if (dispute?.channelReference === channelReference && dispute.state === 'opened') {
    const ended =
      outcome === 'lost'
        ? loseDispute(dispute, lost ?? dispute.amount, now)
        : endDispute(dispute, outcome, now);
    return concluded({ ...order, dispute: ended }, finding, now);
  }
  const found = outcome === 'lost' ? foundLost(order, finding, now) : undefined;
  if (found !== undefined) return concluded(withDispute(order, found), finding, now);
  return refusal(order, channelReference);
}

/**
 * A separate dispute over the amount that the bank took beyond the recorded amount. Undefined if nothing indicates such a loss.
 * If the channel never reported the dispute, for example because its callbacks were lost, the operator has to name the amount.
 */
function foundLost(
  order: PaymentOrder,
  { channelReference, lost }: DisputeFinding,
  now: Date,
): Dispute | undefined {
  const { paidByAttemptId: attemptId, dispute } = order;
  if (attemptId === null || dispute?.state === 'opened') return undefined;
  const reports = disputeReportsSetAside(order, attemptId).filter(
    (report) => report.channelReference === channelReference && report.result !== 'won',
  );
  const reported = reports.findLast(({ result }) => result === 'lost') ?? reports.at(-1);
  const known = outcomeOf(order, channelReference);
  // No report about this dispute was ever recorded, not even one that was set aside. A mistyped reference must not be recorded
  // as a loss, so the operator also has to name the amount.
  const isUnheardOf = recordsOfDispute(order, channelReference).length === 0;
  const isFoundByOperator = isUnheardOf && lost !== undefined;
  if (reported === undefined && known === undefined && !isFoundByOperator) return undefined;
  const taken = lost ?? reported?.amount ?? wonDispute(order, channelReference)?.amount;
  if (taken === undefined || !isPart(taken, order.amount)) return undefined;
  const countedMinor = known?.kind === 'lost' ? known.lost.amountMinor : 0;
  if (taken.amountMinor <= countedMinor) return undefined;
  const amount = { ...taken, amountMinor: taken.amountMinor - countedMinor };
  return endDispute(newDispute({ attemptId, channelReference, amount }, now), 'lost', now);
}

function wonDispute(order: PaymentOrder, channelReference: string): Dispute | undefined {
  return disputesOf(order).find((each) => each.channelReference === channelReference && each.state === 'won');
}

function concluded(
  order: PaymentOrder,
  { channelReference, outcome, note }: DisputeFinding,
  now: Date,
): ConcludedDispute {
  const agreed = recordsOfDispute(order, channelReference).filter(({ result }) => result === outcome);
  return {
    kind: 'concluded',
    order: changed(followDisputes(settleRecords(order, agreed, { now, note }), now)).order,
  };
}

function refusal({ dispute }: PaymentOrder, channelReference: string): ConcludedDispute {
  if (dispute === null) return { kind: 'refused', reason: 'no_dispute' };
  if (dispute.channelReference !== channelReference) {
    return { kind: 'refused', reason: 'another', channelReference: dispute.channelReference };
  }
  return { kind: 'refused', reason: 'ended', endedAs: dispute.state === 'won' ? 'won' : 'lost' };
}

function isPart({ amountMinor, currency }: Money, whole: Money): boolean {
  return currency === whole.currency && amountMinor >= 1 && amountMinor <= whole.amountMinor;
}
