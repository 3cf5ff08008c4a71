import { describe, expect, test } from 'vitest';
import { announcementsOf } from '../../src/application/announcements.ts';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { returnCaseIdOf } from '../../src/domain/order/order-identifiers.ts';
import { refundableMinor, refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { ownEntries } from '../../src/domain/reconciliation/own-entry.ts';
import { verdictOf } from '../../src/domain/reconciliation/verdict.ts';
import { concludeRefund } from '../../src/domain/refund/conclude-refund.ts';
import { applyRefundReport } from '../../src/domain/refund/progress-refund.ts';
import type { RefundResult } from '../../src/domain/refund/refund.ts';
import { applyRefundByReference } from '../../src/domain/refund/take-channel-refund.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import {
  afterChange,
  clocksAt,
  closed,
  disputed,
  eventsOf,
  latest,
  money,
  paid,
  refundNumbered,
  startRefund,
  submitted,
  succeeded,
  withRefund,
} from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';

const failure = { code: 'account_closed', message: 'The consumer’s account is closed.' };

function reported(order: PaymentOrder, result: 'failed' | 'succeeded', seconds: number, toldAt?: Date) {
  const { refundId, amount } = refundNumbered(order, 'R');
  const time = toldAt && { toldAt };
  const told =
    result === 'failed'
      ? ({ kind: 'failed', failure, ...time } as const)
      : ({ kind: 'succeeded', returned: amount, ...time } as const);
  return applyRefundReport(order, refundId, { result: told }, after(seconds));
}

function reversed(order: PaymentOrder, seconds = 60, toldAt?: Date): PaymentOrder {
  return afterChange(reported(order, 'failed', seconds, toldAt));
}

const made = (amountMinor: number, order = paid()) =>
  withRefund(order, { number: 'R', amountMinor, state: 'SUCCESS' });
const withOther = (amountMinor: number) => withRefund(paid(), { number: 'O', amountMinor, state: 'SUCCESS' });
const lost = (order: PaymentOrder, amountMinor: number) => {
  const report = { kind: 'lost', channelReference: 'dsp_1', amount: money(amountMinor) } as const;
  return afterChange(
    applyDisputeReport(disputed(order, amountMinor), order.paidByAttemptId ?? '', report, after(55)),
  );
};

