import { describe, expect, test } from 'vitest';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { returnCaseIdOf } from '../../src/domain/order/order-identifiers.ts';
import { refundableMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { type ConcludedRefund, concludeRefund } from '../../src/domain/refund/conclude-refund.ts';
import {
  applyRefundResult,
  recordCallEnded,
  recordNotSent,
  recordRefundReference,
  repeatSending,
} from '../../src/domain/refund/progress-refund.ts';
import { repeatReturn } from '../../src/domain/refund/return-money.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import {
  afterChange,
  clocksAt,
  disputed,
  eventsOf,
  money,
  paid,
  startRefund,
  withRefund,
} from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';
import { type UnresolvedRefund, unresolvedRefund, unresolvedReturn } from '../builders/unresolved-refunds.ts';

const DAY = 86_400;
const now = after(20 * DAY);

/** The operator concludes a refund now, after a look at its channel. */
function concludedNow(order: PaymentOrder, refundId: string, outcome: 'made' | 'not_made'): ConcludedRefund {
  const finding = { outcome, lookedAt: now, isNotByHand: true, note: 'Seen.' };
  return concludeRefund(order, refundId, finding, { now, realNow: now });
}

function concluded(decision: ConcludedRefund): PaymentOrder {
  if (decision.kind !== 'concluded') throw new Error(decision.reason);
  return decision.order;
}

function settled({ order, refundId }: UnresolvedRefund): UnresolvedRefund {
  return { order: afterChange(settleListed(order, refundId, 'Looked for it.', after(19 * DAY))), refundId };
}

const rest = () =>
  withRefund(withRefund(paid(), { amountMinor: 7_000, state: 'SUCCESS' }), { amountMinor: 3_000 });

describe('a refund whose result its channel never reports', () => {
  test.each<[string, 'made' | 'not_made', UnresolvedRefund, string, string, string, number]>([
    // the refund before, what the operator found, the order, the refund's state, the order's state, the event, the amount still
    // refundable
    ['sent', 'made', unresolvedRefund(true), 'SUCCESS', 'PARTIAL_REFUND', 'order.refund.succeeded', 7_000],
    ['sent', 'not_made', unresolvedRefund(true), 'FAILED', 'PAY_SUCCESS', 'order.refund.failed', 10_000],
    [
      'of the rest',
      'made',
      unresolvedRefund(true, rest()),
      'SUCCESS',
      'REFUNDED',
      'order.refund.succeeded',
      0,
    ],
    [
      'never sent',
      'made',
      unresolvedRefund(false),
      'SUCCESS',
      'PARTIAL_REFUND',
      'order.refund.succeeded',
      7_000,
    ],
    [
      'never sent',
      'not_made',
      unresolvedRefund(false),
      'CANCELLED',
      'PAY_SUCCESS',
      'order.refund.failed',
      10_000,
    ],
    [
      'settled',
      'made',
      settled(unresolvedRefund(true)),
      'SUCCESS',
      'PARTIAL_REFUND',
      'order.refund.succeeded',
      7_000,
    ],
    [
      'settled',
      'not_made',
      settled(unresolvedRefund(true)),
      'FAILED',
      'PAY_SUCCESS',
      'order.refund.failed',
      10_000,
    ],
    [
      'never sent and settled',
      'made',
      settled(unresolvedRefund(false)),
      'SUCCESS',
      'PARTIAL_REFUND',
      'order.refund.succeeded',
      7_000,
    ],
    [
      'never sent and settled',
      'not_made',
      settled(unresolvedRefund(false)),
      'CANCELLED',
      'PAY_SUCCESS',
      'order.refund.failed',
      10_000,
    ],
  ])(
    '%s: the operator says %s',
    (_case, outcome, { order, refundId }, state, orderState, event, refundable) => {
      const next = concluded(concludedNow(order, refundId, outcome));
      expect(next.refunds.at(-1)).toMatchObject({ refundId, state, completedAt: now, nextActionAt: null });
      expect(next.state).toBe(orderState);
      expect(next.version).toBe(order.version + 1);
      expect(eventsOf(next).slice(eventsOf(order).length)).toEqual([event]);
      expect(next.outbox.at(-1)).toMatchObject({ occurredAt: now, refund: { refundId, state } });
      expect(refundableMinor(next)).toBe(refundable);
      expect(openCases(next)).toEqual([]);
      expect(startRefund(next, refundId, after(40 * DAY), true).kind).toBe('unchanged');
    },
  );

  test('has the reason for the failure if it was not made', () => {
    const { order, refundId } = unresolvedRefund(true);
    const next = concluded(concludedNow(order, refundId, 'not_made'));
    expect(next.refunds[0]?.failure).toEqual({
      code: 'concluded_by_operator',
      message: 'The channel gave no result, and the operator found that it was not made.',
    });
  });

  test.each<[string, UnresolvedRefund, string, string, number]>([
    ['a refund', unresolvedRefund(true), 'refund', 'R1', -3_000],
    ['a return', unresolvedReturn(true), 'automatic_refund', unresolvedReturn(true).refundId, -10_000],
    [
      'a return that was never sent',
      unresolvedReturn(false),
      'automatic_refund',
      unresolvedReturn(false).refundId,
      -10_000,
    ],
  ])(
    '%s that was made is in the settlement report',
    (_case, { order, refundId }, kind, reference, signedMinor) => {
      const made = concluded(concludedNow(order, refundId, 'made'));
      const moves = moneyMovesOf(made).filter((move) => move.reference === reference);
      expect(moves).toMatchObject([{ kind, signedMinor, at: now }]);
      const notMade = concluded(concludedNow(order, refundId, 'not_made'));
      expect(moneyMovesOf(notMade)).toEqual(moneyMovesOf(order));
    },
  );

  test('can end during a dispute too', () => {
    const { order, refundId } = unresolvedRefund(true);
    const next = concluded(concludedNow(disputed(order, 7_000), refundId, 'made'));
    expect(next).toMatchObject({ state: 'IN_DISPUTE', refunds: [{ state: 'SUCCESS' }] });
  });
});

