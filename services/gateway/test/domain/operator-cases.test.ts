import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { planCancellation } from '../../src/domain/attempt/cancel-attempt.ts';
import { noteUncollected } from '../../src/domain/attempt/note-uncollected.ts';
import { beginClosing } from '../../src/domain/order/expire-order.ts';
import { openCases, settleCase } from '../../src/domain/order/operator-cases.ts';
import { orderIdOf, refundIdOf, returnCaseIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { applyRefundResult, recordNotSent, repeatSending } from '../../src/domain/refund/progress-refund.ts';
import type { Refund } from '../../src/domain/refund/refund.ts';
import { repeatReturn } from '../../src/domain/refund/return-money.ts';
import { cancelRefund } from '../../src/domain/refund/withdraw-refund.ts';
import {
  afterChange,
  afterDecision,
  closed,
  declined,
  latest,
  money,
  opened,
  paid,
  startRefund,
  submitted,
  succeeded,
  withRefund,
} from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';
import { unresolvedReturn } from '../builders/unresolved-refunds.ts';

const DAY = 86_400;

/** Makes an expired order with a submitted attempt, about which the channel gave no answer for 48 hours. */
function unresolved(): PaymentOrder {
  const closing = afterChange(beginClosing(submitted(), after(1800)));
  const { attemptId } = latest(closing);
  const called = planCancellation(closing, attemptId, after(1800 + 2 * DAY));
  if (called.kind !== 'call') throw new Error(called.kind);
  const plan = planCancellation(called.order, attemptId, after(1830 + 2 * DAY));
  if (plan.kind !== 'given_up') throw new Error(`not given up: ${plan.kind}`);
  return plan.order;
}

function kinds(order: PaymentOrder): readonly string[] {
  return openCases(order).map(({ kind }) => kind);
}

/** Makes an order that was paid after it had closed. The channel refuses to return the money. */
function returnFailed(): PaymentOrder {
  const order = closed(submitted());
  const late = afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(2000)));
  const refundId = late.refunds[0]?.refundId ?? '';
  const failure = { code: 'no', message: 'No.' };
  return afterChange(applyRefundResult(late, refundId, { kind: 'failed', failure }, after(2100)));
}

