import type { RefundConclusion } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { concludeDispute } from '../../src/domain/dispute/conclude-dispute.ts';
import { isDisputed } from '../../src/domain/dispute/disputes-set-aside.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { returnCaseIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { ownEntries } from '../../src/domain/reconciliation/own-entry.ts';
import { concludeRefund } from '../../src/domain/refund/conclude-refund.ts';
import {
  applyRefundResult,
  planRefundStep,
  recordNotSent,
  recordRefundReference,
} from '../../src/domain/refund/progress-refund.ts';
import { repeatReturn } from '../../src/domain/refund/return-money.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import { correcting } from '../builders/corrected-outcomes.ts';
import {
  afterChange,
  clocksAt,
  closed,
  disputed,
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
import { unresolvedReturn } from '../builders/unresolved-refunds.ts';

const DAY = 86_400;
const HUNDRED_DOLLARS = 10_000;

const lastId = (order: PaymentOrder) => order.refunds.at(-1)?.refundId ?? '';

/** Makes a late payment whose return failed at its channel. */
function failedReturn(): PaymentOrder {
  const order = closed(submitted());
  const late = afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(2000)));
  const sent = afterChange(startRefund(late, lastId(late), after(2001), true));
  const failure = { code: 'refused', message: 'Refused.' };
  return afterChange(applyRefundResult(sent, lastId(sent), { kind: 'failed', failure }, after(2002)));
}

function repeated(order: PaymentOrder): PaymentOrder {
  const again = repeatReturn(order, lastId(order), after(3000));
  if (again.kind === 'refused') throw new Error(again.reason);
  return again.order;
}

function reportedMade(order: PaymentOrder, refundId: string, amountMinor = HUNDRED_DOLLARS) {
  return applyRefundResult(order, refundId, { kind: 'succeeded', returned: money(amountMinor) }, after(4000));
}

function concluded(order: PaymentOrder, refundId: string, outcome: RefundConclusion, amountMinor?: number) {
  const now = after(50 * DAY);
  const finding = {
    outcome,
    ...(outcome === 'made' && { lookedAt: now }),
    note: 'Seen.',
    ...(amountMinor !== undefined && { returned: money(amountMinor) }),
  };
  const conclusion = concludeRefund(order, refundId, finding, { now, realNow: now });
  if (conclusion.kind === 'refused') throw new Error(conclusion.reason);
  return conclusion.order;
}

function nextStep(order: PaymentOrder, refundId = lastId(order)) {
  return planRefundStep(order, refundId, {
    now: after(60 * DAY),
    callEndsBy: after(60 * DAY + 60),
    isChannelThere: true,
  });
}

describe('a return that was repeated', () => {
  const first = () => lastId(failedReturn());

  test.each([
    ['is reported as made', (order: PaymentOrder) => afterChange(reportedMade(order, first()))],
    ['is found made', (order: PaymentOrder) => concluded(order, first(), 'made')],
    [
      'is reported and found made',
      (order: PaymentOrder) => concluded(afterChange(reportedMade(order, first())), first(), 'made'),
    ],
  ])(
    'a late payment is not returned a second time if the first return may have been made (fault 1): the first return %s',
    (_case, happens) => {
      const step = nextStep(happens(repeated(failedReturn())));
      expect(step.kind).toBe('withdrawn');
      const order = 'order' in step ? step.order : failedReturn();
      expect(order.refunds.at(-1)).toMatchObject({
        state: 'CANCELLED',
        failure: { code: 'earlier_refund_in_doubt' },
      });
      const isMade = order.refunds[0]?.state === 'SUCCESS';
      expect(openCases(order).map(({ kind }) => kind)).toEqual(
        isMade ? [] : ['return_failed', 'result_set_aside'],
      );
    },
  );

  test('is sent if nothing indicates that the first return was made', () => {
    expect(nextStep(repeated(failedReturn())).kind).toBe('send');
  });

  test('cannot be concluded as made by hand while the channel may make the second return', () => {
    const order = repeated(failedReturn());
    const sent = afterChange(startRefund(order, lastId(order), after(3001), true));
    const now = after(50 * DAY);
    const finding = { outcome: 'made_by_hand', note: 'Paid by hand.' } as const;
    expect(concludeRefund(sent, first(), finding, { now, realNow: now })).toMatchObject({
      kind: 'refused',
      reason: 'repeat_sent',
      repeat: { refundId: lastId(sent) },
    });
    // Before the second return is sent, the conclusion stops it.
    expect(nextStep(concluded(order, first(), 'made_by_hand')).kind).toBe('withdrawn');
    const ended = afterChange(
      applyRefundResult(
        sent,
        lastId(sent),
        { kind: 'failed', failure: { code: 'refused', message: 'Refused.' } },
        after(4000),
      ),
    );
    expect(concluded(ended, first(), 'made_by_hand').refunds[0]).toMatchObject({ state: 'SUCCESS' });
  });

  test('is a case if both returns were made', () => {
    const order = repeated(failedReturn());
    const sent = afterChange(startRefund(order, lastId(order), after(3001), true));
    const twice = concluded(afterChange(reportedMade(sent, lastId(sent))), first(), 'made');
    expect(openCases(twice).map(({ kind }) => kind)).toEqual(['returned_too_much']);
  });
});

test('the rest of a partial return is a case and can be returned', () => {
  const { order, refundId } = unresolvedReturn(true);
  const part = concluded(order, refundId, 'made', 6_000);
  expect(openCases(part)).toMatchObject([{ kind: 'return_failed', caseId: returnCaseIdOf(refundId) }]);
  const again = repeated(part);
  expect(again.refunds.at(-1)?.amount).toEqual(money(4_000));
  expect(openCases(again)).toEqual([]);
  const step = nextStep(again);
  expect(step.kind).toBe('send');
  const sent = 'order' in step ? step.order : again;
  const whole = afterChange(reportedMade(sent, lastId(sent), 4_000));
  expect(openCases(whole)).toEqual([]);
  expect(moneyMovesOf(whole).reduce((sum, { signedMinor }) => sum + signedMinor, 0)).toBe(0);
});

