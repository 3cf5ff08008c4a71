import { describe, expect, test } from 'vitest';
import { channelKinds } from '../../src/adapters/outbound/channels/channel-kinds.ts';
import { KnownChannelTypes } from '../../src/adapters/outbound/channels/known-channel-types.ts';
import { ChangeChannelAccount } from '../../src/application/channel-accounts/change-channel-account.ts';
import { ManageChannelCredentials } from '../../src/application/channel-accounts/manage-credentials.ts';
import { type ChannelAccount, newChannelAccount } from '../../src/domain/channel-account/channel-account.ts';
import type { Environment } from '../../src/domain/environment.ts';
import {
  accountOf,
  adyenAccount,
  adyenMembers,
  otherStripeMembers,
  stripeMembers,
} from '../builders/channel-accounts.ts';
import { openingOrder } from '../builders/channel-calls.ts';
import { latest, newOrder, opened } from '../builders/orders.ts';
import { start } from '../builders/times.ts';
import { FakeChannel } from '../in-memory/fake-channel.ts';
import { FixedChannels } from '../in-memory/fixed-channels.ts';
import { InMemoryChannelAccounts } from '../in-memory/in-memory-channel-accounts.ts';
import { InMemoryOrders } from '../in-memory/in-memory-orders.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';

const nextKey = { ...stripeMembers, secretKey: 'sk_test_0987654321' };
const otherAccount = otherStripeMembers('another12345');
const differs = { name: 'CHANNEL_ACCOUNT_DIFFERS' };
const changed = { kind: 'changed' };

/** Sets up an account of the channel. Other credentials open another account at the processor, which has no payments. */
async function bench(account: ChannelAccount = accountOf(), environment: Environment = 'sandbox') {
  const { channelId, merchantId } = account;
  const accounts = new InMemoryChannelAccounts();
  await accounts.insert(account);
  const orders = new InMemoryOrders();
  const order = opened(newOrder({ merchantId: merchantId ?? 'mer_1' }));
  const found = new FakeChannel({ channelId });
  const channels = new FixedChannels([], () => found);
  const types = new KnownChannelTypes(channelKinds, environment);
  const change = new ChangeChannelAccount({ accounts, types });
  const clock = new SettableClock(start);
  const manage = new ManageChannelCredentials({ change, types, orders, channels, clock });
  return {
    accounts,
    found,
    channels,
    /** Opens a payment at the channel with the stored credentials. */
    begin: async () => {
      await accounts.noteUse(channelId);
      const attempts = order.attempts.map((attempt) => ({ ...attempt, channelId }));
      await orders.insert({ ...order, attempts });
    },
    /** Makes the account of the new credentials find this payment too. */
    findPayment: () => found.open(openingOrder({ attemptId: latest(order).attemptId, amount: order.amount })),
    rotate: (credentials: object) => manage.rotate(channelId, credentials),
    stored: async () => (await accounts.find(channelId))?.credentials?.members,
  };
}

