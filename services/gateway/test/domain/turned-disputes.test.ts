import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { concludeDispute } from '../../src/domain/dispute/conclude-dispute.ts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import {
  disputesSetAside,
  isReportedLost,
  recordedOutcome,
} from '../../src/domain/dispute/disputes-set-aside.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { setUncountedAside, uncountedPayments } from '../../src/domain/order/uncounted-payments.ts';
import { decideRefund } from '../../src/domain/refund/request-refund.ts';
import {
  afterChange,
  afterDecision,
  closed,
  demand,
  latest,
  money,
  paid,
  submitted,
  succeeded,
} from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';

type Kind = DisputeReport['kind'];

/** Returns an order after a channel has reported a payment of it. */
function withPayment(order: PaymentOrder, paymentReference: string, amountMinor = 10_000): PaymentOrder {
  const result = { ...succeeded(), paid: money(amountMinor), paymentReference };
  return afterChange(applyPaymentResult(order, latest(order).attemptId, result, after(40)));
}

/** Applies reports about a dispute over a payment that the order does not count, one after another. */
function withUncountedReports(order: PaymentOrder, about: string, kinds: readonly Kind[]): PaymentOrder {
  return kinds.reduce((current, kind, index) => {
    const known = uncountedPayments(current, latest(current).attemptId);
    const payment = known.find(({ paymentReference }) => paymentReference === about);
    if (payment === undefined) throw new Error(`The order counts ${about}, or does not know it.`);
    const subject = { result: `dispute_${kind}`, channelReference: 'D2', mayReopen: true } as const;
    const set = setUncountedAside(current, { payment, subject, amount: money(10_000) }, after(50 + index));
    return set.kind === 'changed' ? set.order : current;
  }, order);
}

/** Applies reports about one dispute of the order's payment, one after another. */
function told(order: PaymentOrder, ...kinds: readonly Kind[]): PaymentOrder {
  return kinds.reduce((current, kind, index) => toldAt(current, kind, 90 + index), order);
}

/** Applies a report by an instance of the gateway whose clock shows a time, in seconds after the start. */
function toldAt(order: PaymentOrder, kind: Kind, seconds: number): PaymentOrder {
  const report = { kind, channelReference: 'D1', amount: money(10_000), mayReopen: true } as const;
  const applied = applyDisputeReport(order, latest(order).attemptId, report, after(seconds));
  return applied.kind === 'changed' ? applied.order : order;
}

const resultsAside = ({ quarantine }: PaymentOrder) =>
  quarantine.flatMap(({ subject }) => (subject === undefined ? [] : [subject.result]));

describe('each turn of a dispute over a payment that the order does not count is stored', () => {
  test.each<[readonly Kind[]]>([
    [['opened', 'won', 'opened']],
    [['lost', 'won', 'lost']],
    [['opened', 'lost', 'opened', 'won', 'lost']],
  ])('%j', (kinds) => {
    const paidTwice = withPayment(withPayment(submitted(), 'P1'), 'P2');
    const order = withUncountedReports(paidTwice, 'P2', kinds);
    const stored = kinds.map((kind) => `dispute_${kind}`);
    expect(resultsAside(order)).toEqual(stored);
    const lastAgain = withUncountedReports(order, 'P2', kinds.slice(-1));
    expect(resultsAside(lastAgain)).toEqual(stored);
  });

  test('if the report of a loss arrives before the report of an earlier win, the dispute over a late payment still counts as lost (fault 83)', () => {
    const closedOrder = closed(submitted());
    const late = applyPaymentResult(closedOrder, latest(closedOrder).attemptId, succeeded(), after(2_000));
    const order = (
      [
        ['lost', 100],
        ['won', 50],
      ] as const
    ).reduce((current, [kind, seconds]) => {
      const report = { kind, channelReference: 'D1', amount: money(10_000), toldAt: after(seconds) } as const;
      const { attemptId } = latest(current);
      return afterDecision(current, applyDisputeReport(current, attemptId, report, after(3_000 + seconds)));
    }, afterChange(late));
    expect(resultsAside(order)).toEqual(['lost', 'won']);
    expect(isReportedLost(order, latest(order).attemptId)).toBe(true);
  });

  test.each<[readonly Kind[], string]>([
    [['opened', 'won'], 'accepted'],
    [['opened', 'won', 'opened'], 'refused'],
    [['lost', 'won', 'lost'], 'refused'],
  ])(
    'if a payment was disputed before the order counted it, the merchant can refund it only if the dispute was won (fault 83): %j',
    (kinds, answer) => {
      const wrong = withUncountedReports(withPayment(submitted(), 'P1', 6_000), 'P1', kinds);
      expect(decideRefund(withPayment(wrong, 'P1'), demand('R', money(10_000)), after(90)).kind).toBe(answer);
    },
  );
});

