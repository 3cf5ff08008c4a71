import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { readDispute } from '../../src/adapters/outbound/channels/stripe/stripe-dispute-reports.ts';
import { entryInLedger } from '../../src/adapters/outbound/channels/stripe/stripe-disputes.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { disputesSetAside } from '../../src/domain/dispute/disputes-set-aside.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { decideRefund } from '../../src/domain/refund/request-refund.ts';
import { afterChange, closed, demand, disputed, latest, money, paid, submitted } from '../builders/orders.ts';
import { permutations } from '../builders/permutations.ts';
import { after } from '../builders/times.ts';

/**
 * A dispute's status, the amounts of its balance transactions, the second in which Stripe reported them, and the disputed
 * amount.
 */
type Snapshot = readonly [status: string, moves: readonly number[], second?: number, amount?: number];

const dispute = ([status, moves, _second, amount = 10_000]: Snapshot) =>
  ({
    id: 'dp_1',
    amount,
    currency: 'usd',
    status,
    reason: 'fraudulent',
    balance_transactions: moves.map((amount, created) => moveOf(amount, created)),
  }) as unknown as Stripe.Dispute;

const moveOf = (amount: number, created: number) => ({
  reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
  amount,
  currency: 'usd',
  created,
});

function told(snapshots: readonly Snapshot[], before: PaymentOrder = paid()): PaymentOrder {
  return snapshots.reduce((order, snapshot, index) => {
    const [, , second] = snapshot;
    const time = second === undefined ? {} : { toldAt: new Date(second * 1_000) };
    const reading = readDispute(dispute(snapshot));
    if (reading.kind !== 'ended') throw new Error(reading.kind);
    const report = { ...reading.result, ...time };
    const applied = applyDisputeReport(order, latest(order).attemptId, report, after(50 + index));
    return applied.kind === 'changed' ? applied.order : order;
  }, before);
}

const refundOf = (order: PaymentOrder) => decideRefund(order, demand('R', money(10_000)), after(95)).kind;

const opened: Snapshot = ['needs_response', [-10_000]];
const won: Snapshot = ['won', [-10_000, 10_000]];
const inquiry: Snapshot = ['warning_needs_response', []];

const openedAt: Snapshot = ['needs_response', [-10_000], 1];
const lostAt: Snapshot = ['lost', [-10_000], 2];
const wonAt = (second: number): Snapshot => ['won', [-10_000, 10_000], second];
const lostWithMoneyBackAt = (second: number): Snapshot => ['lost', [-10_000, 10_000], second];
const reviewedAt = (second: number): Snapshot => ['under_review', [-10_000, 10_000], second];

test.each([
  ['lost', [-10_000, 4_000], 6_000],
  ['won', [-10_000, 10_000], undefined],
] as const)(
  'the money of a dispute that is %s is taken before it comes back, in whatever sequence Stripe lists two moves of one second',
  (status, moves, lostMinor) => {
    for (const listed of permutations(moves)) {
      const reading = readDispute({
        ...dispute([status, []]),
        balance_transactions: listed.map((amount) => moveOf(amount, 5)) as Stripe.BalanceTransaction[],
      });
      if (reading.kind !== 'ended') throw new Error(reading.kind);
      expect([
        reading.result.kind,
        reading.result.kind === 'lost' ? reading.result.amount.amountMinor : undefined,
      ]).toEqual([status, lostMinor]);
    }
  },
);

test.each<[string, readonly Snapshot[]]>([
  ['a closed inquiry becomes a chargeback', [inquiry, ['warning_closed', []], opened]],
  ['the money is taken again', [opened, won, ['under_review', [-10_000, 10_000, -10_000]]]],
  ['a part is taken again', [opened, won, ['under_review', [-10_000, 10_000, -6_000]]]],
  [
    'the bank appeals and takes the money again',
    [opened, won, ['appeal_under_review', [-10_000, 10_000, -10_000]]],
  ],
  [
    'the bank appeals before it takes the money again',
    [opened, won, ['appeal_under_review', [-10_000, 10_000]]],
  ],
])(
  'if a dispute at Stripe continues after its win, the operator gets a case and refunds are refused, in whatever sequence the reports arrive (fault 16): %s',
  (_case, snapshots) => {
    for (const sequence of permutations(snapshots)) {
      const order = told(sequence);
      expect([openCases(order).length > 0, refundOf(order)]).toEqual([true, 'refused']);
    }
  },
);

test.each<[string, readonly Snapshot[]]>([
  ['an inquiry that is closed', [inquiry, ['warning_closed', []]]],
  ['an inquiry that became a chargeback', [inquiry, opened, won]],
  [
    'money taken twice',
    [opened, ['under_review', [-10_000, 10_000, -10_000]], ['won', [-10_000, 10_000, -10_000, 10_000]]],
  ],
  ['the merchant’s appeal', [opened, ['appeal_under_review', [-10_000]], won]],
])('a dispute at Stripe ends with the win of its latest stage: %s', (_case, snapshots) => {
  const order = told(snapshots);
  expect([order.state, openCases(order), refundOf(order)]).toEqual(['PAY_SUCCESS', [], 'accepted']);
});

