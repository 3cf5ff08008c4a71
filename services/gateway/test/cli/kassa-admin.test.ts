import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { CreatedMerchant, compileValidator, Merchant, MerchantListResult } from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CliBench } from './support/cli-bench.ts';

let bench: CliBench;

beforeAll(async () => {
  bench = await CliBench.start();
});
afterAll(() => bench.stop());

function create(keyFile: string, ...more: string[]): string[] {
  return [
    ...['merchant', 'create', '--name', 'Corner Shop', '--public-key', keyFile],
    ...['--webhook-url', 'https://shop.example/hook', ...more],
  ];
}

describe('kassa-admin merchant create', () => {
  test('prints the merchant and its webhook secret as JSON', async () => {
    const args = create(bench.newPublicKeyFile(), '--ip-allow', '203.0.113.7', '2001:db8::/32', '--json');
    const { exitCode, output, errors } = await bench.runProgram(args);
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
    const created = JSON.parse(output);
    expect(compileValidator(CreatedMerchant)(created)).toMatchObject({ kind: 'valid' });
    expect(created).toMatchObject({
      merchant_id: expect.stringMatching(/^mer_/),
      name: 'Corner Shop',
      webhook_url: 'https://shop.example/hook',
      webhook_secret: expect.stringMatching(/^whsec_/),
      ip_allow_list: ['203.0.113.7', '2001:db8::/32'],
    });
  });

  test('accepts --ip-allow several times', async () => {
    const args = create(bench.newPublicKeyFile(), '--ip-allow', '203.0.113.7', '--ip-allow', '203.0.113.8');
    const { output } = await bench.run([...args, '--json']);
    expect(JSON.parse(output).ip_allow_list).toEqual(['203.0.113.7', '203.0.113.8']);
  });

  test('formats the result for people', async () => {
    const { exitCode, output } = await bench.run(create(bench.newPublicKeyFile()));
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^ {2}Merchant +mer_[0-9a-f]+$/m);
    expect(output).toMatch(/^ {2}Allowed from +any address$/m);
    expect(output).toMatch(/shown this once[^\n]*\n\n {2}whsec_\S+$/m);
  });

  test('names the options that the gateway refuses', async () => {
    const { exitCode, errors } = await bench.run([
      ...['merchant', 'create', '--name', 'X', '--public-key', bench.newPublicKeyFile(1024)],
      ...['--webhook-url', 'http://shop.example/', '--ip-allow', 'nonsense'],
    ]);
    expect(exitCode).toBe(1);
    expect(errors).toMatch(/^error: INVALID_REQUEST: /);
    expect(errors).toMatch(/^ {2}--public-key /m);
    expect(errors).toMatch(/^ {2}--webhook-url must be an https address/m);
    expect(errors).toMatch(/^ {2}--ip-allow /m);
  });

  test('reports a failure as JSON if JSON was requested', async () => {
    const keyFile = bench.newPublicKeyFile();
    await bench.run(create(keyFile));
    const { exitCode, output, errors } = await bench.run(create(keyFile, '--json'));
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' });
    expect(JSON.parse(errors)).toEqual({
      error: {
        outcome: 'refused',
        name: 'DUPLICATE_PUBLIC_KEY',
        detail: expect.stringContaining('registered already'),
        fields: [{ path: 'public_key', message: expect.any(String) }],
        request_id: expect.stringMatching(/^req_/),
      },
    });
  });

  test('does not send a private key, and says how to derive its public key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const keyFile = bench.write('private.pem', pem);
    const requests = await countRequests(async (url) => {
      const { exitCode, errors } = await bench.run(create(keyFile, '--operations-url', url));
      expect(exitCode).toBe(2);
      expect(errors).toContain(`openssl rsa -in ${keyFile} -pubout`);
      expect(errors).not.toContain(pem.slice(30, 60));
    });
    expect(requests).toBe(0);
  });

  test.for([
    {
      what: 'is not there',
      name: 'nowhere.pem',
      content: undefined,
      says: 'cannot be read (ENOENT)',
    },
    { what: 'is no key', name: 'text.pem', content: 'hello', says: 'holds no public key in PEM form' },
    { what: 'is empty', name: 'empty.pem', content: '', says: 'holds no public key in PEM form' },
  ])('names a key file that $what', async ({ name, content, says }) => {
    const keyFile = content === undefined ? join(bench.folder, name) : bench.write(name, content);
    const { exitCode, errors } = await bench.run(create(keyFile));
    expect(exitCode).toBe(2);
    expect(errors).toContain(`${keyFile} ${says}`);
  });

  test('reads the public key from standard input', async () => {
    const pem = readFileSync(bench.newPublicKeyFile(), 'utf8');
    const { exitCode, output } = await bench.runProgram(create('-'), { input: pem });
    expect(exitCode).toBe(0);
    expect(output).toContain('mer_');
  });

  test('names the option that is missing', async () => {
    const { exitCode, errors } = await bench.run(['merchant', 'create', '--name', 'X']);
    expect(exitCode).toBe(2);
    expect(errors).toContain('--public-key');
    expect(errors).toContain('--help');
  });

  test('does not let a name control the terminal', async () => {
    const keyFile = bench.newPublicKeyFile();
    const args = ['merchant', 'create', '--name', 'A\u001B[2J\u202Eb', '--public-key', keyFile];
    const { exitCode, output } = await bench.run([...args, '--webhook-url', 'https://shop.example/']);
    expect(exitCode).toBe(0);
    expect(output).not.toContain('\u001B');
    expect(output).not.toContain('\u202E');
  });
});

