import { asyncapiDocument } from '@kassa/contracts/documents';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { webhookWaitSeconds, webhookWaitsSeconds } from '../../src/domain/webhook/webhook-ladder.ts';

const HOUR = 3600;

describe('the retry schedule of webhooks', () => {
  test.each([
    [1, 5],
    [2, 30],
    [3, 120],
    [4, 600],
    [5, 1800],
    [6, HOUR],
    [7, 2 * HOUR],
    [8, 4 * HOUR],
    [9, 8 * HOUR],
    [10, 12 * HOUR],
    [11, 24 * HOUR],
    [12, 24 * HOUR],
    [13, null],
    [14, null],
  ])('after %i failed attempts waits %s s', (failures, seconds) => {
    expect(webhookWaitSeconds(failures, null, 0.5)).toBe(seconds);
  });

  test('is the documented one', () => {
    const waits = webhookWaitsSeconds.map((seconds) => {
      if (seconds < 60) return `${seconds} s`;
      return seconds < HOUR ? `${seconds / 60} min` : `${seconds / HOUR} h`;
    });
    const { description } = asyncapiDocument().info as { description: string };
    expect(description.replaceAll('\n', ' ')).toContain(`Tries at ${['0', ...waits].join(', ')} (±10 %)`);
  });

  test('spans more than 75 hours in thirteen attempts', () => {
    expect(webhookWaitsSeconds).toHaveLength(12);
    expect(webhookWaitsSeconds.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(75 * HOUR);
  });

  test('varies by ten per cent in both directions', () => {
    expect(webhookWaitSeconds(3, null, 0)).toBeCloseTo(108, 6);
    expect(webhookWaitSeconds(3, null, 1)).toBeCloseTo(132, 6);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, chance) => {
          const wait = webhookWaitSeconds(failures, null, chance) ?? 0;
          const nominal = webhookWaitsSeconds[failures - 1] ?? 0;
          expect(Math.abs(wait - nominal)).toBeLessThanOrEqual(nominal * 0.1 + 1e-6);
        },
      ),
    );
  });

  test.each([
    ['longer than the wait is respected', 1, 90, 90],
    ['shorter than the wait does not shorten it', 4, 5, 600],
    ['beyond a day is a day', 1, 99 * 24 * HOUR, 24 * HOUR],
    ['does not lengthen the ladder', 13, 60, null],
  ])('Retry-After %s', (_case, failures, retryAfter, seconds) => {
    expect(webhookWaitSeconds(failures, retryAfter, 0.5)).toBe(seconds);
  });
});
