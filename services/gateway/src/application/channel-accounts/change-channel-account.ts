import type { ChannelAccount } from '../../domain/channel-account/channel-account.ts';
import { sameAccountAmong } from '../../domain/channel-account/same-account.ts';
import type { ChannelAccounts } from '../../ports/channel-accounts.ts';
import type { ChannelTypes } from '../../ports/channel-types.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type ChannelView, viewOf } from './channel-view.ts';

const MAX_TRIES = 8;

export type ChannelChange = { readonly kind: 'changed'; readonly channel: ChannelView } | Refusal;

interface Dependencies {
  readonly accounts: ChannelAccounts;
  readonly types: ChannelTypes;
}

/**
 * Changes an account for an operator: loads it, decides, and writes it. If somebody else has changed the account meanwhile,
 * decides again. Every change that an operator makes to an account goes through this class.
 */
export class ChangeChannelAccount {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * @param decide called again if somebody else changed the account in between; if it returns the account unchanged, nothing is
   * written
   */
  async execute(
    channelId: string,
    decide: (account: ChannelAccount) => ChannelAccount | Refusal | Promise<ChannelAccount | Refusal>,
  ): Promise<ChannelChange> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const account = await this.#deps.accounts.find(channelId);
      if (account === undefined) return noAccount(channelId, this.#deps.types);
      const decided = await decide(account);
      if ('kind' in decided) return decided;
      if (decided === account) return { kind: 'changed', channel: viewOf(account, this.#deps.types) };
      const same = await refuseSameAccount(
        { before: account, after: decided },
        { accounts: this.#deps.accounts, types: this.#deps.types },
      );
      if (same !== undefined) return same;
      const changed = { ...decided, revision: account.revision + 1 };
      if ((await this.#deps.accounts.save(changed)) === 'saved') {
        return { kind: 'changed', channel: viewOf(changed, this.#deps.types) };
      }
    }
    throw new TemporarilyUnavailable(`too many callers are changing account ${channelId} at the same time`);
  }
}

export function noAccount(channelId: string, types: ChannelTypes): Refusal {
  const isBuiltIn = types.builtIn().some((channel) => channel.channelId === channelId);
  return refuse(
    'CHANNEL_NOT_FOUND',
    isBuiltIn
      ? `${channelId} has no account that could be changed: the gateway's environment variables set it up.`
      : `There is no account ${channelId}. \`kassa-admin channel list\` lists all channels.`,
  );
}

/**
 * Refuses a change after which two active channels would use the same account at the processor. Only the credential values that
 * change are compared. So two channels that already share an account, for example because they were added at the same time, can
 * still be changed in other ways. `before` is null for a new account.
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
