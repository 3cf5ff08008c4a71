import type { ChannelAccount } from '../../domain/channel-account/channel-account.ts';
import { sameAccountAmong } from '../../domain/channel-account/same-account.ts';
import type { ChannelAccounts } from '../../ports/channel-accounts.ts';
import type { ChannelTypes } from '../../ports/channel-types.ts';
import { type Refusal, refuse } from '../refusal.ts';

/**
 * Refuses to let an account take payments while another channel does so through the same one at the processor;
 * undefined when there is none. Two that are the same already, as two that were changed at one moment can be, may still
 * be changed: only what is new is compared. `before` is null for an account that is added. Accounts are few, so that
 * comparing them with each other is enough.
 */
export async function refuseSameAccount(
  { before, after }: { readonly before: ChannelAccount | null; readonly after: ChannelAccount },
  { accounts, types }: { readonly accounts: ChannelAccounts; readonly types: ChannelTypes },
): Promise<Refusal | undefined> {
  if (after.state !== 'active') return undefined;
  const identifying = types.find(after.channelType)?.identifyingMembers ?? [];
  const known = before?.state === 'active' ? before.credentials?.members : undefined;
  const members = identifying.filter((name) => known?.[name] !== after.credentials?.members[name]);
  const same = sameAccountAmong(await accounts.list(), after, members);
  if (same === undefined) return undefined;
  return refuse(
    'CHANNEL_ACCOUNT_TAKEN',
    `${same.channelId} is the same account at the processor, by its ${members.join(' or ')}.`,
  );
}
