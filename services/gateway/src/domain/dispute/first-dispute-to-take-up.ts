import type { PaymentOrder } from '../order/payment-order.ts';
import { type Dispute, endDispute, newDispute } from './dispute.ts';
import { canBeDisputed } from './disputed-amount.ts';
import { type DisputeSetAside, disputesSetAside } from './disputes-set-aside.ts';

/**
 * Returns the dispute that becomes the order's current dispute after the present one has ended. Undefined if no report of such a
 * dispute was stored for an operator.
 */
export function firstToTakeUp(order: PaymentOrder, now: Date): Dispute | undefined {
  const { paidByAttemptId: attemptId } = order;
  if (attemptId === null) return undefined;
  const taken = disputesSetAside(order, attemptId).find(
    (dispute) => isToBeTakenUp(dispute) && canBeDisputed(dispute.amount, order.amount),
  );
  if (taken === undefined) return undefined;
  const { channelReference, amount, isAnnounced, showsMoneyBack, result, isLossSettled, stage, toldAt } =
    taken;
  const facts = {
    ...(toldAt && { toldAt }),
    ...(isAnnounced && { isAnnounced }),
    ...(showsMoneyBack && { showsMoneyBack }),
    ...(stage && { stage }),
  };
  const opened = newDispute({ attemptId, channelReference, amount, ...facts }, now);
  return result === 'lost' && !isLossSettled ? endDispute(opened, 'lost', now) : opened;
}

/**
 * Whether a dispute whose reports were stored for an operator must become the order's current dispute. An open dispute must
 * become current, because its outcome is not known yet. A dispute that was reported as lost, or as both lost and won, must
 * become current too, unless an operator has settled the cases of all its reports. A dispute that cannot be identified does not
 * become current, because the order may already have recorded it.
 */
function isToBeTakenUp({ result, isSettled, isOfUnknownDispute }: DisputeSetAside): boolean {
  if (isOfUnknownDispute) return false;
  return result === 'opened' || (result !== 'won' && !isSettled);
}
