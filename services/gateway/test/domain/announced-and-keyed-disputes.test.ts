import { describe, expect, test } from 'vitest';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { concludeDispute } from '../../src/domain/dispute/conclude-dispute.ts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { ownEntries } from '../../src/domain/reconciliation/own-entry.ts';
import { decideRefund } from '../../src/domain/refund/request-refund.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import { afterChange, demand, eventsOf, money, paid, submitted } from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';

const opened: DisputeReport = { kind: 'opened', channelReference: 'dsp_1', amount: money(4_000) };
const announced: DisputeReport = { ...opened, isAnnouncement: true };
const keyed = { keyedBy: 'payment' } as const;

function report(order: PaymentOrder, told: DisputeReport, seconds = 50) {
  return applyDisputeReport(order, order.attempts[0]?.attemptId ?? '', told, after(seconds));
}

const told = (order: PaymentOrder, ...reports: DisputeReport[]) =>
  reports.reduce((current, each, index) => afterChange(report(current, each, 50 + index)), order);

const movesOf = (order: PaymentOrder) =>
  moneyMovesOf(order)
    .slice(1)
    .map(({ kind, signedMinor, at }) => [kind, signedMinor, at]);

describe('an announced dispute does not count as lost money until the bank takes the money (fault 83)', () => {
  test('opens, and counts no money', () => {
    const order = told(paid(), announced);
    expect(order).toMatchObject({ state: 'IN_DISPUTE', dispute: { isAnnounced: true } });
    expect(eventsOf(order).at(-1)).toBe('order.dispute.opened');
    expect(movesOf(order)).toEqual([]);
    expect(report(order, { ...announced, amount: money(3_900) }).kind).toBe('unchanged');
  });

  test('counts the money from the moment at which the bank takes it, with the amount taken', () => {
    const order = told(paid(), announced, { ...opened, amount: money(4_100) });
    expect(movesOf(order)).toEqual([['dispute', -4_100, after(51)]]);
    expect(order.dispute).toMatchObject({ openedAt: after(50), amount: money(4_100) });
    expect(openCases(order)).toEqual([]);
    expect(report(order, announced).kind).toBe('unchanged');
  });

  test('that is withdrawn never counts any money', () => {
    const order = told(paid(), announced, { ...opened, kind: 'won' });
    expect(order.state).toBe('PAY_SUCCESS');
    expect(movesOf(order)).toEqual([]);
  });

  test('that is lost at once counts the money once', () => {
    const order = told(paid(), announced, { ...opened, kind: 'lost', amount: money(4_200) });
    expect(order.state).toBe('PARTIAL_REFUND');
    expect(movesOf(order)).toEqual([['dispute', -4_200, after(51)]]);
    expect(refundableMinor(order)).toBe(5_800);
  });
});

describe('what a channel says about a dispute', () => {
  const facts = {
    reason: { category: 'not_received', code: '13.1' },
    channelUrl: 'https://dashboard.processor.example/disputes/1',
    respondBy: after(5_000),
  } as const;

  test('is stored, and is part of the event that opens the dispute', () => {
    const order = told(paid(), { ...opened, ...facts });
    expect(order.dispute).toMatchObject(facts);
    expect(order.outbox.at(-1)).toMatchObject({ dispute: facts });
  });

  test('can follow later, and a report that names less removes nothing', () => {
    const order = told(paid(), opened, { ...opened, ...facts });
    expect(order.dispute).toMatchObject(facts);
    expect(report(order, opened).kind).toBe('unchanged');
    expect(told(order, { ...opened, kind: 'won' }).dispute).toMatchObject({ ...facts, state: 'won' });
  });
});

