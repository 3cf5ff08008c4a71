import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEnvelope, refusalOf } from './support/envelope-answer.ts';
import { GatewayBench, type Instance } from './support/gateway-bench.ts';
import { send } from './support/http-call.ts';
import { createPath, type MerchantAccount, paymentOf } from './support/merchant-account.ts';
import { mostAtACallASecond } from './support/most-at-a-call-a-second.ts';

let bench: GatewayBench;
let behindOne: Instance;
let behindTwo: Instance;
let limited: Instance;
beforeAll(async () => {
  bench = await GatewayBench.start();
  behindOne = await bench.startAnother({ variables: { KASSA_TRUSTED_PROXIES: '1' } });
  behindTwo = await bench.startAnother({ variables: { KASSA_TRUSTED_PROXIES: '2' } });
  limited = await bench.startAnother({
    variables: {
      KASSA_MERCHANT_RATE_PER_SECOND: '1',
      KASSA_MERCHANT_RATE_BURST: '5',
      KASSA_TRUSTED_PROXIES: '1',
    },
  });
});
afterAll(() => bench.stop());

describe('the allow-list', () => {
  let listed: MerchantAccount;
  let local: MerchantAccount;
  beforeAll(async () => {
    listed = await bench.onboard({ ip_allow_list: ['203.0.113.7', '198.51.100.0/24', '2001:db8::/32'] });
    local = await bench.onboard({ ip_allow_list: ['127.0.0.1'] });
  });

  const outcome = async (merchant: MerchantAccount, instance: Instance, forwarded?: string | string[]) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    return (await merchant.create({}, { baseUrl: instance.merchantUrl, headers })).msg;
  };

  it.each([undefined, '203.0.113.7', '203.0.113.7, 203.0.113.7', '2001:db8::1'])(
    'without trusted proxies, the allow-list ignores X-Forwarded-For (fault 34): %s',
    async (forwarded) => {
      expect(await outcome(listed, bench.main, forwarded)).toBe('IP_NOT_ALLOWED');
      expect(await outcome(local, bench.main, forwarded)).toBe('success');
    },
  );

  it.each<[forwarded: string | string[] | undefined, verdict: string]>([
    ['203.0.113.7', 'success'],
    ['198.51.100.200', 'success'],
    ['2001:db8:1::9', 'success'],
    ['2001:0DB8:0000::9', 'success'],
    ['::ffff:203.0.113.7', 'success'],
    ['192.0.2.66, 203.0.113.7', 'success'],
    ['203.0.113.7, 192.0.2.66', 'IP_NOT_ALLOWED'],
    ['203.0.113.7, 203.0.113.7, 192.0.2.66', 'IP_NOT_ALLOWED'],
    [['203.0.113.7', '192.0.2.66'], 'IP_NOT_ALLOWED'],
    ['203.0.113.7,', 'IP_NOT_ALLOWED'],
    ['203.0.113.7:443', 'IP_NOT_ALLOWED'],
    ['203.0.113.8', 'IP_NOT_ALLOWED'],
    ['unknown', 'IP_NOT_ALLOWED'],
    ['', 'IP_NOT_ALLOWED'],
    [undefined, 'IP_NOT_ALLOWED'],
  ])('behind one proxy, only the proxy’s own entry counts: %s is answered %s', async (forwarded, verdict) => {
    expect(await outcome(listed, behindOne, forwarded)).toBe(verdict);
  });

  it.each<[forwarded: string, verdict: string]>([
    ['203.0.113.7, 192.0.2.1', 'success'],
    ['192.0.2.66, 203.0.113.7, 192.0.2.1', 'success'],
    ['203.0.113.7, 192.0.2.66, 192.0.2.1', 'IP_NOT_ALLOWED'],
  ])('behind two proxies, the outer proxy’s entry counts: %s is answered %s', async (forwarded, verdict) => {
    expect(await outcome(listed, behindTwo, forwarded)).toBe(verdict);
  });

  it('is checked only after the signature, and a refusal uses up no nonce', async () => {
    const nonce = 'nonce-of-a-refused-caller';
    const forged = await listed.create({}, { alterSignature: () => 'AAAA' });
    expect(forged.msg).toBe('INVALID_SIGNATURE');
    expect((await listed.create({}, { nonce })).msg).toBe('IP_NOT_ALLOWED');
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    expect((await listed.create({}, { nonce, baseUrl: behindOne.merchantUrl, headers })).msg).toBe('success');
  });

  it.each(['203.0.113.0/33', '203.0.113', 'example.com', '', '1', '::/129', '203.0.113.7 '])(
    'cannot contain %j',
    async (entry) => {
      const refused = await bench.admin('POST', '/admin/merchants', {
        name: 'Shop',
        public_key: listed.publicKeyPem,
        webhook_url: 'https://shop.example/hook',
        ip_allow_list: ['203.0.113.7', entry],
      });
      expect(refusalOf(refused)).toEqual({ msg: 'INVALID_REQUEST', fields: ['ip_allow_list[1]'] });
    },
  );
});

