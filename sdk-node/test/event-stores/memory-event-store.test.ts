import { describe, expect, it, vi } from 'vitest';
import { MemoryEventStore } from '../../src/index.ts';
import { describeEventStore } from './event-store-contract.ts';

const store = new MemoryEventStore();
describeEventStore('the store in memory', () => store);

describe('the memory of MemoryEventStore', () => {
  it('has a limit: the oldest handled events are dropped first, and claims stay', async () => {
    const small = new MemoryEventStore({ maxEvents: 2 });
    for (const id of ['evt_1', 'evt_2', 'evt_3']) {
      await small.claim(id, 60);
      await small.complete(id);
    }
    expect(await small.claim('evt_3', 60)).toEqual({ kind: 'done' });
    expect(await small.claim('evt_2', 60)).toEqual({ kind: 'done' });
    expect(await small.claim('evt_1', 60)).toMatchObject({ kind: 'claimed' });
    await small.complete('evt_4');
    expect(await small.claim('evt_1', 60)).toEqual({ kind: 'in_progress' });
  });

  it('keeps events for longer than the gateway can resend them', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await store.complete('evt_old');
      vi.setSystemTime(Date.now() + 30 * 86_400_000);
      expect(await store.claim('evt_old', 60)).toEqual({ kind: 'done' });
      vi.setSystemTime(Date.now() + 2 * 86_400_000);
      expect(await store.claim('evt_old', 60)).toMatchObject({ kind: 'claimed' });
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([0, 1.5, -1])('refuses the limit %d', (maxEvents) => {
    expect(() => new MemoryEventStore({ maxEvents })).toThrow(/maxEvents/);
  });
});
