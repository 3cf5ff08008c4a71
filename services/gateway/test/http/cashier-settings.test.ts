import { compileValidator, Merchant as MerchantMessage } from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpeg, png, pngOfSize } from '../builders/images.ts';
import { refusalOf } from './support/envelope-answer.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import { send } from './support/http-call.ts';
import type { MerchantAccount } from './support/merchant-account.ts';
import { read } from './support/read-message.ts';

const readMerchant = compileValidator(MerchantMessage);

let bench: GatewayBench;
let merchant: MerchantAccount;
beforeAll(async () => {
  bench = await GatewayBench.start();
});
afterAll(() => bench.stop());

async function newShop(): Promise<void> {
  merchant = await bench.onboard();
}

function setOrigins(origins: unknown, merchantId = merchant.merchantId) {
  return bench.admin('POST', `/admin/merchants/${merchantId}/origins`, { allowed_origins: origins });
}

function brand(change: unknown, merchantId = merchant.merchantId) {
  return bench.admin('POST', `/admin/merchants/${merchantId}/branding`, change);
}

function get(target: string, headers: Readonly<Record<string, string>> = {}) {
  return send(bench.main.checkoutUrl, { method: 'GET', target, headers });
}

describe('a merchant’s own origins', () => {
  it('are empty at first, are replaced as a whole, and are sent to the consumer’s page', async () => {
    await newShop();
    const checkout = await merchant.openCheckout();
    expect((await checkout.order()).allowed_origins).toEqual([]);
    const origins = ['https://shop.example', 'http://localhost:5173'];
    expect(read(readMerchant, await setOrigins(origins)).allowed_origins).toEqual(origins);
    expect((await checkout.order()).allowed_origins).toEqual(origins);
    expect(read(readMerchant, await setOrigins([])).allowed_origins).toEqual([]);
    expect((await checkout.order()).allowed_origins).toEqual([]);
  });

  it('are refused individually, and then none is stored', async () => {
    await newShop();
    const answer = await setOrigins([
      'https://shop.example',
      'https://*.shop.example',
      'http://shop.example',
    ]);
    expect(refusalOf(answer)).toEqual({
      msg: 'INVALID_REQUEST',
      fields: ['allowed_origins[1]', 'allowed_origins[2]'],
    });
    const shown = await bench.admin('GET', `/admin/merchants/${merchant.merchantId}`);
    expect(read(readMerchant, shown).allowed_origins).toEqual([]);
  });

  it.each([
    ['more than twenty', Array.from({ length: 21 }, (_, index) => `https://shop-${index}.example`)],
    ['one twice', ['https://shop.example', 'https://shop.example']],
    ['no list', 'https://shop.example'],
  ])('cannot be %s', async (_case, origins) => {
    expect(refusalOf(await setOrigins(origins))).toEqual({
      msg: 'INVALID_REQUEST',
      fields: ['allowed_origins'],
    });
  });

  it('need an existing merchant', async () => {
    expect((await setOrigins([], 'mer_none')).msg).toBe('MERCHANT_NOT_FOUND');
    expect((await brand({ accent_color: '#0a7d4f' }, 'mer_none')).msg).toBe('MERCHANT_NOT_FOUND');
    expect((await brand({ logo: png.toString('base64') }, 'mer_none')).msg).toBe('MERCHANT_NOT_FOUND');
    expect(await bench.database.collection('logos').countDocuments({ _id: /^mer_none/ } as object)).toBe(0);
  });

  it('and branding can be changed only with the operations token', async () => {
    for (const change of ['origins', 'branding']) {
      const target = `/admin/merchants/${merchant.merchantId}/${change}`;
      const answer = await bench.admin('POST', target, {}, { token: 'another token' });
      expect(answer.msg).toBe('OPERATOR_UNAUTHORISED');
    }
  });
});

describe('branding', () => {
  it('is empty at first, and each part is set and removed separately', async () => {
    await newShop();
    const checkout = await merchant.openCheckout();
    const none = { logo_url: null, accent_color: null };
    expect((await checkout.order()).branding).toEqual(none);
    await brand({ accent_color: '#0a7d4f' });
    expect((await checkout.order()).branding).toEqual({ logo_url: null, accent_color: '#0a7d4f' });
    const { branding } = read(readMerchant, await brand({ logo: png.toString('base64') }));
    expect(branding.logo_path).toMatch(new RegExp(`^/logos/${merchant.merchantId}/[0-9a-f]{64}$`));
    expect((await checkout.order()).branding).toEqual({
      logo_url: `${bench.main.checkoutUrl}${branding.logo_path}`,
      accent_color: '#0a7d4f',
    });
    await brand({ logo: null });
    expect((await checkout.order()).branding).toEqual({ logo_url: null, accent_color: '#0a7d4f' });
    await brand({ accent_color: null });
    expect((await checkout.order()).branding).toEqual(none);
  });

  it.each([
    ['a colour by name', { accent_color: 'red' }, 'accent_color'],
    ['a colour with more behind it', { accent_color: '#0a7d4f;x:y' }, 'accent_color'],
    ['an SVG', { logo: Buffer.from('<svg/>').toString('base64') }, 'logo'],
    ['a page in front of an image', { logo: Buffer.from(`<html>${png}`).toString('base64') }, 'logo'],
    ['a PNG with a page behind it', { logo: Buffer.concat([png, png]).toString('base64') }, 'logo'],
    ['more than 64 KiB', { logo: Buffer.alloc(65_537).toString('base64') }, 'logo'],
    ['a huge image in a few bytes', { logo: pngOfSize(50_000, 50_000).toString('base64') }, 'logo'],
    ['sloppy Base64', { logo: `${png.toString('base64')}\n` }, 'logo'],
    ['no text', { logo: '' }, 'logo'],
    ['nothing at all', {}, ''],
  ])('is not %s', async (_case, change, field) => {
    expect(refusalOf(await brand(change))).toEqual({ msg: 'INVALID_REQUEST', fields: [field] });
  });
});

describe('a logo', () => {
  async function logoPath(image: Buffer): Promise<string> {
    const { branding } = read(readMerchant, await brand({ logo: image.toString('base64') }));
    return String(branding.logo_path);
  }

  it('a logo is served with its own type, is cached without limit, and runs no script if somebody opens its address (fault 43)', async () => {
    await newShop();
    const answer = await fetch(`${bench.main.checkoutUrl}${await logoPath(jpeg)}`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(jpeg);
  });

  it('stays available to open pages after it is replaced', async () => {
    await newShop();
    const [before, now] = [await logoPath(png), await logoPath(jpeg)];
    expect(now).not.toBe(before);
    expect([(await get(before)).status, (await get(now)).status]).toEqual([200, 200]);
  });

  it.each([
    'mer_none/0',
    `mer_none/${'0'.repeat(64)}`,
    '../merchants/x',
    'a/b/c',
    'x/%00',
    'x/$ne',
    'x/..%2f',
  ])('is not at /logos/%s', async (path) => {
    expect((await get(`/logos/${path}`)).status).toBe(404);
  });

  it('of one merchant is not found under another merchant', async () => {
    await newShop();
    const hash = (await logoPath(png)).split('/').at(-1);
    await newShop();
    expect((await get(`/logos/${merchant.merchantId}/${hash}`)).status).toBe(404);
  });
});
