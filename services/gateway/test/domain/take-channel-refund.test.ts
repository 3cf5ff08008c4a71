import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { setAsideIdOf } from '../../src/domain/order/order-identifiers.ts';
import { refundableMinor, refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { ownEntries } from '../../src/domain/reconciliation/own-entry.ts';
import { lineKey, ownKey } from '../../src/domain/reconciliation/same-entry.ts';
import { concludeRefund } from '../../src/domain/refund/conclude-refund.ts';
import { applyRefundReport, recordRefundReference } from '../../src/domain/refund/progress-refund.ts';
import { shownOriginOf } from '../../src/domain/refund/refund.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import { failure, taken, told } from '../builders/channel-refunds.ts';
import {
  afterChange,
  clocksAt,
  closed,
  disputed,
  eventsOf,
  latest,
  money,
  paid,
  submitted,
  succeeded,
  withRefund,
} from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';
import { unresolvedRefund } from '../builders/unresolved-refunds.ts';

describe('a refund that somebody made at the processor by hand counts like any other refund (fault 84)', () => {
  test.each([
    ['a part', () => paid(), 3_000, 'PARTIAL_REFUND', 3_000],
    ['the whole', () => paid(), 10_000, 'REFUNDED', 10_000],
    [
      'the rest',
      () => withRefund(paid(), { amountMinor: 4_000, state: 'SUCCESS' }),
      6_000,
      'REFUNDED',
      10_000,
    ],
    ['during a dispute', () => disputed(paid(), 3_000), 3_000, 'IN_DISPUTE', 3_000],
  ])('becomes a refund of the order: %s', (_case, build, amountMinor, state, refunded) => {
    const before = build();
    const order = taken(before, money(amountMinor));
    const refund = order.refunds.at(-1);
    expect(refund).toMatchObject({
      transactionId: expect.stringMatching(/^chn_[0-9a-f]{32}_[0-9a-f]{24}$/),
      state: 'SUCCESS',
      amount: money(amountMinor),
      channelReference: 're_hand',
      completedAt: after(60),
      nextActionAt: null,
    });
    expect(refund && shownOriginOf(refund)).toBe('channel');
    expect(order.state).toBe(state);
    expect(refundedMinor(order)).toBe(refunded);
    expect(eventsOf(order).slice(before.outbox.length)).toEqual(['order.refund.succeeded']);
    expect(moneyMovesOf(order).findLast(({ kind }) => kind === 'refund')).toMatchObject({
      signedMinor: -amountMinor,
      reference: refund?.transactionId,
    });
    expect(openCases(order)).toEqual([]);
  });

  test('is counted once, however often it is reported, and another one gets a different ID', () => {
    const once = taken(paid(), money(3_000));
    expect(told(once, money(3_000)).kind).toBe('unchanged');
    const twice = taken(once, money(3_000), 're_other');
    expect(refundedMinor(twice)).toBe(6_000);
    const [one, other] = twice.refunds.map(({ transactionId }) => transactionId);
    expect(one).not.toBe(other);
    expect(taken(paid(), money(3_000)).refunds[0]?.transactionId).toBe(one);
  });

  test('can fail later, and its amount is refundable again', () => {
    const order = taken(taken(paid(), money(10_000)), null);
    expect(order).toMatchObject({ state: 'PAY_SUCCESS', refunds: [{ state: 'FAILED', failure }] });
    expect(refundableMinor(order)).toBe(10_000);
    expect(eventsOf(order).slice(-2)).toEqual(['order.refund.succeeded', 'order.refund.failed']);
  });

  test('that failed before anybody knew of it changes no money, even if its success is reported later', () => {
    const order = taken(paid(), null);
    const { quarantine, settledCases } = order;
    expect({ ...order, version: 0 }).toEqual({ ...paid(), version: 0, quarantine, settledCases });
    expect(openCases(order)).toEqual([]);
    expect(told(order, null).kind).toBe('unchanged');
    expect(told(order, money(3_000)).kind).toBe('unchanged');
  });

  test('that did not fit and then failed is never counted', () => {
    const full = withRefund(paid(), { number: 'R', amountMinor: 8_000, state: 'SUCCESS' });
    const order = taken(taken(full, money(3_000)), null);
    expect(openCases(order)).toEqual([]);
    const { refundId = '' } = full.refunds[0] ?? {};
    const report = { result: { kind: 'failed', failure } } as const;
    const back = afterChange(applyRefundReport(order, refundId, report, after(70)));
    expect(back.state).toBe('PAY_SUCCESS');
    expect(refundableMinor(back)).toBe(10_000);
  });

  describe('that failed, and that the channel then made again', () => {
    const report = (order: PaymentOrder, returned: ReturnType<typeof money> | null, seconds: number) =>
      told(order, returned, { seconds, toldAt: after(seconds) });

    test('is counted, if the order did not know it before', () => {
      const failed = afterChange(report(paid(), null, 60));
      expect(report(failed, money(3_000), 50).kind).toBe('unchanged');
      const made = afterChange(report(failed, money(3_000), 70));
      expect(made).toMatchObject({ state: 'PARTIAL_REFUND', refunds: [{ state: 'SUCCESS' }] });
      expect(refundableMinor(made)).toBe(7_000);
    });

    test('is a case again if it does not fit, and holds its amount back until it fails once more', () => {
      const full = withRefund(paid(), { amountMinor: 8_000, state: 'SUCCESS' });
      const aside = afterChange(report(full, money(3_000), 60));
      const failed = afterChange(report(aside, null, 70));
      expect([openCases(failed), refundableMinor(failed)]).toEqual([[], 2_000]);
      const made = afterChange(report(failed, money(3_000), 80));
      expect(openCases(made).map(({ kind }) => kind)).toEqual(['result_set_aside']);
      expect(refundableMinor(made)).toBe(0);
      expect(report(made, money(3_000), 80).kind).toBe('unchanged');
      const again = afterChange(report(made, null, 90));
      expect([openCases(again), refundableMinor(again)]).toEqual([[], 2_000]);
      expect(report(again, money(3_000), 80).kind).toBe('unchanged');
    });

    test('stays counted, and is a case, if the later report of its success arrives before the failure', () => {
      const made = afterChange(report(paid(), money(3_000), 80));
      const failed = afterChange(report(made, null, 70));
      expect(openCases(failed).map(({ kind }) => kind)).toEqual(['result_set_aside']);
      expect([failed.refunds.map(({ state }) => state), refundableMinor(failed)]).toEqual([
        ['SUCCESS'],
        7_000,
      ]);
      expect(report(failed, money(3_000), 60).kind).toBe('unchanged');
    });

    test.each([
      ['after the first', [60, 80]],
      ['before the first', [80, 60]],
      ['alone', [80]],
    ])(
      'stays a case if it does not fit and the later report arrives before the failure, %s',
      (_when, times) => {
        const full = withRefund(paid(), { amountMinor: 8_000, state: 'SUCCESS' });
        const aside = times.reduce((order, seconds) => {
          const decided = report(order, money(3_000), seconds);
          return decided.kind === 'changed' ? decided.order : order;
        }, full);
        expect(openCases(aside).map(({ kind }) => kind)).toEqual(['result_set_aside']);
        expect(report(aside, null, 70).kind).toBe('unchanged');
        const again = afterChange(report(aside, null, 90));
        expect([openCases(again), refundableMinor(again)]).toEqual([[], 2_000]);
      },
    );
  });

  test.each([
    ['more than is left', () => withRefund(paid(), { amountMinor: 8_000, state: 'SUCCESS' }), money(3_000)],
    ['another currency', () => paid(), money(1_000, 'EUR')],
    ['no amount', () => paid(), money(0)],
    ['half a cent', () => paid(), money(0.5)],
  ])('that does not fit is a case, and nothing is counted: %s', (_case, build, returned) => {
    const before = build();
    const order = taken(before, returned);
    expect(order).toMatchObject({ state: before.state, refunds: before.refunds, outbox: before.outbox });
    expect(openCases(order).map(({ kind }) => kind)).toEqual(['result_set_aside']);
    expect(told(order, returned).kind).toBe('unchanged');
  });

  test('that does not fit holds its amount back until an operator has settled the case', () => {
    const order = taken(withRefund(paid(), { amountMinor: 6_000, state: 'SUCCESS' }), money(5_000));
    expect(refundableMinor(order)).toBe(0);
    const [{ caseId } = { caseId: '' }] = openCases(order);
    const settled = afterChange(settleListed(order, caseId, 'Not ours.', after(80)));
    expect(refundableMinor(settled)).toBe(4_000);
  });

  test.each([
    ['is still open', false],
    ['was settled', true],
  ])(
    'that did not fit is counted once an earlier refund came back, even if its case %s',
    (_case, isSettled) => {
      const full = withRefund(paid(), { number: 'R', amountMinor: 8_000, state: 'SUCCESS' });
      let order = taken(full, money(3_000));
      const [{ caseId } = { caseId: '' }] = openCases(order);
      if (isSettled) order = afterChange(settleListed(order, caseId, 'Seen there.', after(65)));
      const { refundId = '' } = full.refunds[0] ?? {};
      const back = afterChange(
        applyRefundReport(order, refundId, { result: { kind: 'failed', failure } }, after(70)),
      );
      expect(back.state).toBe('PARTIAL_REFUND');
      expect(refundedMinor(back)).toBe(3_000);
      expect(refundableMinor(back)).toBe(7_000);
      expect(openCases(back)).toEqual([]);
      expect(eventsOf(back).slice(-2)).toEqual(['order.refund.failed', 'order.refund.succeeded']);
      expect(told(back, money(3_000)).kind).toBe('unchanged');
      expect(told(back, null).kind).toBe('changed');
    },
  );

  test('waits until the payment is known to have succeeded', () => {
    const early = submitted();
    expect(told(early, money(3_000)).kind).toBe('not_yet');
    expect(taken(paid(early), money(3_000)).state).toBe('PARTIAL_REFUND');
  });

  test('waits while a refund of the gateway has no reference yet, because it may be this one', () => {
    const sent = withRefund(paid(), { number: 'R', amountMinor: 3_000, state: 'PROCESSING' });
    expect(told(sent, money(3_000)).kind).toBe('not_yet');
    expect(told(sent, null).kind).toBe('not_yet');
    const named = afterChange(recordReference(sent, sent.refunds[0]?.refundId ?? '', 're_hand'));
    expect(taken(named, money(3_000)).refunds).toMatchObject([{ transactionId: 'R', state: 'SUCCESS' }]);
  });

  test('is matched with a refund that was reported as made without a reference', () => {
    const made = withRefund(paid(), { number: 'R', amountMinor: 3_000, state: 'SUCCESS' });
    expect(taken(made, money(3_000)).refunds).toMatchObject([
      { transactionId: 'R', state: 'SUCCESS', channelReference: 're_hand' },
    ]);
    expect(taken(made, money(2_000)).refunds).toHaveLength(2);
  });

  /** Returns an order with a refund of 30 dollars that got no answer. An operator found that it was made. */
  function foundMade(): PaymentOrder {
    const { order, refundId } = unresolvedRefund(true);
    const finding = { outcome: 'made', note: 'The dashboard shows it.' } as const;
    const found = concludeRefund(order, refundId, finding, clocksAt(after(2_000_000)));
    if (found.kind !== 'concluded') throw new Error(found.kind);
    return found.order;
  }

  test('is a case and holds its amount back if only an operator found a refund of this amount made', () => {
    const order = taken(foundMade(), money(3_000));
    expect(order.refunds).toEqual(foundMade().refunds);
    expect(openCases(order).map(({ kind }) => kind)).toEqual(['result_set_aside']);
    expect(refundedMinor(order)).toBe(3_000);
    expect(refundableMinor(order)).toBe(4_000);
    expect(told(order, money(3_000)).kind).toBe('unchanged');
    expect(taken(order, money(3_000), 're_other').quarantine).toHaveLength(2);
  });

  test('counts once an operator names the sum of both, and the amount can be refunded again if it was the same one', () => {
    const order = taken(foundMade(), money(3_000));
    const finding = { outcome: 'made', returned: money(6_000), note: 'Both are there.' } as const;
    const { refundId = '' } = order.refunds[0] ?? {};
    const both = concludeRefund(order, refundId, finding, clocksAt(after(2_000_100)));
    if (both.kind !== 'concluded') throw new Error(both.kind);
    expect([refundedMinor(both.order), refundableMinor(both.order)]).toEqual([6_000, 4_000]);
    expect(openCases(both.order)).toEqual([]);
    expect(told(both.order, money(3_000)).kind).toBe('unchanged');
    const [{ caseId } = { caseId: '' }] = openCases(order);
    const one = afterChange(settleListed(order, caseId, 'It is the same one.', after(2_000_100)));
    expect([refundedMinor(one), refundableMinor(one)]).toEqual([3_000, 7_000]);
    expect(told(one, money(3_000)).kind).toBe('unchanged');
  });

  test.each([
    ['is open', false],
    ['was settled', true],
  ])(
    'is a case if it then fails, because an operator may have counted it: its case %s',
    (_case, isSettled) => {
      let order = taken(foundMade(), money(3_000));
      const [{ caseId } = { caseId: '' }] = openCases(order);
      if (isSettled)
        order = afterChange(settleListed(order, caseId, 'It is the same one.', after(2_000_100)));
      const failed = taken(order, null);
      expect(failed.refunds).toEqual(order.refunds);
      expect(openCases(failed).map(({ caseId }) => caseId)).toEqual([setAsideIdOf(order.orderId, 2)]);
      expect(refundableMinor(failed)).toBe(7_000);
      expect(told(failed, null).kind).toBe('unchanged');
    },
  );

  test('is a case if an operator found a refund of this amount not made', () => {
    const sent = withRefund(paid(), { number: 'R', amountMinor: 3_000, state: 'FAILED' });
    const before = {
      ...sent,
      refunds: sent.refunds.map((refund) => ({
        ...refund,
        failure: { code: 'concluded_by_operator', message: 'not made' },
      })),
    };
    const order = taken(before, money(3_000));
    expect(order.refunds).toEqual(before.refunds);
    expect(openCases(order).map(({ kind }) => kind)).toEqual(['result_set_aside']);
    expect(refundableMinor(order)).toBe(7_000);
    // A second refund of this amount is a case of its own.
    const both = taken(order, money(3_000), 're_other');
    expect(openCases(both)).toHaveLength(2);
    expect(refundableMinor(both)).toBe(4_000);
  });

  describe('that an operator may have recorded as returned by hand', () => {
    const byHand = (amountMinor = 3_000) => {
      const sent = withRefund(paid(), { number: 'R', amountMinor, state: 'PROCESSING' });
      const waiting = {
        ...sent,
        refunds: sent.refunds.map((refund) => ({ ...refund, tries: 8, callEndsBy: null })),
      };
      const finding = { outcome: 'made_by_hand', note: 'Returned in the dashboard.' } as const;
      const found = concludeRefund(waiting, sent.refunds[0]?.refundId ?? '', finding, clocksAt(after(40)));
      if (found.kind !== 'concluded') throw new Error(found.kind);
      return found.order;
    };

    test('is a case, and does not count twice', () => {
      const order = taken(byHand(), money(3_000));
      expect(order.refunds).toHaveLength(1);
      expect(refundedMinor(order)).toBe(3_000);
      expect(refundableMinor(order)).toBe(4_000);
      expect(openCases(order).map(({ kind }) => kind)).toEqual(['result_set_aside']);
      const [{ caseId } = { caseId: '' }] = openCases(order);
      const settled = afterChange(settleListed(order, caseId, 'The same money.', after(80)));
      expect(refundableMinor(settled)).toBe(7_000);
      expect(told(settled, money(3_000)).kind).toBe('unchanged');
    });

    test('counts if its amount is another one', () => {
      expect(refundedMinor(taken(byHand(), money(2_000)))).toBe(5_000);
    });

    test('counts once the operator has found that it is other money', () => {
      const order = taken(byHand(), money(3_000));
      const finding = { outcome: 'made', returned: money(3_000), note: 'Both were made.' } as const;
      const found = concludeRefund(order, order.refunds[0]?.refundId ?? '', finding, clocksAt(after(90)));
      if (found.kind !== 'concluded') throw new Error(found.kind);
      expect(refundedMinor(found.order)).toBe(6_000);
      expect(openCases(found.order)).toEqual([]);
      // It failed later. The operator's record cannot be taken back, so there is a case.
      const failed = taken(found.order, null);
      expect(refundedMinor(failed)).toBe(6_000);
      expect(openCases(failed).map(({ kind }) => kind)).toEqual(['result_set_aside']);
    });

    test('is a case if it failed before an operator has looked at it, because it may be the recorded one', () => {
      const order = taken(taken(byHand(), money(3_000)), null);
      expect(refundedMinor(order)).toBe(3_000);
      expect(refundableMinor(order)).toBe(7_000);
      expect(openCases(order).map(({ caseId }) => caseId)).toEqual([setAsideIdOf(order.orderId, 2)]);
      expect(told(order, null).kind).toBe('unchanged');
      expect(told(order, money(3_000)).kind).toBe('unchanged');
    });
  });

  test('of a late payment is one of its returns, and leaves the order closed', () => {
    const order = closed(submitted());
    const { attemptId } = latest(order);
    const late = afterChange(applyPaymentResult(order, attemptId, succeeded(), after(2_000)));
    const back = taken(late, money(10_000));
    expect(back.state).toBe('CLOSE');
    expect(back.refunds.map(({ origin, state }) => [origin, state])).toEqual([
      ['late_payment', 'INITIALISED'],
      ['late_payment', 'SUCCESS'],
    ]);
    expect(eventsOf(back)).toEqual(eventsOf(late));
  });

  test('agrees with the line of the channel’s books that names its attempt', () => {
    const order = taken(paid(), money(3_000));
    const own = ownEntries(order, 'Sandbox').find(({ subject }) => subject === 'refund');
    const line = {
      subject: 'refund',
      reference: latest(order).attemptId,
      channelReference: 're_hand',
      amount: money(3_000),
      state: 'succeeded',
      at: after(60),
    } as const;
    expect(own && ownKey(own)).toBe(lineKey(line));
    expect(own && ownKey(own)).not.toBe(lineKey({ ...line, channelReference: 're_other' }));
  });

  test('withdraws a refund that was not sent yet and whose money is now gone, and no other', () => {
    const one = withRefund(paid(), { number: 'R1', amountMinor: 2_000 });
    const both = withRefund(one, { number: 'R2', amountMinor: 7_000 });
    const order = taken(both, money(4_000));
    expect(order.refunds.map(({ state }) => state)).toEqual(['CANCELLED', 'CANCELLED', 'SUCCESS']);
    expect(taken(one, money(4_000)).refunds.map(({ state }) => state)).toEqual(['INITIALISED', 'SUCCESS']);
  });

  test('can be corrected by an operator like any other', () => {
    const order = taken(paid(), money(3_000));
    const finding = { outcome: 'made', returned: money(3_500), note: 'Seen there.' } as const;
    const found = concludeRefund(order, order.refunds[0]?.refundId ?? '', finding, clocksAt(after(90)));
    if (found.kind !== 'concluded') throw new Error(found.kind);
    expect(refundedMinor(found.order)).toBe(3_500);
  });
});

function recordReference(order: PaymentOrder, refundId: string, reference = 're_1') {
  return recordRefundReference(order, refundId, reference, clocksAt(after(50)));
}
