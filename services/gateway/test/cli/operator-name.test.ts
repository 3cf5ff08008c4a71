import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { operatorName } from '../../src/cli/operations/operator-name.ts';

test.each([
  ['what KASSA_OPERATOR says', { KASSA_OPERATOR: 'ann@example.com', USER: 'bob' }, 'ann@example.com'],
  ['the user that the environment names', { KASSA_OPERATOR: '', USER: 'bob' }, 'bob'],
  ['the account, where the environment names nobody', {}, userInfo().username],
  ['nobody under a name that cannot be written', { USER: 'Ann Example' }, undefined],
])('an operator is %s', (_, environment, name) => {
  expect(operatorName(environment)).toBe(name);
});
