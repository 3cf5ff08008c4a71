import { generateWebhookSecret } from '@kassa/contracts';
import { expect, test } from 'vitest';
import type { Merchant } from '../../src/domain/merchant/merchant.ts';
import type { MerchantRepository } from '../../src/ports/merchant-repository.ts';
import { newMerchant, newPublicKey, publicKeyNamed, withoutKey } from '../builders/merchants.ts';
import { after } from '../builders/times.ts';
import { withinASecond } from '../support/within-a-second.ts';
import type { Instances } from './instances.ts';
import { expectSameMerchant } from './same-merchant.ts';

/** The contract of every MerchantRepository. */
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

  test('merchants are listed by ID, page by page, in short form', async () => {
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
    expect(await one.save(withoutKey(first, 'key_1'))).toBe('saved');
    expect(await other.insert(second)).toBe('duplicate_key');
  });

  test('of many merchants that are inserted at once with one key, only one is stored', async () => {
    const instances = open();
    const key = newPublicKey();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        instances[index % instances.length]?.insert(newMerchant({ keys: [publicKeyNamed('key_1', key)] })),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(1);
  });

  test('a merchant is saved with all its parts, unless another caller changed it first', async () => {
    const [one, other] = open();
    const merchant = newMerchant({ keys: [publicKeyNamed('key_1'), publicKeyNamed('key_2')] });
    await one.insert(merchant);
    const [current] = merchant.webhook.secrets;
    const changed: Merchant = {
      ...withoutKey(merchant, 'key_1'),
      name: 'Renamed',
      state: 'disabled',
      webhook: {
        url: 'https://moved.example/hook',
        secrets: [generateWebhookSecret(), current],
        previousSecretEndsAt: after(60),
        isSwitchedOff: false,
      },
      ipAllowList: ['2001:db8::/32'],
      orderValiditySeconds: 60,
      mayTakeCardNumbers: true,
      allowedOrigins: ['https://shop.example', 'https://pay.shop.example'],
      branding: { accentColor: '#0a7d4f', logoHash: 'abc' },
    };
    expect(await one.save(changed)).toBe('saved');
    expect(await other.save(changed)).toBe('conflict');
    expectSameMerchant(await other.findLatest(merchant.merchantId), changed);
    await withinASecond(async () => expectSameMerchant(await other.find(merchant.merchantId), changed));
    await other.switchWebhookOff(merchant.merchantId, changed.webhook.url);
    expect(await one.save({ ...changed, revision: 3 })).toBe('conflict');
    expect(await one.save({ ...changed, merchantId: 'mer_none' })).toBe('conflict');
    expect(await one.findLatest('mer_none')).toBeUndefined();
  });

  test('one of many concurrent changes is saved', async () => {
    const instances = open();
    const merchant = newMerchant();
    await instances[0].insert(merchant);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        instances[index % instances.length]?.save({ ...merchant, name: `Name ${index}`, revision: 2 }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(1);
    expect((await instances[0].findLatest(merchant.merchantId))?.name).toBe(
      `Name ${outcomes.indexOf('saved')}`,
    );
  });

  test('a key of one merchant is not saved with another, even when it is revoked', async () => {
    const [one, other] = open();
    const key = newPublicKey();
    const first = newMerchant({ keys: [publicKeyNamed('key_1', key), publicKeyNamed('key_2')] });
    const second = newMerchant();
    await one.insert(first);
    await one.insert(second);
    const taking = { ...second, keys: [...second.keys, publicKeyNamed('key_3', key)], revision: 2 };
    expect(await other.save(taking)).toBe('duplicate_key');
    expect(await one.save(withoutKey(first, 'key_1'))).toBe('saved');
    expect(await other.save(taking)).toBe('duplicate_key');
    expectSameMerchant(await other.findLatest(second.merchantId), second);
  });

  test('a webhook endpoint is disabled only if it still has the address that answered 410, and only for its merchant', async () => {
    const [one, other] = open();
    const [first, second] = [newMerchant(), newMerchant()];
    await one.insert(first);
    await one.insert(second);
    await one.switchWebhookOff(first.merchantId, 'https://before.example/hook');
    expect((await other.find(first.merchantId))?.webhook.isSwitchedOff).toBe(false);
    await one.switchWebhookOff(first.merchantId, first.webhook.url);
    const webhook = { ...first.webhook, isSwitchedOff: true };
    await withinASecond(async () => {
      expectSameMerchant(await other.find(first.merchantId), { ...first, webhook, revision: 2 });
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

  test('an instance finds its own changes at once', async () => {
    const [one] = open();
    const merchant = newMerchant({ keys: [publicKeyNamed('key_1'), publicKeyNamed('key_2')] });
    const { merchantId } = merchant;
    expect(await one.find(merchantId)).toBeUndefined();
    await one.insert(merchant);
    expectSameMerchant(await one.find(merchantId), merchant);
    const changed = withoutKey(merchant, 'key_1');
    await one.save(changed);
    expectSameMerchant(await one.find(merchantId), changed);
    await one.switchWebhookOff(merchantId, merchant.webhook.url);
    expect((await one.find(merchantId))?.webhook.isSwitchedOff).toBe(true);
  });

  test('an instance with a conflict finds the conflicting change at once', async () => {
    const [one, other] = open();
    const merchant = newMerchant();
    const { merchantId } = merchant;
    await one.insert(merchant);
    expect((await one.find(merchantId))?.revision).toBe(1);
    const renamed = { ...merchant, name: 'Renamed', revision: 2 };
    expect(await other.save(renamed)).toBe('saved');
    expect(await one.save(renamed)).toBe('conflict');
    expect((await one.find(merchantId))?.name).toBe('Renamed');
  });
}
