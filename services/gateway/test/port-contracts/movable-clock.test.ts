import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MongoSandboxClock } from '../../src/adapters/outbound/mongo/mongo-sandbox-clock.ts';
import { InMemoryMovableClock } from '../in-memory/in-memory-movable-clock.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { hoursAhead, movableClockContract } from './movable-clock-contract.ts';

const hourMs = 3_600_000;

describe('the clock in memory', () => {
  movableClockContract(async () => {
    const clock = new InMemoryMovableClock();
    return [clock, clock];
  });
});

describe('the clock in the database', () => {
  let database: TestDatabase;
  const clocks: MongoSandboxClock[] = [];

  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(async () => {
    await Promise.all(clocks.map((clock) => clock.close()));
    await database.drop();
  });

  async function openOne(): Promise<MongoSandboxClock> {
    const clock = await MongoSandboxClock.open(await database.connect());
    clocks.push(clock);
    return clock;
  }

  movableClockContract(async () => {
    // Close the clocks of the previous test. They keep the old time in memory, and would store it again with their next move.
    await Promise.all(clocks.splice(0).map((clock) => clock.close()));
    await database.empty();
    return [await openOne(), await openOne()];
  });

  test('agrees with an instance that starts later, from its first moment', async () => {
    await database.empty();
    await (await openOne()).advance(7 * hourMs, 100 * hourMs);
    expect(hoursAhead(await openOne())).toBe(7);
  });

  test('checks within half a second whether another instance has moved it', async () => {
    await database.empty();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const [one, other] = [await openOne(), await openOne()];
      await one.advance(3 * hourMs, 100 * hourMs);
      // Only the polling interval passes here, so the speed of the machine does not matter.
      vi.advanceTimersByTime(500);
      await expect.poll(() => hoursAhead(other)).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  test('keeps its position while it cannot check, and never goes back', async () => {
    await database.empty();
    const connection = await database.connect();
    const clock = await MongoSandboxClock.open(connection);
    clocks.push(clock);
    await clock.advance(7 * hourMs, 100 * hourMs);
    const stored = connection.collection<{ _id: string; aheadMs: number }>('sandbox_clock');
    await stored.updateOne({ _id: 'business' }, { $set: { aheadMs: 2 * hourMs } });
    const seen = new Set<number>();
    for (const until = Date.now() + 700; Date.now() < until; await delay(20)) seen.add(hoursAhead(clock));
    expect([...seen]).toEqual([7]);
    // Check that the clock did read the stored time meanwhile: it follows a later time.
    await stored.updateOne({ _id: 'business' }, { $set: { aheadMs: 9 * hourMs } });
    await expect.poll(() => hoursAhead(clock)).toBe(9);
    await connection.close();
    await expect(clock.advance(hourMs, 100 * hourMs)).rejects.toThrow();
    expect(hoursAhead(clock)).toBe(9);
  });
});
