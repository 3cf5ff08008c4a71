import { describe, expect, test } from 'vitest';
import { holdsUp } from '../../src/domain/webhook/order-of-events.ts';

describe('an event holds up a later one of its order', () => {
  test.each([
    ['pending', 0, false, false, true],
    ['pending', 2, false, false, true],
    ['pending', 3, false, false, false],
    ['pending', 12, false, false, false],
    ['delivered', 0, false, false, false],
    ['failed', 1, false, false, false],
    // Only other resent events wait for a resent event.
    ['pending', 0, true, false, false],
    ['pending', 2, true, true, true],
    ['pending', 3, true, true, false],
    ['pending', 0, false, true, true],
  ] as const)(
    '%s after %i failures, resent %s, before one resent %s: %s',
    (state, failures, isResent, laterIsResent, expected) => {
      expect(holdsUp({ state, failures, isResent }, { isResent: laterIsResent })).toBe(expected);
    },
  );
});
