import type { DisputeConclusion, Money } from '@kassa/contracts';
import { changed } from '../order/order-transition.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { disputeReportsSetAside, recordsOfDispute, settleRecords } from '../order/quarantine.ts';
import { disputesOf } from '../settlement/money-moves.ts';
import { followDisputes, withDispute } from './apply-dispute-report.ts';
import { type Dispute, endDispute, loseDispute, newDispute } from './dispute.ts';
import { outcomeOf } from './disputes-set-aside.ts';

/** What an operator has found at the channel, and of which dispute. */
export interface DisputeFinding {
  readonly channelReference: string;
  readonly outcome: DisputeConclusion;
  /** What the bank took; absent where it is what the channel named. Not for one that was won. */
  readonly lost?: Money;
  /** In the operator's words. */
  readonly note: string;
}

export type ConcludedDispute =
  | { readonly kind: 'concluded'; readonly order: PaymentOrder }
  | { readonly kind: 'refused'; readonly reason: 'no_dispute' }
  | { readonly kind: 'refused'; readonly reason: 'another'; readonly channelReference: string }
  | { readonly kind: 'refused'; readonly reason: 'ended'; readonly endedAs: DisputeConclusion }
  /** More than was paid, another currency, or an amount of one that was won. */
  | { readonly kind: 'refused'; readonly reason: 'amount_impossible' };

/**
 * Ends a dispute whose outcome its channel never tells, as an operator has found it. The order and the merchant are
 * told as if the channel had said so, and a later report of the channel that contradicts it is set aside. Only the
 * dispute that the operator has looked at is ended: it may have been won meanwhile, and another opened in its place.
 *
 * A dispute that ended otherwise here can be found lost after all, or over more: what the bank took beyond what is counted
 * is counted as well.
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

/** What the bank took beyond what the order counts, as a dispute of its own; undefined where nothing speaks for it. */
function foundLost(
  order: PaymentOrder,
  { channelReference, lost }: DisputeFinding,
  now: Date,
): Dispute | undefined {
  const { paidByAttemptId: attemptId, dispute } = order;
  if (attemptId === null || dispute?.state === 'opened') return undefined;
  const reported = disputeReportsSetAside(order, attemptId).findLast(
    (report) => report.channelReference === channelReference && report.result !== 'won',
  );
  const known = outcomeOf(order, channelReference);
  if (reported === undefined && known === undefined) return undefined;
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
