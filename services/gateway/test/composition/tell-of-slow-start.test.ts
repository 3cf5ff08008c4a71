import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tellOfSlowStart } from '../../src/composition/tell-of-slow-start.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a start that takes long says every ten seconds that it waits for the database, until it ends', async () => {
  const warn = vi.fn();
  const end = tellOfSlowStart({ warn });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(warn).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_001);
  const text =
    'the gateway is still starting, and waits for the database: it answers slowly, builds an index or is being migrated';
  expect(warn.mock.calls).toEqual([
    [{ seconds: 10 }, text],
    [{ seconds: 20 }, text],
  ]);
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(warn).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});
