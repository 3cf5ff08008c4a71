import assert from 'node:assert/strict';
import {
  type ChannelAccountState,
  type ChannelAccountTransitionCause,
  channelAccountTransitions,
} from '@kassa/contracts';

/** An account at a processor, with what opens it. */
export interface ChannelAccount {
  /** Its name in this deployment: what addresses, routes and attempts call it. */
  readonly channelId: string;
  readonly channelType: string;
  /** Whose own it is; null for the deployment's, which serves all merchants without one. */
  readonly merchantId: string | null;
  /** A retired account takes no new payments; what was begun there goes on to its end. */
  readonly state: ChannelAccountState;
  /** Null where no key of the deployment decrypts them. */
  readonly credentials: AccountCredentials | null;
  readonly createdAt: Date;
  readonly credentialsChangedAt: Date;
  /** Since when it takes no new payments; null while it does. */
  readonly retiredAt: Date | null;
  /** Whether payments were ever sent there; from then on it cannot be removed. */
  readonly isUsed: boolean;
  /**
   * Whether a payment was ever opened there, by an answer that came before other credentials took the place of those that
   * asked. Of all other payments the orders tell.
   */
  readonly hasOpened: boolean;
  /** Grows by one with each change; the conditional write names the one before. */
  readonly revision: number;
}

export interface AccountCredentials {
  /** Keys, secrets and names of the account by the names that its channel's type gives them. */
  readonly members: Readonly<Record<string, string>>;
  /** With what the processor signed callbacks before; accepted until it is retired. */
  readonly previousCallbackSecret: string | null;
}

/** The deployment's own account of a type is called like the type, a merchant's carries the merchant's ID. */
export function channelIdOf(channelType: string, merchantId: string | null): string {
  return merchantId === null ? channelType : `${channelType}-${merchantId}`;
}

/** What the name of a channel says: its type, which has no hyphen, and whose own it is; null for the deployment's. */
export function readChannelId(channelId: string): Pick<ChannelAccount, 'channelType' | 'merchantId'> {
  const [, channelType = channelId, merchantId = null] = /^([^-]*)-(.*)$/s.exec(channelId) ?? [];
  return { channelType, merchantId };
}

export function newChannelAccount(
  account: Pick<ChannelAccount, 'channelType' | 'merchantId'> & {
    readonly members: AccountCredentials['members'];
  },
  now: Date,
): ChannelAccount {
  const { channelType, merchantId, members } = account;
  return {
    channelId: channelIdOf(channelType, merchantId),
    channelType,
    merchantId,
    state: 'active',
    credentials: { members, previousCallbackSecret: null },
    createdAt: now,
    credentialsChangedAt: now,
    retiredAt: null,
    isUsed: false,
    hasOpened: false,
    revision: 1,
  };
}

/**
 * Puts other credentials in the place of the present ones. Callbacks may be signed with the callback secret before
 * until that is retired: the processor changes over at a moment of its own. Refuses while there are two already: what
 * is signed with the older one would be refused.
 */
export function rotateCredentials(
  account: ChannelAccount,
  members: AccountCredentials['members'],
  callbackSecretMember: string,
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
    credentialsChangedAt: now,
  };
}

/** Ends a rotation: callbacks are verified with the current secret alone. */
export function retireCallbackSecret(account: ChannelAccount): ChannelAccount {
  if (account.credentials === null || account.credentials.previousCallbackSecret === null) return account;
  return { ...account, credentials: { ...account.credentials, previousCallbackSecret: null } };
}

/**
 * Moves an account along a row of its table: the only place where its state changes. One that is there stays as it is.
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

/** All that callbacks may be signed with, the current one first. */
export function callbackSecretsOf(
  { members, previousCallbackSecret }: AccountCredentials,
  callbackSecretMember: string,
): readonly [string, ...string[]] {
  const current = members[callbackSecretMember];
  assert(current !== undefined, 'credentials were read before they are used');
  return previousCallbackSecret === null ? [current] : [current, previousCallbackSecret];
}
