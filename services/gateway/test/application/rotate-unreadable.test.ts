import { expect, test } from 'vitest';
import { adyen } from '../../src/adapters/outbound/channels/adyen/adyen-kind.ts';
import { channelKinds } from '../../src/adapters/outbound/channels/channel-kinds.ts';
import { KnownChannelTypes } from '../../src/adapters/outbound/channels/known-channel-types.ts';
import { ChangeChannelAccount } from '../../src/application/channel-accounts/change-channel-account.ts';
import { ManageChannelCredentials } from '../../src/application/channel-accounts/manage-credentials.ts';
import { adyenAccount, adyenMembers } from '../builders/channel-accounts.ts';
import { newOrder, opened } from '../builders/orders.ts';
import { start } from '../builders/times.ts';
import { FixedChannels } from '../in-memory/fixed-channels.ts';
import { InMemoryChannelAccounts } from '../in-memory/in-memory-channel-accounts.ts';
import { InMemoryOrders } from '../in-memory/in-memory-orders.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';

test('Adyen’s credentials that cannot be read are not replaced by those of another merchant account', async () => {
  const { channelId } = adyenAccount;
  const accounts = new InMemoryChannelAccounts();
  await accounts.insert({ ...adyenAccount, credentials: null });
  await accounts.noteUse(channelId);
  await accounts.noteOpening(adyenAccount);
  const order = opened(newOrder({ merchantId: 'mer_1' }));
  const orders = new InMemoryOrders();
  await orders.insert({ ...order, attempts: order.attempts.map((each) => ({ ...each, channelId })) });
  const types = new KnownChannelTypes(channelKinds, 'sandbox');
  const change = new ChangeChannelAccount({ accounts, types });
  const channels = new FixedChannels([], (account) =>
    adyen.open({
      channelId,
      credentials: account.credentials?.members,
      callbackSecrets: [adyenMembers.hmacKey],
      url: null,
    } as never),
  );
  const clock = new SettableClock(start);
  const manage = new ManageChannelCredentials({ change, types, orders, channels, clock });
  const rotated = await manage.rotate(channelId, { ...adyenMembers, merchantAccount: 'AnotherShopECOM' });
  expect(rotated).toMatchObject({ kind: 'refused' });
});
