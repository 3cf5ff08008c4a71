import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { EventStore } from '../../src/event-stores/event-store.ts';

const LONG = 60;
/** The duration of a claim that has expired by the time anybody looks at it. */
const MOMENT = 0.001;

/** The contract of every store of handled events. */
export function describeEventStore(name: string, store: () => EventStore): void {
  const newId = () => `evt_${randomUUID()}`;

  /** Claims an event as soon as its present claim has expired. */
  async function claimInTime(eventId: string): Promise<string> {
    const claim = await expect
      .poll(() => store().claim(eventId, LONG), { interval: 5 })
      .toMatchObject({ kind: 'claimed' })
      .then(() => store().claim(eventId, LONG));
    return claim.kind;
  }

  describe(name, () => {
    it('gives an event to one caller, and to nobody else meanwhile', async () => {
      const id = newId();
      expect(await store().claim(id, LONG)).toEqual({ kind: 'claimed', token: expect.any(String) });
      expect(await store().claim(id, LONG)).toEqual({ kind: 'in_progress' });
      expect(await store().claim(newId(), LONG)).toMatchObject({ kind: 'claimed' });
    });

    it('gives an event to one of many callers at once', async () => {
      const id = newId();
      const claims = await Promise.all(Array.from({ length: 50 }, () => store().claim(id, LONG)));
      const kinds = claims.map(({ kind }) => kind).sort();
      expect(kinds).toEqual(['claimed', ...Array.from({ length: 49 }, () => 'in_progress')]);
    });

    it('remembers that an event was handled', async () => {
      const id = newId();
      await store().claim(id, LONG);
      await store().complete(id);
      expect(await store().claim(id, LONG)).toEqual({ kind: 'done' });
      expect(await store().claim(id, LONG)).toEqual({ kind: 'done' });
    });

    it('remembers this even if the claim had ended before', async () => {
      const id = newId();
      await store().claim(id, MOMENT);
      await claimInTime(id);
      await store().complete(id);
      expect(await store().claim(id, LONG)).toEqual({ kind: 'done' });
    });

    it('gives a released event to the next caller', async () => {
      const id = newId();
      const claim = await store().claim(id, LONG);
      if (claim.kind !== 'claimed') throw new Error('not claimed');
      await store().release(id, claim.token);
      expect(await store().claim(id, LONG)).toMatchObject({ kind: 'claimed' });
    });

    it('gives an event again when the claim of a dead process has ended', async () => {
      const id = newId();
      expect(await store().claim(id, MOMENT)).toMatchObject({ kind: 'claimed' });
      expect(await claimInTime(id)).toBe('in_progress');
    });

    it('lets nobody release a claim that now belongs to another caller', async () => {
      const id = newId();
      const late = await store().claim(id, MOMENT);
      if (late.kind !== 'claimed') throw new Error('not claimed');
      await claimInTime(id);
      await store().release(id, late.token);
      expect(await store().claim(id, LONG)).toEqual({ kind: 'in_progress' });
    });

    it('lets nobody release a handled event', async () => {
      const id = newId();
      const claim = await store().claim(id, LONG);
      if (claim.kind !== 'claimed') throw new Error('not claimed');
      await store().complete(id);
      await store().release(id, claim.token);
      expect(await store().claim(id, LONG)).toEqual({ kind: 'done' });
    });

    it('takes an ID of any characters as it is', async () => {
      const id = `$state.${newId()}`;
      expect(await store().claim(id, LONG)).toMatchObject({ kind: 'claimed' });
      await store().complete(id);
      expect(await store().claim(id, LONG)).toEqual({ kind: 'done' });
    });
  });
}
