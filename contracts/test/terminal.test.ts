import { describe, expect, test } from 'vitest';
import { amountTable, jsonLine, jsonText, spokenDuration, table } from '../src/terminal/index.ts';

/**
 * Characters that change the writing direction of the text after them: right-to-left override and mark, Arabic letter mark, and
 * an isolate.
 */
const turning = ['\u202E', '\u200F', '\u061C', '\u2066'];

describe('text from others', () => {
  test.each(turning)('cannot change the writing direction of a table: %j', (character) => {
    expect(table(['NAME'], [[`a${character}b`]])).toBe('  NAME\n  a�b\n');
  });

  test.each(turning)(
    'cannot change the writing direction of JSON, whose data stay the same: %j',
    (character) => {
      const text = jsonText({ name: `a${character}b` });
      expect(text).not.toContain(character);
      expect(JSON.parse(text)).toEqual({ name: `a${character}b` });
      expect(jsonLine([character])).not.toContain(character);
    },
  );
});

test('amounts are aligned', () => {
  const rows = [
    ['Gross', '1000.00', '3'],
    ['Net', '7.00', '1'],
  ];
  expect(amountTable(['USD', 'Amount', 'Count'], rows)).toBe(
    '  USD     Amount  Count\n  Gross  1000.00  3\n  Net       7.00  1\n',
  );
});

test('a duration is shown with the requested number of units', () => {
  expect([spokenDuration(0), spokenDuration(93_784), spokenDuration(93_784, 2)]).toEqual([
    '0s',
    '1d 2h 3m 4s',
    '1d 2h',
  ]);
});
