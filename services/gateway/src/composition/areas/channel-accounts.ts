import { ChangeChannelAccount } from '../../application/channel-accounts/change-channel-account.ts';
import { CheckChannel } from '../../application/channel-accounts/check-channel.ts';
import { EncryptAnew } from '../../application/channel-accounts/encrypt-anew.ts';
import { FindChannels } from '../../application/channel-accounts/find-channels.ts';
import { ManageChannelAccounts } from '../../application/channel-accounts/manage-accounts.ts';
import { ManageChannelCredentials } from '../../application/channel-accounts/manage-credentials.ts';
import { ManageWalletDomains } from '../../application/channel-accounts/manage-wallet-domains.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/** Accounts at processors. */
export const channelAccounts = area((bind) => {
  const { channelAccounts: accounts, channels, channelTypes: types, clock, merchants, orders } = tokens;
  bind(ChangeChannelAccount, { accounts, types });
  bind(FindChannels, { accounts, types });
  bind(ManageChannelAccounts, { change: ChangeChannelAccount, accounts, types, merchants, clock });
  bind(ManageChannelCredentials, { change: ChangeChannelAccount, types, orders, channels, clock });
  bind(CheckChannel, { channels, accounts, types });
  bind(ManageWalletDomains, {
    channels,
    cashierUrl: tokens.cashierUrl,
    applePayFile: tokens.applePayFile,
  });
  bind(EncryptAnew, { merchants, accounts, keys: tokens.storedKeys });
});
