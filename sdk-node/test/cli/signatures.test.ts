import { constants, createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateWebhookSecret, hashCanonicalBody, signRequest } from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainRequest } from '../../src/cli/signatures/explain-request.ts';
import { readHeaders } from '../../src/cli/signatures/given-headers.ts';
import { readTarget } from '../../src/cli/signatures/request-target.ts';
import { verifyRequest } from '../../src/cli/signatures/verify-request.ts';
import { verifyWebhook } from '../../src/cli/signatures/verify-webhook.ts';
import { signTestEvent } from '../../src/testing/index.ts';
import { type KassaRun, runKassaProcess } from './support/kassa-process.ts';
import { runKassa } from './support/run-kassa.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const nowMs = 1_795_305_600_000;
const timestamp = String(nowMs);
const nonce = 'nonce-of-the-tests';
const target = readTarget('/api/merchant/order/list?state=INIT&limit=5');
const body = Buffer.from('{"data":{"currency_code":"USD","amount":10.00}}');

/** Returns the findings about a request whose six lines were changed before they were signed. */
function findingsAbout(
  change: (lines: string[]) => string,
  { hasBody = true, signer = signRequest }: { hasBody?: boolean; signer?: typeof signRequest } = {},
) {
  const request = { method: 'POST', target, body: hasBody ? body : undefined, timestamp, nonce };
  const explanation = explainRequest(request);
  if (explanation.kind === 'refused') throw new Error(explanation.reason);
  const signature = signer(change(explanation.lines.split('\n')), keys.privateKey);
  const headers = readHeaders(
    [`X-Merchant-Id: mer_1`, `X-Timestamp: ${timestamp}`, `X-Nonce: ${nonce}`, `X-Signature: ${signature}`],
    '',
  );
  return verifyRequest({
    ...request,
    headers,
    publicKey: keys.publicKey,
    otherLines: undefined,
    atMs: nowMs,
  });
}

const joined = (lines: string[]) => lines.join('\n');
const withLine = (number: number, change: (line: string) => string) => (lines: string[]) =>
  joined(lines.with(number - 1, change(lines[number - 1] ?? '')));

describe('a signature of a request', () => {
  test('is valid if the six lines were signed', () => {
    expect(findingsAbout(joined)).toMatchObject({ isValid: true });
    expect(findingsAbout(joined, { hasBody: false })).toMatchObject({ isValid: true });
  });

  const mistakes: [was: RegExp, change: (lines: string[]) => string, hasBody?: boolean][] = [
    [/a line feed after the sixth line/, (lines) => `${joined(lines)}\n`],
    [/joined with \\r\\n/, (lines) => lines.join('\r\n')],
    [/Empty lines were left out/, (lines) => joined(lines.filter((line) => line !== '')), false],
    [/method was signed in lower case/, withLine(1, (line) => line.toLowerCase())],
    [/path was signed without \/api/, withLine(2, (line) => line.slice(4))],
    [
      /query was signed as part of the path/,
      (lines) => joined(lines.with(1, `${lines[1]}?${target.query}`).with(2, '')),
    ],
    [/path was signed with its query/, withLine(2, (line) => `${line}?${target.query}`)],
    [/parameters of the query were signed unsorted/, withLine(3, () => target.query)],
    [/with its question mark/, withLine(3, (line) => `?${line}`)],
    [/timestamp was signed in seconds/, withLine(5, (line) => line.slice(0, 10))],
    [/bytes of the body were hashed/, withLine(4, () => createHash('sha256').update(body).digest('hex'))],
    [/hash was written in upper case/, withLine(4, (line) => line.toUpperCase())],
    [/hash was written in Base64/, withLine(4, (line) => Buffer.from(line, 'hex').toString('base64'))],
    [/canonical body itself was signed/, withLine(4, () => 'data.amount=10.00&data.currency_code=USD')],
    [/line of the body was left empty/, withLine(4, () => '')],
    [/hash of an empty string/, withLine(4, () => hashCanonicalBody('')), false],
    [
      /Numbers were serialised again/,
      withLine(4, () => hashCanonicalBody('data.amount=10&data.currency_code=USD')),
    ],
    [
      /in the order in which the body has them/,
      withLine(4, () => hashCanonicalBody('data.currency_code=USD&data.amount=10.00')),
    ],
    [/Only the content of "data"/, withLine(4, () => hashCanonicalBody('amount=10.00&currency_code=USD'))],
  ];
  test.for(mistakes)('says %s', ([was, change, hasBody]) => {
    const { isValid, findings } = findingsAbout(change, hasBody === undefined ? {} : { hasBody });
    expect(isValid).toBe(false);
    expect(findings.filter(({ holds }) => !holds)).toMatchObject([
      { part: 'X-Signature', detail: expect.stringMatching(was), whatToDo: expect.stringMatching(/\.$/) },
    ]);
  });

  test('recognises other algorithms', () => {
    const pss: typeof signRequest = (lines, key) =>
      sign('sha256', Buffer.from(lines), { key, padding: constants.RSA_PKCS1_PSS_PADDING }).toString(
        'base64',
      );
    const sha1: typeof signRequest = (lines, key) => sign('sha1', Buffer.from(lines), key).toString('base64');
    const said = [pss, sha1].map((signer) => findingsAbout(joined, { signer }).findings.at(-1)?.detail);
    expect(said).toEqual([expect.stringMatching(/RSA-PSS/), expect.stringMatching(/SHA-1/)]);
  });

  test('names the key if no common mistake explains it', () => {
    const last = findingsAbout(withLine(6, () => 'another-nonce')).findings.at(-1);
    expect(last).toMatchObject({
      holds: false,
      whatToDo: expect.stringMatching(/No common mistake explains the wrong signature/),
    });
  });
});

