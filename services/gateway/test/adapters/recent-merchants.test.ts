import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RecentMerchants } from '../../src/adapters/outbound/recent-merchants.ts';
import { activeKeys } from '../../src/domain/merchant/merchant-keys.ts';
import { newMerchant, publicKeyNamed, withoutKey } from '../builders/merchants.ts';
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
    const isRevoked = async (instance: RecentMerchants) => {
      const found = await instance.find(merchant.merchantId);
      return found !== undefined && activeKeys(found).length === 0;
    };
    return { stored, here, there, merchant, find, isRevoked };
  }

  test('are read once however often they are needed', async () => {
    const { there, merchant, find } = await remembered();
    await Promise.all(Array.from({ length: 50 }, () => there.find(merchant.merchantId)));
    expect(find).toHaveBeenCalledTimes(1);
  });

  test('an instance with a cached merchant learns within a second that another instance revoked a key (fault 27)', async () => {
    const { here, there, merchant, isRevoked } = await remembered();
    expect([await isRevoked(here), await isRevoked(there)]).toEqual([false, false]);
    await here.save(withoutKey(merchant, 'key_1'));
    expect([await isRevoked(here), await isRevoked(there)]).toEqual([true, false]);
    vi.advanceTimersByTime(999);
    expect(await isRevoked(there)).toBe(true);
  });

  test('are read again by a caller that is going to change them', async () => {
    const { here, there, merchant, isRevoked } = await remembered();
    expect(await isRevoked(there)).toBe(false);
    await here.save(withoutKey(merchant, 'key_1'));
    expect((await there.findLatest(merchant.merchantId))?.revision).toBe(2);
  });

  test('are forgotten after a change if it is unknown whether the change was made', async () => {
    const { here, stored, merchant, isRevoked } = await remembered();
    expect(await isRevoked(here)).toBe(false);
    vi.spyOn(stored, 'save').mockImplementationOnce(async (changed) => {
      await InMemoryMerchants.prototype.save.call(stored, changed);
      throw new Error('the answer was lost');
    });
    await expect(here.save(withoutKey(merchant, 'key_1'))).rejects.toThrow('lost');
    expect(await isRevoked(here)).toBe(true);
  });

  test('the gateway looks up an unknown merchant ID again only after half a minute (fault 66)', async () => {
    const { there, find } = await remembered();
    for (let passedMs = 0; passedMs < 30_000; passedMs += 1_000) {
      expect(await there.find('mer_guess')).toBeUndefined();
      vi.advanceTimersByTime(1_000);
    }
    expect(find).toHaveBeenCalledTimes(1);
    await there.find('mer_guess');
    expect(find).toHaveBeenCalledTimes(2);
  });

  test('are not remembered if they could not be read', async () => {
    const { there, merchant, find } = await remembered();
    find.mockRejectedValueOnce(new Error('down'));
    await expect(there.find(merchant.merchantId)).rejects.toThrow('down');
    expect(await there.find(merchant.merchantId)).toBeDefined();
  });

  test('are forgotten once ten thousand others were needed', async () => {
    const { there, merchant, find } = await remembered();
    await there.find(merchant.merchantId);
    for (let index = 0; index < 10_000; index += 1) await there.find(`mer_guess_${index}`);
    find.mockClear();
    await there.find('mer_guess_0');
    expect(find).not.toHaveBeenCalled();
    await there.find(merchant.merchantId);
    expect(find).toHaveBeenCalledTimes(1);
  });

  test('stay while they are needed, however many IDs are guessed', async () => {
    const { there, merchant, find } = await remembered();
    for (let index = 0; index < 25_000; index += 1) {
      await there.find(`mer_guess_${index}`);
      if (index % 1_000 === 0) await there.find(merchant.merchantId);
    }
    expect(find.mock.calls.filter(([merchantId]) => merchantId === merchant.merchantId)).toHaveLength(1);
  });
});