describe('an order is for the operator', () => {
  test('when 48 hours after its end nobody knows whether an attempt was paid', () => {
    const order = unresolved();
    expect(openCases(order)).toEqual([
      { caseId: latest(order).attemptId, kind: 'attempt_unresolved', since: after(1830 + 2 * DAY) },
    ]);
    expect(latest(order).state).toBe('ABANDONED');
  });

  test.each([
    ['succeeded', succeeded()],
    ['cancelled', { kind: 'cancelled' } as const],
  ])('no longer once the channel says that it %s', (_case, result) => {
    const order = unresolved();
    const told = afterChange(applyPaymentResult(order, latest(order).attemptId, result, after(2 * DAY)));
    expect(kinds(told)).toEqual([]);
    expect(applyPaymentResult(told, latest(order).attemptId, result, after(2 * DAY)).kind).toBe('unchanged');
  });

  test('when an attempt whose case was settled is declined, and the channel is silent about its end once more', () => {
    const order = unresolved();
    const { attemptId } = latest(order);
    const settled = afterChange(settleListed(order, attemptId, 'Not paid.', after(3 * DAY)));
    const declinedLate = { ...declined, declineReference: 'ch_9' };
    let next = afterChange(applyPaymentResult(settled, attemptId, declinedLate, after(4 * DAY)));
    for (const moment of [after(4 * DAY), after(6 * DAY), after(6 * DAY + 1800)]) {
      const plan = planCancellation(next, attemptId, moment);
      if (plan.kind === 'not_due') throw new Error(`no call at ${moment.toISOString()}`);
      next = plan.order;
    }
    expect(openCases(next)).toMatchObject([{ caseId: attemptId, kind: 'attempt_unresolved' }]);
  });

  test.each([
    ['a channel was asked eight times about a refund and knows no result', true],
    ['a refund could not be sent in eight attempts', false],
  ])('when %s', (_case, isChannelThere) => {
    let order = withRefund(paid(), { amountMinor: 1_000 });
    const refundId = order.refunds[0]?.refundId ?? '';
    for (let tries = 1; tries <= 8; tries += 1) {
      expect(kinds(order)).toEqual([]);
      order = afterChange(startRefund(order, refundId, after(tries * DAY), isChannelThere));
    }
    expect(openCases(order)).toMatchObject([{ caseId: refundId, kind: 'refund_unresolved' }]);
    const result = { kind: 'succeeded', returned: money(1_000) } as const;
    expect(kinds(afterChange(applyRefundResult(order, refundId, result, after(9 * DAY))))).toEqual([]);
  });

  test('when late money could not be returned, until its return is repeated', () => {
    const order = returnFailed();
    expect(openCases(order)).toEqual([
      { caseId: returnCaseIdOf(refundIdOf(order.orderId, 1)), kind: 'return_failed', since: after(2100) },
    ]);
    const repeated = repeatReturn(order, order.refunds[0]?.refundId ?? '', after(3000));
    if (repeated.kind !== 'repeated') throw new Error(repeated.reason);
    expect(kinds(repeated.order)).toEqual([]);
    expect(repeated.order.refunds).toMatchObject([
      { state: 'FAILED' },
      {
        refundId: repeated.refundId,
        state: 'INITIALISED',
        origin: 'late_payment',
        nextActionAt: after(3000),
        amount: money(10_000),
      },
    ]);
    expect(repeated.order.state).toBe('CLOSE');
  });

  test('when its channel could not collect a reported payment, once for each time', () => {
    const order = paid();
    const { attemptId } = latest(order);
    const report = (current: PaymentOrder, channelReference: string, seconds: number) =>
      noteUncollected(current, attemptId, { channelReference, reason: 'No.' }, after(seconds));
    const noted = afterChange(report(order, 'cpt_1', 3000));
    const [{ caseId } = { caseId: '' }, ...others] = openCases(noted);
    expect(openCases(noted)).toEqual([{ caseId, kind: 'payment_uncollected', since: after(3000) }]);
    expect([caseId, others]).toEqual([expect.stringMatching(/^ucl_[0-9a-f]{32}_1$/), []]);
    expect(orderIdOf(caseId)).toBe(order.orderId);
    expect(noted).toMatchObject({ state: 'PAY_SUCCESS', outbox: order.outbox });
    expect(report(noted, 'cpt_1', 3100)).toEqual({ kind: 'unchanged' });
    const again = afterChange(report(noted, 'cpt_2', 3100));
    const unseen = settleCase(again, { caseId, since: after(3000) }, 'Tried again there.', after(3200));
    expect(unseen).toEqual({ kind: 'unchanged' });
    const settled = afterChange(settleListed(noted, caseId, 'Tried again there.', after(3200)));
    expect(kinds(settled)).toEqual([]);
    expect(report(settled, 'cpt_1', 3300)).toEqual({ kind: 'unchanged' });
    expect(kinds(afterChange(report(settled, 'cpt_2', 3300)))).toEqual(['payment_uncollected']);
  });

  test('when that is reported before the success', () => {
    const order = submitted();
    const { attemptId } = latest(order);
    const report = { channelReference: 'cpt_1', reason: 'No.' };
    const noted = afterChange(noteUncollected(order, attemptId, report, after(40)));
    const told = afterChange(applyPaymentResult(noted, attemptId, succeeded(), after(50)));
    expect(told.state).toBe('PAY_SUCCESS');
    expect(kinds(told)).toEqual(['payment_uncollected']);
    expect(noteUncollected(order, 'txn_none', report, after(40))).toEqual({ kind: 'unchanged' });
  });

  test('when a contradicting report was set aside', () => {
    const order = submitted();
    const wrong = afterChange(
      applyPaymentResult(order, latest(order).attemptId, succeeded(money(1)), after(40)),
    );
    expect(openCases(wrong)).toEqual([
      { caseId: expect.stringMatching(/^qtn_[0-9a-f]{32}_1$/), kind: 'result_set_aside', since: after(40) },
    ]);
  });
});

test('a return is not repeated once the channel has reported it as made', () => {
  const order = returnFailed();
  const { refundId, amount } = order.refunds[0] as Refund;
  const contradicted = afterChange(
    applyRefundResult(order, refundId, { kind: 'succeeded', returned: amount }, after(2200)),
  );
  expect(repeatReturn(contradicted, refundId, after(3000))).toEqual({
    kind: 'refused',
    reason: 'reported_made',
  });
});

test('a return is not repeated after an operator has settled it', () => {
  const order = returnFailed();
  const { refundId } = order.refunds[0] as Refund;
  const caseId = returnCaseIdOf(refundId);
  const settled = afterChange(settleListed(order, caseId, 'Paid back by bank transfer.', after(2200)));
  expect(repeatReturn(settled, refundId, after(3000))).toEqual({ kind: 'refused', reason: 'no_open_case' });
});

test('only the latest of several failed returns of the same money is a case', () => {
  const order = returnFailed();
  const repeated = repeatReturn(order, order.refunds[0]?.refundId ?? '', after(3000));
  if (repeated.kind !== 'repeated') throw new Error(repeated.reason);
  const failure = { code: 'no', message: 'No.' };
  const again = afterChange(
    applyRefundResult(repeated.order, repeated.refundId, { kind: 'failed', failure }, after(3100)),
  );
  expect(openCases(again)).toEqual([
    { caseId: returnCaseIdOf(repeated.refundId), kind: 'return_failed', since: after(3100) },
  ]);
});

