import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findOrInstallFirefox, findOrInstallWebKit } from '../src/index.ts';

const onProgress = () => {};
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kassa-engines-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, script = ''): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

describe('which Firefox is taken', () => {
  const find = (environment: NodeJS.ProcessEnv) =>
    findOrInstallFirefox({ onProgress, environment: { PATH: folder, ...environment } });

  test('FIREFOX_PATH is preferred to the PATH', async () => {
    program('firefox');
    const chosen = program('my-firefox');
    expect(await find({ FIREFOX_PATH: chosen })).toEqual({ kind: 'found', program: chosen });
  });

  test('a FIREFOX_PATH without a program is the reason, and no other Firefox is taken', async () => {
    program('firefox');
    const reason = expect.stringContaining('FIREFOX_PATH names');
    expect(await find({ FIREFOX_PATH: join(folder, 'missing') })).toEqual({ kind: 'absent', reason });
  });

  test('a Firefox on the PATH is taken', async () => {
    const installed = program('firefox');
    expect(await find({})).toEqual({ kind: 'found', program: installed });
  });

  test('without a Firefox the answer is the reason', async () => {
    program('apt-get', 'exit 1');
    expect(await find({})).toEqual({ kind: 'absent', reason: expect.stringContaining('firefox-esr') });
  });
});

describe('which WebKit is taken', () => {
  const find = (environment: NodeJS.ProcessEnv) =>
    findOrInstallWebKit({ onProgress, environment: { PATH: folder, ...environment } });

  test('the driver, the small browser and the X server are found together', async () => {
    const programs = {
      driver: program('WebKitWebDriver'),
      display: program('Xvfb'),
      browser: program('MiniBrowser'),
    };
    expect(await find({ WEBKIT_BROWSER_PATH: programs.browser })).toEqual({ kind: 'found', programs });
  });

  test.each([
    ['WebKitWebDriver', 'Xvfb'],
    ['Xvfb', 'WebKitWebDriver'],
  ])('without %s the answer is the reason', async (missing, present) => {
    program('apt-get', 'exit 1');
    program(present);
    expect(await find({})).toEqual({ kind: 'absent', reason: expect.stringContaining(missing) });
  });

  test('if the small browser is not a program, the answer is that reason', async () => {
    program('WebKitWebDriver');
    program('Xvfb');
    const missing = join(folder, 'missing');
    const reason = `${missing} is no program`;
    expect(await find({ WEBKIT_BROWSER_PATH: missing })).toEqual({ kind: 'absent', reason });
  });
});
