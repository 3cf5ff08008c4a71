import { AddedKey, compileValidator, generateWebhookSecret, Merchant } from '@kassa/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withinASecond } from '../support/within-a-second.ts';
import { cardOf } from './support/checkout-client.ts';
import { type EnvelopeAnswer, refusalOf } from './support/envelope-answer.ts';
import { GatewayBench, type Instance } from './support/gateway-bench.ts';
import { type MerchantAccount, newKeyPair, paymentQueryPath } from './support/merchant-account.ts';
import { read } from './support/read-message.ts';

const readMerchant = compileValidator(Merchant);
const readAddedKey = compileValidator(AddedKey);

let bench: GatewayBench;
let other: Instance;
let merchant: MerchantAccount;
beforeAll(async () => {
  bench = await GatewayBench.start();
  other = await bench.startAnother();
});
afterAll(() => bench.stop());
beforeEach(async () => {
  merchant = await bench.onboard();
});

/** Makes an operator's change at the first instance. */
function operate(change: string, body: unknown = {}, merchantId = merchant.merchantId) {
  return bench.admin('POST', `/admin/merchants/${merchantId}/${change}`, body);
}

async function shown(): Promise<Merchant> {
  return read(readMerchant, await bench.admin('GET', `/admin/merchants/${merchant.merchantId}`));
}

/** Makes a call of the merchant at the other instance, and returns the name of the answer. */
async function callElsewhere(keys = { privateKey: merchant.client.privateKey }): Promise<string> {
  const target = `${paymentQueryPath}/none`;
  const answer = await merchant.client.call('GET', target, undefined, {
    baseUrl: other.merchantUrl,
    ...keys,
  });
  return answer.msg;
}

/**
 * Waits until the other instance, which remembers merchants for half a second, answers according to a change at the first one.
 */
function isSoon(look: () => Promise<unknown>, expected: unknown): Promise<void> {
  return withinASecond(async () => expect(await look()).toEqual(expected));
}

describe('a disabled merchant', () => {
  it('is refused on every instance within a second, and accepted again once it is enabled', async () => {
    expect(await callElsewhere()).toBe('ORDER_NOT_FOUND');
    expect(read(readMerchant, await operate('disable', { note: 'a test' })).state).toBe('disabled');
    expect((await merchant.create()).msg).toBe('MERCHANT_DISABLED');
    await isSoon(callElsewhere, 'MERCHANT_DISABLED');
    // A lost answer is asked for again.
    expect(read(readMerchant, await operate('disable')).state).toBe('disabled');
    expect((await operate('approve')).msg).toBe('MERCHANT_MOVE_NOT_POSSIBLE');
    expect(read(readMerchant, await operate('enable')).state).toBe('active');
    expect((await merchant.create()).msg).toBe('success');
    await isSoon(callElsewhere, 'ORDER_NOT_FOUND');
  });

  it('has a cashier that starts no payment', async () => {
    const [unopened, opened] = [await merchant.openCheckout(), await merchant.openCheckout()];
    await opened.initialised('card');
    expect((await unopened.methods()).payment_methods).not.toEqual([]);
    await operate('disable');
    expect((await unopened.methods()).payment_methods).toEqual([]);
    expect((await unopened.init('card')).msg).toBe('PAYMENT_METHOD_UNAVAILABLE');
    expect((await opened.submit(cardOf('4242424242424242'))).msg).toBe('PAYMENT_METHOD_UNAVAILABLE');
    expect((await opened.status()).state).toBe('INIT');
    // The consumer still sees the order that the page is for.
    expect((await unopened.order()).state).toBe('INIT');
    await operate('enable');
    expect((await opened.submit(cardOf('4242424242424242'))).msg).toBe('success');
  });

  it('gets the events of payments that were started before', async () => {
    const checkout = await merchant.openCheckout();
    await checkout.initialised('sandbox_wallet');
    await checkout.submitted();
    await operate('disable');
    const paid = { order_id: checkout.orderId, what: 'payment_succeeded' };
    expect((await bench.admin('POST', '/admin/sandbox/trigger', paid)).msg).toBe('success');
    expect((await checkout.result()).state).toBe('PAY_SUCCESS');
    // A second tab that submits the payment again learns the payment's state, not that the merchant is disabled.
    expect((await checkout.submit()).msg).not.toBe('PAYMENT_METHOD_UNAVAILABLE');
    const [, succeeded] = await bench.receiver.eventsOf(checkout.orderId, 2);
    expect(succeeded?.event_type).toBe('order.payment.succeeded');
  });
});

