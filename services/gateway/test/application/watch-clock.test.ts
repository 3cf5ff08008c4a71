import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WatchClock } from '../../src/application/duties/watch-clock.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('an alert is raised at the start and every minute while the clock is wrong', async () => {
  const alerts = new RecordedAlerts();
  let fault: string | null = 'it is an hour ahead';
  const watch = new WatchClock({ alerts, clockCheck: { fault: async () => fault } });
  await watch.start();
  expect(alerts.raised).toEqual([{ kind: 'clock_wrong', detail: 'it is an hour ahead' }]);
  await vi.advanceTimersByTimeAsync(119_000);
  expect(alerts.kinds).toHaveLength(2);
  fault = null;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(alerts.kinds).toHaveLength(2);
  fault = 'it is an hour ahead again';
  watch.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(alerts.kinds).toHaveLength(2);
});

test('within ten seconds, readiness can read whether the clock is wrong now', async () => {
  let fault: string | null = null;
  const watch = new WatchClock({ alerts: new RecordedAlerts(), clockCheck: { fault: async () => fault } });
  await watch.start();
  expect(watch.fault).toBeNull();
  fault = 'it is an hour ahead';
  await vi.advanceTimersByTimeAsync(10_000);
  expect(watch.fault).toBe('it is an hour ahead');
  fault = null;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(watch.fault).toBeNull();
  watch.stop();
});
