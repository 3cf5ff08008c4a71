import { createPublicKey } from 'node:crypto';
import { AddedKey, compileValidator, NONCE_LIFETIME_MS, TIMESTAMP_WINDOW_MS } from '@kassa/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withinASecond } from '../support/within-a-second.ts';
import { refusalOf } from './support/envelope-answer.ts';
import { GatewayBench, type Instance } from './support/gateway-bench.ts';
import {
  createPath,
  type MerchantAccount,
  newKeyPair,
  newTransactionId,
  paymentOf,
  paymentQueryPath,
  refundPath,
  refundQueryPath,
} from './support/merchant-account.ts';
import { MovableClock } from './support/movable-clock.ts';
import { read } from './support/read-message.ts';
import { newNonce } from './support/signed-client.ts';

const readAddedKey = compileValidator(AddedKey);

const clock = new MovableClock();
let bench: GatewayBench;
let other: Instance;
let merchant: MerchantAccount;
beforeAll(async () => {
  bench = await GatewayBench.start({ replacements: { clock } });
  other = await bench.startAnother({ replacements: { clock } });
  merchant = await bench.onboard();
});
afterEach(() => clock.run());
afterAll(() => bench.stop());

async function storedOrders(): Promise<number> {
  return bench.database.collection('orders').countDocuments({});
}

