import { describe, expect, test } from 'vitest';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { applyRefundResult } from '../../src/domain/refund/progress-refund.ts';
import { decideRefund, releaseRefundId } from '../../src/domain/refund/request-refund.ts';
import {
  afterChange,
  closed,
  demand,
  demandOfRest,
  disputed,
  failed,
  money,
  newOrder,
  paid,
  refundNumbered,
  startRefund,
  submitted,
  withFailedRefunds,
  withRefund,
} from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';

function lostDispute(order: PaymentOrder, amountMinor: number): PaymentOrder {
  const open = disputed(order, amountMinor);
  const report = { kind: 'lost', channelReference: 'dsp_1', amount: money(amountMinor) } as const;
  return afterChange(applyDisputeReport(open, open.paidByAttemptId ?? '', report, after(90)));
}

/** Adds another dispute of the same payment. It is over more than twice the payment, so its report is set aside. */
function disputeSetAside(outcome?: 'won' | 'lost'): PaymentOrder {
  const reports = outcome === undefined ? (['opened'] as const) : (['opened', outcome] as const);
  return reports.reduce(
    (order, kind) => {
      const report = { kind, channelReference: 'dsp_2', amount: money(20_001) } as const;
      return afterChange(applyDisputeReport(order, order.paidByAttemptId ?? '', report, after(95)));
    },
    lostDispute(paid(), 4_000),
  );
}

function settledByOperator(order: PaymentOrder): PaymentOrder {
  return openCases(order).reduce(
    (current, { caseId }) => afterChange(settleListed(current, caseId, 'Looked into.', after(96))),
    order,
  );
}

function released(order: PaymentOrder, number: string, epoch: number): PaymentOrder {
  const decision = releaseRefundId(order, number, epoch);
  if (decision.kind !== 'changed') throw new Error(decision.kind);
  return decision.order;
}

const partly = (state: 'INITIALISED' | 'PROCESSING' | 'SUCCESS' | 'FAILED') => () =>
  withRefund(paid(), { number: 'R1', amountMinor: 3_000, state });

/** Built once, because so many refunds take seconds. */
let nearly: PaymentOrder | undefined;
const nearlyFull = (): PaymentOrder => {
  nearly ??= withFailedRefunds(paid(), 499);
  return nearly;
};
const full = () => withRefund(nearlyFull(), { number: 'F500', amountMinor: 1, state: 'FAILED' });

