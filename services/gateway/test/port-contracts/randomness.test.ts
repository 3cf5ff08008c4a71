import { describe, expect, test } from 'vitest';
import { SystemRandomness } from '../../src/adapters/outbound/system-randomness.ts';
import { NumberedRandomness } from '../in-memory/numbered-randomness.ts';
import { randomnessContract } from './randomness-contract.ts';

describe('numbered randomness', () => randomnessContract(() => new NumberedRandomness()));

describe('the system’s randomness', () => {
  randomnessContract(() => new SystemRandomness(null));

  test('differs on every instance, and cannot be guessed', () => {
    const ids = Array.from({ length: 100 }, () => new SystemRandomness(null).newMerchantId());
    expect(new Set(ids).size).toBe(100);
    // 15 bytes, in hexadecimal digits.
    for (const id of ids) expect(id).toMatch(/^mer_[0-9a-f]{30}$/);
  });
});

describe('the system’s randomness in a region', () => {
  randomnessContract(() => new SystemRandomness('07'));

  test('gives merchants the region', () => {
    expect(new SystemRandomness('07').newMerchantId()).toMatch(/^mer_r07[0-9a-f]{30}$/);
  });
});