describe('if the channel reports a refund as made and then takes it back, the refund counts as failed (fault 84)', () => {
  test.each([
    ['the whole amount', () => made(10_000), 'REFUNDED', 'PAY_SUCCESS', 10_000],
    ['the only part', () => made(3_000), 'PARTIAL_REFUND', 'PAY_SUCCESS', 10_000],
    ['one part of all', () => made(3_000, withOther(7_000)), 'REFUNDED', 'PARTIAL_REFUND', 3_000],
    ['one part of some', () => made(3_000, withOther(2_000)), 'PARTIAL_REFUND', 'PARTIAL_REFUND', 8_000],
    ['beside a lost dispute', () => lost(made(3_000), 10_000), 'REFUNDED', 'REFUNDED', 0],
    ['during a dispute', () => disputed(made(3_000), 5_000), 'IN_DISPUTE', 'IN_DISPUTE', 10_000],
  ])(
    'moves the order to the state that follows from its refunds: %s',
    (_case, build, from, to, refundable) => {
      const before = build();
      expect(before.state).toBe(from);
      const after60 = reversed(before);
      expect(after60.state).toBe(to);
      expect(refundableMinor(after60)).toBe(refundable);
      expect(eventsOf(after60).slice(before.outbox.length)).toEqual(['order.refund.failed']);
      expect(after60.outbox.at(-1)).toMatchObject({ state: to, refund: { state: 'FAILED', failure } });
      expect(refundNumbered(after60, 'R')).toMatchObject({
        state: 'FAILED',
        failure,
        completedAt: after(60),
      });
      expect(openCases(after60)).toEqual([]);
    },
  );

  test('is reported by one event, and late or repeated reports of its success change nothing', () => {
    const order = reversed(made(3_000));
    expect(reported(order, 'failed', 61).kind).toBe('unchanged');
    expect(reported(order, 'succeeded', 62).kind).toBe('unchanged');
  });

  test('becomes a case and reserves its amount again if the channel reports later that it was made after all', () => {
    const order = reversed(made(3_000), 60, after(59));
    for (const toldAt of [undefined, after(50), after(59)]) {
      expect(reported(order, 'succeeded', 62, toldAt).kind).toBe('unchanged');
    }
    const again = afterChange(reported(order, 'succeeded', 62, after(61)));
    expect([refundNumbered(again, 'R').state, refundableMinor(again)]).toEqual(['FAILED', 7_000]);
    expect(openCases(again).map(({ kind }) => kind)).toEqual(['result_set_aside']);
  });

  test('may have gone back, although the merchant has already refunded it again, so the new refund is not sent', () => {
    const order = withRefund(reversed(made(10_000), 60, after(59)), { number: 'R2', amountMinor: 10_000 });
    const again = afterChange(reported(order, 'succeeded', 62, after(61)));
    const { refundId } = refundNumbered(again, 'R2');
    const tried = afterChange(startRefund(again, refundId, after(70), true));
    expect(refundNumbered(tried, 'R2')).toMatchObject({
      state: 'CANCELLED',
      failure: { code: 'earlier_refund_in_doubt' },
    });
  });

  test('is a case again if it fails once more after an operator found it made, but a repeated report of the first failure is not', () => {
    const again = afterChange(reported(reversed(made(3_000), 60, after(59)), 'succeeded', 62, after(61)));
    const finding = { outcome: 'made', lookedAt: after(500), note: 'Seen as made.' } as const;
    const found = concludeRefund(again, refundNumbered(again, 'R').refundId, finding, clocksAt(after(600)));
    if (found.kind !== 'concluded') throw new Error(found.reason);
    expect([refundNumbered(found.order, 'R').state, openCases(found.order)]).toEqual(['SUCCESS', []]);
    expect(reported(found.order, 'failed', 700, after(59)).kind).toBe('unchanged');
    const failed = afterChange(reported(found.order, 'failed', 700, after(650)));
    expect(openCases(failed).map(({ kind }) => kind)).toEqual(['result_set_aside']);
  });

  test('is a case if an operator concludes that it was made, but it failed once more while it is being looked at', () => {
    const again = afterChange(reported(reversed(made(3_000), 60, after(59)), 'succeeded', 62, after(61)));
    const failed = afterChange(reported(again, 'failed', 700, after(650)));
    expect(moneyMovesOf(failed)).toEqual(moneyMovesOf(again));
    const casesIf = (lookedAt: Date) => {
      const finding = { outcome: 'made', lookedAt, note: 'Seen as made.' } as const;
      const found = concludeRefund(
        failed,
        refundNumbered(failed, 'R').refundId,
        finding,
        clocksAt(after(2_000)),
      );
      return found.kind === 'concluded' ? openCases(found.order).map(({ kind }) => kind) : found.reason;
    };
    expect([casesIf(after(500)), casesIf(after(1_900))]).toEqual([['result_set_aside'], []]);
  });

  test('is a case instead if the channel has already reported that it made the refund again later', () => {
    const before = made(3_000);
    const again = afterChange(reported(before, 'succeeded', 62, after(61)));
    expect(again.refunds.map(({ state }) => state)).toEqual(['SUCCESS']);
    expect(moneyMovesOf(again)).toEqual(moneyMovesOf(before));
    expect(reported(again, 'succeeded', 63, after(61)).kind).toBe('unchanged');
    const outdated = afterChange(reported(again, 'failed', 64, after(59)));
    expect([refundNumbered(outdated, 'R').state, refundableMinor(outdated)]).toEqual(['SUCCESS', 7_000]);
    expect(openCases(outdated).map(({ kind }) => kind)).toEqual(['result_set_aside']);
    const later = afterChange(reported(again, 'failed', 64, after(63)));
    expect(refundNumbered(later, 'R').state).toBe('FAILED');
  });

  test('is a case instead even if the later report of its success is the first one that arrives', () => {
    const order = withRefund(paid(), { number: 'R', amountMinor: 3_000, state: 'PROCESSING' });
    const again = afterChange(reported(order, 'succeeded', 62, after(61)));
    const outdated = afterChange(reported(again, 'failed', 64, after(59)));
    expect([refundNumbered(outdated, 'R').state, refundableMinor(outdated)]).toEqual(['SUCCESS', 7_000]);
    expect(openCases(outdated).map(({ kind }) => kind)).toEqual(['result_set_aside']);
    expect(reported(outdated, 'succeeded', 65, after(50)).kind).toBe('unchanged');
  });

  test('can be refunded again under another ID', () => {
    const again = withRefund(reversed(made(10_000)), { number: 'R2', amountMinor: 10_000, state: 'SUCCESS' });
    expect(again.state).toBe('REFUNDED');
    expect(refundedMinor(again)).toBe(10_000);
  });

  test('shows in settlement on its own day, and the earlier day stays as it was', () => {
    const before = made(3_000);
    const [, refund] = moneyMovesOf(before);
    const moves = moneyMovesOf(reversed(before, 100_000));
    expect(moves.slice(0, 2)).toEqual(moneyMovesOf(before));
    expect(moves.slice(2)).toEqual([
      {
        ...refund,
        kind: 'refund_reversal',
        bookingId: refund?.bookingId?.replace(/out$/, 'in'),
        signedMinor: 3_000,
        at: after(100_000),
      },
    ]);
  });

  test('agrees with books that list it as made on one day and as failed on a later one', () => {
    const order = reversed(made(3_000));
    const entry = ownEntries(order, 'Sandbox').find(({ subject }) => subject === 'refund');
    if (entry === undefined) throw new Error('no entry');
    const at = after(42);
    expect(verdictOf(entry, { amount: money(3_000), state: 'succeeded', at })).toBe('no_money');
    expect(verdictOf(entry, { amount: money(3_000), state: 'failed', at })).toBe('no_money');
    expect(verdictOf(entry, { amount: money(2_999), state: 'succeeded', at })).toBe('state');
  });

  test('differs from books that list it as made again days after the reversal', () => {
    const order = reversed(made(3_000), 60, after(50));
    const entry = ownEntries(order, 'Sandbox').find(({ subject }) => subject === 'refund');
    if (entry === undefined) throw new Error('no entry');
    const day = 24 * 60 * 60;
    const line = { amount: money(3_000), state: 'succeeded' } as const;
    expect(verdictOf(entry, { ...line, at: after(50 + day) })).toBe('no_money');
    expect(verdictOf(entry, { ...line, at: after(51 + day) })).toBe('state');
    expect(verdictOf(entry, { ...line, at: null })).toBe('no_money');
  });

  test('that an operator later finds made counts again, beside the reversal', () => {
    const seen = { lookedAt: after(300), note: 'The bank paid it after all.' };
    const finding = { outcome: 'made', ...seen } as const;
    const { refundId } = refundNumbered(made(3_000), 'R');
    const found = concludeRefund(reversed(made(3_000)), refundId, finding, clocksAt(after(300)));
    if (found.kind !== 'concluded') throw new Error(found.kind);
    expect(found.order.state).toBe('PARTIAL_REFUND');
    expect(moneyMovesOf(found.order).map(({ signedMinor }) => signedMinor)).toEqual([
      10_000, -3_000, 3_000, -3_000,
    ]);
    // The channel takes it back a second time. Nobody knows any more what happened, so an operator has to look.
    const again = afterChange(reported(found.order, 'failed', 305));
    expect(openCases(again).map(({ kind }) => kind)).toEqual(['result_set_aside']);
    expect(refundNumbered(again, 'R').state).toBe('SUCCESS');
  });

  test('that an operator found made stays made, and becomes a case', () => {
    const waiting = withRefund(paid(), { number: 'R', amountMinor: 3_000, state: 'FAILED' });
    const { refundId } = refundNumbered(waiting, 'R');
    const finding = { outcome: 'made', lookedAt: after(90), note: 'The dashboard shows it.' } as const;
    const found = concludeRefund(waiting, refundId, finding, clocksAt(after(90)));
    if (found.kind !== 'concluded') throw new Error(found.kind);
    const told = afterChange(reported(found.order, 'failed', 95));
    expect(refundNumbered(told, 'R').state).toBe('SUCCESS');
    expect(openCases(told).map(({ kind }) => kind)).toEqual(['result_set_aside']);
  });
});

