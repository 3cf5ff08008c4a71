import type { ChannelAccount } from '../../domain/channel-account/channel-account.ts';
import type { ChannelTypes } from '../../ports/channel-types.ts';

/** A channel as an operator may see it, without its secrets. */
export interface ChannelView {
  readonly channelId: string;
  readonly channelType: string;
  readonly merchantId: string | null;
  readonly source: 'account' | 'environment';
  readonly state: ChannelAccount['state'];
  /** Why the channel cannot be used; null if it can be used. */
  readonly problem: string | null;
  /** The account's credentials by name. The value of a secret is replaced by null. */
  readonly credentials: Readonly<Record<string, string | null>>;
  readonly hasPreviousCallbackSecret: boolean;
  readonly createdAt: Date | null;
  readonly credentialsChangedAt: Date | null;
  readonly retiredAt: Date | null;
}

export function viewOf(account: ChannelAccount, types: ChannelTypes): ChannelView {
  const { channelId, channelType, merchantId, state, credentials } = account;
  const { createdAt, credentialsChangedAt, retiredAt } = account;
  // Do not show credentials that the channel type does not know, because they could be secrets.
  const members = types.find(channelType)?.members ?? [];
  const given = members.filter(
    ({ name }) => credentials !== null && Object.hasOwn(credentials.members, name),
  );
  return {
    channelId,
    channelType,
    merchantId,
    source: 'account',
    state,
    problem: types.faultOf(account),
    credentials: Object.fromEntries(
      given.map(({ name, isSecret }) => [name, isSecret ? null : (credentials?.members[name] ?? null)]),
    ),
    hasPreviousCallbackSecret: typeof credentials?.previousCallbackSecret === 'string',
    createdAt,
    credentialsChangedAt,
    retiredAt,
  };
}

export function viewOfBuiltIn({
  channelId,
  channelType,
}: {
  readonly channelId: string;
  readonly channelType: string;
}): ChannelView {
  return {
    channelId,
    channelType,
    merchantId: null,
    source: 'environment',
    state: 'active',
    problem: null,
    credentials: {},
    hasPreviousCallbackSecret: false,
    createdAt: null,
    credentialsChangedAt: null,
    retiredAt: null,
  };
}