describe('settling a case', () => {
  test('of a refund that later turns out to be unsent makes it a case again', () => {
    const { order, refundId } = shown(true);
    const settled = afterChange(settleListed(order, refundId, 'The channel is down.', after(9 * DAY)));
    expect(kinds(settled)).toEqual([]);
    const { tries } = settled.refunds[0] ?? { tries: 0 };
    const facts = { tries, sendAgainAt: after(10 * DAY), now: after(10 * DAY) };
    const found = afterChange(recordNotSent(settled, refundId, facts));
    expect(openCases(found)).toMatchObject([{ caseId: refundId, since: after(10 * DAY) }]);
    expect(found.refunds).toMatchObject([{ state: 'INITIALISED', nextActionAt: null }]);
  });

  test('does not hide a later case under the same ID', () => {
    const order = closed(submitted());
    let late = afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(2000)));
    const refundId = late.refunds[0]?.refundId ?? '';
    for (let tries = 1; tries <= 8; tries += 1) {
      late = afterChange(startRefund(late, refundId, after(tries * DAY), true));
    }
    const settled = afterChange(settleListed(late, refundId, 'Waiting for the channel.', after(9 * DAY)));
    expect(kinds(settled)).toEqual([]);
    const failure = { code: 'no', message: 'No.' };
    const failed = applyRefundResult(settled, refundId, { kind: 'failed', failure }, after(10 * DAY));
    expect(kinds(afterChange(failed))).toEqual(['return_failed']);
    // The report has a time before the settlement: it was received just before, or by an instance whose clock is behind.
    const stampedEarlier = after(9 * DAY - 40);
    const earlier = applyRefundResult(settled, refundId, { kind: 'failed', failure }, stampedEarlier);
    expect(kinds(afterChange(earlier))).toEqual(['return_failed']);
  });

  test('does not settle another case that has opened since the operator looked', () => {
    const { order, refundId } = unresolvedReturn(true);
    const failure = { code: 'no', message: 'No.' };
    const failed = afterChange(
      applyRefundResult(order, refundId, { kind: 'failed', failure }, after(9 * DAY)),
    );
    expect(settleListed(failed, refundId, 'Still under way there.', after(10 * DAY)).kind).toBe('unchanged');
    expect(kinds(failed)).toEqual(['return_failed']);
  });

  /** Makes a refund of ten dollars that was tried so often that it is a case for the operator. */
  function shown(isChannelThere: boolean): { order: PaymentOrder; refundId: string } {
    let order = withRefund(paid(), { amountMinor: 1_000 });
    const refundId = order.refunds[0]?.refundId ?? '';
    for (let tries = 1; tries <= 8; tries += 1) {
      order = afterChange(startRefund(order, refundId, after(tries * DAY), isChannelThere));
    }
    return { order, refundId };
  }

  test('of a refund that was never sent keeps it from being sent and from being cancelled', () => {
    const { order, refundId } = shown(false);
    const settled = afterChange(settleListed(order, refundId, 'Its account is gone.', after(9 * DAY)));
    expect(startRefund(settled, refundId, after(38 * DAY), true).kind).toBe('unchanged');
    expect(cancelRefund(settled, refundId, after(38 * DAY))).toEqual({
      kind: 'refused',
      reason: 'taken_over',
    });
  });

  test('of a refund that may be at its channel keeps it from being sent again, but not from being asked about', () => {
    const { order, refundId } = shown(true);
    expect(repeatSending(order, refundId, after(9 * DAY)).kind).toBe('changed');
    const settled = afterChange(settleListed(order, refundId, 'Not there.', after(9 * DAY)));
    expect(repeatSending(settled, refundId, after(9 * DAY)).kind).toBe('unchanged');
    expect(startRefund(settled, refundId, after(10 * DAY), true).kind).toBe('changed');
    expect(cancelRefund(settled, refundId, after(10 * DAY))).toMatchObject({ reason: 'at_the_channel' });
    const made = { kind: 'succeeded', returned: money(1_000) } as const;
    expect(afterChange(applyRefundResult(settled, refundId, made, after(11 * DAY))).refunds).toMatchObject([
      { state: 'SUCCESS' },
    ]);
  });

  test('of late money that could not be returned leaves it to the operator', () => {
    const closedOrder = closed(submitted());
    const { attemptId } = latest(closedOrder);
    let order = afterChange(applyPaymentResult(closedOrder, attemptId, succeeded(), after(2000)));
    const refundId = order.refunds[0]?.refundId ?? '';
    for (let tries = 1; tries <= 8; tries += 1) {
      order = afterChange(startRefund(order, refundId, after(tries * DAY), false));
    }
    const settled = afterChange(settleListed(order, refundId, 'Returned by bank transfer.', after(9 * DAY)));
    expect(settled.refunds).toMatchObject([
      { state: 'CANCELLED', failure: { code: 'settled_by_operator' }, nextActionAt: null },
    ]);
    expect(settled.state).toBe('CLOSE');
    expect(kinds(settled)).toEqual([]);
    expect(startRefund(settled, refundId, after(90 * DAY), true).kind).toBe('unchanged');
  });

  test('removes it from the list and keeps the operator’s note', () => {
    const order = unresolved();
    const { attemptId } = latest(order);
    const settled = afterChange(settleListed(order, attemptId, 'Not paid there.', after(2 * DAY)));
    expect(kinds(settled)).toEqual([]);
    expect(settled.settledCases).toEqual([
      {
        caseId: attemptId,
        kind: 'attempt_unresolved',
        since: order.attempts[0]?.unresolvedSince,
        at: after(2 * DAY),
        note: 'Not paid there.',
      },
    ]);
    expect(settleListed(settled, attemptId, 'Again.', after(3 * DAY)).kind).toBe('unchanged');
  });

  describe('of an attempt without an end whose money could not be collected either', () => {
    const both = () => {
      const order = unresolved();
      const report = { channelReference: 'cpt_1', reason: 'No.' };
      return afterChange(noteUncollected(order, latest(order).attemptId, report, after(DAY)));
    };

    test.each([
      ['attempt_unresolved', 'payment_uncollected'],
      ['payment_uncollected', 'attempt_unresolved'],
    ])('%s leaves %s open', (settled, left) => {
      const order = both();
      const { caseId = '' } = openCases(order).find(({ kind }) => kind === settled) ?? {};
      expect(kinds(afterChange(settleListed(order, caseId, 'Looked into.', after(2 * DAY))))).toEqual([left]);
    });
  });

  test('of an unknown or closed case changes nothing', () => {
    const order = opened();
    expect(settleListed(order, latest(order).attemptId, 'x', after(1)).kind).toBe('unchanged');
  });
});

