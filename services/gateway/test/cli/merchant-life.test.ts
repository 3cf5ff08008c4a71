import {
  AddedKey,
  AuditList,
  type CreatedMerchant,
  compileValidator,
  generateWebhookSecret,
  Merchant,
} from '@kassa/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CliRun } from './support/call-kassa-admin.ts';
import { CliBench } from './support/cli-bench.ts';

const readMerchant = compileValidator(Merchant);

let bench: CliBench;
let created: CreatedMerchant;

beforeAll(async () => {
  bench = await CliBench.start();
});
afterAll(() => bench.stop());
beforeEach(async () => {
  created = await bench.createMerchant({
    name: 'Corner Shop',
    webhook_url: 'https://shop.example/hook',
    order_validity_seconds: 2700,
  });
});

function merchant(command: string, ...args: string[]) {
  return bench.run(['merchant', command, created.merchant_id, ...args]);
}

function keys(command: string, ...args: string[]) {
  return bench.run(['keys', command, created.merchant_id, ...args]);
}

/** Returns the merchant that a command has printed as JSON. The JSON must fit the contract exactly. */
function merchantOf({ exitCode, output, errors }: CliRun): Merchant {
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
  const reading = readMerchant(JSON.parse(output));
  if (reading.kind === 'invalid') throw new Error(JSON.stringify(reading.fields));
  return reading.value;
}

describe('kassa-admin merchant', () => {
  test('disable and enable change a merchant’s state, and say what that means', async () => {
    const off = await merchant('disable', '--note', 'chargebacks');
    expect(off.exitCode).toBe(0);
    expect(off.output).toMatch(/^ {2}State +disabled\n +Disabled: its calls are refused/m);
    expect(merchantOf(await merchant('enable', '--json')).state).toBe('active');
  });

  test('approve leaves an active merchant unchanged, and does not enable a disabled one', async () => {
    expect(merchantOf(await merchant('approve', '--json')).state).toBe('active');
    await merchant('disable');
    expect(await merchant('approve')).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('MERCHANT_MOVE_NOT_POSSIBLE: The merchant is disabled. Enable it'),
    });
  });

  test('rename, allow-list, validity and permissions each change one setting', async () => {
    expect(created.order_validity_seconds).toBe(2700);
    const { webhook_secret: _secret, ...first } = created;
    let expected: Merchant = first;
    const changes: [args: [string, ...string[]], change: Partial<Merchant>][] = [
      [['rename', 'Shop & Co'], { name: 'Shop & Co' }],
      [['allow-list', '203.0.113.7', '2001:db8::/32'], { ip_allow_list: ['203.0.113.7', '2001:db8::/32'] }],
      [['allow-list', '--any'], { ip_allow_list: [] }],
      [['validity', '2h'], { order_validity_seconds: 7200 }],
      [['permissions', '--card-numbers'], { may_take_card_numbers: true }],
      [['permissions', '--no-card-numbers'], { may_take_card_numbers: false }],
    ];
    const routes = [
      { channel: 'ProcessorA', methods: ['card'], currencies: ['USD'], max_amount: '500.00' },
      { channel: `ProcessorB-${first.merchant_id}` },
    ];
    changes.push(
      [['routes', '--file', bench.write('routes.json', JSON.stringify(routes))], { routes }],
      [['method-order', 'sandbox_wallet', 'card'], { method_order: ['sandbox_wallet', 'card'] }],
    );
    for (const [args, change] of changes) {
      expected = { ...expected, ...change };
      expect(merchantOf(await merchant(...args, '--json'))).toEqual(expected);
    }
    const { output } = await merchant('show');
    expect(output).toMatch(/^ {2}Orders valid +2h$/m);
    expect(output).toMatch(/^ {2}Card numbers +in the sandbox only$/m);
    expect(output).toMatch(
      /^ {2}Routes +ProcessorA {2}card {2}in USD {2}up to 500\.00\n +ProcessorB-mer_[0-9a-f]+$/m,
    );
    expect(output).toMatch(/^ {2}Methods first +sandbox_wallet, card$/m);
    expect(merchantOf(await merchant('routes', '--none', '--json')).routes).toEqual([]);
    expect(merchantOf(await merchant('method-order', '--none', '--json')).method_order).toEqual([]);
  });

  test.each([
    ['allow-list', [], 2, '--any'],
    ['allow-list', ['203.0.113.7', '--any'], 2, '--any'],
    ['allow-list', ['shop.example'], 1, '<address> shop.example is not an IPv4 or IPv6 address'],
    ['validity', ['soon'], 2, 'soon is not a duration'],
    ['validity', ['30s'], 2, 'The duration must be from 1m to 1d, but it is 30s.'],
    ['validity', ['25h'], 2, 'The duration must be from 1m to 1d, but it is 25h.'],
    ['permissions', [], 2, '--card-numbers'],
    ['rename', [''], 1, '<name> must NOT have fewer than 1 characters'],
    ['rename', [], 2, 'name'],
    ['routes', [], 2, '--none'],
    ['routes', ['--file', 'x', '--none'], 2, '--none'],
    ['routes', ['--file', '/nowhere/routes.json'], 2, 'cannot be read (ENOENT)'],
    ['method-order', [], 2, '--none'],
    ['method-order', ['card', 'card'], 1, '<method> must not contain duplicates'],
    ['method-order', ['card', 'crad'], 1, '<method> crad is not one of card, ideal, '],
  ])('%s %j is refused', async (command, args, exitCode, complaint) => {
    expect(await merchant(command, ...args)).toMatchObject({
      exitCode,
      errors: expect.stringContaining(complaint),
    });
  });

  test.each([
    ['{"channel":"ProcessorA"}', 2, 'does not contain a JSON array of routes'],
    [
      '[{"channel":"ProcessorA"},{"channel":"Sandbox-mer_other"}]',
      1,
      'routes[1].channel is an account of another merchant',
    ],
    ['[{"channel":"ProcesorA"}]', 1, 'routes[0].channel is not one of ProcessorA, ProcessorB, Sandbox'],
    [
      '[{"channel":"SandboxVoucher","methods":["card"]}]',
      1,
      'routes[0].methods[0] card is not one of bank_transfer_reference',
    ],
    ['[{"channel":"ProcessorA","max_amount":"5"}]', 1, 'routes[0].max_amount needs currencies'],
    ['[{"channel":"ProcessorA","maxAmount":"5"}]', 1, 'routes[0].maxAmount is not a member'],
  ])('routes from a file with %s are refused, with the place', async (text, exitCode, complaint) => {
    expect(await merchant('routes', '--file', bench.write('bad.json', text))).toMatchObject({
      exitCode,
      errors: expect.stringContaining(complaint),
    });
  });

  test.each(['approve', 'allow-list', 'validity', 'permissions', 'rename', 'routes', 'method-order'])(
    '%s --help shows an example',
    async (command) => {
      const { exitCode, output } = await bench.run(['merchant', command, '--help']);
      expect(exitCode).toBe(0);
      expect(output).toMatch(new RegExp(`Examples?:\n  kassa-admin merchant ${command} mer_`));
    },
  );
});

