import { describe, expect, test } from 'vitest';
import { isBeingSent, openCases } from '../../src/domain/order/operator-cases.ts';
import { returnCaseIdOf } from '../../src/domain/order/order-identifiers.ts';
import { refundableMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { concludeRefund } from '../../src/domain/refund/conclude-refund.ts';
import {
  applyRefundResult,
  planRefundStep,
  recordCallEnded,
  recordNotSent,
  repeatSending,
} from '../../src/domain/refund/progress-refund.ts';
import { recordIsTrueAfter } from '../../src/domain/refund/refund.ts';
import { repeatReturn } from '../../src/domain/refund/return-money.ts';
import { afterChange, money } from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';
import { unresolvedRefund, unresolvedReturn } from '../builders/unresolved-refunds.ts';

const DAY = 86_400;
const NOTE = 'Not there; I return it by bank transfer.';

/** The first operator settles the refund's case, as the README says before money is returned by hand. */
function takenOver({ order, refundId }: ReturnType<typeof unresolvedReturn>): PaymentOrder {
  return afterChange(settleListed(order, refundId, NOTE, after(20 * DAY)));
}

function whatIsSentAfterRepeating(order: PaymentOrder, refundId: string): string {
  const again = repeatReturn(order, refundId, after(22 * DAY));
  if (again.kind === 'refused') return `refused: ${again.reason}`;
  const step = planRefundStep(again.order, again.refundId, {
    now: after(22 * DAY),
    callEndsBy: after(22 * DAY + 22),
    isChannelThere: true,
  });
  return step.kind;
}

describe('a late payment that an operator took over to return it by hand', () => {
  test('is not sent by a second operator once the channel turns out not to have it', () => {
    const unresolved = unresolvedReturn(true);
    const { refundId } = unresolved;
    const left = takenOver(unresolved);
    const { tries } = left.refunds[0] ?? { tries: 0 };
    const now = after(21 * DAY);
    const unsent = afterChange(recordNotSent(left, refundId, { tries, sendAgainAt: now, now }));
    expect(openCases(unsent)).toMatchObject([{ kind: 'return_failed' }]);
    expect(whatIsSentAfterRepeating(unsent, refundId)).not.toBe('send');
  });

  test('is not sent by a second operator once the channel reports that it failed', () => {
    const unresolved = unresolvedReturn(true);
    const { refundId } = unresolved;
    const failure = { code: 'refused', message: 'Refused.' };
    const failed = afterChange(
      applyRefundResult(takenOver(unresolved), refundId, { kind: 'failed', failure }, after(21 * DAY)),
    );
    expect(openCases(failed)).toMatchObject([{ kind: 'return_failed' }]);
    expect(whatIsSentAfterRepeating(failed, refundId)).not.toBe('send');
  });

  test('is not sent by a second operator, not even its rest, if the first one settled the case of the failed return', () => {
    const { order, refundId } = unresolvedReturn(true);
    const failure = { code: 'refused', message: 'Refused.' };
    const failed = afterChange(
      applyRefundResult(order, refundId, { kind: 'failed', failure }, after(19 * DAY)),
    );
    const left = afterChange(settleListed(failed, returnCaseIdOf(refundId), NOTE, after(20 * DAY)));
    expect(openCases(left)).toEqual([]);
    const now = after(21 * DAY);
    const seen = { lookedAt: now, note: 'The dashboard shows 60.00.' };
    const part = { outcome: 'made', returned: money(6_000), ...seen } as const;
    const found = concludeRefund(left, refundId, part, { now, realNow: now });
    if (found.kind === 'refused') throw new Error(found.reason);
    expect(openCases(found.order)).toMatchObject([{ kind: 'return_failed' }]);
    expect(whatIsSentAfterRepeating(found.order, refundId)).toBe('refused: taken_over');
  });
});

describe('a merchant’s refund that an operator took over to return it by hand', () => {
  const conclude = (
    order: PaymentOrder,
    refundId: string,
    isNotByHand: boolean,
    lookedAt = after(51 * DAY),
  ) =>
    concludeRefund(
      order,
      refundId,
      { outcome: 'not_made', lookedAt, isNotByHand, note: 'The dashboard shows none.' },
      { now: after(52 * DAY), realNow: after(52 * DAY) },
    );

  test.each([
    ['may have been sent', true],
    ['was never sent', false],
  ])('that %s is concluded as not made only by who says that nobody returned it by hand', (_case, isSent) => {
    const unresolved = unresolvedRefund(isSent);
    const { refundId } = unresolved;
    const left = takenOver(unresolved);
    // The channel's own record cannot show a return by hand, however late the operator looks.
    const refused = conclude(left, refundId, false);
    const lookAfter = after(20 * DAY + 40);
    expect(refused).toEqual({ kind: 'refused', reason: 'taken_over', notes: [NOTE], lookAfter });
    // An operator who looked before the settlement cannot know what the other operator did.
    expect(conclude(left, refundId, true, lookAfter)).toEqual(refused);
    expect(refundableMinor(left)).toBe(7_000);
    const concluded = conclude(left, refundId, true);
    expect(concluded.kind === 'concluded' && refundableMinor(concluded.order)).toBe(10_000);
  });
});

test('a case cannot be settled until a look at the channel is reliable', () => {
  const { order, refundId } = unresolvedRefund(true);
  const callEndsBy = after(20 * DAY + 22);
  // The channel cannot be asked, so the gateway sends the refund again. The call times out, but the refund may have arrived.
  const sent = afterChange(repeatSending(order, refundId, callEndsBy));
  const { tries } = sent.refunds[0] ?? { tries: 0 };
  const unanswered = afterChange(recordCallEnded(sent, refundId, { tries, othersEndBy: null }));
  const [refund] = unanswered.refunds;
  if (refund === undefined) throw new Error('no refund');
  // An operator who settles the case has to look again after this time, before returning the money by hand.
  const lookAfter = after(20 * DAY + 22 + 40);
  expect(recordIsTrueAfter(refund)).toEqual(lookAfter);
  expect(isBeingSent(unanswered, refundId, after(20 * DAY + 11))).toBe(true);
  expect(isBeingSent(unanswered, refundId, lookAfter)).toBe(true);
  expect(isBeingSent(unanswered, refundId, after(20 * DAY + 22 + 41))).toBe(false);
});
