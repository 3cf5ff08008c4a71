import { describe, expect, test } from 'vitest';
import { setAsideText } from '../../src/application/channels/report-text.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { concludeDispute, type DisputeFinding } from '../../src/domain/dispute/conclude-dispute.ts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor, refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { correcting } from '../builders/corrected-outcomes.ts';
import { afterChange, latest, money, paid } from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';

type Told = Partial<DisputeReport> & Pick<DisputeReport, 'kind'>;

/** Applies reports, one after another. Unless they name another dispute, they are about dp_1, over 40.00 of 100.00. */
function told(order: PaymentOrder, ...reports: readonly Told[]): PaymentOrder {
  return reports.reduce((current, report, index) => {
    const all = { channelReference: 'dp_1', amount: money(4_000), ...report };
    return afterChange(applyDisputeReport(current, latest(current).attemptId, all, after(60 + index)));
  }, order);
}

const opened = { kind: 'opened' } as const;
const lostToo = { kind: 'lost', channelReference: 'dp_2', amount: money(6_000) } as const;
const behind = () => told(paid(), opened, lostToo);

/** Settles the order's latest case. */
function settling(order: PaymentOrder, now = after(200)) {
  return settleListed(order, openCases(order).at(-1)?.caseId ?? '', 'Looked.', now);
}

function concluded(order: PaymentOrder, finding: Partial<DisputeFinding>): PaymentOrder {
  const { channelReference = 'dp_2' } = finding;
  const named = { channelReference, outcome: 'lost', note: 'Seen.', ...finding } as const;
  const decision = concludeDispute(order, { ...correcting(order, channelReference), ...named }, after(300));
  if (decision.kind !== 'concluded') throw new Error(decision.reason);
  return decision.order;
}

describe('the case of a loss behind another open dispute', () => {
  test.each(['won', 'lost'] as const)(
    'while another dispute is open, an operator cannot settle the case of a loss that the order will record by itself after that dispute (fault 21): %s',
    (outcome) => {
      expect(settling(behind()).kind).toBe('unchanged');
      const ended = told(behind(), { kind: outcome });
      expect(refundedMinor(ended)).toBe(outcome === 'won' ? 6_000 : 10_000);
      expect(refundableMinor(ended)).toBe(outcome === 'won' ? 4_000 : 0);
      expect(openCases(afterChange(settling(ended)))).toEqual([]);
    },
  );

  test('can be settled after the order has recorded the loss, which an operator can then take back', () => {
    const settled = afterChange(settling(told(behind(), { kind: 'won' })));
    expect(refundableMinor(concluded(settled, { outcome: 'won' }))).toBe(10_000);
  });

  test.each<[string, PaymentOrder]>([
    [
      'was won before',
      told(paid(), { ...lostToo, kind: 'opened' }, { ...lostToo, kind: 'won' }, opened, lostToo),
    ],
    ['was lost over less before', told(paid(), { ...lostToo, amount: money(5_000) }, opened, lostToo)],
    [
      'is not known, because the report does not name it',
      told(paid(), opened, { ...lostToo, keyedBy: 'payment' }),
    ],
    [
      'was lost over an amount that cannot be right',
      told(paid(), opened, { ...lostToo, amount: money(20_001) }),
    ],
  ])(
    'while another dispute is open, an operator cannot settle the case of a loss that the order cannot record yet (fault 21): the lost dispute %s',
    (_case, order) => {
      expect(order.dispute).toMatchObject({ channelReference: 'dp_1', state: 'opened' });
      expect(openCases(order)).toHaveLength(1);
      expect(settling(order).kind).toBe('unchanged');
      const ended = told(order, { kind: 'won' });
      expect(openCases(afterChange(settling(ended)))).toEqual([]);
    },
  );

  test('while another dispute is open, an operator cannot settle the last case of a dispute that was only partly won (fault 21)', () => {
    const part = { ...lostToo, kind: 'won', amount: money(1_000) } as const;
    const order = told(paid(), opened, { ...lostToo, kind: 'opened' }, part);
    const once = afterChange(settling(order));
    expect(openCases(once)).toHaveLength(1);
    expect(settling(once).kind).toBe('unchanged');
    const next = told(once, { kind: 'won' });
    expect(next).toMatchObject({
      state: 'IN_DISPUTE',
      dispute: { channelReference: 'dp_2', state: 'opened' },
    });
    expect(openCases(afterChange(settling(next)))).toEqual([]);
  });

  test('can be settled if another report of the loss stays open, and that one counts', () => {
    const twice = told(behind(), { ...lostToo, amount: money(7_000) });
    const settled = afterChange(settling(twice));
    expect(openCases(settled)).toHaveLength(1);
    expect(settling(settled).kind).toBe('unchanged');
    expect(refundedMinor(told(settled, { kind: 'won' }))).toBe(6_000);
  });

  test('says that the order records the loss by itself, and that the case waits', () => {
    const text = (order: PaymentOrder) => setAsideText(order, order.quarantine[0]);
    expect(text(behind())).toContain(
      'cannot record this loss while the dispute dp_1 is open, so the case cannot be settled before that dispute has ended. This loss is then recorded automatically.',
    );
    const unknown = told(paid(), opened, { ...lostToo, keyedBy: 'payment' });
    expect(text(unknown)).toMatch(/the case cannot be settled before that dispute has ended\.$/);
    expect(text(told(behind(), { kind: 'lost' }))).not.toContain('cannot be settled');
  });
});

test.each<[string, PaymentOrder]>([
  ['the opening of a second dispute', told(paid(), opened, { ...lostToo, kind: 'opened' })],
  ['a second dispute that was won', told(paid(), opened, { ...lostToo, kind: 'won' })],
  ['a loss that the order counts', told(paid(), lostToo, opened, { ...lostToo, amount: money(5_000) })],
  [
    'the open dispute itself, over an amount that cannot be right',
    told(paid(), opened, { kind: 'lost', amount: money(20_001) }),
  ],
])('a case can be settled while a dispute is open if it is about %s', (_case, order) => {
  expect(order.state).toBe('IN_DISPUTE');
  expect(openCases(afterChange(settling(order)))).toEqual([]);
});