describe('kassa-admin keys', () => {
  test('adds a key, lists both, and revokes the previous one', async () => {
    const added = await keys('add', '--public-key', bench.newPublicKeyFile(), '--json');
    expect(compileValidator(AddedKey)(JSON.parse(added.output))).toMatchObject({ kind: 'valid' });
    const { key_id: next } = JSON.parse(added.output) as AddedKey;
    const [first] = created.keys;
    const both = await keys('list');
    expect(both.output).toMatch(/^ {2}Key +State +Since +Revoked +SHA-256$/m);
    expect(both.output).toContain(`  ${first?.key_id}  active `);
    expect(both.output).toContain(`  ${next}  active `);
    const revoked = await keys('revoke', String(first?.key_id));
    expect(revoked.output).toMatch(
      new RegExp(`^  ${first?.key_id}  revoked  \\S+Z  \\S+Z  ${first?.fingerprint}$`, 'm'),
    );
    const list = JSON.parse((await keys('list', '--json')).output);
    expect(list.keys.map(({ state }: { state: string }) => state)).toEqual(['revoked', 'active']);
    expect((await merchant('show')).output).toMatch(/^ {2}Key +key_\w+ {2}revoked since \S+Z$/m);
  });

  test('shows people which key was added', async () => {
    const { output } = await keys('add', '--public-key', bench.newPublicKeyFile());
    expect(output).toMatch(/^key_\w+ is active\.\n\n {2}Key +State/);
  });

  test('revokes the last key only with force', async () => {
    const only = String(created.keys[0]?.key_id);
    expect(await keys('revoke', only)).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('LAST_ACTIVE_KEY'),
    });
    expect(merchantOf(await keys('revoke', only, '--force', '--json')).keys[0]?.state).toBe('revoked');
  });

  test('names the option that the gateway refuses, and what does not exist', async () => {
    const weak = await keys('add', '--public-key', bench.newPublicKeyFile(1024));
    expect(weak).toMatchObject({ exitCode: 1, errors: expect.stringMatching(/--public-key .*2048/) });
    expect(await keys('revoke', 'key_none')).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('KEY_NOT_FOUND'),
    });
    expect((await keys('add')).exitCode).toBe(2);
  });
});