describe('a signed request', () => {
  it.each([
    ['POST', createPath],
    ['POST', refundPath],
    ['GET', `${paymentQueryPath}/T1`],
    ['GET', `${refundQueryPath}/R1`],
  ])('is needed for %s %s', async (method, target) => {
    const body = method === 'POST' ? '{}' : undefined;
    const stranger = newKeyPair();
    const refused = await merchant.client.call(method, target, body, { privateKey: stranger.privateKey });
    expect(refused.msg).toBe('INVALID_SIGNATURE');
    expect((await merchant.client.call(method, target, body)).msg).not.toBe('INVALID_SIGNATURE');
  });

  it.each([
    { what: 'another path', forgery: { signedTarget: refundPath } },
    { what: 'another query', forgery: { signedTarget: `${createPath}?a=1` } },
    { what: 'another method', forgery: { signedMethod: 'GET' } },
    { what: 'another body', forgery: { signedBody: '{"amount":1}' } },
    { what: 'no body', forgery: { signedBody: '' } },
  ])('that was signed for $what is refused', async ({ forgery }) => {
    const before = await storedOrders();
    expect((await merchant.create({}, forgery)).msg).toBe('INVALID_SIGNATURE');
    expect(await storedOrders()).toBe(before);
  });

  it('gets, in the sandbox, the six lines as the server built them', async () => {
    const nonce = newNonce();
    const timestamp = String(Date.now());
    const refused = await merchant.client.call('GET', `${paymentQueryPath}/T1?b=2&a=1`, undefined, {
      nonce,
      timestamp,
      alterSignature: () => 'AAAA',
    });
    expect(refused.error?.debug?.string_to_sign).toBe(
      `GET\n${paymentQueryPath}/T1\na=1&b=2\n\n${timestamp}\n${nonce}`,
    );
  });

  it.each([
    ['a sorted query', '?a=1&b=2', '?a=1&b=2'],
    ['the same pairs in another order', '?b=2&a=1', '?a=1&b=2'],
    ['an escaped query as it was sent', '?a=%20+%C3%A9', '?a=%20+%C3%A9'],
    ['an empty query', '?', ''],
    ['a key without a value', '?a', '?a'],
  ])('may carry %s', async (_what, sent, signed) => {
    const found = await merchant.client.call('GET', `${paymentQueryPath}/none${sent}`, undefined, {
      signedTarget: `${paymentQueryPath}/none${signed}`,
    });
    expect(found.msg).toBe('ORDER_NOT_FOUND');
  });

  it('signs the query as it was sent, not as it is decoded', async () => {
    const refused = await merchant.client.call('GET', `${paymentQueryPath}/none?a=%41`, undefined, {
      signedTarget: `${paymentQueryPath}/none?a=A`,
    });
    expect(refused.msg).toBe('INVALID_SIGNATURE');
  });

  it('signs the path as it was sent, with its escapes, and is routed by the decoded one', async () => {
    const number = newTransactionId('order:1');
    await merchant.create({ merchant_transaction_id: number });
    const target = `${paymentQueryPath}/${encodeURIComponent(number)}`;
    expect(target).toContain('%3A');
    expect((await merchant.client.call('GET', target)).data).toMatchObject({
      merchant_transaction_id: number,
    });
    const signedDecoded = { signedTarget: `${paymentQueryPath}/${number}` };
    expect((await merchant.client.call('GET', target, undefined, signedDecoded)).msg).toBe(
      'INVALID_SIGNATURE',
    );
  });

  it.each(['%', '%zz', '%ff', '%C3%28', '%00', '%2e%2e', '%2F', 'a'.repeat(2000)])(
    'with the path parameter %s is answered like an unknown order',
    async (parameter) => {
      expect((await merchant.client.call('GET', `${paymentQueryPath}/${parameter}`)).status).toBeOneOf([
        400, 404,
      ]);
      expect((await merchant.client.call('GET', `${refundQueryPath}/${parameter}`)).status).toBeOneOf([
        400, 404,
      ]);
    },
  );

  it.each([
    { header: 'X-Merchant-Id', value: '' },
    { header: 'X-Timestamp', value: '' },
    { header: 'X-Timestamp', value: '1700000000' },
    { header: 'X-Timestamp', value: '17000000000000' },
    { header: 'X-Timestamp', value: '-170000000000' },
    { header: 'X-Timestamp', value: '1.7000000e+12' },
    { header: 'X-Nonce', value: '' },
    { header: 'X-Nonce', value: 'short12' },
    { header: 'X-Nonce', value: 'n'.repeat(65) },
    { header: 'X-Nonce', value: 'with space' },
    { header: 'X-Nonce', value: '{"$gt":""}' },
    { header: 'X-Signature', value: '' },
  ])('with $header: "$value" is refused, naming the header', async ({ header, value }) => {
    const refused = await merchant.create({}, { headers: { [header]: value } });
    expect(refusalOf(refused)).toEqual({ msg: 'INVALID_SIGNATURE', fields: [header] });
  });

  it.each(['X-Merchant-Id', 'X-Timestamp', 'X-Nonce', 'X-Signature'] as const)(
    'with two headers %s is refused, even if they are equal',
    async (header) => {
      const body = JSON.stringify(paymentOf());
      const headers = merchant.client.headersFor('POST', createPath, body);
      const doubled = { ...headers, [header]: [headers[header], headers[header]] };
      const refused = await merchant.client.call('POST', createPath, body, { headers: doubled });
      expect(refused.msg).toBe('INVALID_SIGNATURE');
    },
  );

  it('of an unknown merchant is refused just like one with a wrong key', async () => {
    const options = { nonce: newNonce(), timestamp: String(Date.now()) };
    const body = paymentOf();
    const unknown = await merchant.client.call('POST', createPath, body, {
      ...options,
      merchantId: 'mer_unknown',
    });
    const { privateKey } = newKeyPair();
    const wrongKey = await merchant.client.call('POST', createPath, body, { ...options, privateKey });
    const { request_id: _one, ...unknownError } = unknown.error ?? { request_id: '' };
    const { request_id: _two, ...wrongKeyError } = wrongKey.error ?? { request_id: '' };
    expect(unknownError).toEqual(wrongKeyError);
  });

  it.each([
    { what: 'without its padding', alter: (text: string) => text.replace(/=+$/, '') },
    { what: 'with too much padding', alter: (text: string) => `${text}=` },
    { what: 'in the URL alphabet', alter: (text: string) => text.replaceAll('+', '-').replaceAll('/', '_') },
    { what: 'with white space inside', alter: (text: string) => `${text.slice(0, 9)} ${text.slice(9)}` },
    { what: 'with stray bits at its end', alter: strayBits },
    { what: 'that is cut short', alter: (text: string) => text.slice(0, 100) },
    { what: 'that is twice as long', alter: (text: string) => text.replaceAll('=', 'A') + text },
    { what: 'in hexadecimal', alter: (text: string) => Buffer.from(text, 'base64').toString('hex') },
    { what: 'of 8 KiB', alter: () => 'A'.repeat(8192) },
    { what: 'of zeros', alter: () => Buffer.alloc(256).toString('base64') },
  ])(
    'a signature in malformed Base64 or of another length is refused (fault 35): $what',
    async ({ alter }) => {
      const body = JSON.stringify(paymentOf());
      let headers = merchant.client.headersFor('POST', createPath, body);
      // A signature without the characters to alter would be sent unchanged. So sign again until the signature contains one.
      while (alter(headers['X-Signature']) === headers['X-Signature']) {
        headers = merchant.client.headersFor('POST', createPath, body);
      }
      const altered = { ...headers, 'X-Signature': alter(headers['X-Signature']) };
      const refused = await merchant.client.call('POST', createPath, body, { headers: altered });
      expect(refused.msg).toBe('INVALID_SIGNATURE');
      expect((await merchant.client.call('POST', createPath, body, { headers })).msg).toBe('success');
    },
  );
});

