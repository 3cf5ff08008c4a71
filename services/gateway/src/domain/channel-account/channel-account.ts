import assert from 'node:assert/strict';
import {
  type ChannelAccountState,
  type ChannelAccountTransitionCause,
  channelAccountTransitions,
} from '@kassa/contracts';

/** An account at a processor, with its credentials. */
export interface ChannelAccount {
  /** The account's name in this deployment. Callback addresses, routes and attempts use it. */
  readonly channelId: string;
  readonly channelType: string;
  /**
   * The merchant that owns the account. Null for the deployment's account, which serves all merchants without an account of
   * their own.
   */
  readonly merchantId: string | null;
  /** A retired account takes no new payments. Payments that were started there before continue to their end. */
  readonly state: ChannelAccountState;
  /** The account's credentials; null if no encryption key of the deployment decrypts them. */
  readonly credentials: AccountCredentials | null;
  /**
   * The credential members that name the account at the processor. They are no secrets, and can be read even if the credentials
   * cannot be decrypted. Absent in accounts from before this member existed.
   */
  readonly accountNames?: AccountCredentials['members'];
  readonly createdAt: Date;
  readonly credentialsChangedAt: Date;
  /** Since when the account takes no new payments; null if it still takes them. */
  readonly retiredAt: Date | null;
  /** Whether payments were ever sent to the account. If so, the account can no longer be removed. */
  readonly isUsed: boolean;
  /**
   * Whether a payment was opened at the account. Set before the payment's order records this, but not if the credentials were
   * replaced while the payment was being opened. False for accounts from before this member existed; their orders have to be
   * searched instead.
   */
  readonly hasOpened: boolean;
  /**
   * Grows by one with each change of the account. A write names the revision that it expects, so that simultaneous changes do
   * not overwrite each other.
   */
  readonly revision: number;
}

export interface AccountCredentials {
  /** Keys, secrets and names of the account. The channel type defines the member names. */
  readonly members: Readonly<Record<string, string>>;
  /** The previous secret for verifying callbacks. It stays valid until an operator retires it. */
  readonly previousCallbackSecret: string | null;
}

/** The deployment's own account is named after its type; a merchant's account also carries the merchant's ID. */
export function channelIdOf(channelType: string, merchantId: string | null): string {
  return merchantId === null ? channelType : `${channelType}-${merchantId}`;
}

/**
 * Splits a channel's name into its type, which has no hyphen, and the ID of the merchant that owns the channel. The ID is null
 * if the channel belongs to the deployment.
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
 * Replaces an account's credentials. Callbacks may still be signed with the previous callback secret until an operator retires
 * it, because the processor switches to the new secret at its own time. Refuses if two secrets are already active, because
 * callbacks signed with the older one would then be rejected.
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

/** Ends the rotation of an account's callback secret: only the current secret verifies callbacks. */
export function retireCallbackSecret(account: ChannelAccount): ChannelAccount {
  if (account.credentials === null || account.credentials.previousCallbackSecret === null) return account;
  return { ...account, credentials: { ...account.credentials, previousCallbackSecret: null } };
}

/**
 * Changes an account's state by a row of its transition table. No other function changes this state. An account without a
 * matching row stays unchanged.
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

/** All secrets with which callbacks may be signed, the current one first. */
export function callbackSecretsOf(
  { members, previousCallbackSecret }: AccountCredentials,
  callbackSecretMember: string,
): readonly [string, ...string[]] {
  const current = members[callbackSecretMember];
  assert(current !== undefined, 'credentials were read before they are used');
  return previousCallbackSecret === null ? [current] : [current, previousCallbackSecret];
}
