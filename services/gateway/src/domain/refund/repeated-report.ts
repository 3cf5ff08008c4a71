import { isToldBy, isToldLater } from '../dispute/later-report.ts';
import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, replaceRefund } from '../order/payment-order.ts';
import type { Refund, RefundResult } from './refund.ts';

/**
 * Whether a report about a refund that has ended says nothing new about it. If a success is reported after the channel took the
 * refund back, it is usually the earlier report, which arrives late or again. But if the channel made the report after it took the
 * refund back, the channel has made the refund after all: it can have sent the refund again by itself. This can fail, too. So a
 * failure is new if an operator has found the refund made, and the channel made the report after it took the refund back.
 */
export function isRepetition({ state, reversal }: Refund, result: RefundResult): boolean {
  const isMade = result.kind === 'succeeded';
  if (isMade === (state === 'SUCCESS')) return true;
  if (reversal === undefined) return false;
  return isMade ? !isToldLater(result, reversal) : isToldBy(result, reversal);
}

/**
 * Notes when the channel reported a result once more, because this shows how it went on with the refund:
 * - It took the refund back again, after it had made the refund again. An operator who looked before this must not conclude that the
 *   refund was made.
 * - It made the refund again. A report that arrives later, and says that the refund failed before this, is outdated.
 */
export function noteRepetition(
  order: PaymentOrder,
  refund: Refund,
  result: RefundResult,
  now: Date,
): Decision {
  const { state, reversal, toldAgainAt } = refund;
  const { toldAt } = result;
  if (toldAt === undefined) return unchanged;
  if (result.kind === 'succeeded') {
    const isNews = state === 'SUCCESS' && (toldAgainAt === undefined || toldAt > toldAgainAt);
    return isNews ? changed(replaceRefund(order, { ...refund, toldAgainAt: toldAt })) : unchanged;
  }
  if (state !== 'FAILED' || reversal === undefined || !isToldLater(result, reversal)) return unchanged;
  const { failure } = result;
  return changed(
    replaceRefund(order, { ...refund, failure, reversal: { ...reversal, toldAt, confirmedAt: now } }),
  );
}

/** Whether the channel has made a refund once more since it reported that the refund failed. */
export function isBeforeMadeAgain({ toldAgainAt }: Refund, result: RefundResult): boolean {
  return isToldLater({ toldAt: toldAgainAt }, result);
}
