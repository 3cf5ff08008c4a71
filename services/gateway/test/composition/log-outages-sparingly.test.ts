import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logOutagesSparingly } from '../../src/composition/log-outages-sparingly.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('during an outage of the database, the gateway logs at most one line a second, with the number of omitted lines (fault 71)', () => {
  const lines: { readonly msg: string; readonly leftOut?: number }[] = [];
  const logger = pino(
    { hooks: logOutagesSparingly() },
    { write: (line: string) => lines.push(JSON.parse(line)) },
  );
  const away = new TemporarilyUnavailable('away');
  for (let count = 0; count < 1_000; count += 1) {
    logger.warn({ err: away }, 'a call');
    logger.error({ err: new AggregateError([away, away]), duty: 'relay' }, 'duty_failed');
  }
  logger.error({ err: new TypeError('a bug') }, 'unexpected error');
  vi.advanceTimersByTime(1_000);
  logger.warn({ err: away }, 'a call');
  expect(lines).toMatchObject([
    { msg: 'a call', leftOut: 0 },
    { msg: 'unexpected error' },
    { msg: 'a call', leftOut: 1_999 },
  ]);
});