describe('a request', () => {
  const good = {
    method: 'GET',
    target,
    body: undefined,
    publicKey: keys.publicKey,
    otherLines: undefined,
    atMs: nowMs,
  };
  const failing = (headers: string[], more: object = {}) =>
    verifyRequest({ ...good, headers: readHeaders(headers, ''), ...more })
      .findings.filter(({ holds }) => !holds)
      .map(({ part, detail }) => `${part} ${detail}`);

  test('needs all four headers', () => {
    expect(failing([])).toEqual([
      'X-Merchant-Id is missing',
      'X-Timestamp is missing',
      'X-Nonce is missing',
      'X-Signature is missing',
    ]);
  });

  test('needs headers of the right form', () => {
    const found = failing([
      'X-Merchant-Id: m',
      'X-Timestamp: 1795305600',
      'X-Nonce: a b',
      'X-Signature: a_b',
    ]);
    expect(found).toEqual([
      'X-Timestamp "1795305600" is not a time in Unix milliseconds',
      'X-Nonce "a b" is not a nonce',
      'X-Signature is not standard Base64',
    ]);
  });

  test('may be two minutes off, and not a millisecond more', () => {
    const headers = [`X-Timestamp: ${timestamp}`];
    const told = (atMs: number) =>
      failing(headers, { atMs }).filter((line) => line.startsWith('X-Timestamp'));
    expect(told(nowMs + 120_000)).toEqual([]);
    expect(told(nowMs + 120_001)).toEqual([expect.stringMatching(/is 2m ago; two minutes are allowed/)]);
  });

  test('needs a body that can be signed', () => {
    const twice = Buffer.from('{"a":1,"a":2}');
    expect(failing([], { body: twice }).at(-1)).toBe('Body a: the member appears twice');
  });

  test('is compared with the lines that the user’s own code built', () => {
    const otherLines = 'GET\n/api/merchant/order/list\nstate=INIT&limit=5\n\n\n';
    expect(failing([], { otherLines })).toContain(
      'Lines given line 3 (query) differs: yours is "state=INIT&limit=5", but "limit=5&state=INIT" is right',
    );
  });
});

describe('a webhook', () => {
  const secret = generateWebhookSecret();
  const signed = signTestEvent({ secret, event_type: 'order.payment.succeeded', signedAt: new Date(nowMs) });
  const headers = readHeaders(
    [],
    Object.entries(signed.headers)
      .map((header) => header.join(': '))
      .join('\r\n'),
  );
  const given = { body: Buffer.from(signed.rawBody), headers, secret, atMs: nowMs };
  const failing = (change: object) =>
    verifyWebhook({ ...given, ...change })
      .findings.filter(({ holds }) => !holds)
      .map(({ part, detail }) => `${part} ${detail}`);

  test('is valid as it was sent', () => {
    const verified = verifyWebhook(given);
    expect(verified).toMatchObject({ isValid: true, expected: signed.headers['webhook-signature'] });
  });

  test.for([
    [
      'another secret',
      { secret: generateWebhookSecret() },
      /webhook-signature The signature is not valid for this secret/,
    ],
    ['a line break at the end', { body: Buffer.from(`${signed.rawBody}\n`) }, /ends with a line break/],
    [
      'a body written anew',
      { body: Buffer.from(JSON.stringify(signed.event, null, 2)) },
      /parsed and serialised again/,
    ],
    ['a message of another time', { atMs: nowMs + 301_000 + 1000 }, /webhook-timestamp \d+ is 5m 2s ago/],
    ['no headers', { headers: readHeaders([], '') }, /webhook-id is missing/],
    ['a body that is no event', { body: Buffer.from('[]') }, /webhook-signature The signature is not valid/],
  ] as const)('with %s is refused with the reason', ([, change, reason]) => {
    expect(failing(change)[0]).toMatch(reason);
  });
});

