import assert from 'node:assert/strict';
import {
  type ChannelAccountState,
  type ChannelAccountTransitionCause,
  channelAccountTransitions,
} from '@kassa/contracts';

/** An account at a processor, with its credentials. */
export interface ChannelAccount {
  /** The ID of the account's channel in this deployment. Callback addresses, routes and attempts use it. */
  readonly channelId: string;
  readonly channelType: string;
  /**
   * The merchant that owns the account. Null for the deployment's own account, which serves all merchants that have no account
   * of their own.
   */
  readonly merchantId: string | null;
  /** A retired account takes no new payments. Payments that were started at the account earlier continue to their end. */
  readonly state: ChannelAccountState;
  /** The account's credentials; null if none of the deployment's encryption keys can decrypt them. */
  readonly credentials: AccountCredentials | null;
  /**
   * The credential members that identify the account at the processor. They are not secret, and can be read even if the
   * credentials cannot be decrypted. Absent in accounts that were stored before this member existed.
   */
  readonly accountNames?: AccountCredentials['members'];
  readonly createdAt: Date;
  readonly credentialsChangedAt: Date;
  /** Since when the account takes no new payments; null if it still takes them. */
  readonly retiredAt: Date | null;
  /** Whether payments were ever sent to the account. If so, the account can no longer be removed. */
  readonly isUsed: boolean;
  /**
   * Whether the processor is known to have opened a payment at the account. The account records this before the payment's order
   * records the payment. False does not prove that there is no payment: an earlier version of the gateway may have stored the
   * account, or the credentials may have been replaced while a payment was being opened.
   */
  readonly hasOpened: boolean;
  /**
   * Grows by one with each change of the account. A write names the revision that it expects, so that simultaneous changes do
   * not overwrite each other.
   */
  readonly revision: number;
}

export interface AccountCredentials {
  /**
   * The credentials by name, such as API keys, the secret that signs callbacks, and the account's name at the processor. The
   * channel type decides which of them an account has.
   */
  readonly members: Readonly<Record<string, string>>;
  /** The callback secret before the current one. Callbacks signed with it are accepted until an operator retires it. */
  readonly previousCallbackSecret: string | null;
}

/**
 * Returns the ID of a channel. For the deployment's own account, it is the channel type; for a merchant's account, the
 * merchant's ID follows.
 */
export function channelIdOf(channelType: string, merchantId: string | null): string {
  return merchantId === null ? channelType : `${channelType}-${merchantId}`;
}

/**
 * Splits a channel's ID into the channel type and the ID of the merchant that owns the account. The type has no hyphen, so it
 * ends at the first one. The merchant's ID is null if the account belongs to the deployment.
 */
export function readChannelId(channelId: string): Pick<ChannelAccount, 'channelType' | 'merchantId'> {
  const [, channelType = channelId, merchantId = null] = /^([^-]*)-(.*)$/s.exec(channelId) ?? [];
  return { channelType, merchantId };
}

export function newChannelAccount(
  account: Pick<ChannelAccount, 'channelType' | 'merchantId'> & {
    readonly members: AccountCredentials['members'];
    readonly namingMembers?: readonly string[];
  },
  now: Date,
): ChannelAccount {
  const { channelType, merchantId, members, namingMembers = [] } = account;
  return {
    channelId: channelIdOf(channelType, merchantId),
    channelType,
    merchantId,
    state: 'active',
    credentials: { members, previousCallbackSecret: null },
    accountNames: namesIn(members, namingMembers),
    createdAt: now,
    credentialsChangedAt: now,
    retiredAt: null,
    isUsed: false,
    hasOpened: false,
    revision: 1,
  };
}

/**
 * Replaces an account's credentials. The previous callback secret stays valid until an operator retires it, because nobody
 * knows when the processor begins to use the new secret. While two callback secrets are valid, a third is refused: it would end
 * the oldest one, and callbacks still signed with that secret would be rejected.
 */
export function rotateCredentials(
  account: ChannelAccount,
  members: AccountCredentials['members'],
  {
    callbackSecretMember,
    namingMembers,
  }: { readonly callbackSecretMember: string; readonly namingMembers: readonly string[] },
  now: Date,
): ChannelAccount | 'rotation_under_way' {
  const { credentials } = account;
  const before = credentials?.members[callbackSecretMember];
  const isOtherSecret = before !== undefined && before !== members[callbackSecretMember];
  const previous = credentials?.previousCallbackSecret ?? null;
  if (isOtherSecret && previous !== null) return 'rotation_under_way';
  return {
    ...account,
    credentials: { members, previousCallbackSecret: isOtherSecret ? before : previous },
    accountNames: namesIn(members, namingMembers),
    credentialsChangedAt: now,
  };
}

function namesIn(
  members: AccountCredentials['members'],
  namingMembers: readonly string[],
): AccountCredentials['members'] {
  return Object.fromEntries(Object.entries(members).filter(([name]) => namingMembers.includes(name)));
}

/** Ends the replacement of an account's callback secret: from now on, only the current secret verifies callbacks. */
export function retireCallbackSecret(account: ChannelAccount): ChannelAccount {
  if (account.credentials === null || account.credentials.previousCallbackSecret === null) return account;
  return { ...account, credentials: { ...account.credentials, previousCallbackSecret: null } };
}

/**
 * Moves an account to the state that the transition table gives for a cause. No other function changes an account's state. If
 * the table has no row for the present state and the cause, the account stays unchanged.
 */
export function moveAccount(
  account: ChannelAccount,
  cause: ChannelAccountTransitionCause,
  now: Date,
): ChannelAccount {
  const row = channelAccountTransitions.find((move) => move.from === account.state && move.cause === cause);
  if (row === undefined) return account;
  const { to: state } = row;
  return { ...account, state, retiredAt: state === 'retired' ? now : null };
}

/** Returns all secrets with which the account's callbacks may be signed, the current one first. */
export function callbackSecretsOf(
  { members, previousCallbackSecret }: AccountCredentials,
  callbackSecretMember: string,
): readonly [string, ...string[]] {
  const current = members[callbackSecretMember];
  assert(current !== undefined, 'credentials were read before they are used');
  return previousCallbackSecret === null ? [current] : [current, previousCallbackSecret];
}
