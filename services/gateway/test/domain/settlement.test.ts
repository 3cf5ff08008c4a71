import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import type { Dispute } from '../../src/domain/dispute/dispute.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { applyRefundResult } from '../../src/domain/refund/progress-refund.ts';
import { isAutomatic } from '../../src/domain/refund/refund.ts';
import { hoursOf, hoursOfMoves, moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import { readSettlementDay } from '../../src/domain/settlement/settlement-day.ts';
import { inOrderOfTime, linesWithin } from '../../src/domain/settlement/settlement-lines.ts';
import { SettlementTally } from '../../src/domain/settlement/settlement-totals.ts';
import {
  afterChange,
  closed,
  disputed,
  failed,
  latest,
  money,
  newOrder,
  opened,
  paid,
  startRefund,
  submitted,
  succeeded,
  withRefund,
} from '../builders/orders.ts';
import { begin, step } from '../builders/random-steps.ts';
import { after } from '../builders/times.ts';

/** The money moves in short form. */
function movesOf(order: PaymentOrder) {
  return moneyMovesOf(order).map(({ kind, signedMinor, at }) => [kind, signedMinor, at]);
}

function resolved(order: PaymentOrder, kind: 'won' | 'lost', seconds: number): PaymentOrder {
  const { attemptId, channelReference, amount } = order.dispute ?? never('no dispute');
  return afterChange(
    applyDisputeReport(order, attemptId, { kind, channelReference, amount }, after(seconds)),
  );
}

function never(reason: string): never {
  throw new Error(reason);
}

const unsettled = { settled: null, furtherFees: [] };

describe('the money of an order', () => {
  test('moves with a payment, when it succeeds', () => {
    expect(movesOf(submitted())).toEqual([]);
    expect(movesOf(failed())).toEqual([]);
    expect(movesOf(paid())).toEqual([['payment', 10_000, after(30)]]);
  });

  test('moves with a refund, when it is made and not when it is requested', () => {
    const waiting = withRefund(paid(), { amountMinor: 300, state: 'PROCESSING' });
    expect(movesOf(waiting)).toHaveLength(1);
    expect(movesOf(withRefund(paid(), { amountMinor: 300, state: 'FAILED' }))).toHaveLength(1);
    expect(movesOf(withRefund(paid(), { amountMinor: 300, state: 'SUCCESS' })).slice(1)).toEqual([
      ['refund', -300, after(42)],
    ]);
  });

  test('that arrived too late is a payment, and its automatic return has its own kind', () => {
    const order = closed(submitted());
    const late = afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(2_000)));
    expect(movesOf(late)).toEqual([['payment', 10_000, after(2_000)]]);
    const [refund] = late.refunds;
    const sent = afterChange(startRefund(late, refund?.refundId ?? '', after(2_001), true));
    const returned = afterChange(
      applyRefundResult(
        sent,
        refund?.refundId ?? '',
        { kind: 'succeeded', returned: order.amount },
        after(2_002),
      ),
    );
    expect(movesOf(returned).slice(1)).toEqual([['automatic_refund', -10_000, after(2_002)]]);
  });

  test('is withdrawn when a dispute is opened, and given back when it is won', () => {
    const open = disputed(paid(), 4_000);
    expect(movesOf(open).slice(1)).toEqual([['dispute', -4_000, after(50)]]);
    expect(movesOf(resolved(open, 'won', 70)).slice(1)).toEqual([
      ['dispute', -4_000, after(50)],
      ['dispute_reversal', 4_000, after(70)],
    ]);
  });

  test('stays withdrawn when a dispute is lost', () => {
    expect(movesOf(resolved(disputed(paid(), 4_000), 'lost', 70))).toEqual(movesOf(disputed(paid(), 4_000)));
  });

  test('keeps the moves of a dispute that was won when another follows', () => {
    const twice = disputed(resolved(disputed(paid(), 4_000), 'won', 45), 3_000, 'dsp_2');
    expect(movesOf(twice).slice(1)).toEqual([
      ['dispute', -4_000, after(50)],
      ['dispute_reversal', 4_000, after(45)],
      ['dispute', -3_000, after(50)],
    ]);
  });

  test('is not withdrawn by a dispute before its payment arrives', () => {
    const order = submitted();
    const { attemptId } = latest(order);
    const report = { kind: 'won', channelReference: 'dsp_1', amount: money(4_000) } as const;
    const early = afterChange(applyDisputeReport(order, attemptId, report, after(25)));
    expect(movesOf(early)).toEqual([]);
    expect(movesOf(paid(early))).toEqual([
      ['payment', 10_000, after(30)],
      ['dispute', -4_000, after(30)],
      ['dispute_reversal', 4_000, after(30)],
    ]);
  });

  test('does not move by a dispute over nothing', () => {
    const { dispute } = resolved(disputed(paid(), 4_000), 'won', 45);
    const won = { ...(dispute ?? never('no dispute')), amount: money(0) };
    expect(movesOf({ ...paid(), wonDisputes: [won] })).toEqual(movesOf(paid()));
  });

  test('names the processor, and each move by a reference that both sides know', () => {
    const order = disputed(withRefund(paid(), { number: 'R-9', amountMinor: 1, state: 'SUCCESS' }));
    expect(moneyMovesOf(order).map(({ channelType, reference }) => [channelType, reference])).toEqual([
      ['Sandbox', latest(order).attemptId],
      ['Sandbox', 'R-9'],
      ['Sandbox', 'dsp_1'],
    ]);
  });
});

