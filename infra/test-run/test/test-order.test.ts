import { expect, test } from 'vitest';
import { turnOf } from '../src/test-order.ts';

test('the many short files of the gateway are tested last, so that all workers are busy until the end', () => {
  const files = [
    ['cashier-web', '/cashier-web/test/language.test.ts'],
    ['gateway', '/services/gateway/test/domain/order.test.ts'],
    ['gateway', '/services/gateway/test/model/model-in-memory.test.ts'],
    ['sdk-node', '/sdk-node/test/retries.test.ts'],
    ['through-vite', '/sdk-node/test/packaging/package.test.ts'],
  ].map(([name = '', moduleId = '']) => ({ moduleId, project: { name } }));
  const ordered = files.toSorted((one, other) => turnOf(one) - turnOf(other));
  expect(ordered.map(({ project, moduleId }) => `${project.name} ${moduleId.split('/').at(-1)}`)).toEqual([
    'through-vite package.test.ts',
    'cashier-web language.test.ts',
    'sdk-node retries.test.ts',
    'gateway model-in-memory.test.ts',
    'gateway order.test.ts',
  ]);
});
