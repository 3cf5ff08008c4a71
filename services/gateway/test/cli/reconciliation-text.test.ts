import type { Reconciliation } from '@kassa/contracts';
import { expect, test } from 'vitest';
import { reconciliationText } from '../../src/cli/reports/reconciliation-text.ts';

const agreeing: Reconciliation = {
  channel: 'ProcessorA',
  date: '2026-11-21',
  state: 'done',
  at: '2026-11-22T04:00:00.000Z',
  final: true,
  detail: null,
  counts: { missing_here: 0, missing_there: 0, amount: 0, state: 0 },
  differences: [],
  pending_count: 0,
  pending: [],
  agreed: [],
  agreed_across_days: 0,
  foreign: 0,
  account_fees: [],
};

test('the text of a reconciliation lists the fees of the account', () => {
  expect(reconciliationText(agreeing)).not.toContain('Fees of the account');
  const text = reconciliationText({
    ...agreeing,
    account_fees: [{ currency_code: 'EUR', count: 2, sum: '-15.07' }],
  });
  expect(text).toMatch(/Fees of the account +Amount +Count\n.*EUR +-15\.07 +2\n/);
});
