import { describe, expect, test, vi } from 'vitest';
import { attendOrPutOff } from '../../src/application/duties/attend-or-put-off.ts';
import type { AttentionFailure } from '../../src/domain/parked-work.ts';
import { type StorageRefusal, StorageRefused } from '../../src/ports/storage-refused.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';

/** Attends an item whose work the store refuses. Returns the alerts, and how the item was put off. */
async function attended(refusal: StorageRefusal) {
  const alerts = new RecordedAlerts();
  const putOff = vi.fn(async (_failure: AttentionFailure) => null);
  const error = new AggregateError([new StorageRefused(refusal, 'the database refuses')]);
  const attend = () => Promise.reject(error);
  await attendOrPutOff(alerts, { duty: 'attend-orders', item: 'ord_1', attend, putOff });
  return { alerts, failure: putOff.mock.calls[0]?.[0] };
}

describe('work that the store refuses', () => {
  test('work on an order is parked immediately if its document is too large (fault 70)', async () => {
    const { alerts, failure } = await attended('too_large');
    expect(failure).toEqual({ kind: 'no_room', reason: 'the database refuses' });
    expect(alerts.kinds).toEqual(['duty_failed', 'storage_refused']);
    expect(alerts.raised[1]).toMatchObject({ duty: 'attend-orders', item: 'ord_1' });
  });

  test('work that lacks a database permission counts as failed, so it is parked after some retries (fault 70)', async () => {
    const { failure } = await attended('not_permitted');
    expect(failure).toEqual({ kind: 'fault', reason: 'the database refuses' });
  });
});
