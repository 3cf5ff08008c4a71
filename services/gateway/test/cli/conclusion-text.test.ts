import type { ConcludedRefund, SettledCase } from '@kassa/contracts';
import { expect, test } from 'vitest';
import { concludedRefundText, settledCaseText } from '../../src/cli/cases/conclusion-text.ts';

const concluded: ConcludedRefund = {
  refund_id: 'rfd_1',
  order_id: 'ord_1',
  refund_state: 'SUCCESS',
  order_state: 'CLOSE',
  correction_id: null,
  automatic: true,
};

test('for a late payment that was returned, the merchant gets no event', () => {
  expect(concludedRefundText(concluded)).toBe('Concluded: the refund is SUCCESS, its order CLOSE.\n');
});

test('a late payment that was not returned is to be returned only if the channel holds its money', () => {
  expect(concludedRefundText({ ...concluded, refund_state: 'FAILED' })).toBe(
    'Concluded: the refund is FAILED, its order CLOSE.\n' +
      'The gateway has not returned this money.\n' +
      'If the channel holds the money, try the return again:\n  kassa-admin refund repeat rfd_1\n' +
      'If the money will never arrive, or if the bank has taken it in a dispute, settle the case return_failed instead:\n' +
      '  kassa-admin cases --kind return_failed\n',
  );
});

test('whoever settles a failed return learns how to record that the money was returned by hand', () => {
  expect(settledCaseText({ case_id: 'rtn_1', order_id: 'ord_1', refund_state: 'FAILED' })).toBe(
    'Settled. Order ord_1 keeps the note.\n' +
      'The refund is FAILED: the gateway will not return the money. If the money still has to go back, return it by hand. Once you have returned it, record that:\n' +
      '  kassa-admin refund conclude <refund-id> made-by-hand --note "…"\n',
  );
});

test('a correction names the refund that records it, and the merchant’s event', () => {
  const corrected = {
    ...concluded,
    order_state: 'REFUNDED',
    correction_id: 'rfd_2',
    automatic: false,
  } as const;
  expect(concludedRefundText(corrected)).toBe(
    'Corrected: rfd_2 records what went back beyond the refund. Its order is REFUNDED.\nThe merchant gets an event.\n',
  );
});

test.each<[SettledCase['refund_state'], boolean]>([
  ['INITIALISED', true],
  ['PROCESSING', true],
  ['SUCCESS', false],
  ['CANCELLED', false],
  ['FAILED', false],
  [null, false],
])('a settled case names the command that concludes its refund while that is %s: %s', (state, isNamed) => {
  const text = settledCaseText({ case_id: 'rfd_1', order_id: 'ord_1', refund_state: state });
  expect(text).toMatch(/^Settled\. Order ord_1 keeps the note\.\n/);
  expect(/The refund is (?:still )?(\w+)/.exec(text)?.[1]).toBe(state ?? undefined);
  expect(
    text.includes(
      'kassa-admin refund conclude rfd_1 made|made-by-hand|not-made --looked-at <time> --note "…"',
    ),
  ).toBe(isNamed);
});
