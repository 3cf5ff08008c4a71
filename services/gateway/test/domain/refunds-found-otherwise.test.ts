import type { RefundConclusion } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { addSeconds } from '../../src/domain/add-seconds.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor, refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { concludeRefund, type RefundFinding } from '../../src/domain/refund/conclude-refund.ts';
import { applyRefundResult, recordRefundReference } from '../../src/domain/refund/progress-refund.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import { settledUnseen } from '../builders/cases-settled-unseen.ts';
import {
  afterChange,
  clocksAt,
  disputed,
  eventsOf,
  money,
  paid,
  refundNumbered,
  withRefund,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { unresolvedRefund, unresolvedReturn } from '../builders/unresolved-refunds.ts';

const DAY = 86_400;
const now = after(40 * DAY);

/** Applies the channel's report that the order's last refund was made. */
function reportedMade(order: PaymentOrder, amountMinor?: number, seconds = 25 * DAY) {
  const refund = order.refunds.at(-1);
  const returned = amountMinor === undefined ? refund?.amount : money(amountMinor);
  const result = { kind: 'succeeded', returned: returned ?? money(1) } as const;
  return applyRefundResult(order, refund?.refundId ?? '', result, after(seconds));
}

function foundRefund(order: PaymentOrder, outcome: RefundConclusion, more: Partial<RefundFinding> = {}) {
  const lookedAt = addSeconds(now, 60);
  const finding = { outcome, lookedAt, note: 'Seen.', ...more };
  return concludeRefund(order, order.refunds.at(-1)?.refundId ?? '', finding, { now, realNow: lookedAt });
}

function concluded<Conclusion extends { readonly kind: string }>(conclusion: Conclusion): PaymentOrder {
  if ('order' in conclusion) return conclusion.order as PaymentOrder;
  throw new Error(JSON.stringify(conclusion));
}

const failed = () => withRefund(paid(), { number: 'R1', amountMinor: 4_000, state: 'FAILED' });
const withdrawn = () => disputed(withRefund(paid(), { number: 'R1', amountMinor: 4_000 }), 1_000);

describe('a refund that ended without money', () => {
  test('is a case again if the channel repeats that it was made, after an operator has settled the case', () => {
    const order = settledUnseen(afterChange(reportedMade(failed())));
    expect(refundableMinor(order)).toBe(10_000);
    const again = afterChange(reportedMade(order, undefined, 31 * DAY));
    expect(openCases(again)).toMatchObject([{ kind: 'result_set_aside', since: after(31 * DAY) }]);
    expect(refundableMinor(again)).toBe(6_000);
    expect(reportedMade(again, undefined, 32 * DAY).kind).toBe('unchanged');
  });

  test.each([
    ['failed', failed(), 'PARTIAL_REFUND', 6_000],
    ['withdrawn by a dispute', withdrawn(), 'IN_DISPUTE', 6_000],
  ])('counts for good once the operator finds that it was made: %s', (_case, order, state, refundable) => {
    const made = concluded(foundRefund(afterChange(reportedMade(order)), 'made'));
    expect(refundNumbered(made, 'R1')).toMatchObject({ state: 'SUCCESS', failure: null, completedAt: now });
    expect(made.state).toBe(state);
    expect(openCases(made)).toEqual([]);
    expect([refundedMinor(made), refundableMinor(made)]).toEqual([4_000, refundable]);
    expect(eventsOf(made).at(-1)).toBe('order.refund.succeeded');
    expect(moneyMovesOf(made)).toContainEqual(
      expect.objectContaining({ kind: 'refund', signedMinor: -4_000, at: now }),
    );
    expect(reportedMade(made, undefined, 41 * DAY).kind).toBe('unchanged');
  });

  test.each(['made', 'made_by_hand'] as const)(
    'can be found %s by an operator without a report',
    (outcome) => {
      const made = concluded(foundRefund(failed(), outcome));
      expect(refundNumbered(made, 'R1').state).toBe('SUCCESS');
      expect([refundedMinor(made), refundableMinor(made)]).toEqual([4_000, 6_000]);
    },
  );

  test.each([
    ['before the channel reported the failure', { lookedAt: after(50) }, ['result_set_aside']],
    ['at a time that the operator does not name', { lookedAt: undefined }, ['result_set_aside']],
    ['afterwards', {}, []],
  ])(
    'if an operator concludes a failed refund as made, a case opens unless the operator saw the refund after the failure was reported (fault 84): %s',
    (_case, look, cases) => {
      const made = concluded(foundRefund(failed(), 'made', look as object));
      expect(openCases(made).map(({ kind }) => kind)).toEqual(cases);
      expect(made.version).toBe(failed().version + 1);
      expect(concluded(foundRefund(failed(), 'made_by_hand', look as object)).quarantine).toEqual([]);
    },
  );

  test('can be found made after an operator had found that it was not', () => {
    const { order } = unresolvedRefund(true);
    const made = concluded(foundRefund(concluded(foundRefund(order, 'not_made')), 'made'));
    expect(made.state).toBe('PARTIAL_REFUND');
    expect(eventsOf(made).slice(-2)).toEqual(['order.refund.failed', 'order.refund.succeeded']);
  });

  test('cannot be found failed a second time', () => {
    expect(foundRefund(afterChange(reportedMade(failed())), 'not_made')).toMatchObject({ reason: 'ended' });
  });

  test('is a case if the channel has it although the operator found that it was not made', () => {
    const { order, refundId } = unresolvedRefund(true);
    const notMade = concluded(foundRefund(order, 'not_made'));
    const told = afterChange(recordRefundReference(notMade, refundId, 'ref_1', clocksAt(after(41 * DAY))));
    expect(openCases(told)).toMatchObject([{ kind: 'result_set_aside' }]);
    expect(refundableMinor(told)).toBe(7_000);
  });

  test('that is a return can be made by hand, and is then in the books', () => {
    const { order } = unresolvedReturn(true);
    const notMade = concluded(foundRefund(order, 'not_made'));
    expect(openCases(notMade)).toMatchObject([{ kind: 'return_failed' }]);
    const byHand = concluded(foundRefund(notMade, 'made_by_hand'));
    expect(openCases(byHand)).toEqual([]);
    expect(moneyMovesOf(byHand).at(-1)).toMatchObject({ kind: 'automatic_refund', signedMinor: -10_000 });
  });
});

describe('a refund whose money an operator may have returned by hand', () => {
  test('is a case if its channel makes it after its case was settled, and its amount is held twice', () => {
    const order = settledUnseen(unresolvedRefund(true).order);
    const made = afterChange(reportedMade(order, undefined, 31 * DAY));
    expect(made).toMatchObject({ state: 'PARTIAL_REFUND', version: order.version + 1 });
    expect(openCases(made)).toMatchObject([{ kind: 'result_set_aside' }]);
    expect(refundableMinor(made)).toBe(4_000);
    expect(refundableMinor(settledUnseen(made, 32 * DAY))).toBe(7_000);
    expect(reportedMade(made, undefined, 33 * DAY).kind).toBe('unchanged');
  });

  test('is a case once if its channel makes it after it was concluded as made by hand', () => {
    const byHand = concluded(foundRefund(unresolvedRefund(true).order, 'made_by_hand'));
    expect(openCases(byHand)).toEqual([]);
    const made = afterChange(reportedMade(byHand, undefined, 41 * DAY));
    expect(openCases(made)).toMatchObject([{ kind: 'result_set_aside' }]);
    const seen = settledUnseen(made, 42 * DAY);
    expect(reportedMade(seen, undefined, 43 * DAY).kind).toBe('unchanged');
  });

  test('is no case if its channel makes what the operator found made there', () => {
    const made = concluded(foundRefund(unresolvedRefund(true).order, 'made'));
    expect(reportedMade(made, undefined, 41 * DAY).kind).toBe('unchanged');
  });
});

describe('a refund that is reported as made over another amount', () => {
  const reported = () => afterChange(reportedMade(unresolvedRefund(true).order, 8_000));

  test('holds the reported amount until an operator has looked', () => {
    expect(refundableMinor(reported())).toBe(2_000);
    expect(refundableMinor(settledUnseen(reported()))).toBe(7_000);
  });

  test('is concluded over the amount returned', () => {
    const made = concluded(foundRefund(reported(), 'made', { returned: money(8_000) }));
    expect(made.refunds[0]).toMatchObject({ amount: money(8_000), requestedAmount: money(3_000) });
    expect([refundedMinor(made), refundableMinor(made)]).toEqual([8_000, 2_000]);
    expect(openCases(made)).toEqual([]);
  });

  test.each<[string, RefundConclusion, ReturnType<typeof money>]>([
    ['more than was paid', 'made', money(10_001)],
    ['another currency', 'made', money(8_000, 'EUR')],
    ['an amount of what was not made', 'not_made', money(3_000)],
  ])('is not concluded over %s', (_case, outcome, returned) => {
    expect(foundRefund(reported(), outcome, { returned })).toMatchObject({ reason: 'amount_impossible' });
  });
});
