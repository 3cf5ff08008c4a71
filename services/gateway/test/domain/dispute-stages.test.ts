import { describe, expect, test } from 'vitest';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import { disputesSetAside } from '../../src/domain/dispute/disputes-set-aside.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { decideRefund } from '../../src/domain/refund/request-refund.ts';
import { closed, demand, latest, money, paid, submitted } from '../builders/orders.ts';
import { permutations } from '../builders/permutations.ts';
import { after } from '../builders/times.ts';

type Told = Pick<DisputeReport, 'kind' | 'stage'> & Partial<DisputeReport>;

const opened = { kind: 'opened' } as const;
const won = { kind: 'won' } as const;
const openedAgain = { kind: 'opened', stage: 'pre_arbitration' } as const;
const wonAgain = { kind: 'won', stage: 'pre_arbitration' } as const;
const arbitrated = { kind: 'opened', stage: 'arbitration' } as const;

/** Applies reports about one dispute, one after another. */
function told(reports: readonly Told[], before: PaymentOrder = paid()): PaymentOrder {
  return reports.reduce((order, each, index) => {
    const report = { channelReference: 'D1', amount: money(10_000), mayReopen: true, ...each } as const;
    const applied = applyDisputeReport(order, latest(order).attemptId, report, after(50 + index));
    return applied.kind === 'changed' ? applied.order : order;
  }, before);
}

const refundOf = (order: PaymentOrder) => decideRefund(order, demand('R', money(10_000)), after(95)).kind;

describe('a dispute that the bank has taken to a later stage', () => {
  test.each([
    ['pre-arbitration after a win', [opened, won, openedAgain]],
    ['arbitration after a win in pre-arbitration', [opened, openedAgain, wonAgain, arbitrated]],
  ])(
    'if a dispute goes to a later stage after its win, the operator gets a case and refunds are refused, in whatever sequence the reports arrive (fault 16): %s',
    (_case, reports) => {
      for (const sequence of permutations(reports)) {
        const order = told(sequence);
        expect([openCases(order).length > 0, refundOf(order)]).toEqual([true, 'refused']);
      }
    },
  );

  test('a win in an earlier stage does not end a dispute over a late payment (fault 16)', () => {
    for (const sequence of permutations([opened, won, openedAgain])) {
      const order = told(sequence, closed(submitted()));
      const [aside] = disputesSetAside(order, latest(order).attemptId);
      expect(['opened', 'undecided']).toContain(aside?.result);
    }
    const ended = told([opened, openedAgain, wonAgain], closed(submitted()));
    expect(disputesSetAside(ended, latest(ended).attemptId)).toMatchObject([{ result: 'won' }]);
  });

  test('if a dispute is reported while another one is open, a win in its earlier stage does not make refunds possible (fault 16)', () => {
    const other = { channelReference: 'D2', amount: money(4_000) };
    const asides = [opened, openedAgain, won].map((each) => ({ ...each, amount: money(6_000) }));
    for (const sequence of permutations([...asides.slice(1), { kind: 'won', ...other } as const])) {
      const order = told([{ ...opened, ...other }, ...asides.slice(0, 1), ...sequence]);
      expect([openCases(order).length > 0, refundOf(order)]).toEqual([true, 'refused']);
    }
  });

  test('after a partial loss in an earlier stage, money that the bank then takes again cannot be refunded (fault 16)', () => {
    const partLost = { kind: 'lost', amount: money(3_000), showsMoneyBack: true } as const;
    for (const sequence of permutations([opened, partLost, openedAgain])) {
      const order = told(sequence);
      const refund = decideRefund(order, demand('R', money(7_000)), after(95)).kind;
      expect([openCases(order).length > 0, refund]).toEqual([true, 'refused']);
      const late = told(sequence, closed(submitted()));
      const asides = disputesSetAside(late, latest(late).attemptId);
      expect(asides).toMatchObject([{ result: 'opened', amount: money(10_000) }]);
    }
  });

  test('ends with the win of its latest stage', () => {
    const order = told([opened, openedAgain, wonAgain]);
    expect([order.state, openCases(order), refundOf(order)]).toEqual(['PAY_SUCCESS', [], 'accepted']);
  });
});