describe('whatever happens to an order', () => {
  const moments = fc.array(fc.tuple(step, fc.integer({ min: 1, max: 40_000 })), { maxLength: 40 });

  test('its reports of all days add up to its own balance, and a past day stays unchanged', () => {
    fc.assert(
      fc.property(begin, moments, (build, steps) => {
        let order = build();
        let seconds = 60;
        for (const [happen, pause] of steps) {
          const before = moneyMovesOf(order);
          seconds += pause;
          const decision = happen(order, after(seconds));
          if (decision.kind === 'changed') order = decision.order;
          const added = moneyMovesOf(order).filter(
            (move) => !before.some((known) => JSON.stringify(known) === JSON.stringify(move)),
          );
          expect(moneyMovesOf(order)).toHaveLength(before.length + added.length);
          for (const { at } of added) expect(at).toEqual(after(seconds));
        }
        expectDaysToAddUp(order, after(seconds));
      }),
      { numRuns: 700 },
    );
  });

  /** Computes the order's present balance independently of the settlement code. */
  function balanceOf(order: PaymentOrder): bigint {
    const came = order.attempts.filter(({ state }) => state === 'SUCCEEDED');
    const went = order.refunds.filter(({ state }) => state === 'SUCCESS');
    const isStanding = (dispute: Dispute) =>
      dispute.state !== 'won' && came.some(({ attemptId }) => attemptId === dispute.attemptId);
    return (
      BigInt(came.length * order.amount.amountMinor) -
      BigInt(went.reduce((sum, { amount }) => sum + amount.amountMinor, 0)) -
      [...order.lostDisputes, ...(order.dispute === null ? [] : [order.dispute])]
        .filter(isStanding)
        .reduce((sum, { amount }) => sum + BigInt(amount.amountMinor), 0n)
    );
  }

  function expectDaysToAddUp(order: PaymentOrder, now: Date): void {
    let balance = 0n;
    let count = 0;
    let automatic = 0;
    const first = new Date('2026-11-21T00:00:00.000Z');
    for (let from = first; from <= now; from = new Date(from.getTime() + 86_400_000)) {
      const reading = readSettlementDay(from.toISOString().slice(0, 10), now);
      if (reading.kind !== 'read') never(reading.reason);
      const tally = new SettlementTally();
      // Read the lines as the report does: hour by hour, and only in hours for which the database finds the order.
      const found = new Set(hoursOfMoves(order).map((hour) => hour.getTime()));
      for (const hour of hoursOf(reading.day)) {
        if (!found.has(hour.getTime())) continue;
        const end = new Date(hour.getTime() + 3_600_000);
        for (const line of linesWithin(order, { from: hour, before: end })) tally.add(line, unsettled);
      }
      for (const { byKind } of tally.totals) {
        automatic += byKind.automatic_refund.count;
        for (const { sumMinor, count: ofKind } of Object.values(byKind)) {
          balance += sumMinor;
          count += ofKind;
        }
      }
    }
    expect(balance).toBe(balanceOf(order));
    expect(count).toBe(moneyMovesOf(order).length);
    const returned = order.refunds.filter((refund) => refund.state === 'SUCCESS' && isAutomatic(refund));
    expect(automatic).toBe(returned.length);
  }
});