describe('kassa-admin webhooks set-secret', () => {
  const set = (...args: string[]) => bench.run(['webhooks', 'set-secret', created.merchant_id, ...args]);

  test('reads a secret from a file, and does not show it', async () => {
    const secret = generateWebhookSecret();
    const file = bench.write('secret.txt', `${secret}\n`);
    const { exitCode, output } = await set('--secret-file', file, '--keep-hours', '2');
    expect(exitCode).toBe(0);
    expect(output).toMatch(/two secrets sign/);
    expect(output).not.toContain(secret);
  });

  test('reads a secret from standard input', async () => {
    const secret = generateWebhookSecret();
    const run = await bench.runProgram(
      ['webhooks', 'set-secret', created.merchant_id, '--secret-file', '-', '--keep-hours', '0', '--json'],
      { input: `${secret}\n` },
    );
    expect(merchantOf(run).previous_webhook_secret_ends_at).toBeNull();
  });

  test.each([
    ['none', [], 2, '--secret-file'],
    ['a file that is not there', ['--secret-file', 'none.txt'], 2, 'cannot be read (ENOENT)'],
    ['an empty file', ['--secret-file', '/dev/null'], 2, 'is empty'],
  ])('refuses %s', async (_what, args, exitCode, complaint) => {
    expect(await set(...args)).toMatchObject({ exitCode, errors: expect.stringContaining(complaint) });
  });

  test('does not repeat an invalid secret', async () => {
    const { exitCode, errors } = await set('--secret-file', bench.write('weak.txt', 'hunter2hunter2'));
    expect(exitCode).toBe(1);
    expect(errors).toContain('--secret-file must be whsec_');
    expect(errors).not.toContain('hunter2');
  });
});

describe('kassa-admin operators', () => {
  test('creates a token, lists it without the secret, and revokes it', async () => {
    const create = ['operators', 'create', 'bob@example.com', '--role', 'viewer', '--days', '7'];
    const { exitCode, output } = await bench.run(create);
    expect(exitCode).toBe(0);
    const token = /kop_[A-Za-z0-9_-]{43}/.exec(output)?.[0] ?? '';
    const tokenId = /opt_[0-9a-f]{16}/.exec(output)?.[0] ?? '';
    const own = { variables: { KASSA_OPERATIONS_TOKEN: token } };
    const list = await bench.run(['operators', 'list'], own);
    expect(list.output).toMatch(new RegExp(`${tokenId} +bob@example\\.com +viewer +\\d{4}-.* +bootstrap\n`));
    expect(list.output).not.toContain(token);
    expect(await bench.run(create, own)).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('This call needs the role admin; bob@example.com has the role viewer.'),
    });
    expect((await bench.run(['operators', 'revoke', tokenId])).output).toBe(
      `${tokenId} of bob@example.com is revoked.\n`,
    );
    expect(await bench.run(['operators', 'list'], own)).toMatchObject({
      exitCode: 4,
      errors: expect.stringContaining('wrong, expired or revoked'),
    });
  });
});

describe('kassa-admin audit', () => {
  test('lists who changed what, with the outcome', async () => {
    const operators = ['operators', 'create', 'ann@example.com', '--role', 'admin', '--json'];
    const { token } = JSON.parse((await bench.run(operators)).output);
    await bench.run(['merchant', 'disable', created.merchant_id, '--note', 'chargebacks'], {
      variables: { KASSA_OPERATIONS_TOKEN: token },
    });
    await bench.run(['merchant', 'approve', created.merchant_id]);
    const { exitCode, output } = await bench.run(['audit', '--about', created.merchant_id]);
    expect(exitCode).toBe(0);
    const [headings, ...rows] = output.trimEnd().split('\n');
    expect(headings).toMatch(/^ {2}When +Who +What +Outcome +About +Details$/);
    expect(rows.map((row) => row.trim().split(/ {2,}/).slice(1, 4))).toEqual([
      ['bootstrap', 'merchant.approve', 'MERCHANT_MOVE_NOT_POSSIBLE'],
      ['ann@example.com', 'merchant.disable', 'done'],
      ['bootstrap', 'merchant.create', 'done'],
    ]);
    expect(rows[1]).toContain('note="chargebacks"');
    const json = await bench.run(['audit', 'list', '--about', created.merchant_id, '--limit', '1', '--json']);
    const list = JSON.parse(json.output);
    expect(compileValidator(AuditList)(list)).toMatchObject({ kind: 'valid' });
    const text = await bench.run(['audit', 'list', '--about', created.merchant_id, '--limit', '1']);
    expect(text.output).toContain(`More follow: --after ${list.next}\n`);
  });

  test('verifies the log against a head that was exported', async () => {
    const head = (await bench.run(['audit', 'head'])).output.trim();
    expect(head).toMatch(/^\d+:[0-9a-f]{64}$/);
    const verified = await bench.run(['audit', 'verify', '--head', head]);
    expect(verified).toMatchObject({ exitCode: 0, output: expect.stringContaining(`Head: ${head}\n`) });
    const other = `${head.slice(0, -4)}${head.endsWith('0000') ? '1111' : '0000'}`;
    expect(await bench.run(['audit', 'verify', '--head', other])).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('the log does not lead to the exported head'),
    });
  });

  test('says that there are no entries, and which option is invalid', async () => {
    expect(await bench.run(['audit', 'list', '--about', 'none'])).toMatchObject({
      exitCode: 0,
      output: 'No changes.\n',
    });
    expect(await bench.run(['audit', 'list', '--limit', '101'])).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('--limit is invalid'),
    });
  });
});