describe('reports with different references are applied to the one dispute of their payment (fault 83)', () => {
  /** The payment has no room for another dispute over this amount. */
  const most = { ...opened, amount: money(6_000) };

  test('is followed by its payment to its end', () => {
    const order = told(paid(), most, {
      kind: 'lost',
      channelReference: 'second_chargeback_9',
      amount: money(6_000),
      ...keyed,
    });
    expect(order.dispute).toMatchObject({ channelReference: 'dsp_1', state: 'lost' });
    expect(order.state).toBe('PARTIAL_REFUND');
    expect(openCases(order)).toEqual([]);
  });

  test.each([['won'], ['lost'], ['opened']] as const)(
    'is a case if no dispute of the payment is known yet, and the dispute then has its own reference only: %s',
    (kind) => {
      const early = { kind, channelReference: 'of_its_own', amount: money(4_000), ...keyed };
      const waiting = told(paid(), early);
      expect([waiting.state, waiting.dispute]).toEqual(['PAY_SUCCESS', null]);
      expect(openCases(waiting).map((open) => open.kind)).toEqual(['result_set_aside']);
      const order = told(waiting, opened);
      expect(order).toMatchObject({
        state: 'IN_DISPUTE',
        dispute: { channelReference: 'dsp_1', state: 'opened' },
      });
      // Both the channel's books and the gateway's have the dispute under the reference that the channel's report names.
      const entries = ownEntries(order, 'Sandbox').filter(({ subject }) => subject === 'dispute');
      expect(entries.map(({ dispute }) => dispute?.channelReference)).toEqual(['dsp_1']);
      expect(report(order, opened).kind).toBe('unchanged');
      const finding = { channelReference: 'dsp_1', outcome: 'lost', note: 'It is over.' } as const;
      const concluded = concludeDispute(order, finding, after(60));
      if (concluded.kind !== 'concluded') throw new Error(concluded.kind);
      expect(concluded.order).toMatchObject({ state: 'PARTIAL_REFUND', dispute: { state: 'lost' } });
    },
  );

  test('ends the same if the payment is reported last', () => {
    const early = told(submitted(), most, { ...most, kind: 'lost', channelReference: 'x', ...keyed });
    expect(paid(early)).toMatchObject({ state: 'PARTIAL_REFUND', dispute: { channelReference: 'dsp_1' } });
  });

  test('becomes a case if the outcome that is reported contradicts the known one', () => {
    const won = told(paid(), opened, { ...opened, kind: 'won' });
    const order = told(won, { ...opened, kind: 'lost', channelReference: 'pre_arbitration_4', ...keyed });
    expect(order.dispute).toMatchObject({ channelReference: 'dsp_1', state: 'won' });
    expect(openCases(order).map(({ kind }) => kind)).toEqual(['result_set_aside']);
  });

  test.each([
    ['won', 'chargeback_2'],
    ['lost', 'chargeback_2'],
  ] as const)(
    'that opens again after it was %s is a case, and holds refunds back until it is settled',
    (kind, channelReference) => {
      const ended = told(paid(), opened, { ...opened, kind });
      const again = { ...opened, channelReference, ...keyed };
      const order = afterChange(report(ended, again, 55));
      expect(order).toMatchObject({ state: ended.state, dispute: ended.dispute });
      const [open] = openCases(order);
      expect(open?.kind).toBe('result_set_aside');
      expect(decideRefund(order, demand('R', money(100)), after(60))).toMatchObject({
        reason: 'ORDER_IN_DISPUTE',
        isSetAside: true,
      });
      expect(report(order, again, 56).kind).toBe('unchanged');
      const settled = afterChange(settleListed(order, open?.caseId ?? '', 'Nothing new.', after(70)));
      expect(decideRefund(settled, demand('R', money(100)), after(80)).kind).toBe('accepted');
    },
  );

  test('that was only announced and then won is a case if the bank takes the money after all', () => {
    const won = told(paid(), announced, { ...opened, kind: 'won', ...keyed });
    const order = told(won, { ...opened, ...keyed });
    expect(openCases(order).map(({ kind }) => kind)).toEqual(['result_set_aside']);
  });
});

describe('an announced dispute waits until another dispute of the payment has ended (fault 83)', () => {
  const second = { ...announced, channelReference: 'dsp_2' };

  test('counts no money when the order follows it', () => {
    const order = told(paid(), opened, second, { ...opened, kind: 'won' });
    expect(order).toMatchObject({ state: 'IN_DISPUTE', dispute: { channelReference: 'dsp_2' } });
    expect(movesOf(order).reduce((sum, [, minor]) => sum + Number(minor), 0)).toBe(0);
    const taken = told(order, { ...opened, channelReference: 'dsp_2' });
    expect(movesOf(taken).at(-1)).toEqual(['dispute', -4_000, after(50)]);
  });

  test('counts the money if the bank took it meanwhile', () => {
    const order = told(paid(), opened, second, { ...second, isAnnouncement: undefined } as never, {
      ...opened,
      kind: 'won',
    });
    expect(order.dispute).not.toHaveProperty('isAnnounced');
  });
});
