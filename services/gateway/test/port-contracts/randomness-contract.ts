import { hasWebhookSignature, signWebhook } from '@kassa/contracts';
import { expect, test } from 'vitest';
import type { Randomness } from '../../src/ports/randomness.ts';

const many = 1_000;

/** The contract of every Randomness. */
export function randomnessContract(open: () => Randomness): void {
  test.each([
    ['merchant IDs', 'mer', (randomness: Randomness) => randomness.newMerchantId()],
    ['key IDs', 'key', (randomness: Randomness) => randomness.newKeyId()],
  ] as const)('%s are never repeated, and fit into a path', (_, prefix, next) => {
    const randomness = open();
    const ids = Array.from({ length: many }, () => next(randomness));
    expect(new Set(ids).size).toBe(many);
    for (const id of ids) expect(id).toMatch(new RegExp(`^${prefix}_[0-9A-Za-z]{1,60}$`));
  });

  test('webhook secrets are never repeated, and each verifies only its own signatures', () => {
    const randomness = open();
    const secrets = Array.from({ length: many }, () => randomness.newWebhookSecret());
    expect(new Set(secrets).size).toBe(many);
    const message = { id: 'evt_1', timestamp: '1790000000', body: '{}' };
    for (const [index, secret] of secrets.entries()) {
      const signature = signWebhook(message.id, Number(message.timestamp), message.body, [secret]);
      expect(hasWebhookSignature(message, signature, [secret])).toBe(true);
      const another = secrets[(index + 1) % many] ?? '';
      expect(hasWebhookSignature(message, signature, [another])).toBe(false);
    }
  });

  test('operators’ tokens are never repeated, and have the form that the gateway accepts', () => {
    const randomness = open();
    const tokens = Array.from({ length: many }, () => randomness.newOperatorToken());
    expect(new Set(tokens).size).toBe(many);
    for (const token of tokens) expect(token).toMatch(/^kop_[A-Za-z0-9_-]{43}$/);
  });

  test('chance is from 0 to 1', () => {
    const randomness = open();
    for (let times = 0; times < many; times += 1) {
      const chance = randomness.chance();
      expect(chance).toBeGreaterThanOrEqual(0);
      expect(chance).toBeLessThanOrEqual(1);
    }
  });
}
