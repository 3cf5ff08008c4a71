import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNode } from './support/node-programs.ts';
import { type PackedPackage, packAndInstall, run } from './support/packed-package.ts';

let packed: PackedPackage;
beforeAll(() => {
  packed = packAndInstall();
});
afterAll(() => packed.remove());

describe('the packed package', () => {
  it('contains everything that a package needs, and no sources or tests', () => {
    const files = readdirSync(packed.installed, { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'dist/index.mjs',
        'dist/index.cjs',
        'dist/cli/main.mjs',
      ]),
    );
    expect(files.filter((file) => /^(src|test|build|node_modules)|tsconfig/.test(file))).toEqual([]);
  });

  it('depends on nothing at run time', () => {
    const manifest = JSON.parse(readFileSync(join(packed.installed, 'package.json'), 'utf8')) as object;
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('optionalDependencies');
    expect(manifest).toMatchObject({ peerDependenciesMeta: { msw: { optional: true } } });
    const dist = join(packed.installed, 'dist');
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
    const imported = files
      .filter((file) => /\.[cm]?(js|ts)$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(join(dist, file), 'utf8');
        const found = text.matchAll(/^(?:import|export) .*from "([^"]+)";$|\brequire\("([^"]+)"\)/gm);
        return [...found].map(([, module = '', required = module]) => [
          file.split(/[-.]/)[0],
          module || required,
        ]);
      });
    expect(imported.length).toBeGreaterThan(0);
    const foreign = imported.filter(([, module]) => !/^(node:|\.\/)/.test(module ?? ''));
    for (const [file, module] of foreign) expect([file, module]).toEqual(['msw', 'msw']);
  });

  it('passes publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: packed.installed, pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  it('has the right types for every way of loading it (Are The Types Wrong)', async () => {
    const tarball = createPackageFromTarballData(new Uint8Array(readFileSync(packed.tarball)));
    const result = await checkPackage(tarball);
    if (result.types === false) throw new Error('no types');
    expect(Object.keys(result.entrypoints)).toEqual(expect.arrayContaining(['.', './koa', './testing']));
    // Ignore problems with `node10`, which is how TypeScript before 4.7 finds modules: without subpaths of packages. Node itself
    // never worked like that.
    const problems = result.problems.filter(
      (problem) => !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    );
    expect(problems).toEqual([]);
  });
});

describe.each([20, 22, 24])('a merchant’s project on Node %d', (major) => {
  it.each([
    ['an ES module', 'merchant.mjs'],
    ['CommonJS', 'merchant.cjs'],
  ])('takes a payment as %s', async (_, script) => {
    const node = await findNode(major);
    // Print that the test did not run. Otherwise, it would look like a test that passed.
    if (node.kind === 'absent') return console.log(`Not tried: ${node.reason}.`);
    expect(JSON.parse(run(node.file, [script], packed.project))).toEqual({
      states: ['PAY_SUCCESS'],
      handled: ['order.payment.succeeded'],
      answers: [200, 200],
      refused: 'REFUND_NOT_FOUND',
      adapters: Array.from({ length: 6 }, () => 'function'),
      store: 'function',
    });
  });
});

describe.each([20, 22, 24])('the command line on Node %d', (major) => {
  it('starts from the installed package alone', async () => {
    const node = await findNode(major);
    if (node.kind === 'absent') return console.log(`Not tried: ${node.reason}.`);
    expect(run(node.file, ['node_modules/.bin/kassa', '--help'], packed.project)).toContain('Usage: kassa');
  });
});

describe('a merchant’s project in TypeScript', () => {
  const types = resolve(import.meta.dirname, '../../../node_modules/@types');
  const compiler = resolve(import.meta.dirname, '../../../node_modules/typescript-7/bin/tsc');
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--ignoreConfig'];
  const surroundings = ['--target', 'es2022', '--lib', 'es2023', '--types', 'node', '--typeRoots', types];
  const compile = (...options: string[]) => {
    try {
      return run(
        process.execPath,
        [compiler, '--singleThreaded', ...strict, ...surroundings, ...options],
        packed.project,
      );
    } catch (error) {
      return String((error as { stdout: unknown }).stdout);
    }
  };

  it.each([
    // Without --skipLibCheck, the compiler checks the declarations too.
    ['nodenext', ['--module', 'nodenext'], ['typed-module.mts', 'typed-script.cts']],
    ['node16', ['--module', 'node16', '--skipLibCheck'], ['typed-module.mts', 'typed-script.cts']],
    [
      'a bundler',
      ['--module', 'esnext', '--moduleResolution', 'bundler', '--skipLibCheck'],
      ['typed-module.mts'],
    ],
  ])('compiles as %s resolves modules', (_, options, files) => {
    expect(compile(...options, ...files)).toBe('');
  });
});

describe('the README', () => {
  const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');
  const snippets = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, text = '']) => text);

  it('has snippets that are JavaScript', () => {
    expect(snippets.length).toBeGreaterThan(8);
    const functions = snippets.map((text) => `async () => {\n${text.replace(/^import .*$/gm, '')}};\n`);
    writeFileSync(join(packed.project, 'readme.mjs'), functions.join(''));
    expect(run(process.execPath, ['--check', 'readme.mjs'], packed.project)).toBe('');
  });

  it('imports only what the installed package has', () => {
    const imports = snippets.flatMap((text) => [
      ...text.matchAll(/^import \{ ([^}]+) \} from '(@kassa\/[^']+)';$/gm),
    ]);
    expect(imports.length).toBeGreaterThan(6);
    const script = imports
      .map(
        ([, names = '', module]) => `for (const name of ${JSON.stringify(names.split(', '))})
        if (!(name in require('${module}'))) console.log('${module} has no ' + name);`,
      )
      .join('\n');
    expect(run(process.execPath, ['-e', script], packed.project)).toBe('');
  });

  it('names every error', async () => {
    const sdk = (await import('../../src/index.ts')) as Record<string, unknown>;
    const errors = Object.keys(sdk).filter((name) => name.endsWith('Error') && name !== 'KassaError');
    expect(errors.length).toBeGreaterThan(12);
    for (const name of errors) expect(readme).toContain(`| \`${name}\``);
  });
});