describe('the rate of a merchant', () => {
  it('is limited with Retry-After, without limiting other merchants', async () => {
    const hurried = await bench.onboard();
    const baseUrl = limited.merchantUrl;
    const most = mostAtACallASecond(5);
    const answers = await Promise.all(Array.from({ length: 12 }, () => hurried.create({}, { baseUrl })));
    const refused = answers.filter(({ msg }) => msg === 'RATE_LIMITED');
    expect(answers.length - refused.length).toBeLessThanOrEqual(most());
    expect(answers.filter(({ msg }) => msg === 'success').length).toBeGreaterThanOrEqual(5);
    expect(refused[0]?.status).toBe(429);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    const calm = await bench.onboard();
    expect((await calm.create({}, { baseUrl })).msg).toBe('success');
  });

  it('is not used up by strangers who sign in the merchant’s name', async () => {
    const merchant = await bench.onboard();
    const baseUrl = limited.merchantUrl;
    const alterSignature = () => Buffer.alloc(256, 1).toString('base64');
    const forged = { baseUrl, alterSignature, headers: { 'x-forwarded-for': '198.51.100.9' } };
    await Promise.all(Array.from({ length: 30 }, () => merchant.create({}, forged)));
    const own = { baseUrl, headers: { 'x-forwarded-for': '203.0.113.7' } };
    expect((await merchant.create({}, own)).msg).toBe('success');
  });
});

describe('a merchant', () => {
  it('sees no orders or refunds of another merchant, whichever ID it uses', async () => {
    const [owner, stranger] = [await bench.onboard(), await bench.onboard()];
    const order = await owner.paidOrder();
    const refund = { transaction_id: 'R-owner', original_transaction_id: order.merchant_transaction_id };
    await owner.acceptedRefund({ ...refund, amount: 1 });
    const paths = [
      `/api/merchant/order/payment/query/${order.order_id}`,
      `/api/merchant/order/payment/query/${order.merchant_transaction_id}`,
    ];
    for (const path of paths) expect((await stranger.client.call('GET', path)).msg).toBe('ORDER_NOT_FOUND');
    const refundPath = '/api/merchant/order/refund/query/R-owner';
    expect((await stranger.client.call('GET', refundPath)).msg).toBe('REFUND_NOT_FOUND');
    expect((await stranger.refund({ ...refund, amount: 1 })).msg).toBe('ORDER_NOT_FOUND');
    // Two merchants may use the same transaction ID, because each merchant's IDs are its own.
    const number = order.merchant_transaction_id;
    expect((await stranger.create({ merchant_transaction_id: number })).data.order_id).not.toBe(
      order.order_id,
    );
  });
});

