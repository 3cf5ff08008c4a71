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

test('a late payment that was not returned is still to be returned', () => {
  expect(concludedRefundText({ ...concluded, refund_state: 'FAILED' })).toBe(
    'Concluded: the refund is FAILED, its order CLOSE.\n' +
      'The money still has to be returned:\n  kassa-admin refund repeat rfd_1\n',
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
