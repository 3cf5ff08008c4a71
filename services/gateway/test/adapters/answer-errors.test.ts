import type { Context } from 'koa';
import pino from 'pino';
import { expect, test } from 'vitest';
import { answerErrors } from '../../src/adapters/inbound/http/middleware/answer-errors.ts';
import { StorageRefused } from '../../src/ports/storage-refused.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
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

test('during an outage of the database, the answer is status 503, which invites to retry, and no call raises an alert', async () => {
  expect(await answerTo(new TemporarilyUnavailable('away'))).toEqual({ status: 503, alerts: [] });
});