// Stripe documents that a dispute lists at most two balance transactions, so the ledger may not show what follows a win.
describe('a dispute at Stripe whose ledger shows only the money that came back', () => {
  const loss = [openedAt, wonAt(2), lostWithMoneyBackAt(3)];
  const review = [openedAt, wonAt(2), reviewedAt(3)];

  test.each<[string, readonly Snapshot[]]>([
    ['the dispute is lost after its win', loss],
    ['the dispute is open after its win', review],
    ['the dispute is lost twice', [lostAt, wonAt(3), lostWithMoneyBackAt(4)]],
    ['the loss after the win lists no transaction', [openedAt, wonAt(2), ['lost', [], 3]]],
    [
      'the win does not list the returned money yet',
      [openedAt, ['won', [-10_000], 2], lostWithMoneyBackAt(3)],
    ],
    [
      'a loss whose money came back is lost again',
      [openedAt, ['lost', [], 2], lostWithMoneyBackAt(3), ['lost', [], 4]],
    ],
    [
      'a loss whose money came back is lost again, and lists the latest two transactions',
      [openedAt, lostAt, lostWithMoneyBackAt(3), ['lost', [10_000, -10_000], 4]],
    ],
  ])(
    'if a dispute continues after its outcome but Stripe’s ledger shows only the returned money, the operator gets a case and refunds are refused, in whatever sequence the reports arrive (fault 16): %s',
    (_case, snapshots) => {
      for (const sequence of permutations(snapshots)) {
        const order = told(sequence);
        expect([openCases(order).length > 0, refundOf(order)]).toEqual([true, 'refused']);
      }
    },
  );

  test.each([
    ['lost', loss],
    ['open', review],
  ])(
    'if a dispute over a late payment continues after its win, the gateway does not count it as won (fault 16): %s',
    (_case, snapshots) => {
      for (const sequence of permutations(snapshots)) {
        const order = told(sequence, closed(submitted()));
        const [aside] = disputesSetAside(order, latest(order).attemptId);
        expect(['opened', 'undecided']).toContain(aside?.result);
      }
    },
  );

  test('if Stripe reports a review of a dispute, then a win, then a review again, the dispute stays open, even if the report of the win arrives last (fault 16)', () => {
    const order = told([openedAt, reviewedAt(3), reviewedAt(5), wonAt(4)], closed(submitted()));
    expect(disputesSetAside(order, latest(order).attemptId)).toMatchObject([{ result: 'undecided' }]);
    expect(order.quarantine).toHaveLength(2);
  });

  test.each<[string, readonly Snapshot[]]>([
    ['the bank returned the money of a lost dispute', [openedAt, lostAt, lostWithMoneyBackAt(3)]],
    ['Stripe corrected a loss to a win', [openedAt, lostAt, lostWithMoneyBackAt(3), wonAt(3)]],
    ['the dispute was reviewed before it was won', [openedAt, reviewedAt(2), wonAt(2)]],
    ['the merchant appealed', [openedAt, ['appeal_under_review', [-10_000], 2], wonAt(3)]],
    [
      'the chargeback followed an inquiry',
      [['warning_needs_response', [], 1], ['needs_response', [-10_000], 2], wonAt(3)],
    ],
    [
      'Stripe lists no money',
      [
        ['warning_needs_response', [], 1],
        ['needs_response', [], 2],
        ['won', [], 3],
      ],
    ],
  ])('is won, in whatever sequence the reports arrive: %s', (_case, snapshots) => {
    for (const sequence of permutations(snapshots)) {
      const order = told(sequence);
      expect([order.state, openCases(order), refundOf(order)]).toEqual(['PAY_SUCCESS', [], 'accepted']);
    }
  });

  test('if Stripe reports a dispute as lost, won and lost again, the operator gets a case (fault 16)', () => {
    const order = told([openedAt, lostAt, lostWithMoneyBackAt(3), wonAt(4), lostWithMoneyBackAt(5)]);
    expect([openCases(order).length, refundOf(order)]).toEqual([1, 'refused']);
  });
});

