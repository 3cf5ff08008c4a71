import type { OrderState } from '@kassa/contracts';
import { jsonLine, jsonText, layOut, moreText, table } from '@kassa/contracts/terminal';
import { describe, expect, test } from 'vitest';
import { CliError } from '../../src/cli/cli-error.ts';
import { readMoment } from '../../src/cli/commands/moments.ts';
import { amountText } from '../../src/cli/output/amounts.ts';
import { coloursOf, plain } from '../../src/cli/output/colours.ts';
import { errorText } from '../../src/cli/output/error-text.ts';
import { spokenAge } from '../../src/cli/output/spoken-age.ts';
import { orderStateCell } from '../../src/cli/output/state-paint.ts';

describe('a table', () => {
  test('aligns by what a terminal shows: wide characters, accents and colours', () => {
    const red = (text: string) => `\u001B[31m${text}\u001B[39m`;
    const rows = [
      ['コーヒー', { text: 'PAID', paint: red }, 'x'],
      ['café', 'INIT', 'y'],
      ['👩‍🍳', 'PAY_FAIL', 'z'],
    ];
    expect(table(['NAME', 'STATE', 'ID'], rows)).toBe(
      [
        '  NAME      STATE     ID\n',
        '  コーヒー  \u001B[31mPAID\u001B[39m      x\n',
        '  café      INIT      y\n',
        '  👩‍🍳        PAY_FAIL  z\n',
      ].join(''),
    );
  });

  test('shows no control characters in text from others', () => {
    expect(table(['A'], [['x\u001B[2Jy\u0007']])).toBe('  A\n  x�[2Jy�\n');
    expect(table(['A'], [['x\n  PAID'], ['y']])).toBe('  A\n  x�  PAID\n  y\n');
    expect(moreText('x\u001B]0;owned\u0007')).toBe('\nMore follow: --after x�]0;owned�\n');
    expect(layOut([['Name', 'a\nb\u202Ec']])).toBe('  Name  a\n        b�c\n');
  });
});

test('JSON contains no control characters for the terminal, and is the same document', () => {
  const value = { name: 'a\u009B2J\u007F\u202Eb\u2066', plain: 'é 日本' };
  for (const text of [jsonText(value), jsonLine(value)]) {
    expect(text).not.toMatch(/[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/);
    expect(text).toContain('é 日本');
    expect(JSON.parse(text)).toEqual(value);
  }
});

test.for(['NEW_IN_A_LATER_VERSION', 'constructor'])(
  'an unknown state is shown without a colour: %s',
  (state) => {
    const row = [orderStateCell(state as OrderState, coloursOf(true))];
    expect(table(['STATE'], [row])).toBe(`  STATE\n  ${state}\n`);
  },
);

describe('amounts', () => {
  test.for([
    [10, 'USD', '10.00 USD'],
    [1200, 'JPY', '1200 JPY'],
    [1.5, 'KWD', '1.500 KWD'],
    [999_999_999_999.99, 'EUR', '999999999999.99 EUR'],
    [7, 'ZZZ', '7 ZZZ'],
  ] as const)('%d %s is %s', ([amount, currency, text]) => {
    expect(amountText(amount, currency)).toBe(text);
  });
});

describe('moments', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  test.for([
    ['2h', '2026-11-22T10:00:00.000Z'],
    ['1d12h', '2026-11-21T00:00:00.000Z'],
    ['0s', '2026-11-22T12:00:00.000Z'],
    ['2026-11-22T09:30:00Z', '2026-11-22T09:30:00.000Z'],
    ['2026-11-22T09:30:00+02:00', '2026-11-22T07:30:00.000Z'],
    ['2026-11-22', '2026-11-22T00:00:00.000Z'],
  ] as const)('%s is %s', ([text, moment]) => {
    expect(readMoment(text, '--since', now).toISOString()).toBe(moment);
  });
  test.for(['yesterday', '', '2', '-2h', '2026-13-01', '1763800000000'])('%j is refused', (text) => {
    expect(() => readMoment(text, '--since', now)).toThrow(/^--since: .* is not a valid time/);
  });
  test('are shown with their two largest units', () => {
    expect([-93_784_000, 65_000, 400].map(spokenAge)).toEqual(['1d 2h ago', 'in 1m 5s', 'just now']);
  });
});

describe('an error', () => {
  const error = new CliError('refused', 'It is too much.', {
    errorName: 'REFUND_EXCEEDS_AMOUNT',
    fields: [{ path: 'original_transaction_id', message: 'has less' }],
    whatToDo: 'Refund less.',
    remarks: ['Evil \u001B[2J.'],
    requestId: 'req_1',
  });

  test('names options instead of members, and shows no control characters', () => {
    expect(errorText(error, plain)).toBe(
      'error: REFUND_EXCEEDS_AMOUNT: It is too much.\n  <payment> has less\n  Refund less.\n  Evil �[2J.\n  (request req_1)\n',
    );
  });

  test('says only once what the gateway gave both as its message and as its first fault', () => {
    const fields = [
      { path: 'amount', message: 'is required' },
      { path: 'redirect_url', message: 'is no address' },
    ];
    const text = (message: string, count: number) =>
      errorText(new CliError('refused', message, { fields: fields.slice(0, count) }), plain);
    expect(text('amount is required.', 1)).toBe('error: --amount is required.\n');
    expect(text('amount is required (and 1 more).', 2)).toBe(
      'error: --amount is required.\n  --redirect-url is no address\n',
    );
  });

  test('has colours if the terminal has colours', () => {
    expect(errorText(error, coloursOf(true))).toContain('\u001B[31merror:\u001B[39m ');
  });
});