test('a return whose case was settled can still be recorded as returned by hand', () => {
  const order = failedReturn();
  const settled = afterChange(
    settleListed(order, returnCaseIdOf(lastId(order)), 'Will be paid by hand.', after(3000)),
  );
  const made = concluded(settled, lastId(settled), 'made_by_hand');
  expect(moneyMovesOf(made).reduce((sum, { signedMinor }) => sum + signedMinor, 0)).toBe(0);
});

test('each further payment of one attempt is a case that names the payment', () => {
  const first = { ...succeeded(), paymentReference: 'pay_1' };
  const order = paid();
  const { attemptId } = latest(order);
  const named = afterChange(applyPaymentResult(order, attemptId, first, after(10)));
  expect(latest(named).paymentReference).toBe('pay_1');
  expect(applyPaymentResult(named, attemptId, first, after(11)).kind).toBe('unchanged');
  const second = { ...succeeded(), paymentReference: 'pay_2' };
  const third = { ...succeeded(), paymentReference: 'pay_3' };
  const twice = afterChange(applyPaymentResult(named, attemptId, second, after(12)));
  const thrice = afterChange(applyPaymentResult(twice, attemptId, third, after(13)));
  expect(thrice.quarantine.map(({ paymentReference }) => paymentReference)).toEqual(['pay_2', 'pay_3']);
  expect(applyPaymentResult(thrice, attemptId, second, after(14)).kind).toBe('unchanged');
});

test('a refund that is reported over another amount is not sent until an operator has looked', () => {
  const order = withRefund(paid(), { number: 'R1', amountMinor: 3_000 });
  const { refundId } = refundNumbered(order, 'R1');
  const sent = afterChange(startRefund(order, refundId, after(100), true));
  const told = afterChange(reportedMade(sent, refundId, 2_900));
  const { tries } = refundNumbered(told, 'R1');
  const unsent = afterChange(
    recordNotSent(told, refundId, { tries, sendAgainAt: after(200), now: after(150) }),
  );
  expect(refundNumbered(unsent, 'R1').state).toBe('INITIALISED');
  expect(nextStep(unsent, refundId).kind).toBe('held_back');
  const [open] = openCases(unsent);
  const settled = afterChange(settleListed(unsent, open?.caseId ?? '', 'Not made.', after(5000)));
  expect(nextStep(settled, refundId).kind).toBe('send');
});

test('a refund that an operator returned by hand is a case if its channel has it after all', () => {
  const { order, refundId } = unresolvedReturn(true);
  const byHand = concluded(order, refundId, 'made_by_hand');
  const has = afterChange(recordRefundReference(byHand, refundId, 're_9', clocksAt(after(51 * DAY))));
  expect(openCases(has)).toMatchObject([{ kind: 'result_set_aside' }]);
});

describe('a dispute', () => {
  const about = { channelReference: 'dsp_9' } as const;

  test('holds a return until an operator has looked into all reports about it', () => {
    const order = failedReturn();
    const { attemptId } = latest(order);
    const lost = { ...about, kind: 'lost', amount: money(HUNDRED_DOLLARS) } as const;
    const opened = { ...about, kind: 'opened', amount: money(HUNDRED_DOLLARS) } as const;
    const both = afterChange(
      applyDisputeReport(
        afterChange(applyDisputeReport(order, attemptId, lost, after(3000))),
        attemptId,
        opened,
        after(3001),
      ),
    );
    const [ofLoss, ofOpening] = openCases(both)
      .filter(({ kind }) => kind === 'result_set_aside')
      .map(({ caseId }) => caseId);
    const one = afterChange(settleListed(both, ofOpening ?? '', 'Seen.', after(3002)));
    expect(isDisputed(one, attemptId)).toBe(true);
    const all = afterChange(settleListed(one, ofLoss ?? '', 'Seen.', after(3003)));
    expect(isDisputed(all, attemptId)).toBe(false);
  });

  test('that is reported as opened again over another amount is a case', () => {
    const order = disputed(paid(), 4_000);
    const { dispute } = order;
    const more = {
      channelReference: dispute?.channelReference ?? '',
      kind: 'opened',
      amount: money(9_000),
    } as const;
    const told = afterChange(applyDisputeReport(order, latest(order).attemptId, more, after(3000)));
    expect(told.dispute).toEqual(dispute);
    expect(openCases(told)).toMatchObject([{ kind: 'result_set_aside' }]);
    expect(applyDisputeReport(told, latest(order).attemptId, more, after(3001)).kind).toBe('unchanged');
  });

  test('that was found lost over more is one entry in the books', () => {
    const order = disputed(paid(), 4_000);
    const { channelId, attemptId } = latest(order);
    const channelReference = order.dispute?.channelReference ?? '';
    const lost = { channelReference, kind: 'lost', amount: money(4_000) } as const;
    const once = afterChange(applyDisputeReport(order, attemptId, lost, after(3000)));
    const finding = { channelReference, outcome: 'lost', lost: money(6_000), note: 'Seen.' } as const;
    const more = concludeDispute(once, { ...finding, ...correcting(once, channelReference) }, after(4000));
    const entries = ownEntries('order' in more ? more.order : once, channelId);
    expect(entries.filter(({ subject }) => subject === 'dispute')).toMatchObject([
      { state: 'lost', amount: money(6_000), at: after(4000) },
    ]);
  });
});
