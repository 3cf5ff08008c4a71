import { AddChannelAccount } from '../../application/channel-accounts/add-channel-account.ts';
import { ChangeChannelAccount } from '../../application/channel-accounts/change-channel-account.ts';
import { CheckChannel } from '../../application/channel-accounts/check-channel.ts';
import { EncryptAnew } from '../../application/channel-accounts/encrypt-anew.ts';
import { ListChannels } from '../../application/channel-accounts/list-channels.ts';
import { MoveChannelAccount } from '../../application/channel-accounts/move-channel-account.ts';
import { RemoveChannelAccount } from '../../application/channel-accounts/remove-channel-account.ts';
import { RetireCallbackSecret } from '../../application/channel-accounts/retire-callback-secret.ts';
import { RotateChannelCredentials } from '../../application/channel-accounts/rotate-channel-credentials.ts';
import { ShowChannel } from '../../application/channel-accounts/show-channel.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/** Accounts at processors. */
export const channelAccounts = area((bind) => {
  const { channels, clock, merchants, orders } = tokens;
  bind(ChangeChannelAccount, { accounts: tokens.channelAccounts, types: tokens.channelTypes });
  bind(AddChannelAccount, { accounts: tokens.channelAccounts, types: tokens.channelTypes, merchants, clock });
  bind(ListChannels, { accounts: tokens.channelAccounts, types: tokens.channelTypes });
  bind(ShowChannel, { accounts: tokens.channelAccounts, types: tokens.channelTypes });
  bind(RotateChannelCredentials, {
    change: ChangeChannelAccount,
    types: tokens.channelTypes,
    orders,
    channels,
    clock,
  });
  bind(RetireCallbackSecret, { change: ChangeChannelAccount });
  bind(MoveChannelAccount, { change: ChangeChannelAccount, clock });
  bind(RemoveChannelAccount, { accounts: tokens.channelAccounts, types: tokens.channelTypes });
  bind(CheckChannel, { channels, accounts: tokens.channelAccounts, types: tokens.channelTypes });
  bind(EncryptAnew, { merchants, accounts: tokens.channelAccounts });
});
