import assert from 'node:assert/strict';
import { describe, expect, test } from 'vitest';
import { SOCKET_TIMEOUT_MS } from '../src/adapters/outbound/mongo/connect.ts';
import { DATABASE_DEADLINE_MS } from '../src/adapters/outbound/mongo/database-errors.ts';
import { LATEST_SENDING_SECONDS } from '../src/application/channels/execute-refund.ts';
import { LEASE_SECONDS, LONGEST_TRY_SECONDS } from '../src/application/events/deliver-webhooks.ts';
import { CANCELLATION_CALL_SECONDS } from '../src/domain/attempt/give-up-attempt.ts';
import { SETTLED_AFTER_SECONDS } from '../src/domain/webhook/event-log-times.ts';
import { CHANNEL_CALL_TIMEOUT_MS } from '../src/ports/channel-timeouts.ts';
import { WEBHOOK_TIMEOUT_MS } from '../src/ports/webhook-sender.ts';
import { afterChange, paid, refundNumbered, startRefund, withRefund } from './builders/orders.ts';

/** Checks time limits that depend on each other, although each of them is defined where it is used. */
describe('time budgets', () => {
  test('an attempt to deliver a webhook ends within its time limit, which ends within the lease', () => {
    expect(WEBHOOK_TIMEOUT_MS).toBeLessThan(LONGEST_TRY_SECONDS * 1000);
    expect(LONGEST_TRY_SECONDS).toBeLessThan(LEASE_SECONDS);
  });

  test('a refund can be asked about and still be sent', () => {
    expect(CHANNEL_CALL_TIMEOUT_MS).toBeLessThan(LATEST_SENDING_SECONDS * 1000);
  });

  test('a refund that is sent at the last moment has its answer before another takes it over', () => {
    expect(LATEST_SENDING_SECONDS * 1000 + CHANNEL_CALL_TIMEOUT_MS).toBeLessThan(shortestPatienceMs());
  });

  test('a cancellation is sent again only after the call before it has ended', () => {
    expect(CANCELLATION_CALL_SECONDS * 1000).toBeGreaterThanOrEqual(CHANNEL_CALL_TIMEOUT_MS);
  });

  test('an event that is still being inserted appears before its part of the log counts as settled', () => {
    expect(DATABASE_DEADLINE_MS + SOCKET_TIMEOUT_MS).toBeLessThan(SETTLED_AFTER_SECONDS * 1000);
  });
});

/** Returns the shortest time from recording that a refund is sent for the first time until the refund is due again. */
function shortestPatienceMs(): number {
  const order = withRefund(paid(), { number: 'R', amountMinor: 1000, state: 'INITIALISED' });
  const { refundId, nextActionAt: dueAt } = refundNumbered(order, 'R');
  assert(dueAt !== null);
  const started = refundNumbered(afterChange(startRefund(order, refundId, dueAt, true)), 'R');
  assert(started.nextActionAt !== null);
  return started.nextActionAt.getTime() - dueAt.getTime();
}
