import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import {
  type ConcludedDispute,
  concludeDispute,
  type DisputeFinding,
} from '../../src/domain/dispute/conclude-dispute.ts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { channelRefundTransactionIdOf } from '../../src/domain/order/order-identifiers.ts';
import { refundableMinor, refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { setChannelRefundAside } from '../../src/domain/order/quarantine.ts';
import { ownEntries } from '../../src/domain/reconciliation/own-entry.ts';
import { verdictOf } from '../../src/domain/reconciliation/verdict.ts';
import { applyRefundByReference } from '../../src/domain/refund/take-channel-refund.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import { correcting } from '../builders/corrected-outcomes.ts';
import {
  afterChange,
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

const DAY = 86_400;

type Told = Partial<DisputeReport> & Pick<DisputeReport, 'kind'>;

function report(order: PaymentOrder, told: Told, day: number) {
  const { attemptId } = latest(order);
  const all = { channelReference: 'dp_1', amount: money(10_000), ...told };
  return applyDisputeReport(order, attemptId, all, after(day * DAY));
}

/** Applies reports, each a day after the one before. */
function told(order: PaymentOrder, ...reports: readonly Told[]): PaymentOrder {
  return reports.reduce((current, each, index) => {
    const decision = report(current, each, index + 1);
    return decision.kind === 'changed' ? decision.order : current;
  }, order);
}

function found(order: PaymentOrder, finding: Partial<DisputeFinding>): ConcludedDispute {
  return concludeDispute(
    order,
    { channelReference: 'dp_1', outcome: 'lost', note: 'Seen.', ...correcting(order, 'dp_1'), ...finding },
    after(30 * DAY),
  );
}

function concluded(decision: ConcludedDispute): PaymentOrder {
  if (decision.kind !== 'concluded') throw new Error(decision.reason);
  return decision.order;
}

const sums = (order: PaymentOrder) => [refundedMinor(order), refundableMinor(order)];
const kindsOfCases = (order: PaymentOrder) => openCases(order).map(({ kind }) => kind);
const lastEvent = (order: PaymentOrder) => order.outbox.at(-1);
const movesOf = (order: PaymentOrder) =>
  moneyMovesOf(order).map(({ kind, signedMinor, at }) => [kind, signedMinor, at.getTime()]);
const entryOf = (order: PaymentOrder) =>
  ownEntries(order, latest(order).channelId).find(({ subject }) => subject === 'dispute');

const lost = () => told(paid(), { kind: 'opened' }, { kind: 'lost' });
const partly = { kind: 'lost', amount: money(7_000), showsMoneyBack: true } as const;
const won = { kind: 'won', showsMoneyBack: true } as const;

describe('a lost dispute of which the channel’s ledger shows that money came back', () => {
  test('an order counts only what the bank kept once the channel’s ledger shows that a part came back (fault 91)', () => {
    const before = lost();
    const next = afterChange(report(before, partly, 3));
    expect(next).toMatchObject({ state: 'PARTIAL_REFUND', dispute: { state: 'lost', amount: money(7_000) } });
    expect(sums(next)).toEqual([7_000, 3_000]);
    expect(lastEvent(next)).toMatchObject({
      type: 'order.dispute.won',
      state: 'PARTIAL_REFUND',
      dispute: { channelReference: 'dp_1', state: 'won', amount: money(3_000), resolvedAt: after(3 * DAY) },
    });
    expect(kindsOfCases(next)).toEqual([]);
    expect(entryOf(next)).toMatchObject({ state: 'lost', amount: money(7_000), at: after(3 * DAY) });
    expect(report(next, partly, 9).kind).toBe('unchanged');
  });

  test('if the channel confirms the whole loss in a newer report, an older report that money came back does not lower it (fault 16)', () => {
    const confirmed = told(paid(), { kind: 'opened' }, { kind: 'lost', toldAt: after(20) });
    const order = told(confirmed, { ...partly, toldAt: after(10) });
    expect([sums(order), kindsOfCases(order)]).toEqual([[10_000, 0], ['result_set_aside']]);
  });

  test('a lost dispute counts as won once the channel’s ledger shows that all its money came back (fault 91)', () => {
    const next = told(lost(), won);
    expect(next).toMatchObject({ state: 'PAY_SUCCESS', dispute: { state: 'won', amount: money(10_000) } });
    expect(sums(next)).toEqual([0, 10_000]);
    expect(lastEvent(next)).toMatchObject({
      type: 'order.dispute.won',
      dispute: { state: 'won', amount: money(10_000) },
    });
    expect(entryOf(next)).toMatchObject({ state: 'won', amount: money(10_000) });
    expect(report(next, won, 9).kind).toBe('unchanged');
  });

  test('money that comes back after a loss counts on the day on which it comes back, and no earlier day changes (fault 91)', () => {
    const before = movesOf(lost());
    const part = told(paid(), { kind: 'opened' }, { kind: 'lost' }, partly);
    const all = concluded(found(part, { outcome: 'won' }));
    expect(movesOf(all)).toEqual([
      ...before,
      ['dispute_reversal', 3_000, after(3 * DAY).getTime()],
      ['dispute_reversal', 7_000, after(30 * DAY).getTime()],
    ]);
  });

  test('if money of a lost dispute came back, the result is the same in whatever sequence the reports arrive (fault 91)', () => {
    const reports = [{ kind: 'opened' }, { kind: 'lost' }, partly] as const;
    for (const order of permutationsOf(reports)) {
      const next = told(paid(), ...order);
      expect(next).toMatchObject({ state: 'PARTIAL_REFUND', dispute: { state: 'lost' } });
      expect(sums(next)).toEqual([7_000, 3_000]);
      expect(kindsOfCases(next)).toEqual([]);
    }
    for (const order of permutationsOf<Told>([{ kind: 'opened' }, { kind: 'lost' }, won])) {
      const next = told(paid(), ...order);
      expect(next).toMatchObject({ state: 'PAY_SUCCESS', dispute: { state: 'won' } });
      expect(kindsOfCases(next)).toEqual([]);
    }
  });

  test('settles the case about its appeal', () => {
    const appealed = told(lost(), { kind: 'opened', mayReopen: true });
    expect(kindsOfCases(appealed)).toEqual(['result_set_aside']);
    const next = told(appealed, won);
    expect(next.state).toBe('PAY_SUCCESS');
    expect(kindsOfCases(next)).toEqual([]);
  });

  test('a repeated report that money came back does not lower a loss that an operator has recorded since the first report (fault 91)', () => {
    const wonAgain = concluded(found(told(paid(), { kind: 'opened' }, won), { lost: money(10_000) }));
    const partAgain = concluded(found(told(lost(), partly), { lost: money(10_000) }));
    for (const next of [told(wonAgain, won), told(partAgain, partly)]) {
      expect([next.state, ...sums(next)]).toEqual(['REFUNDED', 10_000, 0]);
      expect(kindsOfCases(next)).toEqual(['result_set_aside']);
    }
  });

  test('does not lower a loss that an operator recorded before the channel did', () => {
    const open = told(paid(), { kind: 'opened' });
    const next = told(concluded(found(open, { lost: money(8_000) })), partly);
    expect([...sums(next), ...kindsOfCases(next)]).toEqual([8_000, 2_000, 'result_set_aside']);
    const agreed = told(concluded(found(open, { lost: money(7_000) })), partly, { kind: 'lost' });
    expect([...sums(agreed), ...kindsOfCases(agreed)]).toEqual([7_000, 3_000]);
  });

  test('is a case if the ledger shows once more that money came back, because either report may be late', () => {
    const next = told(lost(), partly, won);
    expect([...sums(next), ...kindsOfCases(next)]).toEqual([7_000, 3_000, 'result_set_aside']);
    const answered = concluded(found(next, { outcome: 'won' }));
    expect([...sums(answered), ...kindsOfCases(answered)]).toEqual([0, 10_000]);
  });

  test('if a lost dispute is won and then lost again, the operator gets a case, in whatever sequence the reports arrive (fault 91)', () => {
    const reports = [{ kind: 'lost' }, won, { kind: 'lost', showsMoneyBack: true }] as const;
    for (const order of permutationsOf<Told>(reports)) {
      const next = told(paid(), { kind: 'opened' }, ...order);
      expect(kindsOfCases(next)).toEqual(['result_set_aside']);
    }
  });

  test('is a case if the ledger then shows again that the bank took more', () => {
    const next = told(lost(), won, { kind: 'lost', showsMoneyBack: true });
    expect(kindsOfCases(next)).toEqual(['result_set_aside']);
    expect(kindsOfCases(told(lost(), partly, { kind: 'lost', showsMoneyBack: true }))).toEqual([
      'result_set_aside',
    ]);
  });

  test('lets its order be refunded while the order stays refunded otherwise', () => {
    const refunded = withRefund(paid(), { amountMinor: 3_000, state: 'SUCCESS' });
    const next = told(refunded, { kind: 'opened' }, { kind: 'lost' });
    expect(sums(next)).toEqual([13_000, 0]);
    expect(kindsOfCases(next)).toEqual(['returned_too_much']);
    const lowered = told(next, partly);
    expect(sums(lowered)).toEqual([10_000, 0]);
    expect([lowered.state, kindsOfCases(lowered)]).toEqual(['REFUNDED', []]);
    expect(lastEvent(lowered)?.type).toBe('order.dispute.won');
  });

  test('if an earlier version did not count a refund made by hand because of a loss, the refund counts once the loss is lowered (fault 91)', () => {
    const number = channelRefundTransactionIdOf(lost().orderId, 'Sandbox', 're_1');
    const refund = {
      attemptId: latest(lost()).attemptId,
      number,
      channelReference: 're_1',
      returned: money(3_000),
    };
    const stored = afterChange(setChannelRefundAside(lost(), refund, after(5 * DAY)));
    const next = told(stored, won);
    expect([next.state, ...sums(next)]).toEqual(['PARTIAL_REFUND', 3_000, 7_000]);
    expect(kindsOfCases(next)).toEqual([]);
    expect(eventsOf(next).slice(-2)).toEqual(['order.dispute.won', 'order.refund.succeeded']);
  });

  test('does not end another dispute that is open', () => {
    const other = { channelReference: 'dp_2', amount: money(2_000) };
    const open = told(paid(), { kind: 'opened' }, { kind: 'lost' }, { kind: 'opened', ...other });
    const lowered = told(open, partly);
    expect(lowered).toMatchObject({
      state: 'IN_DISPUTE',
      dispute: { channelReference: 'dp_2', state: 'opened' },
    });
    expect(lowered.lostDisputes).toMatchObject([{ state: 'lost', amount: money(7_000) }]);
    const back = concluded(found(lowered, { outcome: 'won' }));
    expect([back.lostDisputes, back.wonDisputes]).toMatchObject([
      [],
      [{ channelReference: 'dp_1', state: 'won' }],
    ]);
    expect(told(back, { kind: 'won', ...other }).state).toBe('PAY_SUCCESS');
  });

  test.each([
    ['last', 0],
    ['first', 1],
  ])(
    'if a dispute is lost while another one is open, only what the bank kept counts as lost, whichever report of the loss arrives first (fault 91): %s',
    (_case, place) => {
      const older: Told = { kind: 'lost', channelReference: 'dp_2', amount: money(6_000) };
      const newer: Told = { ...older, amount: money(3_000), showsMoneyBack: true };
      const reports = place === 0 ? [newer, older] : [older, newer];
      const other: Told = { kind: 'opened', amount: money(4_000) };
      const order = told(paid(), other, ...reports, { ...other, kind: 'won' });
      expect(sums(order)).toEqual([3_000, 7_000]);
      expect(order.dispute).toMatchObject({ channelReference: 'dp_2', showsMoneyBack: true });
    },
  );

  test('waits for its payment with the lower loss', () => {
    const early = told(submitted(), { kind: 'opened' }, { kind: 'lost' }, partly);
    expect(eventsOf(early)).not.toContain('order.dispute.won');
    const next = afterChange(applyPaymentResult(early, latest(early).attemptId, succeeded(), after(9 * DAY)));
    expect([next.state, ...sums(next)]).toEqual(['PARTIAL_REFUND', 7_000, 3_000]);
    expect(eventsOf(next).at(-1)).toBe('order.dispute.lost');
  });
});

describe('a refund made by hand of money that the bank also took', () => {
  const refunded = (order: PaymentOrder, amountMinor: number) => {
    const { attemptId } = latest(order);
    const result = { kind: 'succeeded', returned: money(amountMinor) } as const;
    const made = { channelId: 'Sandbox', attemptId, channelReference: 're_1', result };
    const decision = applyRefundByReference(order, made, after(5 * DAY));
    if (decision.kind !== 'changed') throw new Error(decision.kind);
    return decision.order;
  };
  const settled = (order: PaymentOrder) =>
    openCases(order).reduce(
      (current, { caseId }) => afterChange(settleListed(current, caseId, 'Looked.', after(6 * DAY))),
      order,
    );

  test('if the bank took money that was also refunded by hand, the refund counts, and the merchant cannot refund that money again once the case is settled (fault 91)', () => {
    const beside = refunded(told(paid(), { kind: 'lost', amount: money(7_000) }), 4_000);
    expect([beside.state, ...sums(beside)]).toEqual(['REFUNDED', 11_000, 0]);
    expect(kindsOfCases(beside)).toEqual(['returned_too_much']);
    expect(eventsOf(beside).at(-1)).toBe('order.refund.succeeded');
    expect(sums(settled(beside))).toEqual([11_000, 0]);
  });

  test.each([
    ['a part', 4_000, (order: PaymentOrder) => told(order, { ...partly, amount: money(6_000) })],
    ['everything', 10_000, (order: PaymentOrder) => concluded(found(order, { outcome: 'won' }))],
  ])(
    'if the bank took money that was also refunded by hand, the merchant cannot refund that money again once the bank gives it back (fault 91): %s',
    (_case, amountMinor, giveBack) => {
      const beside = refunded(lost(), amountMinor);
      for (const order of [giveBack(settled(beside)), settled(giveBack(beside))]) {
        expect([order.state, ...sums(order)]).toEqual(['REFUNDED', 10_000, 0]);
        expect(kindsOfCases(order)).toEqual([]);
      }
    },
  );
});

test('a report that is not based on the channel’s ledger cannot lower a loss, because the report may be late (fault 91)', () => {
  for (const late of [{ kind: 'won' }, { kind: 'lost', amount: money(7_000) }] as const) {
    const next = told(lost(), late);
    expect([next.state, ...sums(next)]).toEqual(['REFUNDED', 10_000, 0]);
    expect(kindsOfCases(next)).toEqual(['result_set_aside']);
  }
});

describe('an operator who finds that a recorded loss is too high', () => {
  test.each<[string, Partial<DisputeFinding>, string, number]>([
    ['the bank kept less', { lost: money(7_000) }, 'PARTIAL_REFUND', 7_000],
    ['the dispute was won after all', { outcome: 'won' }, 'PAY_SUCCESS', 0],
  ])('%s: an operator lowers the recorded loss (fault 91)', (_case, finding, state, refunded) => {
    const next = concluded(found(lost(), finding));
    expect([next.state, refundedMinor(next)]).toEqual([state, refunded]);
    expect(lastEvent(next)).toMatchObject({
      type: 'order.dispute.won',
      dispute: { amount: money(10_000 - refunded) },
    });
    const moved = moneyMovesOf(next).reduce((sum, { signedMinor }) => sum + signedMinor, 0);
    expect(moved).toBe(10_000 - refunded);
    expect(found(next, finding)).toMatchObject({ kind: 'refused', reason: 'ended' });
  });

  test('settles the cases that the finding answers', () => {
    const contradicted = told(lost(), { kind: 'won' }, { kind: 'opened', mayReopen: true });
    expect(kindsOfCases(contradicted)).toHaveLength(2);
    expect(kindsOfCases(concluded(found(contradicted, { outcome: 'won' })))).toEqual([]);
  });

  test('can correct the correction', () => {
    const tooLow = concluded(found(lost(), { lost: money(1_000) }));
    const right = concluded(found(tooLow, { lost: money(8_000) }));
    expect(sums(right)).toEqual([8_000, 2_000]);
    const lowered = concluded(found(right, { lost: money(500) }));
    expect(sums(lowered)).toEqual([500, 9_500]);
    expect(entryOf(lowered)).toMatchObject({ state: 'lost', amount: money(500) });
    const none = concluded(found(lowered, { outcome: 'won' }));
    expect([none.state, ...sums(none)]).toEqual(['PAY_SUCCESS', 0, 10_000]);
    expect(entryOf(none)).toMatchObject({ state: 'won', amount: money(10_000) });
  });

  test('once all money of a dispute has come back, the reconciliation expects the dispute’s original amount in the channel’s books, however often money moved (fault 91)', () => {
    const often = concluded(
      found(concluded(found(concluded(found(lost(), { outcome: 'won' })), { lost: money(10_000) })), {
        outcome: 'won',
      }),
    );
    const parts = told(paid(), { kind: 'opened' }, { kind: 'lost', amount: money(6_000) });
    const raised = [money(8_000), money(9_000)].reduce(
      (order, total) => concluded(found(order, { lost: total })),
      parts,
    );
    const lowered = concluded(found(raised, { lost: money(6_000) }));
    const none = concluded(found(lowered, { outcome: 'won' }));
    for (const order of [often, none, concluded(found(raised, { outcome: 'won' }))]) {
      expect(sums(order)).toEqual([0, 10_000]);
      expect(entryOf(order)).toMatchObject({ state: 'won', amount: money(10_000) });
    }
  });

  test('if a dispute was first reported as partly lost and then as won, the reconciliation reports no false difference (fault 91)', () => {
    const entry = entryOf(told(paid(), { kind: 'lost', amount: money(8_000) }, won));
    if (entry === undefined) throw new Error('The order records no dispute.');
    const there = { amount: money(10_000), at: null };
    expect(verdictOf(entry, { ...there, state: 'won' })).toBe('no_money');
    expect(verdictOf(entry, { ...there, state: 'opened' })).toBe('amount');
    expect(verdictOf(entry, { ...there, state: 'won', amount: money(7_000) })).toBe('amount');
  });

  test('if an operator has corrected a loss to a win and the channel then reports a loss, the report becomes a case (fault 91)', () => {
    const next = told(concluded(found(lost(), { outcome: 'won' })), { kind: 'lost' });
    expect(kindsOfCases(next)).toEqual(['result_set_aside']);
  });
});

function permutationsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutationsOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}
