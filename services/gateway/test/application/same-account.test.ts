import { expect, test } from 'vitest';
import { channelKinds } from '../../src/adapters/outbound/channels/channel-kinds.ts';
import { KnownChannelTypes } from '../../src/adapters/outbound/channels/known-channel-types.ts';
import { ChangeChannelAccount } from '../../src/application/channel-accounts/change-channel-account.ts';
import { MoveChannelAccount } from '../../src/application/channel-accounts/move-channel-account.ts';
import { RetireCallbackSecret } from '../../src/application/channel-accounts/retire-callback-secret.ts';
import { RotateChannelCredentials } from '../../src/application/channel-accounts/rotate-channel-credentials.ts';
import { accountOf, otherStripeMembers, stripeMembers } from '../builders/channel-accounts.ts';
import { start } from '../builders/times.ts';
import { InMemoryChannelAccounts } from '../in-memory/in-memory-channel-accounts.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';

/** Two that were entered at one moment: neither saw the other. */
test('two channels of one account can be changed, but into no third that is the same, and not back once one is retired', async () => {
  const accounts = new InMemoryChannelAccounts();
  const other = otherStripeMembers('another12345');
  for (const merchantId of [null, 'mer_1']) await accounts.insert(accountOf(merchantId));
  await accounts.insert(accountOf('mer_2', other));
  const types = new KnownChannelTypes(channelKinds, 'sandbox');
  const clock = new SettableClock(start);
  const change = new ChangeChannelAccount({ accounts, types });
  const rotate = async (credentials: object) =>
    new RotateChannelCredentials({ change, types, clock }).execute('ProcessorA', credentials);
  const move = (cause: 'retired' | 'enabled') =>
    new MoveChannelAccount({ change, clock }).execute('ProcessorA', cause);

  const withCallbackSecret = { ...stripeMembers, callbackSecret: 'whsec_0987654321' };
  expect(await rotate(withCallbackSecret)).toMatchObject({ kind: 'changed' });
  const retired = await new RetireCallbackSecret({ change }).execute('ProcessorA');
  expect(retired).toMatchObject({ channel: { hasPreviousCallbackSecret: false } });
  const taken = { name: 'CHANNEL_ACCOUNT_TAKEN' };
  expect(await rotate({ ...withCallbackSecret, secretKey: other.secretKey })).toMatchObject(taken);
  const newKey = { ...withCallbackSecret, secretKey: 'sk_test_0987654321' };
  expect(await rotate(newKey)).toMatchObject({ kind: 'changed' });

  expect(await move('retired')).toMatchObject({ kind: 'changed' });
  expect(await move('enabled')).toMatchObject(taken);
});
