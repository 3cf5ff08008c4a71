import type { FieldError } from '@kassa/contracts';
import type { ChannelAccount } from '../domain/channel-account/channel-account.ts';

/** The types of accounts at processors, and the credentials that each type needs. */
export interface ChannelTypes {
  list(): readonly ChannelTypeDescription[];
  find(channelType: string): ChannelTypeDescription | undefined;
  /** Why an account cannot be used, in words that contain no credential value; null if the account can be used. */
  faultOf(account: ChannelAccount): string | null;
  /** Codes of all payment methods that channels of a type may serve; empty for an unknown type. */
  methodCodes(channelType: string): readonly string[];
  /** Channels that need no account. Environment variables contain their addresses. */
  builtIn(): readonly { readonly channelId: string; readonly channelType: string }[];
}

export interface ChannelTypeDescription {
  readonly channelType: string;
  readonly members: readonly CredentialMember[];
  /** The member that verifies callbacks. */
  readonly callbackSecretMember: string;
  /**
   * Credential members whose values no two accounts at the processor share. If two accounts have the same value, they are the
   * same account.
   */
  readonly identifyingMembers: readonly string[];
  /**
   * Credential members that name the account at the processor. Another value means another account, or other idempotency keys.
   * They are no secrets. Empty if the credentials do not name their account.
   */
  readonly namingMembers: readonly string[];
  /**
   * Checks credentials for this environment. The reported faults contain no credential value and no name of an unknown member,
   * because either could be a secret.
   */
  read(given: unknown): CredentialReading;
}

export interface CredentialMember {
  readonly name: string;
  readonly description: string;
  readonly example: string;
  readonly isRequired: boolean;
  /**
   * Whether the credential member is secret. Account names, and keys that are sent to payment pages, are not and may be shown.
   */
  readonly isSecret: boolean;
}

export type CredentialReading =
  | { readonly kind: 'valid'; readonly members: Readonly<Record<string, string>> }
  | { readonly kind: 'invalid'; readonly faults: readonly FieldError[] };
