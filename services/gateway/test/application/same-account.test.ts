import { expect, test } from 'vitest';
import { channelKinds } from '../../src/adapters/outbound/channels/channel-kinds.ts';
import { KnownChannelTypes } from '../../src/adapters/outbound/channels/known-channel-types.ts';
import { ChangeChannelAccount } from '../../src/application/channel-accounts/change-channel-account.ts';
import { ManageChannelAccounts } from '../../src/application/channel-accounts/manage-accounts.ts';
import { ManageChannelCredentials } from '../../src/application/channel-accounts/manage-credentials.ts';
import { accountOf, otherStripeMembers, stripeMembers } from '../builders/channel-accounts.ts';
import { newMerchant } from '../builders/merchants.ts';
import { start } from '../builders/times.ts';
import { FixedChannels } from '../in-memory/fixed-channels.ts';
import { InMemoryChannelAccounts } from '../in-memory/in-memory-channel-accounts.ts';
import { InMemoryMerchants } from '../in-memory/in-memory-merchants.ts';
import { InMemoryOrders } from '../in-memory/in-memory-orders.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';

/** Two channels got the same account because both were changed at the same moment, and neither change saw the other. */
test('two channels of one account can be changed, but not into a third with the same account, and not back once one is retired', async () => {
  const accounts = new InMemoryChannelAccounts();
  const other = otherStripeMembers('another12345');
  for (const merchantId of [null, 'mer_1']) await accounts.insert(accountOf(merchantId));
  await accounts.insert(accountOf('mer_2', other));
  const types = new KnownChannelTypes(channelKinds, 'sandbox');
  const clock = new SettableClock(start);
  const change = new ChangeChannelAccount({ accounts, types });
  const channels = new FixedChannels([]);
  const orders = new InMemoryOrders();
  const credentialsOf = new ManageChannelCredentials({ change, types, orders, channels, clock });
  const rotate = (credentials: object) => credentialsOf.rotate('ProcessorA', credentials);
  const merchants = new InMemoryMerchants();
  const manage = new ManageChannelAccounts({ change, accounts, types, merchants, clock });
  const move = (cause: 'retired' | 'enabled') => manage.move('ProcessorA', cause);

  const withCallbackSecret = { ...stripeMembers, callbackSecret: 'whsec_0987654321' };
  expect(await rotate(withCallbackSecret)).toMatchObject({ kind: 'changed' });
  const retired = await credentialsOf.retireCallbackSecret('ProcessorA');
  expect(retired).toMatchObject({ channel: { hasPreviousCallbackSecret: false } });
  const taken = { name: 'CHANNEL_ACCOUNT_TAKEN' };
  expect(await rotate({ ...withCallbackSecret, secretKey: other.secretKey })).toMatchObject(taken);
  const newKey = { ...withCallbackSecret, secretKey: 'sk_test_0987654321' };
  expect(await rotate(newKey)).toMatchObject({ kind: 'changed' });

  expect(await move('retired')).toMatchObject({ kind: 'changed' });
  expect(await move('enabled')).toMatchObject(taken);
});

test('an account added for two channels at one moment is not kept for both', async () => {
  const accounts = new InMemoryChannelAccounts();
  const types = new KnownChannelTypes(channelKinds, 'sandbox');
  const merchants = new InMemoryMerchants();
  const merchantIds = ['mer_1', 'mer_2'];
  for (const merchantId of merchantIds) await merchants.insert(newMerchant({ merchantId }));
  const change = new ChangeChannelAccount({ accounts, types });
  const clock = new SettableClock(start);
  const manage = new ManageChannelAccounts({ change, accounts, types, merchants, clock });
  const add = (merchantId: string) =>
    manage.add({ channelType: 'ProcessorA', merchantId, credentials: stripeMembers });

  const answers = await Promise.all(merchantIds.map(add));
  const added = answers.filter(({ kind }) => kind === 'added');
  expect(added.length).toBeLessThan(2);
  expect(await accounts.list()).toHaveLength(added.length);
  expect(answers).toContainEqual(expect.objectContaining({ name: 'CHANNEL_ACCOUNT_TAKEN' }));
  if (added.length === 0) expect(await add('mer_1')).toMatchObject({ kind: 'added' });
});
