import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { STOP_DEADLINE_MS, stopOnSignals } from '../../src/composition/stop-on-signals.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';

type Listener = () => unknown;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Records the listeners for signals and the exit codes, so that neither ends the process that runs the tests. */
function watched(stop: () => Promise<void>, stopDelayMs = 0) {
  const listeners = new Map<string | symbol, Listener>();
  vi.spyOn(process, 'once').mockImplementation((name: string | symbol, listener: Listener) => {
    listeners.set(name, listener);
    return process;
  });
  const exits: unknown[] = [];
  vi.spyOn(process, 'exit').mockImplementation(((code: unknown) => exits.push(code)) as never);
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
  stopOnSignals({ stop }, { stopDelayMs });
  return { listeners, exits, complaints };
}

describe.each(['SIGINT', 'SIGTERM'])('a gateway that %s stops', (signal) => {
  test('ends with 0 once it has stopped', async () => {
    const rest = Promise.withResolvers<void>();
    const { listeners, exits } = watched(() => rest.promise);
    listeners.get(signal)?.();
    await vi.advanceTimersByTimeAsync(STOP_DEADLINE_MS - 1);
    expect(exits).toEqual([]);
    rest.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(exits).toEqual([0]);
  });

  test('ends with 1 if it does not stop in time, and says so', async () => {
    const { listeners, exits, complaints } = watched(() => new Promise(() => {}));
    listeners.get(signal)?.();
    await vi.advanceTimersByTimeAsync(STOP_DEADLINE_MS);
    expect(exits).toEqual([1]);
    expect(complaints).toHaveBeenCalledWith(expect.stringContaining('did not finish its work in time'));
  });
});

test.each([
  [new TemporarilyUnavailable('no answer'), 'The database failed: it gave no answer within 15 s.'],
  [new TypeError('no such member'), 'It failed with: TypeError: no such member'],
])('a gateway whose stop fails ends with 1 and says why: %s', async (error, reason) => {
  const { listeners, exits, complaints } = watched(() => Promise.reject(error));
  listeners.get('SIGTERM')?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(exits[0]).toBe(1);
  expect(complaints).toHaveBeenCalledWith(
    `The gateway could not finish its work and exits now; other instances go on with the work. ${reason}`,
  );
});

test('the delay in which the gateway still serves calls is added to the time for its stop', async () => {
  const { listeners, exits } = watched(() => new Promise(() => {}), 5_000);
  listeners.get('SIGTERM')?.();
  await vi.advanceTimersByTimeAsync(STOP_DEADLINE_MS + 4_999);
  expect(exits).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(exits).toEqual([1]);
});

test('the gateway has ended by itself before the 30 s that orchestrators wait', () => {
  expect(STOP_DEADLINE_MS).toBeLessThan(30_000);
});