describe('a refund request', () => {
  test.each<[string, () => PaymentOrder, Parameters<typeof decideRefund>[1], string]>([
    ['the whole of a paid order', () => paid(), demand('R1', money(10_000)), 'accepted'],
    ['the smallest part of it', () => paid(), demand('R1', money(1)), 'accepted'],
    ['one cent too much', () => paid(), demand('R1', money(10_001)), 'REFUND_EXCEEDS_AMOUNT 10000'],
    ['the rest beside an initialised one', partly('INITIALISED'), demand('R2', money(7_000)), 'accepted'],
    [
      'more beside an initialised one',
      partly('INITIALISED'),
      demand('R2', money(7_001)),
      'REFUND_EXCEEDS_AMOUNT 7000',
    ],
    ['the rest beside a processing one', partly('PROCESSING'), demand('R2', money(7_000)), 'accepted'],
    [
      'more beside a processing one',
      partly('PROCESSING'),
      demand('R2', money(7_001)),
      'REFUND_EXCEEDS_AMOUNT 7000',
    ],
    ['the rest beside a made one', partly('SUCCESS'), demand('R2', money(7_000)), 'accepted'],
    ['more beside a made one', partly('SUCCESS'), demand('R2', money(7_001)), 'REFUND_EXCEEDS_AMOUNT 7000'],
    ['the whole after a failed one', partly('FAILED'), demand('R2', money(10_000)), 'accepted'],
    [
      'anything of a refunded order',
      () => withRefund(paid(), { amountMinor: 10_000, state: 'SUCCESS' }),
      demand('R2', money(1)),
      'REFUND_EXCEEDS_AMOUNT 0',
    ],
    ['another currency', () => paid(), demand('R1', money(100, 'EUR')), 'CURRENCY_MISMATCH'],
    ['fault 21: an order in dispute', () => disputed(), demand('R1', money(100)), 'ORDER_IN_DISPUTE'],
    ['what a lost dispute left', () => lostDispute(paid(), 4_000), demand('R1', money(6_000)), 'accepted'],
    [
      'more than a lost dispute left',
      () => lostDispute(paid(), 4_000),
      demand('R1', money(6_001)),
      'REFUND_EXCEEDS_AMOUNT 6000',
    ],
    [
      'more than a lost dispute and a pending refund left',
      () => lostDispute(partly('PROCESSING')(), 4_000),
      demand('R2', money(3_001)),
      'REFUND_EXCEEDS_AMOUNT 3000',
    ],
    [
      'anything where dispute and refund overlap',
      () => lostDispute(partly('PROCESSING')(), 10_000),
      demand('R2', money(1)),
      'REFUND_EXCEEDS_AMOUNT 0',
    ],
    [
      'what a lost dispute left while another, which was set aside, is open',
      () => disputeSetAside(),
      demand('R1', money(100)),
      'ORDER_IN_DISPUTE',
    ],
    [
      'what a lost dispute left after another, which was set aside, was lost',
      () => disputeSetAside('lost'),
      demand('R1', money(100)),
      'ORDER_IN_DISPUTE',
    ],
    [
      'what a lost dispute left after another, which was set aside, was won',
      () => disputeSetAside('won'),
      demand('R1', money(6_000)),
      'accepted',
    ],
    [
      'what a lost dispute left after an operator has looked into another, which was set aside',
      () => settledByOperator(disputeSetAside()),
      demand('R1', money(6_000)),
      'accepted',
    ],
    ['a new order', () => newOrder(), demand('R1', money(100)), 'ORDER_NOT_REFUNDABLE'],
    ['an order being paid', () => submitted(), demand('R1', money(100)), 'ORDER_NOT_REFUNDABLE'],
    ['a failed order', () => failed(), demand('R1', money(100)), 'ORDER_NOT_REFUNDABLE'],
    ['a closed order', () => closed(), demand('R1', money(100)), 'ORDER_NOT_REFUNDABLE'],
    ['the same demand again', partly('INITIALISED'), demand('R1', money(3_000)), 'exists'],
    ['the same demand again when it is made', partly('SUCCESS'), demand('R1', money(3_000)), 'exists'],
    ['the same demand again when it failed', partly('FAILED'), demand('R1', money(3_000)), 'exists'],
    ['the same ID, other content', partly('INITIALISED'), demand('R1', money(2_000)), 'DUPLICATE_REFUND'],
    [
      'the same demand again while in dispute',
      () => disputed(partly('PROCESSING')()),
      demand('R1', money(3_000)),
      'exists',
    ],
    [
      'an ID given up under this claim',
      () => released(paid(), 'R1', 1),
      demand('R1', money(1), 1),
      'claim_lost',
    ],
    [
      'an ID given up under a later claim',
      () => released(paid(), 'R1', 3),
      demand('R1', money(1), 2),
      'claim_lost',
    ],
    ['after as many refunds as it may have', nearlyFull, demand('R1', money(1)), 'accepted'],
    ['one more than it may have', full, demand('R1', money(1)), 'TOO_MANY_REFUNDS'],
    ['one of as many again', full, demand('F1', money(1)), 'exists'],
    ['the rest of a paid order', () => paid(), demandOfRest('R1'), 'accepted'],
    ['all that is left beside a pending one', partly('PROCESSING'), demandOfRest('R2'), 'accepted'],
    ['all that a lost dispute left', () => lostDispute(paid(), 4_000), demandOfRest('R1'), 'accepted'],
    ['all that is left after a failed one', partly('FAILED'), demandOfRest('R2'), 'accepted'],
    [
      'the rest where nothing is left',
      () => withRefund(paid(), { amountMinor: 10_000, state: 'PROCESSING' }),
      demandOfRest('R2'),
      'REFUND_EXCEEDS_AMOUNT 0',
    ],
    ['the rest in another currency', () => paid(), demandOfRest('R1', 'EUR'), 'CURRENCY_MISMATCH'],
    ['the rest of an unpaid order', () => submitted(), demandOfRest('R1'), 'ORDER_NOT_REFUNDABLE'],
    ['the rest of a disputed order', () => disputed(), demandOfRest('R1'), 'ORDER_IN_DISPUTE'],
    [
      'the rest under the ID of a refund with an amount',
      partly('SUCCESS'),
      demandOfRest('R1'),
      'DUPLICATE_REFUND',
    ],
    ['an ID that came back', () => released(paid(), 'R1', 1), demand('R1', money(1), 2), 'accepted'],
    [
      'another ID than the one given up',
      () => released(paid(), 'R1', 1),
      demand('R2', money(1), 1),
      'accepted',
    ],
  ])('%s', (_case, build, wish, outcome) => {
    const order = build();
    const decision = decideRefund(order, wish, after(100));
    const said =
      decision.kind !== 'refused'
        ? decision.kind
        : decision.reason === 'REFUND_EXCEEDS_AMOUNT'
          ? `${decision.reason} ${decision.refundable.amountMinor}`
          : decision.reason;
    expect(said).toBe(outcome);
    if (decision.kind === 'accepted') {
      expect(decision.order.version).toBe(order.version + 1);
      expect(decision.order.state).toBe(order.state);
      const amountMinor = wish.amount.amountMinor ?? refundableMinor(order);
      expect(decision.refund.amount).toEqual(money(amountMinor));
      expect(refundableMinor(decision.order)).toBe(refundableMinor(order) - amountMinor);
      expect(decision.refund).toMatchObject({ state: 'INITIALISED', nextActionAt: after(100), tries: 0 });
      expect(decideRefund(decision.order, wish, after(101))).toEqual({
        kind: 'exists',
        refund: decision.refund,
      });
    }
  });
});