describe('a merchant’s keys', () => {
  const add = async (pem: string, merchantId?: string) => operate('keys', { public_key: pem }, merchantId);

  it('are active side by side, and each verifies on every instance within a second', async () => {
    const next = newKeyPair();
    expect(await callElsewhere(next)).toBe('INVALID_SIGNATURE');
    const added = read(readAddedKey, await add(next.publicKeyPem));
    expect(
      added.keys.map(({ key_id, state, revoked_at }) => [key_id === added.key_id, state, revoked_at]),
    ).toEqual([
      [false, 'active', null],
      [true, 'active', null],
    ]);
    await isSoon(() => callElsewhere(next), 'ORDER_NOT_FOUND');
    expect(await callElsewhere()).toBe('ORDER_NOT_FOUND');
    // Adding the same key again changes nothing, even if its PEM text is written differently. A caller whose answer was lost
    // repeats its call.
    const again = read(readAddedKey, await add(`\n${next.publicKeyPem.replaceAll('\n', '\r\n')}`));
    expect([again.key_id, again.keys]).toEqual([added.key_id, added.keys]);
  });

  it('a revoked key can never be registered again, and a key belongs to one merchant (fault 26)', async () => {
    const stranger = await bench.onboard();
    const [first] = (await shown()).keys;
    await add(newKeyPair().publicKeyPem);
    const revoked = read(readMerchant, await operate(`keys/${first?.key_id}/revoke`));
    expect(revoked.keys[0]).toMatchObject({ state: 'revoked', revoked_at: expect.any(String) });
    await isSoon(callElsewhere, 'INVALID_SIGNATURE');
    const refusal = { msg: 'DUPLICATE_PUBLIC_KEY', fields: ['public_key'] };
    expect(refusalOf(await add(merchant.publicKeyPem))).toEqual(refusal);
    expect(refusalOf(await add(merchant.publicKeyPem, stranger.merchantId))).toEqual(refusal);
    expect(refusalOf(await add(stranger.publicKeyPem))).toEqual(refusal);
    // Revoking the key again changes nothing, not even the time of the revocation.
    const again = read(readMerchant, await operate(`keys/${first?.key_id}/revoke`));
    expect(again.keys).toEqual(revoked.keys);
  });

  it('include one that cannot be revoked except by force: the last one', async () => {
    const [only] = (await shown()).keys;
    const path = `keys/${only?.key_id}/revoke`;
    expect(refusalOf(await operate(path)).msg).toBe('LAST_ACTIVE_KEY');
    expect((await operate(path, { force: false })).msg).toBe('LAST_ACTIVE_KEY');
    expect((await merchant.create()).msg).toBe('success');
    expect((await operate(path, { force: true })).msg).toBe('success');
    expect((await merchant.create()).msg).toBe('INVALID_SIGNATURE');
  });

  it('are revoked at two instances at once, and one is left', async () => {
    await add(newKeyPair().publicKeyPem);
    const { keys } = await shown();
    const answers = await Promise.all(
      keys.map(({ key_id }, index) =>
        bench.admin(
          'POST',
          `/admin/merchants/${merchant.merchantId}/keys/${key_id}/revoke`,
          {},
          {
            instance: index === 0 ? bench.main : other,
          },
        ),
      ),
    );
    expect(answers.map(({ msg }) => msg).sort()).toEqual(['LAST_ACTIVE_KEY', 'success']);
    expect((await shown()).keys.filter(({ state }) => state === 'active')).toHaveLength(1);
  });

  it('are limited in number', async () => {
    const answers: EnvelopeAnswer[] = [];
    for (let count = 0; count < 5; count += 1) answers.push(await add(newKeyPair().publicKeyPem));
    expect(answers.map(({ msg }) => msg)).toEqual([...Array(4).fill('success'), 'TOO_MANY_KEYS']);
  });

  it.each([
    ['a key that is not there', 'keys/key_none/revoke', 'KEY_NOT_FOUND'],
    ['no key', 'keys', 'INVALID_REQUEST'],
  ])('%s is refused', async (_what, change, name) => {
    expect((await operate(change)).msg).toBe(name);
  });

  it.each(['keys', 'keys/key_1/revoke', 'settings', 'approve', 'disable', 'webhook/secret'])(
    '%s needs an existing merchant',
    async (change) => {
      const bodies: Readonly<Record<string, unknown>> = {
        keys: { public_key: newKeyPair().publicKeyPem },
        settings: { name: 'X' },
        'webhook/secret': { webhook_secret: generateWebhookSecret() },
      };
      expect((await operate(change, bodies[change], 'mer_none')).msg).toBe('MERCHANT_NOT_FOUND');
    },
  );
});

