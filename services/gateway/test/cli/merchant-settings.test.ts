import { compileValidator, Merchant } from '@kassa/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { png } from '../builders/images.ts';
import { CliBench } from './support/cli-bench.ts';

let bench: CliBench;
let merchantId: string;

beforeAll(async () => {
  bench = await CliBench.start();
});
afterAll(() => bench.stop());
beforeEach(async () => {
  const created = await bench.createMerchant({
    name: 'Corner Shop',
    webhook_url: 'https://shop.example/hook',
  });
  merchantId = created.merchant_id;
});

function merchant(command: string, ...args: string[]) {
  return bench.run(['merchant', command, merchantId, ...args]);
}

describe('kassa-admin merchant origins', () => {
  test('replaces the origins, and shows the merchant', async () => {
    await merchant('origins', 'https://before.example');
    const { exitCode, output } = await merchant('origins', 'https://shop.example', 'http://localhost:5173');
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^ {2}Own pages at +https:\/\/shop\.example\n +http:\/\/localhost:5173$/m);
    const none = await merchant('origins', '--none', '--json');
    const shown = JSON.parse(none.output);
    expect(compileValidator(Merchant)(shown)).toMatchObject({ kind: 'valid' });
    expect(shown.allowed_origins).toEqual([]);
  });

  test('says what is wrong with an origin, and how to write it', async () => {
    const { exitCode, errors } = await merchant('origins', 'https://shop.example', 'https://shop.example/x');
    expect(exitCode).toBe(1);
    expect(errors).toMatch(/<origin> must be an origin alone, written as https:\/\/shop\.example$/m);
  });

  test.each([
    ['no origin', []],
    ['origins and --none', ['https://shop.example', '--none']],
  ])('does not guess from %s', async (_case, args) => {
    const { exitCode, errors } = await merchant('origins', ...args);
    expect([exitCode, errors]).toEqual([2, expect.stringContaining('--none')]);
  });
});

describe('kassa-admin merchant branding', () => {
  test('sets colour and logo, keeps omitted parts, and removes parts', async () => {
    const { output } = await merchant('branding', '--logo', bench.write('logo.png', png));
    expect(output).toMatch(/^ {2}Logo +\/logos\/mer_[0-9a-f]+\/[0-9a-f]{64}$/m);
    const coloured = await merchant('branding', '--accent-color', '0A7D4F');
    expect(coloured.output).toMatch(/^ {2}Colour +#0a7d4f$/m);
    expect(coloured.output).toMatch(/^ {2}Logo +\/logos\//m);
    const bare = await merchant('branding', '--no-logo', '--no-accent-color', '--json');
    expect(JSON.parse(bare.output).branding).toEqual({ accent_color: null, logo_path: null });
  });

  test('names the option that the gateway refuses', async () => {
    const file = bench.write('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const logo = await merchant('branding', '--logo', file);
    expect(logo.exitCode).toBe(1);
    // The fault is printed only once, although the gateway names it both in its message and in the list of fields.
    expect(logo.errors).toMatch(
      /^error: INVALID_REQUEST: --logo must be a PNG[^\n]*\n {2}\(request req_\w+\)\n$/,
    );
    const colour = await merchant('branding', '--accent-color', 'red');
    expect([colour.exitCode, colour.errors]).toEqual([1, expect.stringMatching(/--accent-color /)]);
  });

  test.each([
    ['nothing to change', []],
    ['a file that is not there', ['--logo', 'none.png']],
    ['a folder', ['--logo', '.']],
  ])('refuses %s', async (_case, args) => {
    expect((await merchant('branding', ...args)).exitCode).toBe(2);
  });

  test('does not read a file that cannot be a logo', async () => {
    const { exitCode, errors } = await merchant(
      'branding',
      '--logo',
      bench.write('big', 'x'.repeat(100_000)),
    );
    expect([exitCode, errors]).toEqual([2, expect.stringContaining('64 KiB')]);
  });
});
