import { expect, test } from 'vitest';
import { presentReconciliation } from '../../src/adapters/inbound/http/operations/reconciliation-presenter.ts';
import { reconciliationText } from '../../src/cli/reports/reconciliation-text.ts';
import type { Reconciliation } from '../../src/domain/reconciliation/reconciliation.ts';
import { agreeingBooks } from '../builders/old-orders.ts';

function presented(reconciliation: Reconciliation) {
  const at = new Date('2026-11-22T04:00:00.000Z');
  const outcome = { kind: 'compared', reconciliation, isFinal: true, at } as const;
  return presentReconciliation(
    { channelId: 'ProcessorA', date: '2026-11-21', claimedUntil: null, outcome },
    at,
  );
}

test('the text of a reconciliation lists the fees of the account, as the channel took them', () => {
  expect(reconciliationText(presented(agreeingBooks))).not.toContain('Fees of the account');
  const accountFees = [{ currency: 'EUR', count: 2, sumMinor: 1_507n }];
  const result = presented({ ...agreeingBooks, accountFees });
  expect(result.account_fees).toEqual([{ currency_code: 'EUR', count: 2, sum: '-15.07' }]);
  expect(reconciliationText(result)).toMatch(/Fees of the account +Amount +Count\n.*EUR +-15\.07 +2\n/);
});