describe('kassa-admin merchant list', () => {
  test('lists merchants with ID, name, state and creation time, page by page', async () => {
    const made = [];
    for (let count = 0; count < 2; count += 1) {
      made.push(JSON.parse((await bench.run(create(bench.newPublicKeyFile(), '--json'))).output));
    }
    const { exitCode, output } = await bench.run(['merchant', 'list', '--json', '--limit', '100']);
    expect(exitCode).toBe(0);
    const list = JSON.parse(output);
    expect(compileValidator(MerchantListResult)(list)).toMatchObject({ kind: 'valid' });
    expect(list.next).toBeNull();
    for (const { merchant_id, name, state, created_at } of made) {
      expect(list.merchants).toContainEqual({ merchant_id, name, state, created_at });
    }
    const [first, second] = list.merchants;
    const page = await bench.run(['merchant', 'list', '--limit', '1']);
    expect(page.output).toMatch(/^ {2}Merchant +Name +State +Since$/m);
    expect(page.output).toContain(`  ${first.merchant_id}  `);
    expect(page.output).toContain(first.created_at);
    expect(page.output).toContain(`More follow: --after ${first.merchant_id}\n`);
    const next = await bench.run([
      'merchant',
      'list',
      '--limit',
      '1',
      '--after',
      first.merchant_id,
      '--json',
    ]);
    expect(JSON.parse(next.output).merchants).toEqual([second]);
  });

  test('says that there are none', async () => {
    const { exitCode, output } = await bench.run(['merchant', 'list', '--after', 'zzz']);
    expect([exitCode, output]).toEqual([0, 'No merchants.\n']);
  });

  test('names the option that the gateway refuses', async () => {
    const { exitCode, errors } = await bench.run(['merchant', 'list', '--limit', '101']);
    expect([exitCode, errors]).toEqual([1, expect.stringContaining('--limit is invalid')]);
  });
});

describe('kassa-admin merchant show', () => {
  test('shows a merchant without its secret', async () => {
    const created = JSON.parse((await bench.run(create(bench.newPublicKeyFile(), '--json'))).output);
    const shown = await bench.run(['merchant', 'show', created.merchant_id, '--json']);
    const { webhook_secret: secret, ...rest } = created;
    expect(JSON.parse(shown.output)).toEqual(rest);
    expect(compileValidator(Merchant)(rest)).toMatchObject({ kind: 'valid' });
    const text = await bench.run(['merchant', 'show', created.merchant_id]);
    expect(text.output).toContain('Corner Shop');
    expect(text.output).not.toContain(secret);
  });

  test('says that the merchant does not exist', async () => {
    const { exitCode, errors } = await bench.run(['merchant', 'show', 'mer_nobody']);
    expect(exitCode).toBe(1);
    expect(errors).toContain('MERCHANT_NOT_FOUND: There is no merchant mer_nobody.');
  });

  test('keeps a strange merchant ID inside the path', async () => {
    expect((await bench.run(['merchant', 'show', '../../metrics'])).exitCode).toBe(1);
  });
});

