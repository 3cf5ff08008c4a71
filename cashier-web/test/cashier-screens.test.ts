import { expect, test } from 'vitest';
import { nextScreen, type Screen, screenTransitions } from '../src/cashier/cashier-screens.ts';

const endings: readonly Screen[] = ['paid', 'already_paid', 'expired', 'link_invalid'];

test.each(screenTransitions)('$from with $event shows $to', ({ from, event, to }) => {
  expect(nextScreen(from, event)).toBe(to);
});

test('an event has one meaning on a screen', () => {
  const keys = screenTransitions.map(({ from, event }) => `${from} ${event}`);
  expect(new Set(keys).size).toBe(keys.length);
});

test.each(endings)('nothing leaves the screen %s', (ending) => {
  expect(screenTransitions.filter(({ from }) => from === ending)).toEqual([]);
  expect(nextScreen(ending, 'attempt_running')).toBe(ending);
});