describe('credentials of a channel at which payments were made', () => {
  test('Kassa replaces a channel’s credentials if the new ones can look up one of the channel’s payments at the processor (fault 58)', async () => {
    const at = await bench();
    await at.begin();
    await at.findPayment();
    expect(await at.rotate(nextKey)).toMatchObject(changed);
    expect(at.channels.openedWithAccounts).toMatchObject([
      { channelId: 'ProcessorA', credentials: { members: nextKey } },
    ]);
    expect(await at.stored()).toEqual(nextKey);
  });

  test.each([
    [null, 'channel add ProcessorA --merchant', 'channel retire ProcessorA'],
    ['mer_1', 'channel add ProcessorA', 'channel retire ProcessorA-mer_1'],
  ])(
    'Kassa refuses new credentials for a channel that has payments if the credentials belong to another account at the processor (fault 58): the channel’s merchant is %s',
    async (merchantId, add, retire) => {
      const at = await bench(accountOf(merchantId));
      await at.begin();
      const refused = await at.rotate(otherAccount);
      expect(refused).toMatchObject({ ...differs, detail: expect.stringContaining(add) });
      expect(refused).toMatchObject({ detail: expect.stringContaining(retire) });
      expect(await at.stored()).toEqual(stripeMembers);
    },
  );

  test('While the processor does not tell Kassa to which account new credentials belong, Kassa does not replace a channel’s credentials (fault 58)', async () => {
    const at = await bench();
    await at.begin();
    const detail = 'StripeAuthenticationError (401)';
    at.found.ask = async () => ({ kind: 'unavailable', detail });
    expect(await at.rotate(nextKey)).toMatchObject({
      name: 'CHANNEL_ERROR',
      detail: expect.stringContaining(detail),
    });
    expect(await at.stored()).toEqual(stripeMembers);
  });

  test('Kassa replaces a channel’s credentials if the new ones can look up one of the channel’s payments, even if the state of this payment is unknown to Kassa (fault 58)', async () => {
    const at = await bench();
    await at.begin();
    at.found.ask = async () => ({ kind: 'not_understood', detail: 'it is on the moon' });
    expect(await at.rotate(nextKey)).toMatchObject(changed);
  });

  test('if an operator changes only a channel’s callback secret, Kassa replaces it without asking the processor (fault 58)', async () => {
    const at = await bench();
    await at.begin();
    expect(await at.rotate({ ...stripeMembers, callbackSecret: 'whsec_0987654321' })).toMatchObject(changed);
    expect(at.channels.openedWithAccounts).toEqual([]);
  });

  test('while a Stripe channel opens its first payment, Kassa refuses new credentials, because only an existing payment can show whether they belong to the same account (fault 58)', async () => {
    const at = await bench();
    await at.accounts.noteUse('ProcessorA');
    await at.accounts.noteOpening(accountOf());
    expect(await at.rotate(nextKey)).toMatchObject({
      name: 'CHANNEL_ERROR',
      detail: expect.stringContaining('in a minute'),
    });
    await at.begin();
    await at.findPayment();
    expect(await at.rotate(nextKey)).toMatchObject(changed);
  });

  test('Adyen’s credentials name their account, so Kassa checks the account of new credentials without asking Adyen (fault 58)', async () => {
    const at = await bench(adyenAccount);
    await at.begin();
    const otherKeys = { ...adyenMembers, apiKey: 'AQE-of-another-user-of-the-tests' };
    expect(await at.rotate(otherKeys)).toMatchObject(changed);
    expect(await at.rotate({ ...otherKeys, merchantAccount: 'AnotherShopECOM' })).toMatchObject(differs);
    expect(await at.stored()).toEqual(otherKeys);
    expect(at.channels.openedWithAccounts).toEqual([]);
  });

  test('Kassa refuses Adyen credentials of another data center, which does not know the idempotency keys and could make a refund twice (fault 58)', async () => {
    const members = {
      ...adyenMembers,
      clientKey: 'live_ABCDEFGH12345678',
      liveUrlPrefix: '1797a841fbb37ca7-ExampleShop',
    };
    const inEurope = newChannelAccount({ channelType: 'ProcessorB', merchantId: null, members }, start);
    const at = await bench(inEurope, 'production');
    const inAmerica = { ...members, liveUrlPrefix: '2808b952acc48db8-ExampleShop', liveRegion: 'us' };
    await at.begin();
    expect(await at.rotate(inAmerica)).toMatchObject(differs);
    expect(await at.rotate({ ...members, liveRegion: 'us' })).toMatchObject(changed);
  });

  test('if Adyen’s stored credentials cannot be read, Kassa replaces them only with credentials of the same merchant account (fault 58)', async () => {
    const at = await bench({ ...adyenAccount, credentials: null });
    await at.begin();
    await at.findPayment();
    const another = { ...adyenMembers, merchantAccount: 'AnotherShopECOM' };
    expect(await at.rotate(another)).toMatchObject(differs);
    expect(await at.rotate(adyenMembers)).toMatchObject(changed);
    const { accountNames: _, ...fromBefore } = adyenAccount;
    const earlier = await bench({ ...fromBefore, credentials: null });
    await earlier.begin();
    await earlier.findPayment();
    expect(await earlier.rotate(another)).toMatchObject({ name: 'CHANNEL_ERROR' });
  });

  test('if a channel’s stored credentials cannot be read, Kassa replaces them only with credentials that can look up one of the channel’s payments at the processor (fault 58)', async () => {
    const at = await bench({ ...accountOf(), credentials: null });
    await at.begin();
    expect(await at.rotate(otherAccount)).toMatchObject(differs);
    await at.findPayment();
    expect(await at.rotate(nextKey)).toMatchObject(changed);
  });
});

describe('credentials of another account are accepted', () => {
  test('while the channel is not used', async () => {
    const at = await bench();
    expect(await at.rotate(otherAccount)).toMatchObject(changed);
    expect(await at.stored()).toEqual(otherAccount);
  });

  test('if the channel was asked to open payments and opened none, as with a mistyped key', async () => {
    const at = await bench();
    await at.accounts.noteUse('ProcessorA');
    expect(await at.rotate(otherAccount)).toMatchObject(changed);
  });

  test('if the channel opens its first payment between the check of new credentials and their storage, credentials of another account are still refused (fault 58)', async () => {
    const at = await bench(adyenAccount);
    await at.accounts.noteUse(adyenAccount.channelId);
    const save = at.accounts.save.bind(at.accounts);
    at.accounts.save = async (account) => {
      // The channel has opened the payment, but the order does not record that yet.
      expect(await at.accounts.noteOpening(adyenAccount)).toBe('noted');
      return save(account);
    };
    expect(await at.rotate({ ...adyenMembers, merchantAccount: 'AnotherShopECOM' })).toMatchObject(differs);
    expect(await at.stored()).toEqual(adyenMembers);
  });

  test('but not if the channel comes into use between the decision and its write', async () => {
    const at = await bench();
    const save = at.accounts.save.bind(at.accounts);
    at.accounts.save = async (account) => {
      if (!account.isUsed) await at.begin();
      return save(account);
    };
    expect(await at.rotate(otherAccount)).toMatchObject(differs);
    expect(await at.stored()).toEqual(stripeMembers);
  });
});
