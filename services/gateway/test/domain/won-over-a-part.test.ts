import { describe, expect, test } from 'vitest';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { concludeDispute } from '../../src/domain/dispute/conclude-dispute.ts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import { disputesSetAside, isReportedLost } from '../../src/domain/dispute/disputes-set-aside.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { decideRefund } from '../../src/domain/refund/request-refund.ts';
import { correcting } from '../builders/corrected-outcomes.ts';
import { afterChange, closed, demand, latest, money, paid, submitted } from '../builders/orders.ts';
import { permutations } from '../builders/permutations.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';

type Told = Partial<DisputeReport> & Pick<DisputeReport, 'kind'>;

const opened = { kind: 'opened' } as const;
const announced = { kind: 'opened', isAnnouncement: true } as const;
const reversed = { kind: 'opened', amount: money(6_000) } as const;
const wonPart = { kind: 'won', amount: money(6_000) } as const;
const won = { kind: 'won' } as const;

/** Applies reports about one dispute over the whole payment, one after another. */
function told(order: PaymentOrder, ...reports: readonly Told[]): PaymentOrder {
  return reports.reduce((current, each, index) => {
    const report = { channelReference: 'D1', amount: money(10_000), ...each };
    const applied = applyDisputeReport(current, latest(current).attemptId, report, after(50 + index));
    return applied.kind === 'changed' ? applied.order : current;
  }, order);
}

function refundOf(order: PaymentOrder): string {
  return decideRefund(order, demand('R', money(10_000)), after(95)).kind;
}

const kindsOfCases = (order: PaymentOrder) => openCases(order).map(({ kind }) => kind);

describe('a dispute that is reported as won over less than the bank took', () => {
  test.each([
    ['after its opening', [opened, wonPart]],
    ['after the reversal of the same part', [opened, reversed, wonPart]],
    ['before its opening', [wonPart, opened]],
  ])(
    'if a dispute is won over less than the bank took, the operator gets a case and refunds are refused (fault 91): %s',
    (_case, reports) => {
      const order = told(paid(), ...reports);
      expect(kindsOfCases(order)).toContain('result_set_aside');
      expect(refundOf(order)).toBe('refused');
    },
  );

  test.each<[string, readonly Told[], number]>([
    ['won over the smaller amount', [reversed, opened, wonPart], 10_000],
    ['lost over the smaller amount', [opened, reversed, { kind: 'lost', amount: money(6_000) }], 4_000],
  ])(
    'if two reports opened a dispute over different amounts and the case of the second report is still open, refunds are refused even after the outcome (fault 91): %s',
    (_case, reports, restMinor) => {
      for (const sequence of permutations(reports)) {
        const order = told(paid(), ...sequence.map((each) => ({ ...each, mayReopen: true }) as const));
        const rest = demand('R', money(restMinor));
        expect([kindsOfCases(order).length > 0, decideRefund(order, rest, after(95)).kind]).toEqual([
          true,
          'refused',
        ]);
      }
    },
  );

  test('an opening that was stored behind another dispute, and taken up, holds nothing after a loss of a part', () => {
    const about = (report: Told) => ({ amount: money(4_000), channelReference: 'D2', ...report });
    const behind = told(paid(), { kind: 'opened', amount: money(3_000) }, about(opened));
    const taken = told(behind, { kind: 'won', amount: money(3_000) });
    const lost = told(taken, { ...about({ kind: 'lost' }), amount: money(1_200), showsMoneyBack: true });
    expect([lost.dispute?.state, decideRefund(lost, demand('R', money(8_800)), after(95)).kind]).toEqual([
      'lost',
      'accepted',
    ]);
  });

  test('the case of an opening over another amount holds nothing once an operator has settled it', () => {
    const order = told(paid(), opened, reversed, won);
    expect(refundOf(order)).toBe('refused');
    const [open] = openCases(order);
    const settled = afterChange(settleListed(order, open?.caseId ?? '', 'Looked.', after(91)));
    expect([refundOf(settled), kindsOfCases(settled)]).toEqual(['accepted', []]);
  });

  test('if a dispute is won over less than an earlier report named, the dispute stays open, even if the case of that report is settled (fault 91)', () => {
    const order = told(paid(), reversed, opened);
    const [open] = openCases(order);
    const settled = afterChange(settleListed(order, open?.caseId ?? '', 'Looked.', after(80)));
    const ended = told(settled, wonPart);
    expect([ended.state, kindsOfCases(ended)]).toEqual(['IN_DISPUTE', ['result_set_aside']]);
  });

  test('ends once an operator has found how much the bank kept', () => {
    const order = told(paid(), opened, wonPart);
    const finding = { channelReference: 'D1', outcome: 'lost', lost: money(4_000), note: 'Seen.' } as const;
    const found = concludeDispute(order, { ...finding, ...correcting(order, 'D1') }, after(90));
    if (found.kind !== 'concluded') throw new Error(found.reason);
    const [open] = openCases(found.order);
    const settled = afterChange(settleListed(found.order, open?.caseId ?? '', 'Concluded.', after(91)));
    expect([settled.state, refundableMinor(settled), kindsOfCases(settled)]).toEqual([
      'PARTIAL_REFUND',
      6_000,
      [],
    ]);
  });

  test('if the channel reported that a dispute was partly won, an operator who records a loss has to name its amount (fault 91)', () => {
    const finding = { channelReference: 'D1', outcome: 'lost', note: 'Seen.' } as const;
    const found = concludeDispute(told(paid(), opened, wonPart), finding, after(90));
    expect(found).toEqual({ kind: 'refused', reason: 'amount_needed' });
  });

  test('if the channel reports that a dispute was partly won, the recorded loss is not lowered to zero (fault 91)', () => {
    const order = told(paid(), opened, { kind: 'lost' }, { ...wonPart, showsMoneyBack: true });
    expect([refundableMinor(order), kindsOfCases(order)]).toEqual([0, ['result_set_aside']]);
  });

  test('a win over a part is undecided if the order does not follow its dispute', () => {
    const order = told(closed(submitted()), opened, wonPart);
    const { attemptId } = latest(order);
    const aside = [{ result: 'undecided', amount: money(10_000), isSettled: false }];
    expect(disputesSetAside(order, attemptId)).toMatchObject(aside);
    expect(isReportedLost(order, attemptId)).toBe(false);
  });
});