test.each([
  ['new', () => newOrder()],
  ['being paid', () => submitted()],
  ['failed', () => failed()],
  ['closed', () => closed()],
])('nothing of an order that is %s is refundable', (_state, build) => {
  expect(refundableMinor(build())).toBe(0);
});

test('a repeated request for the remaining amount gets the first refund again, whatever is left now', () => {
  const first = decideRefund(partly('SUCCESS')(), demandOfRest('R2'), after(100));
  if (first.kind !== 'accepted') throw new Error(first.kind);
  const { refundId } = first.refund;
  const sent = afterChange(startRefund(first.order, refundId, after(101), true));
  const failure = { code: 'refused', message: 'No.' };
  const freed = afterChange(applyRefundResult(sent, refundId, { kind: 'failed', failure }, after(102)));
  expect([refundableMinor(sent), refundableMinor(freed)]).toEqual([0, 7_000]);
  for (const order of [sent, freed]) {
    const again = decideRefund(order, demandOfRest('R2'), after(103));
    expect(again).toMatchObject({ kind: 'exists', refund: { refundId, amount: money(7_000) } });
    const { kind } = decideRefund(order, demand('R2', money(7_000)), after(103));
    expect(kind).toBe('refused');
  }
});

describe('releaseRefundId', () => {
  test('gives up an ID that was never used', () => {
    const order = released(paid(), 'R1', 1);
    expect(order.releasedRefundNumbers).toEqual([{ transactionId: 'R1', epoch: 1 }]);
    expect(released(order, 'R1', 3).releasedRefundNumbers).toEqual([{ transactionId: 'R1', epoch: 3 }]);
  });

  test('a late release of an earlier claim does not undo a later one', () => {
    const order = released(released(paid(), 'R1', 2), 'R1', 1);
    const late = { ...demand('R1', money(1_000)), claimEpoch: 2 };
    expect(decideRefund(order, late, after(20)).kind).toBe('claim_lost');
  });

  test.each(['INITIALISED', 'PROCESSING', 'SUCCESS', 'FAILED'] as const)(
    'keeps an ID that a refund in %s uses',
    (state) => {
      expect(releaseRefundId(partly(state)(), 'R1', 1).kind).toBe('in_use');
    },
  );

  test('does not touch the refund', () => {
    const order = partly('PROCESSING')();
    expect(refundNumbered(released(order, 'R9', 1), 'R1')).toEqual(refundNumbered(order, 'R1'));
  });
});
