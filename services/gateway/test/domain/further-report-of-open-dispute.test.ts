import { describe, expect, test } from 'vitest';
import { setAsideText } from '../../src/application/channels/report-text.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { concludeDispute } from '../../src/domain/dispute/conclude-dispute.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { decideRefund } from '../../src/domain/refund/request-refund.ts';
import { correcting } from '../builders/corrected-outcomes.ts';
import { afterChange, demand, latest, money, paid } from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';

/** Adyen tells an event anew with another amount, and the latest one counts. Stripe updates a dispute's amount too. */
test('a case about the open dispute of an order does not say that the order does not follow this dispute', () => {
  const order = paid();
  const { attemptId } = latest(order);
  const told = (amountMinor: number) =>
    ({ kind: 'opened', channelReference: 'dp_1', amount: money(amountMinor) }) as const;
  const opened = afterChange(applyDisputeReport(order, attemptId, told(600), after(60)));
  expect(opened).toMatchObject({
    state: 'IN_DISPUTE',
    dispute: { channelReference: 'dp_1', state: 'opened' },
  });

  const reportedAgain = afterChange(applyDisputeReport(opened, attemptId, told(1_999), after(70)));
  const text = setAsideText(reportedAgain, reportedAgain.quarantine[0]);
  expect(text).toContain('The dispute dp_1 over 19.99 USD was reported as opened');
  expect(text).not.toContain('does not record this dispute');
});

describe('once an operator has named what the bank took, a report about another amount', () => {
  const reportedAgain = (amountMinor: number): PaymentOrder =>
    [600, amountMinor].reduce((order, minor, index) => {
      const report = { kind: 'opened', channelReference: 'dp_1', amount: money(minor) } as const;
      return afterChange(applyDisputeReport(order, latest(order).attemptId, report, after(60 + index)));
    }, paid());
  const foundLost = (order: PaymentOrder, lostMinor: number): PaymentOrder => {
    const finding = {
      channelReference: 'dp_1',
      outcome: 'lost',
      lost: money(lostMinor),
      note: 'Lost.',
      ...correcting(order, 'dp_1'),
    } as const;
    const concluded = concludeDispute(order, finding, after(600));
    if (concluded.kind !== 'concluded') throw new Error(concluded.reason);
    return concluded.order;
  };
  const refundOf = (order: PaymentOrder) => decideRefund(order, demand('R1', money(1_000)), after(700)).kind;

  test.each([
    ['over less than the operator named', 300, 600],
    ['over as much as the operator named', 1_999, 1_999],
  ])('holds no refunds back: %s', (_case, reportedMinor, lostMinor) => {
    expect(refundOf(foundLost(reportedAgain(reportedMinor), lostMinor))).toBe('accepted');
  });

  // The bank may have taken more since the operator looked. A refund of that money would go out a second time.
  test('over more holds refunds back until an operator has settled its case', () => {
    const order = foundLost(reportedAgain(1_999), 600);
    expect(refundOf(order)).toBe('refused');
    const [open] = openCases(order);
    const settled = afterChange(settleListed(order, open?.caseId ?? '', 'Looked again.', after(650)));
    expect(refundOf(settled)).toBe('accepted');
  });
});
