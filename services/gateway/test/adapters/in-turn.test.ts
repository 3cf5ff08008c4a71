import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InTurn } from '../../src/adapters/outbound/mongo/in-turn.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('writes run one after the other, also if one fails', async () => {
  const inTurn = new InTurn();
  const told: string[] = [];
  const write = (name: string) => async () => {
    told.push(`${name} begins`);
    await pause(100);
    told.push(`${name} ends`);
    if (name === 'one') throw new Error('no');
  };
  const results = Promise.allSettled([inTurn.run(write('one')), inTurn.run(write('two'))]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(told).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

test('a write whose caller has perhaps given up is refused, and does not begin later', async () => {
  const inTurn = new InTurn();
  const slow = inTurn.run(() => pause(15_000));
  const late = vi.fn(async () => {});
  const refused = inTurn.run(late).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(15_000);
  await slow;
  expect(await refused).toBeInstanceOf(TemporarilyUnavailable);
  expect(late).not.toHaveBeenCalled();
  await expect(inTurn.run(async () => 'done')).resolves.toBe('done');
});
