import { compileValidator, type FieldError } from '@kassa/contracts';
import type { Static, TObject } from 'typebox';
import type { Environment } from '../../../domain/environment.ts';
import type { PaymentChannel } from '../../../ports/payment-channel.ts';
import type { SandboxTriggers } from '../../../ports/sandbox-triggers.ts';

/** What the folder of a channel exports; `channel-kinds.ts` lists them all. */
export type ChannelKind = AccountKind | SandboxKind;

/** A processor that is used through accounts at it, whose credentials operators enter. */
export interface AccountKind {
  readonly accounts: 'stored';
  readonly channelType: string;
  /** Environment variable with an address in the place of the vendor's own, for tests and outgoing proxies. */
  readonly urlVariable: string;
  /** Members of the credentials that may be shown, such as names of accounts and the keys that pages get. */
  readonly shownMembers: readonly string[];
  /** The member that verifies callbacks: while it is being replaced, the one before is accepted as well. */
  readonly callbackSecretMember: string;
  /** Judges credentials whole. A fault names the member and never its value. */
  read(given: unknown, environment: Environment): CredentialReading;
  open(access: ChannelAccess<Credentials>): PaymentChannel;
}

/** A simulator in the sandbox processor's family; environment variables say where it is. */
export interface SandboxKind {
  readonly accounts: 'sandbox';
  readonly channelType: string;
  open(processor: SandboxProcessor): PaymentChannel;
  /** What testers may do to its payments. */
  triggers(processor: SandboxProcessor): SandboxTriggers;
}

/** Members by name: keys, secrets and names of an account, each a text. */
export type Credentials = Readonly<Record<string, string>>;

export interface ChannelAccess<Members> {
  readonly channelId: string;
  readonly credentials: Members;
  /** All that a callback may be signed with, the current one first. */
  readonly callbackSecrets: readonly [string, ...string[]];
  /** Origin to call in the place of the vendor's own; null for that. */
  readonly url: string | null;
}

export interface SandboxProcessor {
  readonly baseUrl: string;
  /** How consumers' browsers reach it. */
  readonly publicUrl: string;
  readonly apiKey: string;
  readonly callbackSecret: string;
}

export type CredentialReading =
  | { readonly kind: 'valid'; readonly credentials: Credentials }
  | { readonly kind: 'invalid'; readonly faults: readonly FieldError[] };

/** An account kind in the words of its folder. */
export interface AccountKindDefinition<Schema extends TObject> {
  readonly channelType: string;
  readonly urlVariable: string;
  /**
   * Members of an account's credentials, each a text with a pattern, a description and an example. Those that may never
   * be shown are `writeOnly`. Patterns hold the environment's own keys only: test keys in the sandbox, live ones in
   * production.
   */
  readonly credentials: (environment: Environment) => Schema;
  readonly callbackSecretMember: keyof Static<Schema> & string;
  /** Called with credentials that match the schema. */
  open(access: ChannelAccess<Static<Schema>>): PaymentChannel;
}

export function accountKind<Schema extends TObject>(kind: AccountKindDefinition<Schema>): AccountKind {
  const schemas = { sandbox: kind.credentials('sandbox'), production: kind.credentials('production') };
  const validators = {
    sandbox: compileValidator(schemas.sandbox),
    production: compileValidator(schemas.production),
  };
  const { channelType, urlVariable, callbackSecretMember } = kind;
  return {
    accounts: 'stored',
    channelType,
    urlVariable,
    callbackSecretMember,
    shownMembers: Object.entries(schemas.production.properties)
      .filter(([, member]) => !('writeOnly' in member && member.writeOnly === true))
      .map(([name]) => name),
    read: (given, environment) => {
      const reading = validators[environment](given);
      return reading.kind === 'valid'
        ? { kind: 'valid', credentials: reading.value as Credentials }
        : { kind: 'invalid', faults: reading.fields };
    },
    open: (access) => kind.open(access as ChannelAccess<Static<Schema>>),
  };
}
