import { describe, expect, it, test } from 'vitest';
import { faultOf, isAllowed } from '../src/licences/judge-licence.ts';
import { importedPackages, shippedPackages } from '../src/licences/shipped-packages.ts';

describe('the shipped packages', () => {
  const packages = {
    'services/gateway': {
      dependencies: { koa: '1', '@kassa/contracts': '1' },
      devDependencies: { vitest: '1' },
    },
    contracts: { dependencies: { ajv: '1' } },
    'node_modules/@kassa/contracts': { link: true, resolved: 'contracts' },
    'node_modules/koa': { dependencies: { ms: '1' }, optionalDependencies: { fast: '1', absent: '1' } },
    'node_modules/koa/node_modules/ms': {},
    'node_modules/ms': {},
    'node_modules/fast': { dependencies: { koa: '1' } },
    'node_modules/ajv': {},
    'node_modules/vitest': {},
  };

  it('are what the workspaces need at run time, also by way of each other, and each in the version that is used', () => {
    expect(shippedPackages(packages, new Map([['services/gateway', []]]))).toEqual([
      'node_modules/ajv',
      'node_modules/fast',
      'node_modules/koa',
      'node_modules/koa/node_modules/ms',
    ]);
  });

  it('include what a build puts into the shipped files, although it is a dependency for development', () => {
    expect(shippedPackages(packages, new Map([['sdk-node', ['ms', 'koa', 'nowhere']]]))).toContain(
      'node_modules/ms',
    );
  });

  it('are found in the imports of source code', () => {
    const code = [
      "import { mount } from 'svelte';",
      "import '@formatjs/icu/x.js';",
      "export * from 'lean-qr/extras/svg';",
      "import { own } from './own.ts';",
      "import { join } from 'node:path';",
    ];
    expect(importedPackages(code.join('\n'))).toEqual(['svelte', '@formatjs/icu', 'lean-qr']);
  });
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['GPL-3.0-only OR Apache-2.0', true],
  ['MIT AND GPL-2.0', false],
  ['(MIT AND ISC)', true],
  ['GPL-3.0-only', false],
  ['AGPL-3.0', false],
  ['SSPL-1.0', false],
  ['UNLICENSED', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['', false],
])('the licence %j is allowed: %s', (licence, expected) => {
  expect(isAllowed(licence)).toBe(expected);
});

test.each([
  ['MIT', 'MIT', undefined],
  ['MIT', undefined, undefined],
  [undefined, 'ISC', undefined],
  [undefined, undefined, 'node_modules/x names no licence'],
  ['MIT', 'GPL-3.0', 'node_modules/x has the licence GPL-3.0, which is not allowed'],
  ['SSPL-1.0', 'MIT', 'node_modules/x has the licence SSPL-1.0, which is not allowed'],
])('a package whose lock says %s and which itself says %s is judged: %s', (inLock, inPackage, fault) => {
  expect(faultOf({ folder: 'node_modules/x', inLock, inPackage })).toBe(fault);
});