describe('headers and targets', () => {
  test('are read from options and from what logs show', () => {
    const text = '> POST /api HTTP/1.1\n> X-Nonce: abc\r\n< X-Request-Id: req_1\n\n{"a": 1}';
    expect([...readHeaders(['X-Timestamp:  1'], text)]).toEqual([
      ['x-timestamp', '1'],
      ['x-nonce', 'abc'],
      ['x-request-id', 'req_1'],
    ]);
    expect(() => readHeaders(['nothing'], '')).toThrow(/is not a header/);
    expect(() => readHeaders(['A: 1'], 'a: 2')).toThrow(/appears twice/);
  });

  test.for([
    ['/api/x', '/api/x', ''],
    ['/api/x?b=2&a=%20#top', '/api/x', 'b=2&a=%20'],
    ['https://pay.example/api/x?a', '/api/x', 'a'],
    ['http://localhost:10020', '/', ''],
  ] as const)('%s is signed as %s and %s', ([text, path, query]) => {
    expect(readTarget(text)).toEqual({ path, query });
  });
});

describe('kassa sign and kassa verify', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-cli-'));
  const kassa = (...args: string[]): Promise<KassaRun> => runKassa(args, { folder });
  beforeAll(async () => {
    await kassa('init', '--merchant-id', 'mer_1');
    writeFileSync(join(folder, 'order.json'), '{"k2":"v2","k1":"v1"}');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('show the canonical body, its hash and the six lines, and agree with each other', async () => {
    const signed = await kassa(
      'sign',
      'POST',
      '/api/merchant/payment/create',
      '--body',
      'order.json',
      '--nonce',
      nonce,
    );
    expect(signed.exitCode).toBe(0);
    expect(signed.output).toMatch(/Canonical body {2}k1=v1&k2=v2\n {2}Its SHA-256 {5}1b1489ae725f59b2/);
    expect(signed.output).toMatch(/1 {2}method {5}POST⏎\n.*\n {2}3 {2}query {6}⏎\n/);
    expect(signed.output).toMatch(/6 {2}nonce {6}nonce-of-the-tests\n/);
    writeFileSync(join(folder, 'headers.txt'), signed.output.split('Headers\n')[1] ?? '');
    const args = ['POST', '/api/merchant/payment/create', '--headers', 'headers.txt'];
    const verified = await kassa('verify', 'request', ...args, '--body', 'order.json');
    expect(verified).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/✓ X-Signature.*\n\n {2}Valid\n$/),
    });
    const without = await kassa('verify', 'request', ...args, '--json');
    expect(without).toMatchObject({ exitCode: 5, errors: '' });
    expect(JSON.parse(without.output)).toMatchObject({ valid: false, canonical_body: null });
  });

  test('sign what comes from the standard input', async () => {
    const args = ['sign', 'POST', '/api/merchant/payment/refund', '--body', '-', '--json'];
    const signed = await runKassaProcess(args, { folder, input: '{"a":[1,[2]]}' });
    expect(JSON.parse(signed.output)).toMatchObject({ canonical_body: 'a[0]=1&a[1][0]=2' });
    const refused = await runKassa(args, { folder, input: '{"a":[null]}' });
    expect(refused.exitCode).toBe(2);
    expect(JSON.parse(refused.output)).toMatchObject({ error: { fields: [{ path: 'a[0]' }] } });
  });

  test('verify a webhook', async () => {
    const secret = generateWebhookSecret();
    const { rawBody, headers } = signTestEvent({ secret, event_type: 'order.payment.succeeded' });
    const options = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const args = ['verify', 'webhook', '--body', '-', ...options];
    const variables = { KASSA_WEBHOOK_SECRET: secret };
    const valid = await runKassaProcess(args, { folder, input: rawBody, variables });
    expect(valid).toMatchObject({ exitCode: 0, output: expect.stringMatching(/Valid/) });
    const changed = await runKassa(args, { folder, input: rawBody.replace('T1', 'T2'), variables });
    expect(changed).toMatchObject({ exitCode: 5, output: expect.stringMatching(/✗ webhook-signature/) });
    const weak = await runKassa(args, { folder, input: rawBody, variables: { KASSA_WEBHOOK_SECRET: 'x' } });
    expect(weak).toMatchObject({
      exitCode: 2,
      errors: expect.stringMatching(/KASSA_WEBHOOK_SECRET: A webhook secret must be/),
    });
  });
});
