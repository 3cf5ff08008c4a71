import { describe, expect, test } from 'vitest';
import { concludeDispute } from '../../src/domain/dispute/conclude-dispute.ts';
import { openCases, settleCase } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { concludeRefund } from '../../src/domain/refund/conclude-refund.ts';
import { recordNotSent } from '../../src/domain/refund/progress-refund.ts';
import { afterChange, afterDecision, disputed, eventsOf, startRefund } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { type UnresolvedRefund, unresolvedRefund } from '../builders/unresolved-refunds.ts';

const DAY = 86_400;

/** The refund's case is settled, and the operator may have returned the money by hand. */
function leftToOperator(isChannelThere: boolean): UnresolvedRefund {
  const { order, refundId } = unresolvedRefund(isChannelThere);
  return {
    order: afterChange(settleCase(order, refundId, 'Returned by bank transfer.', after(20 * DAY))),
    refundId,
  };
}

/** The channel says that it does not have the order's only refund. */
function foundUnsent(order: PaymentOrder, refundId: string): PaymentOrder {
  const { tries } = order.refunds[0] ?? { tries: 0 };
  const now = after(21 * DAY);
  return afterChange(recordNotSent(order, refundId, { tries, sendAgainAt: now, now }));
}

describe('a refund that an operator has taken over', () => {
  test.each([
    ['that is not at its channel', false],
    ['that its channel does not have', true],
  ])('and %s is not withdrawn by a dispute', (_case, isChannelThere) => {
    const { order, refundId } = leftToOperator(isChannelThere);
    const open = disputed(order);
    const held = isChannelThere ? foundUnsent(open, refundId) : open;
    expect(held.refunds).toMatchObject([{ state: 'INITIALISED' }]);
    expect(eventsOf(held)).not.toContain('order.refund.failed');
    const times = { now: after(22 * DAY), realNow: after(22 * DAY) };
    const concluded = concludeRefund(held, refundId, { outcome: 'made', note: 'Seen.' }, times);
    expect(concluded).toMatchObject({ kind: 'concluded', refund: { state: 'SUCCESS' } });
  });

  test('keeps its amount reserved when the dispute is won', () => {
    const { order } = leftToOperator(false);
    expect(refundableMinor(order)).toBe(7_000);
    const finding = { channelReference: 'dsp_1', outcome: 'won', note: 'Seen.' } as const;
    const won = concludeDispute(disputed(order), finding, after(60 * DAY));
    if (won.kind !== 'concluded') throw new Error(won.reason);
    expect(won.order.state).toBe('PAY_SUCCESS');
    expect(refundableMinor(won.order)).toBe(7_000);
  });

  test.each([
    ['not at its channel', false],
    ['perhaps at its channel', true],
  ])('is a case again after a month without a conclusion, while it is %s', (_case, isChannelThere) => {
    const { order, refundId } = leftToOperator(isChannelThere);
    const early = afterDecision(order, startRefund(order, refundId, after(49 * DAY), true));
    expect(openCases(early)).toEqual([]);
    const late = afterChange(startRefund(early, refundId, after(50 * DAY), true));
    const reminded = { caseId: refundId, kind: 'refund_unresolved', since: after(50 * DAY) };
    expect(openCases(late)).toEqual([reminded]);
    expect(late.refunds).toMatchObject([{ state: isChannelThere ? 'PROCESSING' : 'INITIALISED' }]);
    // The case stays the same until it is settled again; then the next month begins.
    const next = afterDecision(late, startRefund(late, refundId, after(90 * DAY), true));
    expect(openCases(next)).toEqual([reminded]);
    const settled = afterChange(settleCase(next, refundId, 'Still waiting.', after(91 * DAY)));
    expect(openCases(settled)).toEqual([]);
    const again = afterChange(startRefund(settled, refundId, after(121 * DAY), true));
    expect(openCases(again)).toMatchObject([{ since: after(121 * DAY) }]);
  });
});