test('if an announced dispute ends and the bank takes the money afterwards, refunds are refused (fault 83)', () => {
  const taken = told(paid(), announced, won, opened);
  expect([kindsOfCases(taken), refundOf(taken)]).toEqual([['result_set_aside'], 'refused']);
  const late = told(paid(), announced, { ...won, showsMoneyBack: true }, opened);
  expect([kindsOfCases(late), refundOf(late)]).toEqual([[], 'accepted']);
});

test.each([
  ['that ended as an announcement', [announced, won]],
  ['that was won over a part', [wonPart]],
])(
  'once the bank has taken the money of a dispute that waited until another one ended, refunds are refused: a dispute %s (fault 83)',
  (_case, before) => {
    const other = { channelReference: 'D2', amount: money(4_000) };
    const behind = told(paid(), { ...opened, ...other }, ...before);
    const ended = told(behind, { ...won, ...other });
    expect(refundOf(ended)).toBe('accepted');
    for (const taken of [told(ended, opened), told(told(behind, opened), { ...won, ...other })]) {
      expect([openCases(taken).length > 0, refundOf(taken)]).toEqual([true, 'refused']);
    }
  },
);

test('a dispute is won if the bank took nothing, or is won over all that the bank took', () => {
  for (const reports of [
    [announced, wonPart],
    [opened, won],
    [reversed, wonPart],
  ]) {
    for (const sequence of permutations(reports)) {
      const order = told(paid(), ...sequence);
      expect([order.state, kindsOfCases(order), refundOf(order)]).toEqual(['PAY_SUCCESS', [], 'accepted']);
    }
  }
  const ofClosed = told(closed(submitted()), opened, won);
  expect(disputesSetAside(ofClosed, latest(ofClosed).attemptId)).toMatchObject([{ result: 'won' }]);
});