/**
 * Returns another Base64 text for the same bytes. If a text ends with `==`, four bits of its last character mean nothing, so
 * they can be changed.
 */
function strayBits(text: string): string {
  const last = text.charAt(text.length - 3);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const neighbour = alphabet[(alphabet.indexOf(last) & 0b110000) | ((alphabet.indexOf(last) & 0b1111) ^ 1)];
  const altered = `${text.slice(0, -3)}${neighbour}==`;
  expect(Buffer.from(altered, 'base64')).toEqual(Buffer.from(text, 'base64'));
  return altered;
}

describe('a timestamp', () => {
  it.each([
    { offMs: TIMESTAMP_WINDOW_MS, verdict: 'success' },
    { offMs: -TIMESTAMP_WINDOW_MS, verdict: 'success' },
    { offMs: TIMESTAMP_WINDOW_MS + 1, verdict: 'TIMESTAMP_EXPIRED' },
    { offMs: -TIMESTAMP_WINDOW_MS - 1, verdict: 'TIMESTAMP_EXPIRED' },
  ])(
    'a timestamp may differ from the gateway’s clock by up to 120,000 ms, and is refused beyond that (fault 25): $offMs ms, $verdict',
    async ({ offMs, verdict }) => {
      const now = new Date();
      clock.stopAt(now);
      const answer = await merchant.create({}, { timestamp: String(now.getTime() + offMs) });
      expect(answer.msg).toBe(verdict);
    },
  );
});

