import type { ChannelAccount } from './channel-account.ts';

/**
 * The other channel that takes payments through the same account at the processor, if there is one. The processor reports all
 * payments to both channels, and lists all of them in the books of both.
 *
 * @param identifyingMembers members that no two accounts at the processor share
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
 * Whether other credentials belong to the same account at the processor, judged only by the credentials.
 *
 * @param namingMembers members that name the account, if the type has any
 */
export function compareAccounts(
  before: ChannelAccount,
  after: ChannelAccount,
  {
    identifyingMembers,
    namingMembers,
  }: { readonly identifyingMembers: readonly string[]; readonly namingMembers: readonly string[] },
): 'same' | 'other' | 'not_told' {
  const known = before.credentials?.members;
  if (known === undefined) return 'not_told';
  const isAlike = (name: string) => known[name] === after.credentials?.members[name];
  if (!namingMembers.every(isAlike)) return 'other';
  return namingMembers.length > 0 || identifyingMembers.every(isAlike) ? 'same' : 'not_told';
}
