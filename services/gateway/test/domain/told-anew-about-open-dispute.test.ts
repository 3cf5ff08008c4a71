import { expect, test } from 'vitest';
import { setAsideText } from '../../src/application/channels/report-text.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { afterChange, latest, money, paid } from '../builders/orders.ts';
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

  const toldAnew = afterChange(applyDisputeReport(opened, attemptId, told(1_999), after(70)));
  const text = setAsideText(toldAnew, toldAnew.quarantine[0]);
  expect(text).toContain('The dispute dp_1 over 19.99 USD was reported as opened');
  expect(text).not.toContain('does not record this dispute');
});
