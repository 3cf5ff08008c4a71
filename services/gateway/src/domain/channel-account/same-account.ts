import type { ChannelAccount } from './channel-account.ts';

/**
 * Finds another active channel that uses the same account at the processor. Two such channels must not exist, because the
 * processor would report every payment of the account to both.
 *
 * @param identifyingMembers credential members whose values no two accounts at the processor share
 */
export function sameAccountAmong(
  others: readonly ChannelAccount[],
  account: ChannelAccount,
  identifyingMembers: readonly string[],
): ChannelAccount | undefined {
  const { channelId, channelType } = account;
  const own = account.credentials?.members ?? {};
  return others.find(
    (other) =>
      other.channelId !== channelId &&
      other.channelType === channelType &&
      other.state === 'active' &&
      identifyingMembers.some((name) => {
        const value = other.credentials?.members[name];
        return value !== undefined && value === own[name];
      }),
  );
}

/**
 * Compares the accounts at the processor to which the old and the new credentials belong. The answer is `unclear` if the
 * credentials alone do not show whether both belong to the same account; this function does not ask the processor.
 *
 * @param namingMembers the credential members that identify the account and are not secret; empty if there are none
 */
export function compareAccounts(
  before: ChannelAccount,
  after: ChannelAccount,
  {
    identifyingMembers,
    namingMembers,
  }: { readonly identifyingMembers: readonly string[]; readonly namingMembers: readonly string[] },
): 'same' | 'other' | 'unclear' {
  const known = before.credentials?.members ?? before.accountNames;
  if (known === undefined) return 'unclear';
  const isAlike = (name: string) => known[name] === after.credentials?.members[name];
  if (!namingMembers.every(isAlike)) return 'other';
  return namingMembers.length > 0 || identifyingMembers.every(isAlike) ? 'same' : 'unclear';
}
