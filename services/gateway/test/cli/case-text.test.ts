import type { CaseListResult } from '@kassa/contracts';
import { expect, test } from 'vitest';
import { caseListText } from '../../src/cli/cases/case-text.ts';

const nothing: CaseListResult = {
  cases: [],
  next: null,
  webhooks: { events_given_up: 0, endpoints_switched_off: 0, switched_off_merchants: [] },
};
const waiting: CaseListResult['cases'] = [
  {
    case_id: 'rfd_1',
    kind: 'return_failed',
    since: '2026-11-21T09:00:00.000Z',
    order_id: null,
    merchant_id: null,
    detail: 'It could not be returned.',
  },
];

test('nothing waits if there is neither a case nor an undelivered event', () => {
  expect(caseListText(nothing)).toBe('Nothing waits for you.\n');
});

test('a processor’s text about a case reaches the terminal without control characters', () => {
  const cases = waiting.map((each) => ({ ...each, detail: 'It said: \u001B[2Jpaid\u009B8m\nall is well' }));
  const text = caseListText({ ...nothing, cases, next: 'x\u001B]0;owned\u0007' });
  expect(text).toContain('\n    It said: �[2Jpaid�8m\n    all is well\n');
  expect(text).toContain('--after x�]0;owned�\n');
});

test('a case about a part of an order names the order, which the commands take', () => {
  const cases = waiting.map((each) => ({ ...each, order_id: 'ord_1' }));
  expect(caseListText({ ...nothing, cases })).toContain('\n  rfd_1 of ord_1\n    It could not');
  const parked = cases.map((each) => ({ ...each, case_id: 'ord_1' }));
  expect(caseListText({ ...nothing, cases: parked })).toContain('\n  ord_1\n    It could not');
});

test('events that were given up are reported, with the command that lists them', () => {
  const webhooks = { ...nothing.webhooks, events_given_up: 2 };
  const text = caseListText({ ...nothing, webhooks });
  expect(text).toMatch(/^No case waits for you\.$/m);
  expect(text).toMatch(/^ {2}2 events are given up\n {4}kassa-admin webhooks failed /m);
  expect(text).not.toContain('Nothing waits');
  expect(text).not.toContain('switched off');
});

test('disabled endpoints are reported, whichever merchants they belong to', () => {
  const webhooks = { events_given_up: 0, endpoints_switched_off: 1, switched_off_merchants: ['mer_1'] };
  const text = caseListText({ ...nothing, webhooks });
  expect(text).toMatch(
    /^ {2}1 endpoint is disabled after answering 410: mer_1\n {4}kassa-admin merchant show/m,
  );
  const many = caseListText({ ...nothing, webhooks: { ...webhooks, endpoints_switched_off: 21 } });
  expect(many).toContain('21 endpoints are disabled after answering 410: mer_1, …');
});

test('both are listed beside the cases, and so is the continuation of the list', () => {
  const webhooks = { ...nothing.webhooks, events_given_up: 1000 };
  const text = caseListText({ cases: waiting, next: '1763715600000_ord_1', webhooks });
  expect(text).toMatch(
    /return_failed: .*If the bank took the money, settle .* kassa-admin refund repeat <refund-id>/,
  );
  expect(text).toContain('1000 or more events are given up');
  expect(text).toMatch(/^More follow: --after 1763715600000_ord_1$/m);
  expect(caseListText({ ...nothing, cases: waiting })).not.toContain('More follow');
});