test.each<[string, Snapshot, Snapshot]>([
  ['all money is taken again', wonAt(3), ['under_review', [-10_000, 10_000, -10_000], 4]],
  ['a part is taken again', wonAt(3), ['needs_response', [-10_000, 10_000, -6_000], 4, 6_000]],
  ['the bank appeals', wonAt(3), ['appeal_under_review', [-10_000, 10_000], 4]],
  ['it is reviewed, and the withdrawal is not listed', wonAt(3), reviewedAt(4)],
  [
    'a returned part is taken again',
    ['lost', [-10_000, 4_000], 3],
    ['under_review', [-10_000, 4_000, -4_000], 4],
  ],
  [
    'it is reviewed after a part came back, and the withdrawal is not listed',
    ['lost', [-10_000, 4_000], 3],
    ['under_review', [-10_000, 4_000], 4],
  ],
])(
  'if a dispute at Stripe continues after money of its loss came back, that money cannot be refunded, in whatever sequence the reports arrive (fault 16): %s',
  (_case, moneyBack, later) => {
    for (const sequence of permutations([openedAt, lostAt, moneyBack, later])) {
      const order = told(sequence);
      const refund = decideRefund(order, demand('R', money(4_000)), after(95)).kind;
      expect([sequence, openCases(order).length > 0, refund]).toEqual([sequence, true, 'refused']);
    }
  },
);

test('if a lost dispute at Stripe is appealed, the order is in dispute or the operator gets a case, in whatever sequence the reports arrive (fault 16)', () => {
  const appealedAt: Snapshot = ['appeal_under_review', [-10_000], 3];
  for (const sequence of permutations([openedAt, lostAt, appealedAt])) {
    const order = told(sequence);
    expect([sequence, order.state === 'IN_DISPUTE' || openCases(order).length > 0]).toEqual([sequence, true]);
  }
});

test.each<[string, string]>([
  ['awaits an answer', 'needs_response'],
  ['is reviewed', 'under_review'],
  ['is appealed', 'appeal_under_review'],
  ['still counts as won', 'won'],
])(
  'if the bank returns the money of a dispute at Stripe and then takes a smaller amount again, refunds are refused, in whatever sequence the reports arrive (fault 16): the dispute %s',
  (_case, status) => {
    const takenAgain: Snapshot = [status, [-10_000, 10_000, -6_000], 4, 6_000];
    const lowered: Snapshot = ['under_review', [-10_000], 2, 6_000];
    expect(told([openedAt, takenAgain, wonAt(3)]).dispute?.state).toBe('opened');
    for (const snapshots of [[openedAt], [openedAt, lowered]]) {
      for (const sequence of permutations([...snapshots, wonAt(3), takenAgain])) {
        const order = told(sequence);
        expect([sequence, openCases(order).length > 0, refundOf(order)]).toEqual([sequence, true, 'refused']);
      }
    }
  },
);

test('if only a case from an earlier version of the gateway records that the bank took money again, a report of the dispute’s first win does not make refunds possible (fault 16)', () => {
  const takenAgain: Snapshot = ['under_review', [-10_000, 10_000, -6_000], 4, 6_000];
  const before = told([openedAt]);
  const order = told([wonAt(3)], { ...told([takenAgain], before), dispute: before.dispute });
  expect([order.dispute?.state, refundOf(order)]).toEqual(['won', 'refused']);
});

test('the second win of a dispute at Stripe ends the dispute and makes refunds possible again, even if the bank took only a part of the money the second time (fault 16)', () => {
  const takenAgain: Snapshot = ['under_review', [-10_000, 10_000, -6_000], 3, 6_000];
  const wonAgain: Snapshot = ['won', [-10_000, 10_000, -6_000, 6_000], 4, 6_000];
  const order = told([openedAt, takenAgain, wonAgain]);
  expect([order.state, refundOf(order)]).toEqual(['PAY_SUCCESS', 'accepted']);
});

test('a late report of a closed inquiry is no case once Stripe has reported that the inquiry became a chargeback', () => {
  const closedAt: Snapshot = ['warning_closed', [], 2];
  const order = told([['warning_needs_response', [], 1], ['needs_response', [-10_000], 3], closedAt]);
  expect([order.state, openCases(order)]).toEqual(['IN_DISPUTE', []]);
});

test('if a dispute at Stripe had to wait for another dispute and has continued since, a late report of its win does not end it (fault 16)', () => {
  const behind = told([['won', [-4_000, 4_000], 2, 4_000]], disputed(paid(), 6_000, 'dsp_1'));
  const lost = { kind: 'lost', channelReference: 'dsp_1', amount: money(6_000) } as const;
  const first = afterChange(applyDisputeReport(behind, latest(behind).attemptId, lost, after(60)));
  const reviewed: Snapshot = ['under_review', [4_000, -4_000], 5, 4_000];
  const order = told([reviewed, ['won', [-4_000, 4_000], 4, 4_000]], first);
  expect([order.state, openCases(order).length > 0]).toEqual(['PARTIAL_REFUND', true]);
  expect(decideRefund(order, demand('R', money(1)), after(95)).kind).toBe('refused');
});

