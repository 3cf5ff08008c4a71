import type { FieldError } from '@kassa/contracts';
import type { ChannelAccount } from '../domain/channel-account/channel-account.ts';

/** The types of accounts at processors, and the credentials that each needs. */
export interface ChannelTypes {
  list(): readonly ChannelTypeDescription[];
  find(channelType: string): ChannelTypeDescription | undefined;
  /** Why an account cannot be used, without revealing any credential value; null if it can be used. */
  faultOf(account: ChannelAccount): string | null;
  /** Every method that channels of a type may serve; empty for an unknown type. */
  methodCodes(channelType: string): readonly string[];
  /** Channels without an account; environment variables give their addresses. */
  builtIn(): readonly { readonly channelId: string; readonly channelType: string }[];
}

export interface ChannelTypeDescription {
  readonly channelType: string;
  readonly members: readonly CredentialMember[];
  /** The member that verifies callbacks. */
  readonly callbackSecretMember: string;
  /** Members whose values no two accounts at the processor share: equal values mean the same account. */
  readonly identifyingMembers: readonly string[];
  /** Members that name the account, so that another value means another account; empty if the credentials do not name it. */
  readonly namingMembers: readonly string[];
  /** Checks credentials for this environment. No fault reveals a value or the name of an unknown member. */
  read(given: unknown): CredentialReading;
}

export interface CredentialMember {
  readonly name: string;
  readonly description: string;
  readonly example: string;
  readonly isRequired: boolean;
  /** False for members that may be shown, such as account names and keys that pages receive. */
  readonly isSecret: boolean;
}

export type CredentialReading =
  | { readonly kind: 'valid'; readonly members: Readonly<Record<string, string>> }
  | { readonly kind: 'invalid'; readonly faults: readonly FieldError[] };
