import type { Context } from 'koa';
import pino from 'pino';
import { expect, test } from 'vitest';
import { answerErrors } from '../../src/adapters/inbound/http/middleware/answer-errors.ts';
import { tombstoneOf } from '../../src/domain/archive/tombstone.ts';
import { OrderArchived } from '../../src/ports/order-archived.ts';
import { StorageRefused } from '../../src/ports/storage-refused.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { paid } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';

async function answerTo(error: Error) {
  const alerts = new RecordedAlerts();
  const ctx = {
    writable: true,
    state: { requestId: 'req_1' },
    path: '/',
    set: () => {},
  } as unknown as Context;
  await answerErrors(pino({ level: 'silent' }), alerts)(ctx, () => Promise.reject(error));
  return { status: ctx.status, alerts: alerts.raised };
}

test('if the database refuses an operation, the answer is status 500 instead of an invitation to retry, and operators are alerted (fault 70)', async () => {
  const error = new StorageRefused('not_permitted', 'no permission');
  expect(await answerTo(error)).toEqual({ status: 500, alerts: [{ kind: 'storage_refused', error }] });
});

test('during an outage of the database, the answer is status 503, which asks for a retry, and no call raises an alert', async () => {
  expect(await answerTo(new TemporarilyUnavailable('away'))).toEqual({ status: 503, alerts: [] });
});

test('about an archived order, the answer is status 410, and nothing is wrong with the gateway', async () => {
  const place = { archive: '2024', manifestSha256: 'a'.repeat(64), removedAt: after(9_000) };
  const error = new OrderArchived(tombstoneOf(paid(), place));
  expect(await answerTo(error)).toEqual({ status: 410, alerts: [] });
});
