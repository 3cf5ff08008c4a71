import { describe, expect, test } from 'vitest';
import { compileMessage } from '../build/messages/icu-message.ts';
import { readMessages } from '../build/messages/read-messages.ts';

describe('a message becomes', () => {
  test.each([
    ['plain text', 'Total', '`Total`', []],
    [
      'a template',
      'Pay {amount} to {merchant}',
      '`Pay $' + '{amount} to $' + '{merchant}`',
      ['amount', 'merchant'],
    ],
    [
      'parameters in alphabetical order, whatever the order in the text',
      '{merchant}: {amount}',
      '`$' + '{merchant}: $' + '{amount}`',
      ['amount', 'merchant'],
    ],
    ['a number', '{count, number} left', '`$' + '{number(count)} left`', ['count']],
    [
      'a duration',
      '{minutes, number, ::unit/minute unit-width-full-name}',
      '`$' + "{number(minutes, 'minute')}`",
      ['minutes'],
    ],
    [
      'a plural',
      '{n, plural, one {# day} other {# days}}',
      '`$' + '{plural(n, { one: `$' + '{number(n)} day`, other: `$' + '{number(n)} days` })}`',
      ['n'],
    ],
    ['text that is no code', 'a ` b \\ c $', '`a \\` b \\\\ c $`', []],
    ['a quoted brace', "a '{b}' c", '`a {b} c`', []],
  ] as const)('%s', (_, message, expression, parameters) => {
    const compiled = compileMessage(message);
    expect(compiled.expression).toBe(expression);
    expect([...compiled.parameters.keys()]).toEqual(parameters);
  });
});

test.each([
  'Pay {amount',
  'Pay {amount, date}',
  '{n, plural, one {#}}',
  '{n, plural, =1 {one} other {#}}',
  '{n, selectordinal, one {#st} other {#th}}',
  '{who, select, a {b} other {c}}',
  '{n, number, percent}',
  '{n, number, ::currency/EUR}',
  '{Amount}',
])('%s is refused', (message) => {
  expect(() => compileMessage(message)).toThrow();
});

test('numbers are written as the consumer’s region writes them', async () => {
  const egyptian = await readMessages('ar', 'ar-EG');
  expect(egyptian.minutesLeft(5)).toContain('٥');
  const emirati = await readMessages('ar', 'ar-AE');
  expect(emirati.minutesLeft(5)).toContain('5');
});
