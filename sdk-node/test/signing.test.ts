import { constants, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Kassa, type KassaOptions, SigningError } from '../src/index.ts';
import { GatewayClient } from '../src/request/gateway-client.ts';
import { RequestSigner } from '../src/request/request-signer.ts';
import { type PrivateKeySource, readSigningKey } from '../src/request/signing-key.ts';
import { FakeGateway, merchantId, merchantKeys, success } from './support/fake-gateway.ts';
import { payment, refund, rejectionOf } from './support/sample-calls.ts';

let gateway: FakeGateway;
beforeAll(async () => {
  gateway = await FakeGateway.start();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.answerWith());

const pem = merchantKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

describe('signed requests', () => {
  it('creates a payment with a body that the server verifies', async () => {
    const result = await gateway.kassa().payments.create({
      ...payment,
      products: [{ product_id: 'p1', name: 'A&B=C %', price: '10.00', quantity: 1 }],
      customer: { full_name: 'Änn 🙂' },
    });

    expect(result).toEqual({ order_id: 'ord_1', pay_url: 'https://pay.example/1' });
    expect(gateway.requests).toMatchObject([
      { method: 'POST', target: '/api/merchant/payment/create', signatureHolds: true },
    ]);
    expect(gateway.requests[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-merchant-id': merchantId,
    });
  });

  it('asks for a refund with a body that the server verifies', async () => {
    gateway.answerWith(success({ transaction_id: 'R1', status: 0 }));
    const result = await gateway.kassa().refunds.create({ ...refund, reason: 'returned goods' });

    expect(result).toEqual({ transaction_id: 'R1', status: 0 });
    expect(gateway.requests).toMatchObject([
      { method: 'POST', target: '/api/merchant/payment/refund', signatureHolds: true },
    ]);
  });

  it.each([
    ['T1', 'T1'],
    ['a.b_c:d-e', 'a.b_c%3Ad-e'],
    ["x/y?z#'() é", "x%2Fy%3Fz%23'()%20%C3%A9"],
  ])('queries %s by a path that is signed as it is sent', async (identifier, segment) => {
    await gateway.kassa().payments.retrieve(identifier);
    await gateway.kassa().refunds.retrieve(identifier);

    expect(gateway.requests).toMatchObject([
      {
        method: 'GET',
        target: `/api/merchant/order/payment/query/${segment}`,
        signatureHolds: true,
        bodyText: '',
      },
      { target: `/api/merchant/order/refund/query/${segment}`, signatureHolds: true, bodyText: '' },
    ]);
    expect(gateway.requests[0]?.headers['content-type']).toBe('application/json');
  });

  it('signs a query sorted by key and value, and sends it as it was given', async () => {
    const client = new GatewayClient({
      origin: gateway.baseUrl,
      signer: new RequestSigner(merchantId, readSigningKey(merchantKeys.privateKey)),
      timeoutMs: 5_000,
      maxRetries: 0,
      userAgent: 'test',
      fetch,
    });
    await client.send({ method: 'GET', path: '/api/merchant/order/list?limit=5&a=2&a=1&after=x%20y&b' });

    expect(gateway.requests).toMatchObject([
      { target: '/api/merchant/order/list?limit=5&a=2&a=1&after=x%20y&b', signatureHolds: true },
    ]);
  });

  it.each(['', '.', '..', '\uD800'])('refuses to query %j, which cannot be a path', async (identifier) => {
    const error = await rejectionOf(gateway.kassa().payments.retrieve(identifier));
    expect(error).toMatchObject({ name: 'InvalidRequestError', code: 'INVALID_REQUEST' });
    expect(gateway.requests).toHaveLength(0);
  });

  it('accepts the address with /api at its end, as the interface writes it', async () => {
    await gateway.kassa({ baseUrl: `${gateway.baseUrl}/api/` }).payments.retrieve('T1');
    expect(gateway.requests).toMatchObject([{ target: '/api/merchant/order/payment/query/T1' }]);
  });
});

describe('private keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-key-'));
  const file = join(folder, 'merchant.pem');
  writeFileSync(file, pem);
  afterAll(() => rmSync(folder, { recursive: true }));

  const sources: Record<string, PrivateKeySource> = {
    'PEM text': pem,
    'PKCS #1 PEM text': merchantKeys.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    'PEM text with escaped line breaks': pem.replaceAll('\n', '\\n'),
    'a KeyObject': createPrivateKey(pem),
    'a file': { file },
    'a `privateKey` callback': async (lines) =>
      sign('sha256', lines, { key: pem, padding: constants.RSA_PKCS1_PADDING }),
  };
  it.each(Object.keys(sources))('are accepted as %s', async (form) => {
    await gateway.kassa({ privateKey: sources[form] ?? '' }).payments.create(payment);
    expect(gateway.requests).toMatchObject([{ signatureHolds: true }]);
  });

  const passphrase = { cipher: 'aes-256-cbc', passphrase: 'secret' };
  const unusable: [string, PrivateKeySource, RegExp][] = [
    ['a path instead of a PEM', './merchant.pem', /\{ file: "path" \}/],
    ['a public key', merchantKeys.publicKey.export({ type: 'spki', format: 'pem' }).toString(), /public key/],
    ['a public KeyObject', merchantKeys.publicKey, /public key, not a private/],
    [
      'an encrypted key',
      merchantKeys.privateKey.export({ type: 'pkcs8', format: 'pem', ...passphrase }).toString(),
      /encrypted/,
    ],
    ['a damaged key', pem.replace('MII', 'MIX'), /damaged/],
    ['a key that is too short', generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey, /2048 bits/],
    ['a key that is not RSA', generateKeyPairSync('ed25519').privateKey, /RSA/],
    ['nothing', undefined as unknown as string, /privateKey must be/],
  ];
  it.each(unusable)('are refused at once: %s', (_, privateKey, message) => {
    const make = () => new Kassa({ merchantId, privateKey, baseUrl: gateway.baseUrl });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });

  it('make a SigningError when the `privateKey` callback fails, and nothing is sent', async () => {
    const cause = new Error('KMS is away');
    const kassa = gateway.kassa({
      privateKey: () => {
        throw cause;
      },
    });
    const error = await rejectionOf(kassa.payments.create(payment));
    expect(error).toBeInstanceOf(SigningError);
    expect(error).toMatchObject({ name: 'SigningError', cause, outcomeUnknown: false, retryable: false });
    expect(gateway.requests).toHaveLength(0);
  });

  it('make a SigningError when the `privateKey` callback returns something other than bytes', async () => {
    const privateKey = (() => 'c2ln') as unknown as PrivateKeySource;
    const error = await rejectionOf(gateway.kassa({ privateKey }).payments.create(payment));
    expect(error).toMatchObject({ name: 'SigningError', message: expect.stringContaining('Uint8Array') });
  });
});

