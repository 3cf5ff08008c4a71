import { NONCE_LIFETIME_MS } from '@kassa/contracts';
import { expect, test } from 'vitest';
import type { NonceStore } from '../../src/ports/nonce-store.ts';
import type { Instances } from './instances.ts';

/** The contract of every `NonceStore` (faults 22 and 24). */
export function nonceStoreContract(open: () => Instances<NonceStore>): void {
  // Use real time, because a database removes expired nonces by its own clock.
  const now = new Date();
  const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

  test('all instances together accept a nonce only once (fault 22)', async () => {
    const [one, other] = open();
    expect(await one.spend('mer_1', 'nonce-0001', now)).toBe('fresh');
    expect(await one.spend('mer_1', 'nonce-0001', now)).toBe('used');
    expect(await other.spend('mer_1', 'nonce-0001', later(1))).toBe('used');
  });

  test('a nonce belongs to its merchant, and is case-sensitive', async () => {
    const [one] = open();
    await one.spend('mer_1', 'nonce-0001', now);
    expect(await one.spend('mer_2', 'nonce-0001', now)).toBe('fresh');
    expect(await one.spend('mer_1', 'Nonce-0001', now)).toBe('fresh');
  });

  test('exactly one of a hundred concurrent uses is fresh', async () => {
    const instances = open();
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => instances[index % 2]?.spend('mer_1', 'nonce-0002', now)),
    );
    expect(outcomes.filter((outcome) => outcome === 'fresh')).toHaveLength(1);
  });

  test('a used nonce is refused for five minutes; after that, it is accepted, even if the database still contains it (fault 24)', async () => {
    const [one, other] = open();
    await one.spend('mer_1', 'nonce-0003', now);
    expect(await other.spend('mer_1', 'nonce-0003', later(NONCE_LIFETIME_MS - 1))).toBe('used');
    expect(await other.spend('mer_1', 'nonce-0003', later(NONCE_LIFETIME_MS))).toBe('fresh');
    // And then it lives as long again.
    expect(await one.spend('mer_1', 'nonce-0003', later(2 * NONCE_LIFETIME_MS - 1))).toBe('used');
  });

  test('exactly one of many concurrent callers takes over an expired nonce', async () => {
    const instances = open();
    await instances[0].spend('mer_1', 'nonce-0004', now);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        instances[index % 2]?.spend('mer_1', 'nonce-0004', later(NONCE_LIFETIME_MS + 5)),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'fresh')).toHaveLength(1);
  });
}
