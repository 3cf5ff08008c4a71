import { orderLimits } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { setUncountedReportAside } from '../../src/application/channels/set-uncounted-report-aside.ts';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import { isDisputed } from '../../src/domain/dispute/disputes-set-aside.ts';
import { refundableMinor, refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { Decision, PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { uncountedPayments } from '../../src/domain/order/uncounted-payments.ts';
import { eventsOf, latest, money, submitted, succeeded } from '../builders/orders.ts';
import { permutations } from '../builders/permutations.ts';
import { after } from '../builders/times.ts';

const DAY = 86_400;
type Told = Partial<DisputeReport> & Pick<DisputeReport, 'kind'>;

const next = (order: PaymentOrder, decision: Decision) =>
  decision.kind === 'changed' ? decision.order : order;

function paidWith(order: PaymentOrder, amountMinor: number, day: number): PaymentOrder {
  const result = { ...succeeded(), paid: money(amountMinor), paymentReference: 'P1' };
  return next(order, applyPaymentResult(order, latest(order).attemptId, result, after(day * DAY)));
}

/** Applies a report about the payment P1, as the gateway does it: the order may not count the payment yet. */
function told(order: PaymentOrder, each: Told, day: number): PaymentOrder {
  const { attemptId } = latest(order);
  const report = { channelReference: 'dp_1', amount: money(10_000), ...each };
  const [uncounted] = uncountedPayments(order, attemptId);
  const now = after(day * DAY);
  return next(
    order,
    uncounted === undefined
      ? applyDisputeReport(order, attemptId, report, now)
      : setUncountedReportAside(order, uncounted, { kind: 'dispute', attemptId, report }, now),
  );
}

/** How the order stands once the payment counts, if it counts before the report with the given place. */
function countedBefore(place: number, reports: readonly Told[]) {
  let order = paidWith(submitted(), 6_000, 1);
  for (const [index, report] of reports.entries()) {
    if (index === place) order = paidWith(order, 10_000, 2);
    order = told(order, report, 3 + index);
  }
  if (place === reports.length) order = paidWith(order, 10_000, 30);
  const { state, dispute } = order;
  return {
    state,
    dispute: dispute?.state,
    money: [refundedMinor(order), refundableMinor(order)],
    isDisputed: isDisputed(order, latest(order).attemptId),
    events: eventsOf(order),
  };
}

const at = (day: number) => ({ toldAt: after(day * DAY) });
const opened = { kind: 'opened' } as const;
const lost = { kind: 'lost' } as const;
const won = { kind: 'won' } as const;
const part = { kind: 'lost', amount: money(7_000), showsMoneyBack: true } as const;
const back = { kind: 'won', showsMoneyBack: true } as const;
const calledLost = { kind: 'won', showsMoneyBack: true, isCalledLost: true } as const;

describe('a dispute that is reported before the order counts its payment stands as if it was reported afterwards', () => {
  test.each<[string, readonly Told[]]>([
    ['a part of the lost money came back', [opened, lost, part]],
    ['all lost money came back', [opened, lost, back]],
    ['all lost money came back, although the channel calls it lost', [opened, lost, calledLost]],
    [
      'it was called lost after it was won',
      [
        { ...won, ...at(4) },
        { ...calledLost, ...at(5) },
      ],
    ],
    [
      'it was called lost after it was opened and won',
      [opened, { ...won, ...at(4) }, { ...calledLost, ...at(5) }],
    ],
    ['it was opened again after it was won', [opened, won, { ...opened, mayReopen: true }]],
    ['it was opened and won', [opened, won]],
    ['it was opened and lost', [opened, lost]],
  ])('%s', (_case, reports) => {
    for (const sequence of permutations(reports.map((_, index) => String(index)))) {
      const inSequence = sequence.map((index) => reports[Number(index)] as Told);
      const expected = countedBefore(0, inSequence);
      for (let place = 1; place <= reports.length; place += 1) {
        expect(countedBefore(place, inSequence)).toEqual(expected);
      }
    }
  });

  const facts = (day: number) => ({
    respondBy: after(day * DAY),
    reason: { category: 'fraudulent', code: '10.4' } as const,
    channelUrl: 'https://dashboard.example/dp_1',
  });

  test.each<[string, readonly Told[], object]>([
    ['a report that it was opened', [{ ...opened, ...facts(20) }], facts(20)],
    [
      'a later one that extends the time',
      [
        { ...opened, ...facts(20) },
        { ...opened, respondBy: after(25 * DAY) },
      ],
      facts(25),
    ],
    [
      'a later one, although an older one arrives last',
      [
        { ...opened, ...facts(25), ...at(5) },
        { ...opened, ...facts(20), ...at(4) },
      ],
      facts(25),
    ],
    ['the report of its loss', [opened, { ...lost, ...facts(20) }], facts(20)],
  ])(
    'with the time to answer, the reason and the link that the channel gave: %s',
    (_case, reports, expected) => {
      const before = reports.reduce<PaymentOrder>(
        (order, report, index) => told(order, report, 3 + index),
        paidWith(submitted(), 6_000, 1),
      );
      expect(paidWith(before, 10_000, 30).dispute).toMatchObject(expected);
    },
  );

  test('a report that only extends the time to answer is no further case', () => {
    const once = told(paidWith(submitted(), 6_000, 1), { ...opened, ...facts(20) }, 3);
    const twice = told(once, { ...opened, ...facts(25) }, 4);
    expect(twice.quarantine).toHaveLength(once.quarantine.length);
    expect(told(twice, { ...opened, ...facts(25) }, 5)).toBe(twice);
  });

  test('while a payment does not count yet, the order keeps the facts about all its disputes, up to the maximum number of disputes (fault 75)', () => {
    const many = Array.from({ length: orderLimits.disputes + 1 }, (_, index) => `dp_${index}`);
    const order = many.reduce(
      (current, channelReference) => told(current, { ...opened, channelReference, ...facts(20) }, 3),
      paidWith(submitted(), 6_000, 1),
    );
    const kept = order.quarantine.filter(
      ({ subject }) => subject?.kind === 'uncounted_payment' && subject.facts !== undefined,
    );
    expect(kept).toHaveLength(orderLimits.disputes);
  });

  test('in one change of the order', () => {
    const before = [opened, lost, part].reduce<PaymentOrder>(
      (order, report, index) => told(order, report, 3 + index),
      paidWith(submitted(), 6_000, 1),
    );
    expect(paidWith(before, 10_000, 30).version).toBe(before.version + 1);
  });
});