describe('a dispute whose recorded outcome is contradicted', () => {
  test.each<[readonly Kind[], readonly Kind[]]>([
    [
      ['lost', 'won', 'lost'],
      ['won', 'lost'],
    ],
    [
      ['won', 'lost', 'won'],
      ['lost', 'won'],
    ],
    [
      ['lost', 'won', 'opened', 'lost', 'lost'],
      ['won', 'opened', 'lost'],
    ],
    [
      ['lost', 'opened', 'lost', 'opened'],
      ['opened', 'lost', 'opened'],
    ],
    [
      ['won', 'opened', 'won'],
      ['opened', 'won'],
    ],
    [['lost', 'lost'], []],
  ])(
    'if several reports contradict a dispute’s recorded outcome, each becomes a case, and so does a later report that confirms the outcome (fault 83): %j',
    (kinds, aside) => {
      expect(resultsAside(told(paid(), ...kinds))).toEqual(aside);
    },
  );

  test('an operator cannot correct an outcome if a report has confirmed it since the operator looked at the channel (fault 83)', () => {
    const reversed = told(paid(), 'lost', 'opened');
    const corrects = recordedOutcome(reversed, 'D1')?.since;
    const lostAgain = toldAt(reversed, 'lost', 95);
    const finding = { channelReference: 'D1', outcome: 'won', note: 'The bank gave it back.' } as const;
    const conclude = (order: PaymentOrder) =>
      concludeDispute(order, { ...finding, ...(corrects && { corrects }) }, after(97));
    expect(conclude(reversed).kind).toBe('concluded');
    expect(conclude(lostAgain)).toMatchObject({ kind: 'refused', reason: 'ended' });
  });

  test('while a contradiction of a recorded outcome waits for an operator, a report that confirms the outcome opens its own case (fault 83)', () => {
    const order = told(paid(), 'lost', 'opened', 'won', 'opened');
    const last = openCases(order).at(-1);
    const settled = afterChange(settleListed(order, last?.caseId ?? '', 'It is lost.', after(95)));
    expect(resultsAside(toldAt(settled, 'lost', 96))).toEqual(['opened', 'won', 'opened', 'lost']);
  });

  test('changes nothing once an operator has settled the contradiction', () => {
    const order = told(paid(), 'lost', 'won');
    const [open] = openCases(order);
    const settled = afterChange(settleListed(order, open?.caseId ?? '', 'It is lost.', after(95)));
    expect(resultsAside(told(settled, 'lost'))).toEqual(['won']);
  });
});

test('if the dispute over a late payment was lost, won and lost again, the money counts as lost (fault 83)', () => {
  const closedOrder = closed(submitted());
  const late = applyPaymentResult(closedOrder, latest(closedOrder).attemptId, succeeded(), after(2_000));
  const order = told(afterChange(late), 'lost', 'won', 'lost');
  expect(isReportedLost(order, latest(order).attemptId)).toBe(true);
});

test.each<[readonly Kind[], string]>([
  [['opened', 'won'], 'won'],
  [['opened', 'won', 'opened'], 'opened'],
  [['won', 'lost'], 'undecided'],
])(
  'a dispute keeps its current state when its order closes, whatever its earlier states were (fault 83): %j',
  (kinds, result) => {
    const order = closed(told(submitted(), ...kinds));
    expect(disputesSetAside(order, latest(order).attemptId)).toMatchObject([{ result }]);
    expect(resultsAside(order).at(-1)).toBe(kinds.at(-1));
  },
);

describe('a dispute that is open again, reported to an instance whose clock is 30 s behind', () => {
  const behind = (order: PaymentOrder) => toldAt(told(order, 'opened', 'won'), 'opened', 61);

  test('if a dispute is opened again, refunds are refused, even if the clock of the instance that received the report is behind (fault 83)', () => {
    expect(decideRefund(behind(paid()), demand('R', money(10_000)), after(95)).kind).toBe('refused');
  });

  test('still takes the money of an order that closes', () => {
    const order = closed(behind(submitted()));
    expect(disputesSetAside(order, latest(order).attemptId)).toMatchObject([{ result: 'opened' }]);
  });
});

test('if a dispute is won and its money came back, an earlier report of another amount does not hold refunds, even if the clock of the instance that stored the report was ahead (fault 83)', () => {
  const report = { kind: 'opened', channelReference: 'D1', amount: money(6_000) } as const;
  const disputed = told(paid(), 'opened');
  const { attemptId } = latest(disputed);
  const order = afterChange(applyDisputeReport(disputed, attemptId, report, after(130)));
  expect(resultsAside(order)).toEqual(['opened']);
  const won = { kind: 'won', channelReference: 'D1', amount: money(10_000), showsMoneyBack: true } as const;
  const ended = afterChange(applyDisputeReport(order, attemptId, won, after(100)));
  expect(decideRefund(ended, demand('R', money(10_000)), after(140)).kind).toBe('accepted');
});