// Stripe documents that a dispute lists zero, one or two balance transactions, and not which two of several.
describe('a dispute at Stripe whose listed withdrawal, one of several transactions, is smaller than the disputed amount', () => {
  const cutTaken: Snapshot = ['lost', [4_000, -4_000], 3];
  const cutBack: Snapshot = ['lost', [-4_000, 4_000], 5];

  test.each<[string, readonly Snapshot[]]>([
    ['after its loss, with both latest transactions in turn', [openedAt, lostAt, cutTaken, cutBack]],
    ['after its loss', [openedAt, lostAt, cutBack]],
    ['while it is open', [openedAt, cutTaken, cutBack]],
    ['and Stripe reports it as won', [openedAt, ['won', [-4_000, 4_000], 5]]],
    ['and Stripe reports it as lost', [openedAt, ['lost', [4_000, -4_000], 5]]],
  ])(
    'if Stripe does not list all withdrawals of a dispute, the operator gets a case and refunds are refused, in whatever sequence the reports arrive (fault 16): %s',
    (_case, snapshots) => {
      for (const sequence of permutations(snapshots)) {
        const order = told(sequence);
        const refund = decideRefund(order, demand('R', money(1)), after(95)).kind;
        expect([sequence, openCases(order).length > 0, refund]).toEqual([sequence, true, 'refused']);
      }
    },
  );

  test('the order is in dispute if the gateway knows nothing else of it', () => {
    for (const snapshot of [cutTaken, cutBack]) {
      expect([told([snapshot]).state, refundOf(told([snapshot]))]).toEqual(['IN_DISPUTE', 'refused']);
    }
  });

  test('the dispute ends once Stripe lists all of its transactions', () => {
    const order = told([openedAt, lostAt, cutBack, ['lost', [-10_000, 4_000, -4_000, 4_000], 6]]);
    expect([order.state, openCases(order)]).toEqual(['PARTIAL_REFUND', []]);
    expect(decideRefund(order, demand('R', money(4_000)), after(95)).kind).toBe('accepted');
    expect(decideRefund(order, demand('R', money(4_001)), after(95)).kind).toBe('refused');
  });

  test('two withdrawals that add up to the disputed amount are all of it', () => {
    const order = told([openedAt, ['lost', [-6_000, -4_000], 2]]);
    expect([order.state, order.dispute?.state, openCases(order)]).toEqual(['REFUNDED', 'lost', []]);
  });
});

test('if the bank takes the money of a dispute at Stripe again after the third win, refunds are refused (fault 16)', () => {
  const thrice = [-10_000, 10_000, -10_000, 10_000, -10_000, 10_000];
  for (const sequence of permutations<Snapshot>([
    openedAt,
    ['won', thrice, 3],
    ['under_review', [...thrice, -10_000], 4],
  ])) {
    const order = told(sequence);
    expect([openCases(order).length > 0, refundOf(order)]).toEqual([true, 'refused']);
  }
});

test.each([
  ['all', -10_000],
  ['a part', -6_000],
])(
  'a dispute that Stripe reports as won stays open if the bank has taken money again (fault 16): %s',
  (_case, again) => {
    const takenAgain: Snapshot = ['won', [-10_000, 10_000, again], 3];
    for (const sequence of permutations([openedAt, wonAt(2), takenAgain])) {
      const order = told(sequence);
      expect([openCases(order).length > 0, refundOf(order)]).toEqual([true, 'refused']);
    }
    const order = told([openedAt, takenAgain, ['won', [-10_000, 10_000, again, -again], 4]]);
    expect([order.state, openCases(order), refundOf(order)]).toEqual(['PAY_SUCCESS', [], 'accepted']);
  },
);

test('a dispute whose amount Stripe lowered ends with its win, although the lower amount is a case', () => {
  const lowered = { ...dispute(['under_review', [-10_000, 10_000, -6_000]]), amount: 6_000 };
  const ended = { ...dispute(['won', [-10_000, 10_000, -6_000, 6_000]]), amount: 6_000 };
  const order = [dispute(openedAt), lowered, ended].reduce((current, each, index) => {
    const reading = readDispute(each);
    if (reading.kind !== 'ended') throw new Error(reading.kind);
    const applied = applyDisputeReport(current, latest(current).attemptId, reading.result, after(50 + index));
    return applied.kind === 'changed' ? applied.order : current;
  }, paid());
  expect([order.state, openCases(order).length, refundOf(order)]).toEqual(['PAY_SUCCESS', 1, 'accepted']);
});

test('the books show a withdrawal after a win, although the dispute does not list it', () => {
  const listed = dispute(lostWithMoneyBackAt(3));
  const transaction = { id: 'txn_3', reporting_category: 'dispute', amount: -10_000, currency: 'usd' };
  expect(entryInLedger(listed, transaction as Stripe.BalanceTransaction)).toEqual({
    state: 'lost',
    amount: money(10_000),
  });
});
