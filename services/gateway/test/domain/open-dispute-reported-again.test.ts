import { describe, expect, test } from 'vitest';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { concludeDispute, type DisputeFinding } from '../../src/domain/dispute/conclude-dispute.ts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import { lastRecordedAt } from '../../src/domain/dispute/disputes-set-aside.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { decideRefund } from '../../src/domain/refund/request-refund.ts';
import { afterChange, demand, latest, money, paid } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const chargeback = { kind: 'opened', channelReference: 'D1', amount: money(10_000) } as const;
/** Adyen reports the open dispute under the same reference when the bank returns its money, and when it takes the money again. */
const again: DisputeReport = { ...chargeback, mayReopen: true };
const preArbitration: DisputeReport = { ...again, stage: 'pre_arbitration' };
const announced: DisputeReport = { ...again, isAnnouncement: true };

function told(order: PaymentOrder, report: DisputeReport, seconds: number): PaymentOrder {
  const decision = applyDisputeReport(order, latest(order).attemptId, report, after(seconds));
  return decision.kind === 'changed' ? decision.order : order;
}

function conclude(order: PaymentOrder, finding: Partial<DisputeFinding> = {}, seconds = 500) {
  const named = { channelReference: 'D1', outcome: 'won', note: 'The money is back.', ...finding } as const;
  return concludeDispute(order, named, after(seconds));
}

describe('an operator’s command about an open dispute is refused if the channel has made a report since the operator looked', () => {
  test.each<[string, DisputeReport, DisputeReport]>([
    ['that the bank has taken the money again at a later stage', again, preArbitration],
    ['the dispute as open once more, without another fact', again, again],
    ['that the bank has taken the money of an announced dispute', announced, again],
    [
      'a later stage, at a channel that reports each dispute once',
      chargeback,
      { ...chargeback, stage: 'pre_arbitration' },
    ],
  ])('%s', (_case, first, second) => {
    const seen = told(paid(), first, 100);
    const reported = told(seen, second, 300);
    expect(conclude(reported)).toEqual({ kind: 'refused', reason: 'reported_again', since: after(300) });
    expect(conclude(reported, { outcome: 'lost' }).kind).toBe('refused');
    expect(conclude(reported, { corrects: after(299) }).kind).toBe('refused');
    expect(decideRefund(reported, demand('R1', money(1_000)), after(501)).kind).toBe('refused');

    expect(lastRecordedAt(reported, 'D1')).toEqual(after(300));
    expect(conclude(reported, { corrects: after(300) })).toMatchObject({
      kind: 'concluded',
      order: { state: 'PAY_SUCCESS', dispute: { state: 'won' } },
    });
  });

  test('and again after each further report, even if the clock of the instance that receives it is behind', () => {
    const reported = [300, 300, 290].reduce(
      (order, seconds) => told(order, again, seconds),
      told(paid(), again, 100),
    );
    expect(lastRecordedAt(reported, 'D1')?.getTime()).toBeGreaterThan(after(300).getTime());
    expect(conclude(reported, { corrects: after(300) }).kind).toBe('refused');
  });
});

describe('an operator’s command about an open dispute is refused if a report about it was stored for an operator since the operator looked', () => {
  const opened: DisputeReport = { ...again, amount: money(6_000) };
  test.each<[string, DisputeReport]>([
    ['that the bank took another amount', again],
    ['that the bank took another amount, as an answer to a question', { ...chargeback, toldAt: after(250) }],
    ['that a part was won', { ...again, kind: 'won', amount: money(2_000) }],
  ])('%s', (_case, second) => {
    const seen = told(paid(), opened, 100);
    const reported = told(seen, second, 300);
    expect(reported.quarantine).toHaveLength(1);
    expect(conclude(reported)).toEqual({ kind: 'refused', reason: 'reported_again', since: after(300) });
    expect(conclude(reported, { corrects: after(300) }).kind).toBe('concluded');
  });

  test('and again if the channel itself repeats the report', () => {
    const reported = told(told(told(paid(), opened, 100), again, 300), again, 400);
    expect(reported.quarantine).toHaveLength(1);
    expect(conclude(reported, { corrects: after(300) })).toMatchObject({ since: after(400) });
  });

  test('but not if a channel that is asked every day repeats its answer', () => {
    const answer = (day: number): DisputeReport => ({ ...chargeback, toldAt: after(day) });
    const reported = told(told(told(paid(), opened, 100), answer(1), 300), answer(2), 400);
    expect(conclude(reported, { corrects: after(300) }).kind).toBe('concluded');
  });
});

describe('an operator’s correction of an ended dispute is refused if the channel has reported it as open again since the operator looked', () => {
  test.each<[string, DisputeReport, DisputeReport]>([
    ['in a report equal to one that waits for an operator', again, again],
    [
      'in a report that names a later time',
      { ...again, toldAt: after(150) },
      { ...again, toldAt: after(350) },
    ],
  ])('%s', (_case, first, second) => {
    const won = conclude(told(paid(), announced, 100), {}, 200);
    if (won.kind !== 'concluded') throw new Error(won.reason);
    const seen = told(won.order, first, 300);
    const reported = told(told(seen, second, 400), announced, 450);
    expect(reported.quarantine).toHaveLength(1);
    const lost = { outcome: 'lost', corrects: after(300) } as const;
    expect(conclude(seen, lost).kind).toBe('concluded');
    expect(conclude(reported, lost)).toMatchObject({
      kind: 'refused',
      reason: 'ended',
      recorded: { since: after(400) },
    });
    expect(conclude(reported, { ...lost, corrects: after(400) }).kind).toBe('concluded');
  });
});

describe('no time is needed', () => {
  test('for a dispute that the channel has reported as open only once', () => {
    const order = told(paid(), again, 100);
    expect(lastRecordedAt(order, 'D1')).toBeUndefined();
    expect(conclude(order).kind).toBe('concluded');
    expect(conclude(order, { corrects: after(100) })).toMatchObject({ reason: 'nothing_to_correct' });
  });

  test('after answers of a channel that is asked every day and says nothing new about the money', () => {
    const answered = (day: number): DisputeReport => ({
      ...chargeback,
      toldAt: after(day),
      respondBy: after(900 + day),
    });
    const order = told(
      told(told(paid(), answered(1), 100), answered(2), 200),
      { ...answered(3), mayReopen: true },
      300,
    );
    expect(conclude(order).kind).toBe('concluded');
  });

  test('after an announcement that is repeated', () => {
    const order = told(told(paid(), announced, 100), { ...announced, respondBy: after(900) }, 200);
    expect(conclude(order).kind).toBe('concluded');
  });
});

test('the outcome of a dispute that was reported again is recorded at a later time than that report', () => {
  const order = told(told(paid(), again, 100), preArbitration, 300);
  const won = conclude(order, { corrects: after(300) }, 200);
  if (won.kind !== 'concluded') throw new Error(won.reason);
  expect(lastRecordedAt(won.order, 'D1')?.getTime()).toBeGreaterThan(after(300).getTime());
  expect(
    afterChange(applyDisputeReport(won.order, latest(order).attemptId, preArbitration, after(600)))
      .quarantine,
  ).toHaveLength(1);
});