describe('a return is not repeated', () => {
  const failed = returnFailed();
  const failedId = failed.refunds[0]?.refundId ?? '';
  const onItsWay = repeatReturn(failed, failedId, after(3000));
  test.each<[string, PaymentOrder, string]>([
    ['not_found', failed, 'rfd_none'],
    ['not_automatic', withRefund(paid(), { amountMinor: 1 }), 'the first'],
    ['not_failed', onItsWay.kind === 'repeated' ? onItsWay.order : failed, 'the second'],
    ['no_open_case', onItsWay.kind === 'repeated' ? onItsWay.order : failed, failedId],
  ])('when it is %s', (reason, order, which) => {
    const position = which === 'the first' ? 0 : 1;
    const refundId = which.startsWith('the') ? (order.refunds[position]?.refundId ?? '') : which;
    expect(repeatReturn(order, refundId, after(4000))).toEqual({ kind: 'refused', reason });
  });
});

describe('the operator cancels a refund', () => {
  test('that did not reach the channel: its amount can be refunded again, and the merchant gets an event', () => {
    const order = withRefund(paid(), { amountMinor: 4_000 });
    const cancelled = cancelRefund(order, order.refunds[0]?.refundId ?? '', after(50));
    if (cancelled.kind !== 'cancelled') throw new Error(cancelled.reason);
    expect(cancelled.order.refunds).toMatchObject([
      { state: 'CANCELLED', completedAt: after(50), nextActionAt: null },
    ]);
    expect(cancelled.order.outbox.at(-1)).toMatchObject({
      type: 'order.refund.failed',
      refund: { state: 'CANCELLED', failure: { code: 'cancelled_by_operator' } },
    });
    expect(cancelled.order.version).toBe(order.version + 1);
  });

  test.each<[string, () => PaymentOrder]>([
    ['at_the_channel', () => sent(withRefund(paid(), { amountMinor: 1 }))],
    ['ended', () => withRefund(paid(), { amountMinor: 1, state: 'SUCCESS' })],
    ['automatic', returnFailed],
    ['not_found', () => paid()],
  ])('but not one that is %s', (reason, build) => {
    const order = build();
    const refundId = order.refunds[0]?.refundId ?? 'rfd_none';
    expect(cancelRefund(order, refundId, after(50))).toEqual({ kind: 'refused', reason });
  });

  function sent(order: PaymentOrder): PaymentOrder {
    return afterDecision(order, startRefund(order, order.refunds[0]?.refundId ?? '', after(99), true));
  }
});
