import type { FieldError } from '@kassa/contracts';
import type { ChannelAccount } from '../domain/channel-account/channel-account.ts';

/** What kinds of accounts at processors there are, and what opens them. */
export interface ChannelTypes {
  list(): readonly ChannelTypeDescription[];
  find(channelType: string): ChannelTypeDescription | undefined;
  /** Why an account cannot be used, without a value of it; null when it can. */
  faultOf(account: ChannelAccount): string | null;
  /** Every method that channels of a type may serve; none where there is no such type. */
  methodCodes(channelType: string): readonly string[];
  /** Channels that are there without an account, because the environment says where they are. */
  builtIn(): readonly { readonly channelId: string; readonly channelType: string }[];
}

export interface ChannelTypeDescription {
  readonly channelType: string;
  readonly members: readonly CredentialMember[];
  /** The member that verifies callbacks. */
  readonly callbackSecretMember: string;
  /** Members of which no two accounts at the processor have the same: those with one alike are one account there. */
  readonly identifyingMembers: readonly string[];
  /** Members that name the account, so that another value means another account; none where keys tell nothing. */
  readonly namingMembers: readonly string[];
  /** Judges credentials for this environment. No fault tells a value, nor the name of a member that is not known. */
  read(given: unknown): CredentialReading;
}

export interface CredentialMember {
  readonly name: string;
  readonly description: string;
  readonly example: string;
  readonly isRequired: boolean;
  /** Others may be shown, such as names of accounts and the keys that pages get. */
  readonly isSecret: boolean;
}

export type CredentialReading =
  | { readonly kind: 'valid'; readonly members: Readonly<Record<string, string>> }
  | { readonly kind: 'invalid'; readonly faults: readonly FieldError[] };