describe('the return of money whose result its channel never reports', () => {
  test.each([true, false])(
    'ends without a change of the order’s state and without an event; sent: %s',
    (wasSent) => {
      const { order, refundId } = unresolvedReturn(wasSent);
      for (const [outcome, state] of [
        ['made', 'SUCCESS'],
        ['not_made', 'FAILED'],
      ] as const) {
        const next = concluded(concludedNow(order, refundId, outcome));
        expect(next.refunds).toMatchObject([{ state, completedAt: now, nextActionAt: null }]);
        expect(next).toMatchObject({ state: 'CLOSE', outbox: order.outbox });
      }
    },
  );

  test.each([true, false])('can be repeated if it was not made; sent: %s', (wasSent) => {
    const { order, refundId } = unresolvedReturn(wasSent);
    const next = concluded(concludedNow(order, refundId, 'not_made'));
    expect(openCases(next)).toEqual([
      { caseId: returnCaseIdOf(refundId), kind: 'return_failed', since: now },
    ]);
    expect(repeatReturn(next, refundId, after(21 * DAY)).kind).toBe('repeated');
    expect(openCases(concluded(concludedNow(order, refundId, 'made')))).toEqual([]);
  });
});

describe('a channel’s report after the operator has concluded', () => {
  const made = { kind: 'succeeded', returned: money(3_000) } as const;
  const failed = { kind: 'failed', failure: { code: 'x', message: 'X.' } } as const;

  test.each([
    ['made', failed],
    ['not_made', made],
  ] as const)('%s, which contradicts the conclusion, is set aside as a case', (outcome, report) => {
    const { order, refundId } = unresolvedRefund(true);
    const before = concluded(concludedNow(order, refundId, outcome));
    const told = afterChange(applyRefundResult(before, refundId, report, after(21 * DAY)));
    expect(openCases(told)).toMatchObject([{ kind: 'result_set_aside', since: after(21 * DAY) }]);
    expect(told).toMatchObject({ state: before.state, refunds: before.refunds, outbox: before.outbox });
  });

  test.each([
    ['made', made],
    ['not_made', failed],
  ] as const)('%s, which agrees with the conclusion, changes nothing', (outcome, report) => {
    const { order, refundId } = unresolvedRefund(true);
    const before = concluded(concludedNow(order, refundId, outcome));
    expect(applyRefundResult(before, refundId, report, after(21 * DAY)).kind).toBe('unchanged');
  });
});

