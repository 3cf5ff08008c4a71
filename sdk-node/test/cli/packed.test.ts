import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installedNodes } from './support/installed-nodes.ts';
import { runKassaProcess } from './support/kassa-process.ts';

const sdk = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'kassa-cli-'));
/** The package as `npm install` installs it, with nothing else beside it. */
const installed = join(folder, 'package');
const kassaFile = join(installed, 'bin', 'kassa.js');
const bundle = join(installed, 'dist', 'cli', 'main.mjs');

beforeAll(() => {
  const run = (command: string, args: string[]) => execFileSync(command, args, { cwd: sdk, stdio: 'pipe' });
  run('npm', ['pack', '--pack-destination', folder, '--silent']);
  run('tar', ['xzf', join(folder, 'kassa-sdk-node-0.1.0.tgz'), '-C', folder]);
  // Build the package, so that the test does not check an old build.
  const options = ['--config', 'tsdown.cli.config.ts', '--logLevel', 'error'];
  run(join(sdk, '../node_modules/.bin/tsdown'), [...options, '--out-dir', join(installed, 'dist/cli')]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the packed command line', () => {
  test('imports nothing but modules of Node', () => {
    const imported = [...readFileSync(bundle, 'utf8').matchAll(/^import .*?from "([^"]+)";$/gm)];
    expect(imported.length).toBeGreaterThan(0);
    for (const [, name = ''] of imported) expect(builtinModules).toContain(name.replace('node:', ''));
  });

  test('takes the bundle, and no sources, which are not there', () => {
    const listed = execFileSync('tar', ['tzf', join(folder, 'kassa-sdk-node-0.1.0.tgz')], {
      encoding: 'utf8',
    });
    expect(listed).toContain('package/bin/kassa.js');
    expect(listed).not.toMatch(/package\/src\//);
  });

  test.for(installedNodes())('runs on Node $version', async ({ node, version }) => {
    expect(Number(/^v(\d+)/.exec(version)?.[1])).toBeGreaterThanOrEqual(20);
    const command = [node, kassaFile] as const;
    const made = await runKassaProcess(['init', '--merchant-id', 'mer_1'], { folder, command });
    expect(made).toMatchObject({ exitCode: 0, errors: '' });
    const input = '{"k2":"v2","k1":"v1"}';
    const args = ['sign', 'POST', '/api/merchant/payment/refund', '--body', '-', '--json'];
    const signed = await runKassaProcess(args, { folder, command, input });
    expect(JSON.parse(signed.output)).toMatchObject({ canonical_body: 'k1=v1&k2=v2' });
    const completed = await runKassaProcess(['__complete', 'trigger', 'order.refund.f'], { folder, command });
    expect(completed.output).toBe('order.refund.failed\n');
    const away = await runKassaProcess(['order', 'list', '--base-url', 'http://127.0.0.1:1'], {
      folder,
      command,
    });
    expect(away).toMatchObject({ exitCode: 3, errors: expect.stringMatching(/CONNECTION_FAILED/) });
    const none = await runKassaProcess(['pay'], { folder, command });
    expect(none).toMatchObject({ exitCode: 2, errors: expect.stringMatching(/unknown command 'pay'/) });
  });
});
