import { table } from '@kassa/contracts/terminal';
import { expect, test } from 'vitest';
import { CliError } from '../../src/cli/terminal/cli-error.ts';
import { errorJson, errorText } from '../../src/cli/terminal/error-text.ts';

test('foreign data can neither form its own row nor control the terminal', () => {
  const rows = [['x\n  mer_2'], ['\u001B[8my']];
  expect(table(['NAME'], rows)).toBe('  NAME\n  x�  mer_2\n  �[8my\n');
});

test('an error shows no control characters from foreign data', () => {
  const details = { errorName: 'CASE_NOT_FOUND', fields: [], requestId: 'req_1\u009B8m' };
  const error = new CliError('refused', 'There is no case \u001B[2J.', details);
  expect(errorText(error, 'cases settle')).toBe(
    'error: CASE_NOT_FOUND: There is no case �[2J.\n  (request req_1�8m)\n',
  );
});

test('an error in JSON changes no writing direction, and stays equivalent', () => {
  const error = new CliError('refused', 'There is no case \u202E1.');
  expect(errorJson(error)).not.toContain('\u202E');
  expect(JSON.parse(errorJson(error))).toMatchObject({ error: { detail: 'There is no case \u202E1.' } });
});