describe('a nonce', () => {
  it('if many requests use one nonce at two instances at once, exactly one is accepted (fault 22)', async () => {
    const body = JSON.stringify(paymentOf());
    const headers = merchant.client.headersFor('POST', createPath, body);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        merchant.client.call('POST', createPath, body, {
          headers,
          baseUrl: index % 2 === 0 ? bench.main.merchantUrl : other.merchantUrl,
        }),
      ),
    );
    const counts = Object.groupBy(answers, ({ msg }) => msg);
    expect([counts.success?.length, counts.BUSY?.length]).toEqual([1, 39]);
  });

  it('a forged request with a guessed nonce does not use up this nonce (fault 23)', async () => {
    const nonce = newNonce();
    const { privateKey } = newKeyPair();
    expect((await merchant.create({}, { nonce, privateKey })).msg).toBe('INVALID_SIGNATURE');
    expect((await merchant.create({}, { nonce })).msg).toBe('success');
    expect((await merchant.create({}, { nonce })).msg).toBe('BUSY');
  });

  it('is not used up by a request that came too late or could not be read', async () => {
    const nonce = newNonce();
    const timestamp = String(Date.now() - TIMESTAMP_WINDOW_MS - 1000);
    expect((await merchant.create({}, { nonce, timestamp })).msg).toBe('TIMESTAMP_EXPIRED');
    expect((await merchant.client.call('POST', createPath, '{', { nonce })).msg).toBe('INVALID_REQUEST');
    expect((await merchant.create({}, { nonce })).msg).toBe('success');
  });

  it('of one merchant does not affect another', async () => {
    const nonce = newNonce();
    const neighbour = await bench.onboard();
    expect((await merchant.create({}, { nonce })).msg).toBe('success');
    expect((await neighbour.create({}, { nonce })).msg).toBe('success');
  });

  it('a nonce can be used again after five minutes, even while the database still holds it (fault 24)', async () => {
    const nonce = newNonce();
    const first = new Date();
    const createAt = (moment: Date) => {
      clock.stopAt(moment);
      return merchant.create({}, { nonce, timestamp: String(moment.getTime()) });
    };
    expect((await createAt(first)).msg).toBe('success');
    expect((await createAt(new Date(first.getTime() + NONCE_LIFETIME_MS - 1))).msg).toBe('BUSY');
    const stored = { _id: `${merchant.merchantId}:${nonce}` as never };
    expect(await bench.database.collection('nonces').countDocuments(stored)).toBe(1);
    const freeAgain = new Date(first.getTime() + NONCE_LIFETIME_MS);
    expect((await createAt(freeAgain)).msg).toBe('success');
    expect((await createAt(freeAgain)).msg).toBe('BUSY');
  });
});

describe('a public key', () => {
  it('a revoked key fails on every instance within a second, while the merchant’s other active key keeps working (fault 27)', async () => {
    const account = await bench.onboard();
    const added = newKeyPair();
    const keysPath = `/admin/merchants/${account.merchantId}/keys`;
    const withBoth = read(
      readAddedKey,
      await bench.admin('POST', keysPath, { public_key: added.publicKeyPem }),
    );
    const query = (privateKey = account.client.privateKey) =>
      account.client.call('GET', `${paymentQueryPath}/none`, undefined, {
        baseUrl: other.merchantUrl,
        privateKey,
      });
    // Both instances have just read the merchant, so both have it in their memory.
    await expect.poll(async () => (await query(added.privateKey)).msg).toBe('ORDER_NOT_FOUND');
    expect((await query()).msg).toBe('ORDER_NOT_FOUND');
    expect((await account.create()).msg).toBe('success');

    const revoked = await bench.admin('POST', `${keysPath}/${withBoth.keys[0]?.key_id}/revoke`, {});
    expect(revoked.msg).toBe('success');
    await withinASecond(async () => {
      expect((await query()).msg).toBe('INVALID_SIGNATURE');
      expect((await account.create()).msg).toBe('INVALID_SIGNATURE');
    });
    expect((await query(added.privateKey)).msg).toBe('ORDER_NOT_FOUND');
  });

  it('one public key cannot be registered for two merchants (fault 26)', async () => {
    const refused = await bench.admin('POST', '/admin/merchants', {
      name: 'Copy Shop',
      public_key: merchant.publicKeyPem,
      webhook_url: 'https://shop.example/hook',
    });
    expect(refusalOf(refused)).toEqual({ msg: 'DUPLICATE_PUBLIC_KEY', fields: ['public_key'] });
  });

  it('cannot be registered for two merchants by writing the same key differently', async () => {
    const rsaPem = createPublicKey(merchant.publicKeyPem).export({ type: 'pkcs1', format: 'pem' }).toString();
    expect(rsaPem).toContain('RSA PUBLIC KEY');
    const refused = await bench.admin('POST', '/admin/merchants', {
      name: 'Copy Shop',
      public_key: rsaPem.replaceAll('\n', '\r\n'),
      webhook_url: 'https://shop.example/hook',
    });
    expect(refused.msg).toBe('DUPLICATE_PUBLIC_KEY');
  });
});
