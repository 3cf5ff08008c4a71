import { generateWebhookSecret } from '@kassa/contracts';
import { expect, test, vi } from 'vitest';
import type { WebhookEndpoint } from '../../src/domain/merchant/webhook-endpoint.ts';
import type { MerchantRepository } from '../../src/ports/merchant-repository.ts';
import { newMerchant, newPublicKey, publicKeyNamed } from '../builders/merchants.ts';
import { after } from '../builders/times.ts';
import type { Instances } from './instances.ts';
import { expectSameMerchant } from './same-merchant.ts';

/** A merchant may be half a second old; a loaded machine gets a little more. */
const agreesSoon = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 1_000, interval: 20 });

/** What every MerchantRepository does. */
export function merchantRepositoryContract(open: () => Instances<MerchantRepository>): void {
  test('a merchant is found as it was inserted, on every instance', async () => {
    const [one, other] = open();
    const merchant = newMerchant({
      keys: [publicKeyNamed('key_1'), publicKeyNamed('key_2')],
      ipAllowList: ['203.0.113.0/24'],
      mayTakeCardNumbers: true,
    });
    expect(await one.insert(merchant)).toBe('inserted');
    expectSameMerchant(await other.find(merchant.merchantId), merchant);
  });

  test('an unknown merchant is not found', async () => {
    expect(await open()[0].find('mer_none')).toBeUndefined();
  });

  test('merchants are listed by their IDs, page by page, with what tells them apart', async () => {
    const [one, other] = open();
    const merchants = [newMerchant({ name: 'One' }), newMerchant({ name: 'Two' }), newMerchant()];
    for (const merchant of merchants) await one.insert(merchant);
    const all = await other.list(null, 1000);
    const ids = all.map(({ merchantId }) => merchantId);
    expect(ids).toEqual([...ids].sort());
    expect(all).toEqual(
      expect.arrayContaining(
        merchants.map(({ merchantId, name, state, createdAt }) => ({ merchantId, name, state, createdAt })),
      ),
    );
    const read: string[] = [];
    for (let page = await other.list(null, 2); page.length > 0; ) {
      read.push(...page.map(({ merchantId }) => merchantId));
      page = await other.list(read.at(-1) ?? '', 2);
    }
    expect(read).toEqual(ids);
  });

  test('a public key belongs to one merchant, even when it is revoked', async () => {
    const [one, other] = open();
    const key = newPublicKey();
    const first = newMerchant({ keys: [publicKeyNamed('key_1', key)] });
    const second = newMerchant({ keys: [publicKeyNamed('key_9'), publicKeyNamed('key_2', key)] });
    expect(await one.insert(first)).toBe('inserted');
    expect(await other.insert(second)).toBe('duplicate_key');
    expect(await other.find(second.merchantId)).toBeUndefined();
    await one.revokeKey(first.merchantId, 'key_1');
    expect(await other.insert(second)).toBe('duplicate_key');
  });

  test('one of many merchants with one key at once gets in', async () => {
    const instances = open();
    const key = newPublicKey();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        instances[index % instances.length]?.insert(newMerchant({ keys: [publicKeyNamed('key_1', key)] })),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(1);
  });

  test('a revoked key stays with its merchant as revoked; the others go on', async () => {
    const [one, other] = open();
    const merchant = newMerchant({ keys: [publicKeyNamed('key_1'), publicKeyNamed('key_2')] });
    await one.insert(merchant);
    expect((await other.find(merchant.merchantId))?.keys).toHaveLength(2);
    expect(await one.revokeKey(merchant.merchantId, 'key_1')).toBe('revoked');
    await agreesSoon(async () => {
      const stored = await other.find(merchant.merchantId);
      expect(stored?.keys.map(({ keyId, state }) => [keyId, state])).toEqual([
        ['key_1', 'revoked'],
        ['key_2', 'active'],
      ]);
    });
    expect(await one.revokeKey(merchant.merchantId, 'key_9')).toBe('not_found');
    expect(await one.revokeKey('mer_none', 'key_1')).toBe('not_found');
  });

  test('a webhook is switched off at the address that asked for it, for its merchant only', async () => {
    const [one, other] = open();
    const [first, second] = [newMerchant(), newMerchant()];
    await one.insert(first);
    await one.insert(second);
    await one.switchWebhookOff(first.merchantId, 'https://before.example/hook');
    expect((await other.find(first.merchantId))?.webhook.isSwitchedOff).toBe(false);
    await one.switchWebhookOff(first.merchantId, first.webhook.url);
    const switchedOff = { ...first.webhook, isSwitchedOff: true, revision: 2 };
    await agreesSoon(async () => {
      expect((await other.find(first.merchantId))?.webhook).toEqual(switchedOff);
    });
    expect((await other.find(second.merchantId))?.webhook.isSwitchedOff).toBe(false);
  });

  test('the merchants whose endpoint is switched off are listed, up to the limit', async () => {
    const [one, other] = open();
    const before = await one.listSwitchedOff(1000);
    const merchants = [newMerchant(), newMerchant(), newMerchant()];
    for (const merchant of merchants) await one.insert(merchant);
    for (const { merchantId, webhook } of merchants.slice(1))
      await one.switchWebhookOff(merchantId, webhook.url);
    const all = [...before, ...merchants.slice(1).map(({ merchantId }) => merchantId)].sort();
    expect(await other.listSwitchedOff(1000)).toEqual(all);
    expect(await other.listSwitchedOff(1)).toEqual(all.slice(0, 1));
  });

  test('a webhook endpoint is saved with all it is made of, unless another one changed it before', async () => {
    const [one, other] = open();
    const merchant = newMerchant();
    await one.insert(merchant);
    const [current] = merchant.webhook.secrets;
    const changed: WebhookEndpoint = {
      url: 'https://moved.example/hook',
      secrets: [generateWebhookSecret(), current],
      previousSecretEndsAt: after(60),
      isSwitchedOff: false,
      revision: 2,
    };
    expect(await one.saveWebhook(merchant.merchantId, changed)).toBe('saved');
    expect(await other.saveWebhook(merchant.merchantId, changed)).toBe('conflict');
    expectSameMerchant(await other.find(merchant.merchantId), { ...merchant, webhook: changed });
    await other.switchWebhookOff(merchant.merchantId, changed.url);
    expect(await one.saveWebhook(merchant.merchantId, { ...changed, revision: 3 })).toBe('conflict');
    expect(await one.saveWebhook('mer_none', changed)).toBe('conflict');
  });

  test('cashier settings are set one by one, each leaving the others and the rest as they are', async () => {
    const [one, other] = open();
    const merchant = newMerchant();
    const { merchantId } = merchant;
    await one.insert(merchant);
    const allowedOrigins = ['https://shop.example', 'https://pay.shop.example'];
    expect(await one.saveCashierSettings(merchantId, { allowedOrigins })).toBe('saved');
    expect(await other.saveCashierSettings(merchantId, { accentColor: '#0a7d4f' })).toBe('saved');
    expect(await one.saveCashierSettings(merchantId, { logoHash: 'abc' })).toBe('saved');
    const branding = { accentColor: '#0a7d4f', logoHash: 'abc' };
    for (const instance of [one, other]) {
      await agreesSoon(async () =>
        expectSameMerchant(await instance.find(merchantId), { ...merchant, allowedOrigins, branding }),
      );
    }
    await other.saveCashierSettings(merchantId, { allowedOrigins: [], accentColor: null, logoHash: null });
    await agreesSoon(async () => expectSameMerchant(await one.find(merchantId), merchant));
    expect(await one.saveCashierSettings('mer_none', { accentColor: '#0a7d4f' })).toBe('not_found');
    expect(await one.find('mer_none')).toBeUndefined();
  });

  test('an instance finds what it did itself at once', async () => {
    const [one] = open();
    const merchant = newMerchant({ keys: [publicKeyNamed('key_1'), publicKeyNamed('key_2')] });
    const { merchantId, webhook } = merchant;
    const found = async () => {
      const now = await one.find(merchantId);
      if (now === undefined) throw new Error('the merchant is not there');
      return now;
    };
    expect(await one.find(merchantId)).toBeUndefined();
    await one.insert(merchant);
    expect((await found()).keys[0]?.state).toBe('active');
    await one.revokeKey(merchantId, 'key_1');
    expect((await found()).keys[0]?.state).toBe('revoked');
    await one.saveCashierSettings(merchantId, { accentColor: '#0a7d4f' });
    expect((await found()).branding.accentColor).toBe('#0a7d4f');
    await one.saveWebhook(merchantId, { ...webhook, url: 'https://moved.example/hook', revision: 2 });
    expect((await found()).webhook.url).toBe('https://moved.example/hook');
    await one.switchWebhookOff(merchantId, 'https://moved.example/hook');
    expect((await found()).webhook.isSwitchedOff).toBe(true);
  });

  test('an instance that is told of a conflict finds what it came from at once', async () => {
    const [one, other] = open();
    const merchant = newMerchant();
    const { merchantId, webhook } = merchant;
    await one.insert(merchant);
    expect((await one.find(merchantId))?.webhook.revision).toBe(1);
    const moved = { ...webhook, url: 'https://moved.example/hook', revision: 2 };
    expect(await other.saveWebhook(merchantId, moved)).toBe('saved');
    expect(await one.saveWebhook(merchantId, moved)).toBe('conflict');
    expect((await one.find(merchantId))?.webhook.url).toBe('https://moved.example/hook');
  });
}
