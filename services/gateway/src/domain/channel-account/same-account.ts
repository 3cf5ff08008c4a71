import type { ChannelAccount } from './channel-account.ts';

/**
 * The channel that takes payments through the same account at the processor, if there is another. The processor tells
 * both of all payments, and shows all of them in the books of both.
 *
 * @param identifyingMembers of which no two accounts at the processor have the same
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
 * Whether an account with other credentials is the same one at the processor, as far as the credentials tell that by
 * themselves.
 *
 * @param namingMembers that name the account, where any do
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