describe('what the operator sets for a merchant', () => {
  it('applies on every instance within a second, and leaves the rest unchanged', async () => {
    const before = await shown();
    expect(await callElsewhere()).toBe('ORDER_NOT_FOUND');
    const changed = { ip_allow_list: ['203.0.113.0/24'] };
    expect(read(readMerchant, await operate('settings', changed))).toEqual({ ...before, ...changed });
    await isSoon(callElsewhere, 'IP_NOT_ALLOWED');
    await operate('settings', { ip_allow_list: [] });
    await isSoon(callElsewhere, 'ORDER_NOT_FOUND');

    const checkout = await merchant.openCheckout();
    const name = async () => (await checkout.order()).merchant_name;
    await operate('settings', { name: 'Renamed Shop' });
    expect(await name()).toBe('Renamed Shop');

    await operate('settings', { order_validity_seconds: 90 });
    const validity = async () => {
      const created = await merchant.create({}, { baseUrl: other.merchantUrl });
      const { created_at, expires_at } = await merchant.query(String(created.data.order_id));
      return (Date.parse(expires_at) - Date.parse(created_at)) / 1000;
    };
    await isSoon(validity, 90);
    await operate('settings', { may_take_card_numbers: true });
    expect(await shown()).toEqual({
      ...before,
      name: 'Renamed Shop',
      order_validity_seconds: 90,
      may_take_card_numbers: true,
    });
  });

  it.each([
    ['nothing', {}, ''],
    ['an empty name', { name: '' }, 'name'],
    ['no address', { ip_allow_list: ['203.0.113.7', 'shop.example'] }, 'ip_allow_list[1]'],
    ['too short a validity', { order_validity_seconds: 59 }, 'order_validity_seconds'],
    ['a permission that is no yes or no', { may_take_card_numbers: 1 }, 'may_take_card_numbers'],
    ['a route without a channel', { routes: [{ methods: ['card'] }] }, 'routes[0].channel'],
    [
      'a route to another merchant’s account',
      { routes: [{ channel: 'Sandbox-mer_x' }] },
      'routes[0].channel',
    ],
    ['a method twice', { method_order: ['card', 'card'] }, 'method_order'],
    ['what is no setting', { state: 'active' }, 'state'],
  ])('is not %s', async (_what, body, path) => {
    const before = await shown();
    expect(refusalOf(await operate('settings', body))).toEqual({ msg: 'INVALID_REQUEST', fields: [path] });
    expect(await shown()).toEqual(before);
  });

  it('is kept if several calls change different settings at once', async () => {
    const changes = [
      { name: 'At once' },
      { order_validity_seconds: 120 },
      { may_take_card_numbers: true },
      { ip_allow_list: ['127.0.0.1'] },
    ];
    const path = `/admin/merchants/${merchant.merchantId}/settings`;
    const answers = await Promise.all(
      changes.map((change, index) =>
        bench.admin('POST', path, change, { instance: index % 2 === 0 ? bench.main : other }),
      ),
    );
    expect(answers.map(({ msg }) => msg)).toEqual(changes.map(() => 'success'));
    expect(await shown()).toMatchObject(Object.assign({}, ...changes));
  });
});

describe('a webhook secret that the merchant has created', () => {
  const set = (secret: string, more: object = {}) =>
    operate('webhook/secret', { webhook_secret: secret, ...more });

  it('signs from now on, for a limited time together with the previous one, and is in no answer', async () => {
    const secret = generateWebhookSecret();
    const answer = await set(secret);
    expect(read(readMerchant, answer).previous_webhook_secret_ends_at).not.toBeNull();
    expect(answer.text).not.toContain(secret.slice(6, 20));
    // Setting the same secret again, as after a lost answer, begins no second rotation. Setting another secret is refused until
    // the rotation has ended.
    expect((await set(secret)).msg).toBe('success');
    expect((await set(generateWebhookSecret())).msg).toBe('SECRET_ROTATION_UNDER_WAY');
    await operate('webhook/retire-secret');
    const url = (await shown()).webhook_url;
    bench.receiver.useSecret(url, secret);
    const paid = await merchant.paidOrder();
    const [, succeeded] = await bench.receiver.eventsOf(paid.order_id, 2);
    expect(succeeded?.event_type).toBe('order.payment.succeeded');
  });

  it.each(['whsec_', 'whsec_c2hvcnQ=', 'secret', `whsec_${'A'.repeat(120)}`])(
    'is not %s, which no answer repeats',
    async (secret) => {
      const refused = await set(secret);
      expect(refusalOf(refused)).toEqual({ msg: 'INVALID_REQUEST', fields: ['webhook_secret'] });
      if (secret.length > 6) expect(refused.text).not.toContain(secret);
    },
  );
});
