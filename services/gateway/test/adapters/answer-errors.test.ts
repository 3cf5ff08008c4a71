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

test('a refusal of the database is no reason to come again, and operators are alerted (fault 70)', async () => {
  const error = new StorageRefused('not_permitted', 'no permission');
  expect(await answerTo(error)).toEqual({ status: 500, alerts: [{ kind: 'storage_refused', error }] });
});

test('an outage of the database is answered with “come again”, without an alert for each call', async () => {
  expect(await answerTo(new TemporarilyUnavailable('away'))).toEqual({ status: 503, alerts: [] });
});
