import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RecentMerchants } from '../../src/adapters/outbound/recent-merchants.ts';
import { newMerchant, publicKeyNamed } from '../builders/merchants.ts';
import { InMemoryMerchants } from '../in-memory/in-memory-merchants.ts';

describe('merchants that are remembered for half a second', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function remembered() {
    const stored = new InMemoryMerchants();
    const [here, there] = [new RecentMerchants(stored), new RecentMerchants(stored)];
    const merchant = newMerchant({ keys: [publicKeyNamed('key_1')] });
    await here.insert(merchant);
    const find = vi.spyOn(stored, 'find');
    const keyState = async () => (await there.find(merchant.merchantId))?.keys[0]?.state;
    return { stored, here, there, merchant, find, keyState };
  }

  test('are read once however often they are needed', async () => {
    const { there, merchant, find } = await remembered();
    await Promise.all(Array.from({ length: 50 }, () => there.find(merchant.merchantId)));
    expect(find).toHaveBeenCalledTimes(1);
  });

  test('show a key that was revoked on another instance within a second (fault 27)', async () => {
    const { here, merchant, keyState } = await remembered();
    expect(await keyState()).toBe('active');
    await here.revokeKey(merchant.merchantId, 'key_1');
    expect((await here.find(merchant.merchantId))?.keys[0]?.state).toBe('revoked');
    vi.advanceTimersByTime(999);
    expect(await keyState()).toBe('revoked');
  });

  test('are not remembered when they could not be read', async () => {
    const { there, merchant, find } = await remembered();
    find.mockRejectedValueOnce(new Error('down'));
    await expect(there.find(merchant.merchantId)).rejects.toThrow('down');
    expect(await there.find(merchant.merchantId)).toBeDefined();
  });
});