describe('a day', () => {
  const now = new Date('2026-11-21T10:00:00.000Z');

  test.each(['2026-02-29', '2026-11-31', '2026-13-01', '2026-00-10', '2026-11-00'])(
    'that the calendar does not have is refused: %s',
    (date) => {
      expect(readSettlementDay(date, now)).toEqual({ kind: 'refused', reason: 'no_such_day' });
    },
  );

  test('lasts from midnight to midnight, UTC, even a leap day', () => {
    expect(readSettlementDay('2024-02-29', now)).toEqual({
      kind: 'read',
      day: {
        date: '2024-02-29',
        from: new Date('2024-02-29T00:00:00.000Z'),
        before: new Date('2024-03-01T00:00:00.000Z'),
        isFinal: true,
      },
    });
  });

  test('can be requested from its first millisecond on, and is final five minutes after its end', () => {
    const at = (moment: string) => readSettlementDay('2026-11-21', new Date(moment));
    expect(at('2026-11-20T23:59:59.999Z')).toEqual({ kind: 'refused', reason: 'not_begun' });
    expect(at('2026-11-21T00:00:00.000Z')).toMatchObject({ day: { isFinal: false } });
    expect(at('2026-11-22T00:04:59.999Z')).toMatchObject({ day: { isFinal: false } });
    expect(at('2026-11-22T00:05:00.000Z')).toMatchObject({ day: { isFinal: true } });
  });
});

describe('the lines', () => {
  test('of a span begin with its first millisecond and end before the next span', () => {
    const order = paid();
    const at = after(30);
    const next = after(30.001);
    expect(linesWithin(order, { from: at, before: next })).toHaveLength(1);
    expect(linesWithin(order, { from: after(29), before: at })).toEqual([]);
    expect(linesWithin(order, { from: next, before: after(60) })).toEqual([]);
  });

  test('are sorted by time, then by order', () => {
    const orders = ['T3', 'T1', 'T2'].map((number) =>
      withRefund(paid(submitted(opened(newOrder({ merchantTransactionId: number })))), {
        amountMinor: 5,
        state: 'SUCCESS',
      }),
    );
    const lines = inOrderOfTime(
      orders.flatMap((order) => linesWithin(order, { from: after(0), before: after(100) })),
    );
    const ids = orders.map(({ orderId }) => orderId).sort();
    expect(lines.map(({ kind, orderId }) => [kind, orderId])).toEqual([
      ...ids.map((id) => ['payment', id]),
      ...ids.map((id) => ['refund', id]),
    ]);
  });
});

describe('the totals', () => {
  test('are separate for each currency, sorted by code', () => {
    const tally = new SettlementTally();
    for (const currency of ['USD', 'JPY', 'KWD', 'USD']) {
      const order = paid(submitted(opened(newOrder({ amount: money(1_234, currency) }))));
      for (const move of moneyMovesOf(order)) tally.add(move, unsettled);
    }
    expect(
      tally.totals.map(({ currency, byKind }) => [currency, byKind.payment.count, byKind.payment.sumMinor]),
    ).toEqual([
      ['JPY', 1, 1_234n],
      ['KWD', 1, 1_234n],
      ['USD', 2, 2_468n],
    ]);
  });

  test('are exact beyond what a JSON number holds', () => {
    const tally = new SettlementTally();
    const [move] = moneyMovesOf(paid(submitted(opened(newOrder({ amount: money(999_999_999_999_999) })))));
    for (let count = 0; count < 1_001; count += 1) if (move) tally.add(move, unsettled);
    expect(tally.totals[0]?.byKind.payment.sumMinor).toBe(1_000_999_999_999_998_999n);
  });
});
