import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findSettings } from '../../src/cli/settings/find-settings.ts';
import { runKassa } from './support/run-kassa.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'kassa-cli-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

function writeDemo(): void {
  mkdirSync(join(folder, '.kassa'));
  const facts = {
    merchant_id: 'mer_demo',
    private_key_file: '/demo/key.pem',
    merchant_base_url: 'http://127.0.0.1:10020',
    webhook_secret: 'whsec_demo',
  };
  writeFileSync(join(folder, '.kassa/demo.json'), JSON.stringify(facts));
}

function writeSettings(settings: object): void {
  writeFileSync(join(folder, 'kassa.json'), JSON.stringify(settings));
}

describe('settings', () => {
  test('come from the running demo, also in a folder below it', () => {
    writeDemo();
    mkdirSync(join(folder, 'a/b'), { recursive: true });
    const from = join(folder, '.kassa/demo.json');
    expect(findSettings({}, {}, join(folder, 'a/b'))).toEqual({
      merchantId: { value: 'mer_demo', from },
      privateKeyFile: { value: '/demo/key.pem', from },
      baseUrl: { value: 'http://127.0.0.1:10020', from },
      webhookSecret: { value: 'whsec_demo', from },
      stateFolder: join(folder, '.kassa'),
    });
  });

  test('are taken from options, then the environment, then kassa.json', () => {
    writeSettings({
      merchant_id: 'mer_file',
      private_key_file: 'keys/k.pem',
      base_url: 'https://file.example',
    });
    const environment = { KASSA_MERCHANT_ID: 'mer_env', KASSA_BASE_URL: 'https://env.example' };
    const found = findSettings({ baseUrl: 'https://option.example' }, environment, folder);
    expect(found.baseUrl).toEqual({ value: 'https://option.example', from: '--base-url' });
    expect(found.merchantId).toEqual({ value: 'mer_env', from: 'KASSA_MERCHANT_ID' });
    expect(found.privateKeyFile?.value).toBe(join(folder, 'keys/k.pem'));
    expect(found.webhookSecret).toBeUndefined();
  });

  test.for([
    { said: { merchantId: 'mer_other' } },
    { said: { baseUrl: 'https://pay.example' } },
    { said: { baseUrl: 'http://localhost:10021' } },
  ])('leave out the demo’s key and secret if $said names another', ({ said }) => {
    writeDemo();
    const found = findSettings(said, {}, folder);
    expect([found.privateKeyFile, found.webhookSecret]).toEqual([undefined, undefined]);
  });

  test('treat the demo at localhost as the demo', () => {
    writeDemo();
    const found = findSettings({}, { KASSA_BASE_URL: 'http://localhost:10020/api' }, folder);
    expect(found.merchantId?.value).toBe('mer_demo');
  });

  test('default to the sandbox on this machine', () => {
    expect(findSettings({}, { KASSA_BASE_URL: '' }, folder).baseUrl.value).toBe('http://localhost:10020');
  });

  test.for([
    { content: '{', says: /is not a JSON object/ },
    {
      content: '{"webhook_secret":"whsec_x"}',
      says: /unknown member "webhook_secret"[^\n]*environment/,
    },
    { content: '{"merchant_id":5}', says: /"merchant_id" must be a non-empty string/ },
  ])('refuse a kassa.json with $content', ({ content, says }) => {
    writeFileSync(join(folder, 'kassa.json'), content);
    expect(() => findSettings({}, {}, folder)).toThrow(says);
  });

  test('name missing settings and where to set them', async () => {
    const run = await runKassa(['order', 'list'], { folder });
    expect(run.exitCode).toBe(2);
    expect(run.errors).toMatch(/--merchant-id or KASSA_MERCHANT_ID/);
    expect(run.errors).toMatch(/--private-key-file or KASSA_PRIVATE_KEY_FILE/);
  });
});

describe('kassa init', () => {
  test('generates a key that only its owner can read, its public half, and settings without a secret', async () => {
    const run = await runKassa(['init'], { folder });
    expect(run).toMatchObject({ exitCode: 0, errors: '' });
    const privateKeyFile = join(folder, 'kassa-private-key.pem');
    expect((statSync(privateKeyFile).mode & 0o777).toString(8)).toBe('600');
    const publicKey = createPublicKey(readFileSync(privateKeyFile)).export({ type: 'spki', format: 'pem' });
    expect(readFileSync(join(folder, 'kassa-public-key.pem'), 'utf8')).toBe(publicKey);
    expect(run.output).toContain(publicKey);
    expect(run.output).toContain('echo kassa-private-key.pem >> .gitignore');
    expect(JSON.parse(readFileSync(join(folder, 'kassa.json'), 'utf8'))).toEqual({
      private_key_file: 'kassa-private-key.pem',
    });
    expect(run.output + run.errors).not.toMatch(/PRIVATE KEY/);
  });

  test('keeps existing keys and settings, and adds the given ones', async () => {
    await runKassa(['init', '--base-url', 'https://pay.example'], { folder });
    const key = readFileSync(join(folder, 'kassa-private-key.pem'), 'utf8');
    writeFileSync(join(folder, '.gitignore'), '*.pem\n');
    const run = await runKassa(['init', '--merchant-id', 'mer_1', '--json'], { folder });
    expect(JSON.parse(run.output)).toMatchObject({ merchant_id: 'mer_1', made_key: false });
    expect(readFileSync(join(folder, 'kassa-private-key.pem'), 'utf8')).toBe(key);
    expect(JSON.parse(readFileSync(join(folder, 'kassa.json'), 'utf8'))).toEqual({
      merchant_id: 'mer_1',
      private_key_file: 'kassa-private-key.pem',
      base_url: 'https://pay.example',
    });
    expect((await runKassa(['init'], { folder })).output).not.toContain('.gitignore');
  });

  test('never overwrites a public key whose private half is elsewhere', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    writeFileSync(join(folder, 'kassa-public-key.pem'), pem);
    const run = await runKassa(['init'], { folder });
    expect(run).toMatchObject({ exitCode: 2, errors: expect.stringContaining('Move it away') });
    expect(readFileSync(join(folder, 'kassa-public-key.pem'), 'utf8')).toBe(pem);
    expect(readdirSync(folder)).toEqual(['kassa-public-key.pem']);
  });

  test('never writes the public key over the private one, whatever link leads there', async () => {
    await runKassa(['init'], { folder });
    const key = readFileSync(join(folder, 'kassa-private-key.pem'), 'utf8');
    rmSync(join(folder, 'kassa-public-key.pem'));
    symlinkSync('kassa-private-key.pem', join(folder, 'kassa-public-key.pem'));
    expect(await runKassa(['init'], { folder })).toMatchObject({ exitCode: 2 });
    expect(readFileSync(join(folder, 'kassa-private-key.pem'), 'utf8')).toBe(key);
  });

  test('leaves a file unchanged that is not a key', async () => {
    writeFileSync(join(folder, 'kassa-private-key.pem'), 'something else');
    const run = await runKassa(['init'], { folder });
    expect(run).toMatchObject({
      exitCode: 2,
      errors: expect.stringMatching(/not a readable private key/),
    });
    expect(readFileSync(join(folder, 'kassa-private-key.pem'), 'utf8')).toBe('something else');
  });
});
