import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chromiumLaunchOptions, findOrInstallChromium } from '../src/index.ts';

const INSTALL_TIMEOUT_MS = 300_000;

describe('which Chromium is taken', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kassa-browser-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const onProgress = () => {};

  test('CHROMIUM_PATH is preferred to the PATH', async () => {
    const chosen = program('elsewhere/my-browser');
    const environment = { CHROMIUM_PATH: chosen, PATH: pathWith('bin/chromium') };
    const found = await findOrInstallChromium({ onProgress, environment });
    expect(found).toEqual({ executablePath: chosen, source: 'CHROMIUM_PATH' });
  });

  test('a CHROMIUM_PATH without a program is an error, and no other browser is used', async () => {
    const environment = { CHROMIUM_PATH: join(folder, 'missing'), PATH: pathWith('bin/chromium') };
    await expect(findOrInstallChromium({ onProgress, environment })).rejects.toThrow(/CHROMIUM_PATH names/);
  });

  test('chromium is preferred to google-chrome, even if its folder comes later on the PATH', async () => {
    const environment = { PATH: `${pathWith('one/google-chrome')}:${pathWith('two/chromium')}` };
    const found = await findOrInstallChromium({ onProgress, environment });
    expect(found.executablePath).toBe(join(folder, 'two/chromium'));
  });

  test('the headless shell is preferred to the whole browser', async () => {
    const environment = { PATH: `${pathWith('one/chromium')}:${pathWith('two/chromium-headless-shell')}` };
    const found = await findOrInstallChromium({ onProgress, environment });
    expect(found.executablePath).toBe(join(folder, 'two/chromium-headless-shell'));
  });

  test('a whole browser is used if the headless shell cannot be installed', async () => {
    program('bin/apt-get', 'exit 1');
    const lines: string[] = [];
    const environment = { PATH: pathWith('bin/chromium') };
    const found = await findOrInstallChromium({ onProgress: (line) => lines.push(line), environment });
    expect(found.executablePath).toBe(join(folder, 'bin/chromium'));
    const mayInstall = existsSync('/etc/debian_version') && process.getuid?.() === 0;
    if (mayInstall) expect(lines.join()).toMatch(/headless shell could not be installed/);
  });

  test.runIf(process.platform === 'linux')(
    'if no browser can be found or installed, one message names all possibilities',
    async () => {
      const attempt = findOrInstallChromium({ onProgress, environment: { PATH: folder } });
      await expect(attempt).rejects.toThrow(/No Chromium was found.*CHROMIUM_PATH.*PATH.*root on Debian/s);
    },
  );

  function program(name: string, script = ''): string {
    const file = join(folder, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  function pathWith(name: string): string {
    return join(program(name), '..');
  }
});

describe('the browser that is found', () => {
  let browser: Browser;

  beforeAll(async () => {
    const { executablePath } = await findOrInstallChromium({ onProgress: console.log });
    browser = await chromium.launch({ executablePath, ...chromiumLaunchOptions() });
  }, INSTALL_TIMEOUT_MS);
  afterAll(() => browser?.close());

  test('opens a page', async () => {
    const page = await browser.newPage();
    await page.setContent('<title>Kassa</title>');
    expect(await page.title()).toBe('Kassa');
  });

  test.each([
    ['Arabic', 'د'],
    ['Chinese', '支'],
    ['Japanese', 'カ'],
    ['Korean', '결'],
    ['Thai', 'ช'],
    ['emoji', '💳'],
  ])('draws %s, and not the box for a missing glyph', async (_script, letter) => {
    const page = await browser.newPage();
    const [drawn, missing] = await page.evaluate(
      // Compare the letter with a noncharacter, for which no font has a glyph, so that the browser draws a box.
      (letters) =>
        letters.map((text) => {
          const canvas = document.createElement('canvas');
          const context = canvas.getContext('2d');
          context?.fillText(text, 20, 50);
          return canvas.toDataURL();
        }),
      [letter, '\u{10FFFE}'],
    );
    expect(drawn).not.toBe(missing);
  });
});