describe('the operator does not conclude a refund', () => {
  const young = withRefund(paid(), { amountMinor: 3_000, state: 'PROCESSING' });
  const unsent = withRefund(paid(), { amountMinor: 3_000 });
  const leftToOperator = settled(unresolvedReturn(false)).order;
  test.each<[string, string, PaymentOrder, ConcludedRefund]>([
    ['does not exist', 'rfd_none', young, { kind: 'refused', reason: 'not_found' }],
    ['was sent and is no case yet', '', young, { kind: 'refused', reason: 'still_tried' }],
    ['was not sent and is no case yet', '', unsent, { kind: 'refused', reason: 'still_tried' }],
    [
      'was made',
      '',
      withRefund(paid(), { amountMinor: 1, state: 'SUCCESS' }),
      { kind: 'refused', reason: 'ended', endedAs: 'SUCCESS' },
    ],
  ])('that %s', (_case, named, order, refusal) => {
    const refundId = named === '' ? (order.refunds[0]?.refundId ?? '') : named;
    for (const outcome of ['made', 'not_made'] as const) {
      expect(concludedNow(order, refundId, outcome)).toEqual(refusal);
    }
  });

  test.each([
    ['failed', withRefund(paid(), { amountMinor: 1, state: 'FAILED' }), 'FAILED'],
    ['was left to the operator', leftToOperator, 'CANCELLED'],
  ])('as not made that %s', (_case, order, endedAs) => {
    const refundId = order.refunds[0]?.refundId ?? '';
    expect(concludedNow(order, refundId, 'not_made')).toEqual({
      kind: 'refused',
      reason: 'ended',
      endedAs,
    });
  });

  test('twice', () => {
    const { order, refundId } = unresolvedRefund(true);
    const made = concluded(concludedNow(order, refundId, 'made'));
    expect(concludedNow(made, refundId, 'not_made')).toMatchObject({
      reason: 'ended',
    });
  });
});

describe('while a call that sends the refund may still be running', () => {
  test.each([
    ['is still under way', after(20 * DAY), 'being_sent'],
    ['has ended by a clock that is ahead', after(20 * DAY - 40), 'being_sent'],
    ['has ended by every clock', after(20 * DAY - 41), 'concluded'],
  ])(
    'an operator cannot record how a refund ended until the call that sends the refund has ended (fault 1): the call %s',
    (_case, callEndsBy, expected) => {
      const { order, refundId } = unresolvedRefund(true);
      const refunds = order.refunds.map((refund) => ({ ...refund, callEndsBy }));
      const decision = concludeRefund(
        { ...order, refunds },
        refundId,
        { outcome: 'not_made', lookedAt: now, isNotByHand: true, note: 'Seen.' },
        { now, realNow: now },
      );
      expect(decision.kind === 'refused' ? decision.reason : decision.kind).toBe(expected);
    },
  );
});