describe('finding the gateway', () => {
  const show = ['merchant', 'show', 'mer_nobody'];

  test('uses .kassa/demo.json and its token, also in a folder below it', async () => {
    const folder = join(bench.folder, 'checkout');
    bench.writeDemo(folder);
    const below = join(bench.write('checkout/services/gateway/file', ''), '..');
    for (const place of [folder, below]) {
      const { exitCode, errors } = await bench.runBare(show, { folder: place });
      expect({ exitCode, errors }).toEqual({
        exitCode: 1,
        errors: expect.stringContaining('MERCHANT_NOT_FOUND'),
      });
    }
  });

  test('does not send the demo’s token to another gateway', async () => {
    const folder = join(bench.folder, 'other');
    bench.writeDemo(folder);
    const requests = await countRequests(async (url) => {
      const { exitCode, errors } = await bench.runBare([...show, '--operations-url', url], { folder });
      expect(exitCode).toBe(4);
      expect(errors).toContain('KASSA_OPERATIONS_TOKEN');
    });
    expect(requests).toBe(0);
  });

  test('prefers the option to the environment variable', async () => {
    const { exitCode } = await bench.run([...show, '--operations-url', bench.operationsUrl], {
      variables: { KASSA_OPERATIONS_URL: 'http://127.0.0.1:9' },
    });
    expect(exitCode).toBe(1);
  });

  test('says what to do if no gateway is named', async () => {
    const { exitCode, errors } = await bench.runBare(show, {});
    expect(exitCode).toBe(2);
    expect(errors).toContain('npm start');
    expect(errors).toContain('KASSA_OPERATIONS_URL');
  });

  test('says that no gateway answers', async () => {
    const { exitCode, errors } = await bench.run([...show, '--operations-url', 'http://127.0.0.1:9']);
    expect(exitCode).toBe(3);
    expect(errors).toContain('No gateway answers at http://127.0.0.1:9');
  });

  test('says that the answer is not a gateway’s', async () => {
    await countRequests(async (url) => {
      const { exitCode, errors } = await bench.run([...show, '--operations-url', url]);
      expect(exitCode).toBe(3);
      expect(errors).toContain('not an answer of a Kassa gateway');
    });
  });

  test('says that the token is wrong, or missing', async () => {
    const wrong = await bench.run(show, { variables: { KASSA_OPERATIONS_TOKEN: 'wrong' } });
    expect(wrong).toMatchObject({ exitCode: 4, errors: expect.stringContaining('KASSA_OPERATIONS_TOKEN') });
    const missing = await bench.run(show, { variables: { KASSA_OPERATIONS_TOKEN: '' } });
    expect(missing).toMatchObject({ exitCode: 4, errors: expect.stringContaining('is missing') });
  });

  test('says that an address is invalid', async () => {
    const { exitCode, errors } = await bench.run([...show, '--operations-url', '127.0.0.1:10040']);
    expect(exitCode).toBe(2);
    expect(errors).toContain('Example: http://127.0.0.1:10040');
  });

  test('names a demo.json that is damaged', async () => {
    const file = bench.write('damaged/.kassa/demo.json', '{"environment":');
    const { exitCode, errors } = await bench.runBare(show, { folder: join(bench.folder, 'damaged') });
    expect(exitCode).toBe(2);
    expect(errors).toContain(`${file} is damaged`);
  });
});

describe('the program', () => {
  test('lists its commands, the places of its settings, and its exit codes', async () => {
    const { exitCode, output } = await bench.runProgram(['--help']);
    expect(exitCode).toBe(0);
    expect(output).toContain('merchant');
    expect(output).toContain('.kassa/demo.json');
    expect(output).toMatch(/^ {2}3 {2}no gateway answers/m);
  });

  test.each([
    ['a refusal', ['merchant', 'show', 'mer_nobody']],
    ['a wrong command line', ['merchant', 'show']],
  ])('shows %s in colours only in a terminal', async (_what, args) => {
    // A pipe is no terminal, so the output has no colours even if NO_COLOR is not set.
    const plain = await bench.runProgram(args, { variables: { NO_COLOR: undefined } });
    expect(plain.errors).toMatch(/^error: /);
    const asked = { NO_COLOR: undefined, FORCE_COLOR: '1' };
    const coloured = await bench.runProgram(args, { variables: asked });
    expect(coloured.errors.startsWith('\u001B[31merror:\u001B[39m ')).toBe(true);
  });

  test('leaves JSON without colours wherever it is shown', async () => {
    const variables = { NO_COLOR: undefined, FORCE_COLOR: '1' };
    const json = await bench.runProgram(['merchant', 'show', 'mer_nobody', '--json'], { variables });
    expect(JSON.parse(json.errors)).toMatchObject({ error: { name: 'MERCHANT_NOT_FOUND' } });
    expect(json.errors).not.toContain('\u001B');
  });

  test('finds the demo from the folder in which it is started', async () => {
    const folder = join(bench.folder, 'started');
    bench.writeDemo(folder);
    const variables = { KASSA_OPERATIONS_URL: undefined, KASSA_OPERATIONS_TOKEN: undefined };
    const { exitCode, errors } = await bench.runProgram(['merchant', 'show', 'mer_nobody'], {
      folder,
      variables,
    });
    expect({ exitCode, errors }).toEqual({
      exitCode: 1,
      errors: expect.stringContaining('MERCHANT_NOT_FOUND'),
    });
  });

  test('refuses an unknown command', async () => {
    expect(await bench.runProgram(['merchants'])).toMatchObject({
      exitCode: 2,
      errors: expect.stringContaining('merchants'),
    });
  });

  test('hands over to the repository’s own Node if its own Node does not run TypeScript', async () => {
    const options = { nodeOptions: ['--no-experimental-strip-types'] };
    const { exitCode, errors } = await bench.runProgram(['merchant', 'show', 'mer_nobody'], options);
    expect({ exitCode, errors }).toEqual({
      exitCode: 1,
      errors: expect.stringContaining('MERCHANT_NOT_FOUND'),
    });
  });
});

/** Runs `use` with the address of a server that is no gateway. Returns how many requests the server received. */
async function countRequests(use: (url: string) => Promise<void>): Promise<number> {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end('<h1>hello</h1>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return requests;
}
