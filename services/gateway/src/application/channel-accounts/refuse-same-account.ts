import type { ChannelAccount } from '../../domain/channel-account/channel-account.ts';
import { sameAccountAmong } from '../../domain/channel-account/same-account.ts';
import type { ChannelAccounts } from '../../ports/channel-accounts.ts';
import type { ChannelTypes } from '../../ports/channel-types.ts';
import { type Refusal, refuse } from '../refusal.ts';

/**
 * Refuses an account that is to take payments while another channel does so through the same one at the processor;
 * undefined when there is none. Accounts are few, so that comparing them with each other is enough.
 */
export async function refuseSameAccount(
  account: ChannelAccount,
  { accounts, types }: { readonly accounts: ChannelAccounts; readonly types: ChannelTypes },
): Promise<Refusal | undefined> {
  if (account.state !== 'active') return undefined;
  const members = types.find(account.channelType)?.identifyingMembers ?? [];
  const same = sameAccountAmong(await accounts.list(), account, members);
  if (same === undefined) return undefined;
  return refuse(
    'CHANNEL_ACCOUNT_TAKEN',
    `${same.channelId} is the same account at the processor, by its ${members.join(' or ')}.`,
  );
}
