import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CheckoutClient } from './support/checkout-client.ts';
import { openEnvelope, refusalOf } from './support/envelope-answer.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import { send } from './support/http-call.ts';
import { createPath, type MerchantAccount } from './support/merchant-account.ts';
import { productionVariables } from './support/production-variables.ts';

describe('in production', () => {
  const https = { 'x-forwarded-proto': 'https' };
  let bench: GatewayBench;
  let merchant: MerchantAccount;
  beforeAll(async () => {
    bench = await GatewayBench.start({
      variables: {
        ...productionVariables,
        KASSA_TRUSTED_PROXIES: '1',
      },
    });
    merchant = await bench.onboard({ webhook_url: 'https://shop.example/hook' });
    await bench.admin('POST', `/admin/merchants/${merchant.merchantId}/approve`, {});
  });
  afterAll(() => bench.stop());

  it.each([undefined, 'http', 'https, http', 'https,http', '', 'httpsx', 'ftp'])(
    'a request with X-Forwarded-Proto %j is refused as plain, and no nonce is spent',
    async (proto) => {
      const nonce = `nonce-${String(proto).replaceAll(/[^a-z]/g, '-')}-plain`;
      const headers: Record<string, string> = proto === undefined ? {} : { 'x-forwarded-proto': proto };
      expect((await merchant.create({}, { nonce, headers })).msg).toBe('HTTPS_REQUIRED');
      const call = { method: 'GET', target: '/api/web/checkout/order?orderId=x', headers };
      expect(openEnvelope(await send(bench.main.checkoutUrl, call)).msg).toBe('HTTPS_REQUIRED');
      expect((await merchant.create({}, { nonce, headers: https })).msg).toBe('success');
    },
  );

  it.each(['https', 'HTTPS', 'http, https', ' https '])(
    'a request with X-Forwarded-Proto %j is served',
    async (proto) => {
      const created = await merchant.create({}, { headers: { 'x-forwarded-proto': proto } });
      expect(created.msg).toBe('success');
      expect(created.data.pay_url).toMatch(/^https:\/\/pay\.example\/checkout\/ord_/);
      expect(created.headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    },
  );

  it('a new merchant waits for its approval: its calls are verified, and refused until it comes', async () => {
    const newcomer = await bench.onboard({ webhook_url: 'https://shop.example/new' });
    const account = `/admin/merchants/${newcomer.merchantId}`;
    expect((await bench.admin('GET', account)).data).toMatchObject({ state: 'pending' });
    const forged = await newcomer.create({}, { headers: https, alterSignature: () => 'AAAA' });
    expect(forged.msg).toBe('INVALID_SIGNATURE');
    const refused = await newcomer.create({}, { headers: https });
    expect(refused).toMatchObject({ status: 403, msg: 'MERCHANT_DISABLED' });
    expect(refused.error?.detail).toContain('waits for the operator’s approval');
    // A pending merchant can be set up. But it cannot be enabled in place of being approved.
    const settings = { ip_allow_list: ['127.0.0.1', '::1'] };
    expect((await bench.admin('POST', `${account}/settings`, settings)).msg).toBe('success');
    expect((await bench.admin('POST', `${account}/enable`, {})).msg).toBe('MERCHANT_MOVE_NOT_POSSIBLE');
    expect((await bench.admin('POST', `${account}/approve`, {})).data).toMatchObject({ state: 'active' });
    const forwarded = { ...https, 'x-forwarded-for': '127.0.0.1' };
    expect((await newcomer.create({}, { headers: forwarded })).msg).toBe('success');
  });

  it.each(['/health/live', '/health/ready', '/metrics'])(
    'probes and scrapers get %s over plain HTTP, inside the deployment',
    async (target) => {
      const answer = await send(bench.main.operationsUrl, { method: 'GET', target });
      expect(answer.status).toBe(200);
      expect(answer.headers).not.toHaveProperty('strict-transport-security');
    },
  );

  it('the answer to a wrong signature does not show the lines that the server built', async () => {
    const refused = await merchant.create({}, { headers: https, alterSignature: () => 'AAAA' });
    expect(refused.msg).toBe('INVALID_SIGNATURE');
    expect(refused.error).not.toHaveProperty('debug');
    expect(refused.text).not.toContain(createPath);
  });

  it('nobody pays with test cards: the Sandbox channel does not exist, and pages learn that real money moves', async () => {
    const created = await merchant.create({}, { headers: https });
    const orderId = String(created.data.order_id);
    const session = String(created.data.pay_url).split('#session=')[1] ?? '';
    const checkout = new CheckoutClient({ orderId, session, baseUrl: bench.main.checkoutUrl });
    const methods = await checkout.get(`/api/web/checkout/payment-methods?orderId=${orderId}`, https);
    expect(methods.data).toEqual({ payment_methods: [] });
    const order = await checkout.get(`/api/web/checkout/order?orderId=${orderId}`, https);
    expect(order.data).toMatchObject({ livemode: true });
    const callback = {
      method: 'POST',
      target: '/api/webhook/Sandbox',
      headers: { ...https, 'content-type': 'application/json' },
      body: '{}',
    };
    expect(openEnvelope(await send(bench.main.merchantUrl, callback)).msg).toBe('CHANNEL_NOT_FOUND');
  });

  it.each([
    ['GET', undefined],
    ['POST', { advance_seconds: 60 }],
  ])('no clock can be moved: %s /admin/sandbox/clock is not found', async (method, body) => {
    expect((await bench.admin(method, '/admin/sandbox/clock', body)).msg).toBe('NOT_FOUND');
    const collections = await bench.database.listCollections().toArray();
    expect(collections.map(({ name }) => name)).not.toContain('sandbox_clock');
  });

  it('there are no triggers: their paths are not found', async () => {
    const body = { order_id: `ord_${'0'.repeat(32)}`, what: 'dispute_opened' };
    const call = merchant.client.call('POST', '/api/merchant/sandbox/trigger', body, { headers: https });
    expect((await call).msg).toBe('NOT_FOUND');
    expect((await bench.admin('POST', '/admin/sandbox/trigger', body)).msg).toBe('NOT_FOUND');
  });

  it('consumers are not sent back over plain HTTP, not even to this machine', async () => {
    const refused = await merchant.create({ redirect_url: 'http://localhost/thanks' }, { headers: https });
    expect(refusalOf(refused)).toEqual({ msg: 'INVALID_REQUEST', fields: ['redirect_url'] });
  });
});
