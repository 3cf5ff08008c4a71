import { describe, expect, test } from 'vitest';
import { concludeDispute } from '../../src/domain/dispute/conclude-dispute.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { concludeRefund } from '../../src/domain/refund/conclude-refund.ts';
import { applyRefundResult, recordNotSent, repeatSending } from '../../src/domain/refund/progress-refund.ts';
import { afterChange, afterDecision, disputed, eventsOf, startRefund } from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';
import { type UnresolvedRefund, unresolvedRefund } from '../builders/unresolved-refunds.ts';

const DAY = 86_400;

/** Makes a refund whose case is settled. The operator may have returned the money by hand. */
function leftToOperator(isChannelThere: boolean): UnresolvedRefund {
  const { order, refundId } = unresolvedRefund(isChannelThere);
  return {
    order: afterChange(settleListed(order, refundId, 'Returned by bank transfer.', after(20 * DAY))),
    refundId,
  };
}

/** Applies the channel's answer that it does not have the order's only refund. */
function foundUnsent(order: PaymentOrder, refundId: string): PaymentOrder {
  const { tries } = order.refunds[0] ?? { tries: 0 };
  const now = after(21 * DAY);
  return afterChange(recordNotSent(order, refundId, { tries, sendAgainAt: now, now }));
}

describe('a refund that an operator has taken over', () => {
  const failure = { code: 'refused', message: 'Account closed.' };

  test('stays reserved, with a case, when its channel reports that it failed', () => {
    const { order, refundId } = leftToOperator(true);
    const result = { kind: 'failed', failure } as const;
    const told = afterChange(applyRefundResult(order, refundId, result, after(21 * DAY)));
    expect(told.refunds).toMatchObject([{ state: 'PROCESSING' }]);
    expect(refundableMinor(told)).toBe(7_000);
    expect(openCases(told)).toMatchObject([{ kind: 'result_set_aside' }]);
    expect(applyRefundResult(told, refundId, result, after(22 * DAY)).kind).toBe('unchanged');
    const times = { now: after(23 * DAY), realNow: after(23 * DAY) };
    for (const [outcome, state, left] of [
      ['made_by_hand', 'SUCCESS', 7_000],
      ['not_made', 'FAILED', 10_000],
    ] as const) {
      const concluded = concludeRefund(
        told,
        refundId,
        { outcome, lookedAt: times.now, isNotByHand: true, note: 'Seen.' },
        times,
      );
      if (concluded.kind !== 'concluded') throw new Error(concluded.reason);
      expect(concluded.refund.state).toBe(state);
      expect(refundableMinor(concluded.order)).toBe(left);
      expect(openCases(concluded.order)).toEqual([]);
    }
  });

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
    // The case stays the same until it is settled again. A month after that, the gateway reminds the operator again.
    const next = afterDecision(late, startRefund(late, refundId, after(90 * DAY), true));
    expect(openCases(next)).toEqual([reminded]);
    const settled = afterChange(settleListed(next, refundId, 'Still waiting.', after(91 * DAY)));
    expect(openCases(settled)).toEqual([]);
    const again = afterChange(startRefund(settled, refundId, after(121 * DAY), true));
    expect(openCases(again)).toMatchObject([{ since: after(121 * DAY) }]);
  });
});

describe('a refund whose case opened on an instance with a clock that is ahead', () => {
  const AHEAD = 40;

  /** Makes a refund that has become a case again, a month after the first settlement. */
  function remindedAhead(isChannelThere: boolean): UnresolvedRefund {
    const { order, refundId } = leftToOperator(isChannelThere);
    const now = after(50 * DAY + AHEAD);
    return { order: afterChange(startRefund(order, refundId, now, isChannelThere)), refundId };
  }

  test.each([
    ['not at its channel', false],
    ['perhaps at its channel', true],
  ])('is a case again a month after its settlement by a slower clock, while it is %s', (_case, isThere) => {
    const { order, refundId } = remindedAhead(isThere);
    const settled = afterChange(settleListed(order, refundId, 'Still waiting.', after(50 * DAY + AHEAD / 2)));
    const again = afterChange(startRefund(settled, refundId, after(81 * DAY), isThere));
    expect(openCases(again)).toMatchObject([{ caseId: refundId, since: after(81 * DAY) }]);
  });

  test('is a new case if an instance with a slower clock finds it unsent right after the settlement', () => {
    const { order, refundId } = remindedAhead(true);
    const settled = afterChange(settleListed(order, refundId, 'Still waiting.', after(50 * DAY + AHEAD)));
    const { tries } = settled.refunds[0] ?? { tries: 0 };
    const now = after(50 * DAY + AHEAD / 2);
    const unsent = afterChange(recordNotSent(settled, refundId, { tries, sendAgainAt: now, now }));
    expect(unsent.refunds).toMatchObject([{ state: 'INITIALISED', nextActionAt: null }]);
    expect(openCases(unsent)).toMatchObject([{ caseId: refundId, kind: 'refund_unresolved' }]);
  });
});

test('a paused instance that sends a refund again leaves the end of a later call as it is', () => {
  const { order, refundId } = unresolvedRefund(true);
  const later = afterChange(repeatSending(order, refundId, after(40 * DAY)));
  const paused = afterDecision(later, repeatSending(later, refundId, after(39 * DAY)));
  expect(paused.refunds).toMatchObject([{ callEndsBy: after(40 * DAY) }]);
});
