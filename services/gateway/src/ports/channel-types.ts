import type { FieldError } from '@kassa/contracts';
import type { ChannelAccount } from '../domain/channel-account/channel-account.ts';

/** The types of accounts at processors, and the credentials that each type needs. */
export interface ChannelTypes {
  list(): readonly ChannelTypeDescription[];
  find(channelType: string): ChannelTypeDescription | undefined;
  /** Returns why an account cannot be used, in words that contain no credential value; null if it can be used. */
  faultOf(account: ChannelAccount): string | null;
  /** Returns the codes of all payment methods that channels of a type may serve; empty for an unknown type. */
  methodCodes(channelType: string): readonly string[];
  /** Returns the channels that need no stored account. Their addresses come from environment variables. */
  builtIn(): readonly { readonly channelId: string; readonly channelType: string }[];
}

export interface ChannelTypeDescription {
  readonly channelType: string;
  readonly members: readonly CredentialMember[];
  /** The name of the credential member that verifies callbacks. */
  readonly callbackSecretMember: string;
  /**
   * Credential members that differ between any two accounts at the processor. If two stored accounts have the same value in one
   * of them, they are the same account at the processor.
   */
  readonly identifyingMembers: readonly string[];
  /**
   * Names of the credential members that identify the account at the processor and are not secret. After the first payment, new
   * credentials with another value are refused: they belong to another account, or to another data center, which does not know
   * earlier idempotency keys. Empty if no member identifies the account.
   */
  readonly namingMembers: readonly string[];
  /**
   * Checks credentials for this environment (sandbox or production). The faults that it returns contain no credential value and
   * no name of an unknown member, because either could be a secret.
   */
  read(given: unknown): CredentialReading;
}

export interface CredentialMember {
  readonly name: string;
  readonly description: string;
  readonly example: string;
  readonly isRequired: boolean;
  /**
   * Whether the credential member is a secret. Account names, and keys that payment pages receive, are not secret and may be
   * shown.
   */
  readonly isSecret: boolean;
}

export type CredentialReading =
  | { readonly kind: 'valid'; readonly members: Readonly<Record<string, string>> }
  | { readonly kind: 'invalid'; readonly faults: readonly FieldError[] };