describe('an operator who found no refund', () => {
  const looked = (lookedAt: Date) =>
    ({ outcome: 'not_made', lookedAt, isNotByHand: true, note: 'The dashboard shows none.' }) as const;
  const conclude = (order: PaymentOrder, refundId: string, lookedAt: Date, decidedAt = lookedAt) =>
    concludeRefund(order, refundId, looked(lookedAt), clocksAt(decidedAt));

  test('looks again after the gateway has sent the refund again', () => {
    const { order, refundId } = unresolvedRefund(true);
    const unsent = afterChange(
      recordNotSent(order, refundId, { tries: 8, sendAgainAt: null, now: after(19 * DAY) }),
    );
    const sentAt = after(20 * DAY);
    const sent = afterChange(startRefund(unsent, refundId, sentAt, true));
    expect(openCases(sent)).toHaveLength(1);
    const lookAfter = after(20 * DAY + 40);
    const tooEarly = { kind: 'refused', reason: 'looked_too_early', lookAfter };
    expect(conclude(sent, refundId, after(20 * DAY - 60), after(20 * DAY + 120))).toEqual(tooEarly);
    expect(conclude(sent, refundId, lookAfter, after(20 * DAY + 120))).toEqual(tooEarly);
    expect(
      concludeRefund(sent, refundId, { outcome: 'not_made', note: 'None.' }, clocksAt(after(21 * DAY))),
    ).toEqual(tooEarly);
    expect(refundableMinor(sent)).toBe(7_000);
    expect(conclude(sent, refundId, after(20 * DAY + 41), after(20 * DAY + 120)).kind).toBe('concluded');
  });

  test('looks again after a channel that cannot tell got the refund again', () => {
    const { order, refundId } = unresolvedRefund(true);
    const sent = afterChange(repeatSending(order, refundId, after(20 * DAY)));
    expect(conclude(sent, refundId, after(19 * DAY), after(20 * DAY + 120))).toMatchObject({
      reason: 'looked_too_early',
    });
    // A call that ended without an answer may have brought the refund to the channel.
    const ended = afterChange(recordCallEnded(sent, refundId, { tries: 8, othersEndBy: null }));
    expect(conclude(ended, refundId, after(19 * DAY), after(20 * DAY + 120))).toMatchObject({
      reason: 'looked_too_early',
    });
    expect(conclude(ended, refundId, after(20 * DAY + 60), after(20 * DAY + 120)).kind).toBe('concluded');
  });

  test('looks again after the channel has said that it has the refund', () => {
    const { order, refundId } = settled(unresolvedRefund(true));
    const accepted = afterChange(recordRefundReference(order, refundId, 're_1', clocksAt(after(20 * DAY))));
    // The operator may have returned the money by hand, so the case opens again at once.
    expect(openCases(accepted)).toMatchObject([{ caseId: refundId, since: after(20 * DAY) }]);
    expect(conclude(accepted, refundId, after(20 * DAY - 60), after(20 * DAY + 60))).toMatchObject({
      reason: 'looked_too_early',
    });
    expect(refundableMinor(accepted)).toBe(7_000);
    expect(conclude(accepted, refundId, after(20 * DAY + 60)).kind).toBe('concluded');
  });

  test('cannot have looked in the future', () => {
    const { order, refundId } = unresolvedRefund(true);
    expect(conclude(order, refundId, after(20 * DAY + 41), after(20 * DAY))).toEqual({
      kind: 'refused',
      reason: 'looked_in_future',
    });
    expect(conclude(order, refundId, after(20 * DAY + 40), after(20 * DAY)).kind).toBe('concluded');
  });
});

test('a refund that its channel has meanwhile accepted is not concluded by whoever looked before', () => {
  const { order, refundId } = unresolvedRefund(true);
  const accepted = afterChange(recordRefundReference(order, refundId, 're_1', clocksAt(after(20 * DAY))));
  expect(openCases(accepted)).toEqual([]);
  const now = after(20 * DAY + 60);
  const finding = { outcome: 'not_made', lookedAt: now, note: 'The dashboard shows none.' } as const;
  expect(concludeRefund(accepted, refundId, finding, clocksAt(now))).toEqual({
    kind: 'refused',
    reason: 'still_tried',
  });
  expect(refundableMinor(accepted)).toBe(7_000);
  // The gateway asks as often as before, and the channel still reports no result. So the refund becomes a case again.
  let asked = accepted;
  for (let days = 21; openCases(asked).length === 0; days += 1) {
    asked = afterChange(startRefund(asked, refundId, after(days * DAY), true));
  }
  const later = after(40 * DAY);
  expect(concludeRefund(asked, refundId, finding, { now: later, realNow: later }).kind).toBe('concluded');
});