describe('the operations interface', () => {
  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer wrong',
    'Basic b3BlcmF0b3I6eA==',
    'bearer operations-token-of-the-tests',
  ])('with the authorisation %j is refused', async (authorization) => {
    for (const [method, target] of [
      ['POST', '/admin/merchants'],
      ['GET', '/admin/merchants/mer_x'],
    ] as const) {
      const headers = authorization === undefined ? {} : { authorization };
      const refused = openEnvelope(await send(bench.main.operationsUrl, { method, target, headers }));
      expect(refused.msg).toBe('OPERATOR_UNAUTHORISED');
    }
  });

  it.each([
    '/ADMIN/merchants/',
    '/Admin/merchants/',
    '/admin/Merchants/',
    '//admin/merchants/',
    '/admin//merchants/',
  ])('cannot be reached under %s, another spelling that would bypass the token', async (prefix) => {
    const { merchantId } = await bench.onboard();
    for (const target of [`${prefix}${merchantId}`, `${prefix}${merchantId}/`]) {
      const answer = await send(bench.main.operationsUrl, { method: 'GET', target, headers: {} });
      expect([401, 404]).toContain(answer.status);
      expect(JSON.stringify(answer)).not.toContain('ip_allow_list');
    }
  });

  it('the operations port ignores X-Forwarded-For: the audit log names the caller’s own address, and somebody who guesses tokens cannot change it (fault 34)', async () => {
    const { merchantId } = await bench.onboard();
    const call = (address: string, token: string) => {
      const target = `/admin/merchants/${merchantId}/disable`;
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-forwarded-for': address,
      };
      return send(behindOne.operationsUrl, { method: 'POST', target, headers, body: '{}' });
    };
    expect((await call('203.0.113.7', 'operations-token-of-the-tests')).status).toBe(200);
    const { data } = await bench.admin('GET', `/admin/audit?about=${merchantId}`);
    expect(data.entries).toMatchObject([
      { action: 'merchant.disable', address: '127.0.0.1' },
      { action: 'merchant.create' },
    ]);
    const statuses: number[] = [];
    for (let host = 0; host < 30; host += 1) {
      statuses.push((await call(`198.51.${host}.1`, `a-wrong-token-${host}`)).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  it('shows a merchant without its secret, and answers not found for unknown ones', async () => {
    const merchant = await bench.onboard();
    const shown = await bench.admin('GET', `/admin/merchants/${merchant.merchantId}`);
    expect(shown.data).toMatchObject({ merchant_id: merchant.merchantId, state: 'active' });
    expect(shown.text).not.toMatch(/whsec_|PRIVATE/);
    expect((await bench.admin('GET', '/admin/merchants/mer_none')).msg).toBe('MERCHANT_NOT_FOUND');
    expect((await bench.admin('GET', '/admin/merchants/%7B%22$gt%22:%22%22%7D')).msg).toBe(
      'MERCHANT_NOT_FOUND',
    );
  });

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['no name', { name: '' }, 'name'],
    [
      'a private key',
      { public_key: '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----' },
      'public_key',
    ],
    ['no key', { public_key: 'ssh-rsa AAAA' }, 'public_key'],
    ['a webhook address on plain HTTP', { webhook_url: 'http://shop.example/' }, 'webhook_url'],
    ['a webhook address that is script', { webhook_url: 'javascript:alert(1)' }, 'webhook_url'],
    ['too short a validity', { order_validity_seconds: 59 }, 'order_validity_seconds'],
    ['too long a validity', { order_validity_seconds: 86_401 }, 'order_validity_seconds'],
    ['an unknown member', { colour: 'red' }, 'colour'],
  ])('does not onboard with %s', async (_what, members, path) => {
    const refused = await bench.admin('POST', '/admin/merchants', {
      name: 'Shop',
      public_key: 'x',
      webhook_url: 'https://shop.example/hook',
      ...members,
    });
    expect(refused.msg).toBe('INVALID_REQUEST');
    expect(refusalOf(refused).fields).toContain(path);
  });

  it('reports that it is alive and ready, and counts requests by route', async () => {
    const get = (target: string) => send(bench.main.operationsUrl, { method: 'GET', target });
    expect(JSON.parse((await get('/health/live')).text)).toEqual({ status: 'alive' });
    expect(JSON.parse((await get('/health/ready')).text)).toEqual({ status: 'ready' });
    await send(bench.main.merchantUrl, {
      method: 'POST',
      target: createPath,
      body: JSON.stringify(paymentOf()),
    });
    const { text } = await get('/metrics');
    expect(text).toContain(`route="${createPath}"`);
    // A metric's label must not contain an ID. Otherwise every path that a caller requests would make a time series of its own.
    expect(text).not.toMatch(/route="[^"]*(ord_|mer_|T-)/);
  });
});