describe('if an operator returned a late payment by hand at the processor and the channel takes this return back, the settled case opens again (fault 84)', () => {
  const byHand = (
    order: PaymentOrder,
    result: RefundResult,
    seconds: number,
    channelReference = 're_hand',
  ) => {
    const { attemptId } = latest(order);
    const report = { channelId: 'Sandbox', attemptId, channelReference, result };
    const decision = applyRefundByReference(order, report, after(seconds));
    if (decision.kind === 'not_yet') throw new Error(decision.reason);
    return afterChange(decision);
  };
  const returned = (amountMinor = 10_000) => ({ kind: 'succeeded', returned: money(amountMinor) }) as const;
  const failed = { kind: 'failed', failure } as const;
  const firstId = (order: PaymentOrder) => order.refunds[0]?.refundId ?? '';

  /** Returns a late payment whose return was never sent. An operator has settled its case. */
  function leftToOperator(): PaymentOrder {
    const order = closed(submitted());
    const late = afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(2_000)));
    const unsent = { ...late, refunds: late.refunds.map((refund) => ({ ...refund, tries: 8 })) };
    return afterChange(settleListed(unsent, firstId(unsent), 'Refunding it in the dashboard.', after(3_000)));
  }

  const kinds = (order: PaymentOrder) => openCases(order).map(({ kind }) => kind);

  test.each([
    ['days later', 500_000],
    ['told by an instance whose clock is behind', 2_990],
  ])('and an alert is raised: %s', (_case, seconds) => {
    const back = byHand(leftToOperator(), returned(), 3_600);
    expect(kinds(back)).toEqual([]);
    const reversed = byHand(back, failed, seconds);
    expect(kinds(reversed)).toEqual(['return_failed']);
    expect(announcementsOf(back, reversed)).toEqual([
      { kind: 'return_failed', orderId: back.orderId, refundId: firstId(back) },
    ]);
  });

  test('once more each time, and an operator can settle the case', () => {
    let order = leftToOperator();
    for (const [index, reference] of ['re_1', 're_2'].entries()) {
      order = byHand(order, returned(), 4_000 + 100 * index, reference);
      expect(kinds(order)).toEqual([]);
      order = byHand(order, failed, 4_050 + 100 * index, reference);
      expect(kinds(order)).toEqual(['return_failed']);
      order = afterChange(
        settleListed(order, returnCaseIdOf(firstId(order)), 'Once more.', after(4_060 + 100 * index)),
      );
      expect(kinds(order)).toEqual([]);
    }
  });

  test('even if only a part came back', () => {
    const parts = byHand(
      byHand(leftToOperator(), returned(4_000), 4_000, 're_1'),
      returned(6_000),
      4_001,
      're_2',
    );
    expect(kinds(byHand(parts, failed, 4_100, 're_1'))).toEqual(['return_failed']);
  });
});
