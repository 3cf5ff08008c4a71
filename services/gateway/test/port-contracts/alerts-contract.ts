import { expect, test } from 'vitest';
import type { Alert, Alerts } from '../../src/ports/alerts.ts';
import { StorageRefused } from '../../src/ports/storage-refused.ts';
import { money } from '../builders/orders.ts';
import { start } from '../builders/times.ts';

/** One alert of each kind. If a kind is missing here, the compiler reports it. */
export const oneOfEach: { readonly [Kind in Alert['kind']]: Extract<Alert, { readonly kind: Kind }> } = {
  result_quarantined: {
    kind: 'result_quarantined',
    orderId: 'ord_1',
    attemptId: 'att_1',
    result: {
      attemptId: 'att_1',
      reported: money(100),
      receivedAt: start,
      subject: { kind: 'refund', refundId: 'ref_1', result: 'succeeded' },
    },
  },
  foreign_report: {
    kind: 'foreign_report',
    channelId: 'ProcessorA-mer_1',
    orderId: 'ord_1',
    reference: 'att_1',
  },
  money_returned: { kind: 'money_returned', orderId: 'ord_1', origin: 'late_success' },
  dispute_unresolved: { kind: 'dispute_unresolved', orderId: 'ord_1' },
  returned_too_much: { kind: 'returned_too_much', orderId: 'ord_1' },
  return_failed: { kind: 'return_failed', orderId: 'ord_1', refundId: 'ref_1' },
  refund_unresolved: { kind: 'refund_unresolved', orderId: 'ord_1', refundId: 'ref_1' },
  cancellation_given_up: { kind: 'cancellation_given_up', orderId: 'ord_1', attemptId: 'att_1' },
  payment_uncollected: { kind: 'payment_uncollected', orderId: 'ord_1', attemptId: 'att_1' },
  channel_circuit_opened: { kind: 'channel_circuit_opened', channelId: 'ProcessorA', detail: 'a wrong key' },
  reconciliation_difference: {
    kind: 'reconciliation_difference',
    channelId: 'Sandbox',
    date: '2026-11-20',
    counts: { missing_here: 1, missing_there: 0, amount: 0, state: 0 },
    orderIds: ['ord_1'],
  },
  channel_unavailable: { kind: 'channel_unavailable', channelId: 'Sandbox', detail: 'no answer' },
  report_for_operator: {
    kind: 'report_for_operator',
    channelId: 'Sandbox',
    reference: 'txn_1',
    detail: 'handled externally',
  },
  account_unusable: {
    kind: 'account_unusable',
    channelId: 'ProcessorA',
    reason: 'secretKey has the wrong form',
  },
  no_worker: { kind: 'no_worker', silentSeconds: 75 },
  database_unusable: { kind: 'database_unusable', detail: 'the database does not answer' },
  certificate_unusable: { kind: 'certificate_unusable', detail: 'tls.key cannot be read (ENOENT)' },
  duty_failed: { kind: 'duty_failed', duty: 'attend-orders', error: new Error('no'), item: 'ord_1' },
  work_parked: { kind: 'work_parked', duty: 'attend-orders', item: 'ord_1', reason: 'no' },
  webhook_failed: {
    kind: 'webhook_failed',
    eventId: 'evt_1',
    merchantId: 'mer_1',
    reason: 'status 500',
    nextTryAt: start,
  },
  clock_wrong: { kind: 'clock_wrong', detail: 'this server’s clock is 60 s ahead of the database’s' },
  event_given_up: { kind: 'event_given_up', eventId: 'evt_1', merchantId: 'mer_1' },
  webhook_switched_off: { kind: 'webhook_switched_off', merchantId: 'mer_1' },
  storage_refused: {
    kind: 'storage_refused',
    error: new StorageRefused('too_large', 'too large'),
    duty: 'attend-orders',
    item: 'ord_1',
  },
  card_testing: {
    kind: 'card_testing',
    merchantId: 'mer_1',
    sign: 'address',
    declines: 30,
    withinSeconds: 600,
  },
  guesses_refused: {
    kind: 'guesses_refused',
    what: 'merchant_signatures',
    address: '203.0.113.7',
    refused: 12,
  },
};

function circular(): Error {
  const error = new Error('circular');
  error.cause = { error };
  return error;
}

/** Returns an error that throws when one of its properties is read. */
function unreadable(): Error {
  const error = new Error('unreadable');
  Object.defineProperty(error, 'code', {
    enumerable: true,
    get: () => {
      throw new Error('not to be read');
    },
  });
  return error;
}

/** The contract of every Alerts. */
export function alertsContract(open: () => Alerts): void {
  test.each(Object.values(oneOfEach))('takes $kind', (alert) => {
    expect(() => open().raise(alert)).not.toThrow();
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'no'],
    ['an error that is its own cause', circular()],
    ['an error that cannot be read', unreadable()],
    ['an object without a prototype', Object.create(null)],
    ['a number that JSON does not know', { count: 1n }],
  ])('never throws, whatever a duty failed with: %s', (_, error) => {
    expect(() => open().raise({ kind: 'duty_failed', duty: 'attend-orders', error })).not.toThrow();
  });
}
