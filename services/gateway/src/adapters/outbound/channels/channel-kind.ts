import { compileValidator } from '@kassa/contracts';
import type { Static, TObject, TSchema } from 'typebox';
import type { Environment } from '../../../domain/environment.ts';
import type {
  ChannelTypeDescription,
  CredentialMember,
  CredentialReading,
} from '../../../ports/channel-types.ts';
import type { PaymentChannel } from '../../../ports/payment-channel.ts';
import type { SandboxTriggers } from '../../../ports/sandbox-triggers.ts';

/** A kind of channel, as the folder of the channel exports it. `channel-kinds.ts` lists all kinds. */
export type ChannelKind = AccountKind | SandboxKind;

/** A processor that the gateway reaches through accounts. Operators enter the credentials of each account. */
export interface AccountKind {
  readonly accounts: 'stored';
  readonly channelType: string;
  /** Codes of all payment methods that an account of this kind may offer for some payment order. */
  readonly methodCodes: readonly string[];
  /**
   * The environment variable for an address that replaces the processor's own, for example of a test server or an
   * outgoing proxy.
   */
  readonly urlVariable: string;
  /** Describes the credentials that an account needs in an environment. */
  describe(environment: Environment): ChannelTypeDescription;
  /** Opens a channel with credentials. The caller has validated the credentials. */
  open(access: ChannelAccess<Credentials>): PaymentChannel;
}

/**
 * A channel of the sandbox processor, which simulates a real processor. Environment variables give the sandbox
 * processor's address.
 */
export interface SandboxKind {
  readonly accounts: 'sandbox';
  readonly channelType: string;
  /** Codes of all payment methods that this channel may offer for some payment order. */
  readonly methodCodes: readonly string[];
  open(processor: SandboxProcessor): PaymentChannel;
  /** The events that testers can trigger for payments of this channel. */
  triggers(processor: SandboxProcessor): SandboxTriggers;
}

/** An account's credentials by member name: keys, secrets and names, each a string. */
export type Credentials = Readonly<Record<string, string>>;

export interface ChannelAccess<Members> {
  readonly channelId: string;
  readonly credentials: Members;
  /** All secrets that may sign a callback, the current secret first. */
  readonly callbackSecrets: readonly [string, ...string[]];
  /** An origin that replaces the processor's own. Null for the processor's own. */
  readonly url: string | null;
}

export interface SandboxProcessor {
  readonly baseUrl: string;
  /** The address at which consumers' browsers reach the sandbox processor. */
  readonly publicUrl: string;
  readonly apiKey: string;
  readonly callbackSecret: string;
}

/** How a channel's folder defines its kind of account. */
export interface AccountKindDefinition<Schema extends TObject> {
  /**
   * The name of the channel type. It contains no hyphen, because a channel's ID joins this name and the merchant's ID
   * with a hyphen.
   */
  readonly channelType: string;
  readonly methodCodes: readonly string[];
  readonly urlVariable: string;
  /**
   * The schema of an account's credentials. Each member is a string with a pattern, a description and an example;
   * members that may never be shown are `writeOnly`.
   *
   * The patterns accept only keys of the given environment: test keys in the sandbox, live keys in production.
   */
  readonly credentials: (environment: Environment) => Schema;
  readonly callbackSecretMember: keyof Static<Schema> & string;
  /** Members that are unique to one account at the processor, so that nobody can add the same account twice. */
  readonly identifyingMembers: readonly (keyof Static<Schema> & string)[];
  /**
   * Members that name the account at the processor, so that a new value means another account. A member that leads to
   * other idempotency keys counts as a name too, because a repeated refund would be made twice. No secrets: they are
   * stored unencrypted. Empty if only keys identify an account. Because keys change, the gateway then calls `ask` for one of the account's payments to find
   * out whether new keys belong to the same account.
   */
  readonly namingMembers: readonly MemberOf<Schema>[];
  open(access: ChannelAccess<Static<Schema>>): PaymentChannel;
}

/** The name of a member that the credentials have in at least one environment. */
type MemberOf<Schema extends TObject> = Schema extends unknown ? keyof Static<Schema> & string : never;

export function accountKind<Schema extends TObject>(kind: AccountKindDefinition<Schema>): AccountKind {
  const { channelType, methodCodes, urlVariable } = kind;
  const descriptions = {
    sandbox: descriptionOf(kind, kind.credentials('sandbox')),
    production: descriptionOf(kind, kind.credentials('production')),
  };
  return {
    accounts: 'stored',
    channelType,
    methodCodes,
    urlVariable,
    describe: (environment) => descriptions[environment],
    open: (access) => kind.open(access as ChannelAccess<Static<Schema>>),
  };
}

function descriptionOf<Schema extends TObject>(
  { channelType, callbackSecretMember, identifyingMembers, namingMembers }: AccountKindDefinition<Schema>,
  schema: Schema,
): ChannelTypeDescription {
  const validate = compileValidator(schema);
  const members = Object.entries(schema.properties).map(([name, member]) =>
    memberOf(name, member, schema.required?.includes(name) ?? false),
  );
  return {
    channelType,
    callbackSecretMember,
    identifyingMembers,
    namingMembers,
    members,
    read: (given) => {
      const reading = validate(given);
      return reading.kind === 'valid'
        ? { kind: 'valid', members: reading.value as Credentials }
        : { kind: 'invalid', faults: faultsOf(reading.fields, members) };
    },
  };
}

function memberOf(name: string, member: TSchema, isRequired: boolean): CredentialMember {
  const {
    description = '',
    examples = [],
    writeOnly = false,
  } = member as {
    description?: string;
    examples?: readonly string[];
    writeOnly?: boolean;
  };
  return { name, description, example: examples[0] ?? '', isRequired, isSecret: writeOnly };
}

/**
 * Replaces faults about unknown members by one fault that lists the known members. Somebody may have entered a key in
 * place of a member's name, and the answer must not repeat that key.
 */
function faultsOf(
  faults: Extract<CredentialReading, { kind: 'invalid' }>['faults'],
  members: readonly CredentialMember[],
): Extract<CredentialReading, { kind: 'invalid' }>['faults'] {
  const names = members.map(({ name }) => name);
  const known = faults.filter(({ path }) => path === '' || names.includes(path));
  return known.length === faults.length
    ? faults
    : [...known, { path: '', message: `has a member that is none of ${names.join(', ')}` }];
}