describe('settings', () => {
  it.each([
    [{ merchantId: '' }, /merchantId/],
    [{ merchantId: 'a\nb' }, /merchantId/],
    [{ baseUrl: 'pay.example' }, /baseUrl/],
    [{ baseUrl: 'ftp://pay.example' }, /baseUrl/],
    [{ baseUrl: 'https://pay.example/gateway' }, /baseUrl/],
    [{ baseUrl: 'https://user@pay.example' }, /baseUrl/],
    [{ timeoutMs: 0 }, /timeoutMs/],
    [{ timeoutMs: Number.NaN }, /timeoutMs/],
    [{ maxRetries: -1 }, /maxRetries/],
    [{ maxRetries: 1.5 }, /maxRetries/],
  ])('are refused when wrong: %j', (options, message) => {
    expect(() => gateway.kassa(options)).toThrow(message);
  });
});

describe('the environment', () => {
  const settings = { merchantId, privateKey: merchantKeys.privateKey };
  /** The address that a client calls. */
  async function addressOf(address: Partial<Pick<KassaOptions, 'environment' | 'baseUrl'>>): Promise<string> {
    let called = '';
    const options = {
      ...settings,
      ...address,
      maxRetries: 0,
      fetch: async (url: string | URL | Request) => {
        called = String(url);
        return new Response('');
      },
    };
    await rejectionOf(new Kassa(options as KassaOptions).payments.retrieve('T1'));
    return new URL(called).origin;
  }

  it.each([
    [{ environment: 'sandbox' }, 'http://localhost:10020'],
    [{ environment: 'sandbox', baseUrl: 'https://sandbox.pay.example' }, 'https://sandbox.pay.example'],
    [{ environment: 'production', baseUrl: 'https://pay.example/api' }, 'https://pay.example'],
    [{ baseUrl: 'http://127.0.0.1:1' }, 'http://127.0.0.1:1'],
  ] as const)('%j leads to %s', async (address, origin) => {
    expect(await addressOf(address)).toBe(origin);
  });

  it.each([
    [{ environment: 'production', baseUrl: 'http://pay.example' }, /https:/],
    [{ environment: 'production' }, /baseUrl must be/],
    [{}, /baseUrl must be/],
    [{ environment: 'live', baseUrl: 'https://pay.example' }, /'sandbox' or 'production'/],
  ])('%j is refused', (address, message) => {
    const options = { ...settings, ...address } as unknown as KassaOptions;
    expect(() => new Kassa(options)).toThrow(TypeError);
    expect(() => new Kassa(options)).toThrow(message);
  });
});
