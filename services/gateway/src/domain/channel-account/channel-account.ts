import assert from 'node:assert/strict';
import {
  type ChannelAccountState,
  type ChannelAccountTransitionCause,
  channelAccountTransitions,
} from '@kassa/contracts';

/** An account at a processor, with its credentials. */
export interface ChannelAccount {
  /** The account's name in this deployment, which addresses, routes and attempts use. */
  readonly channelId: string;
  readonly channelType: string;
  /** The merchant that owns the account; null for the deployment's account, which serves all merchants without their own. */
  readonly merchantId: string | null;
  /** A retired account takes no new payments; payments already begun there continue to their end. */
  readonly state: ChannelAccountState;
  /** Null if no key of the deployment decrypts them. */
  readonly credentials: AccountCredentials | null;
  readonly createdAt: Date;
  readonly credentialsChangedAt: Date;
  /** Since when the account takes no new payments; null while it takes them. */
  readonly retiredAt: Date | null;
  /** Whether payments were ever sent to the account; from then on it cannot be removed. */
  readonly isUsed: boolean;
  /**
   * Whether a payment was opened at the account by an answer that came before its credentials were replaced. The orders
   * record all other openings.
   */
  readonly hasOpened: boolean;
  /** Grows by one with each change; the conditional write names the previous revision. */
  readonly revision: number;
}

export interface AccountCredentials {
  /** Keys, secrets and names of the account, by the member names of its channel type. */
  readonly members: Readonly<Record<string, string>>;
  /** The previous secret for signing callbacks; accepted until an operator retires it. */
  readonly previousCallbackSecret: string | null;
}

/** The deployment's own account is named after its type; a merchant's account also carries the merchant's ID. */
export function channelIdOf(channelType: string, merchantId: string | null): string {
  return merchantId === null ? channelType : `${channelType}-${merchantId}`;
}

/** Reads a channel's name: its type, which has no hyphen, and the merchant that owns it; null for the deployment. */
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
 * Replaces the present credentials. Callbacks may still be signed with the previous callback secret until an operator retires
 * it, because the processor switches over at its own time. Refuses if two secrets are already active, because callbacks
 * signed with the older one would then be rejected.
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

/** Ends a rotation: only the current secret verifies callbacks. */
export function retireCallbackSecret(account: ChannelAccount): ChannelAccount {
  if (account.credentials === null || account.credentials.previousCallbackSecret === null) return account;
  return { ...account, credentials: { ...account.credentials, previousCallbackSecret: null } };
}

/**
 * Moves an account along a row of its transition table. Only this function changes an account's state. An account without a
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

/** All secrets that callbacks may be signed with, the current one first. */
export function callbackSecretsOf(
  { members, previousCallbackSecret }: AccountCredentials,
  callbackSecretMember: string,
): readonly [string, ...string[]] {
  const current = members[callbackSecretMember];
  assert(current !== undefined, 'credentials were read before they are used');
  return previousCallbackSecret === null ? [current] : [current, previousCallbackSecret];
}
