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

/** What the folder of a channel exports; `channel-kinds.ts` lists all of them. */
export type ChannelKind = AccountKind | SandboxKind;

/** A processor that is used through accounts, whose credentials operators enter. */
export interface AccountKind {
  readonly accounts: 'stored';
  readonly channelType: string;
  /** Every method that an account may serve for some order. */
  readonly methodCodes: readonly string[];
  /** The environment variable for an address that replaces the vendor's own, for tests and outgoing proxies. */
  readonly urlVariable: string;
  /** Describes the credentials of an environment. */
  describe(environment: Environment): ChannelTypeDescription;
  /** Called with credentials that were validated. */
  open(access: ChannelAccess<Credentials>): PaymentChannel;
}

/** A simulator of the sandbox processor; environment variables say where the processor is. */
export interface SandboxKind {
  readonly accounts: 'sandbox';
  readonly channelType: string;
  /** Every method that the simulator may serve for some order. */
  readonly methodCodes: readonly string[];
  open(processor: SandboxProcessor): PaymentChannel;
  /** What testers can trigger for its payments. */
  triggers(processor: SandboxProcessor): SandboxTriggers;
}

/** Members by name: keys, secrets and names of an account, each a string. */
export type Credentials = Readonly<Record<string, string>>;

export interface ChannelAccess<Members> {
  readonly channelId: string;
  readonly credentials: Members;
  /** All secrets that may sign a callback, the current one first. */
  readonly callbackSecrets: readonly [string, ...string[]];
  /** An origin that replaces the vendor's own; null for the vendor's own. */
  readonly url: string | null;
}

export interface SandboxProcessor {
  readonly baseUrl: string;
  /** The address at which consumers' browsers reach it. */
  readonly publicUrl: string;
  readonly apiKey: string;
  readonly callbackSecret: string;
}

/** An account kind, as its folder defines it. */
export interface AccountKindDefinition<Schema extends TObject> {
  /** Contains no hyphen, because in a channel's name the merchant ID follows a hyphen. */
  readonly channelType: string;
  readonly methodCodes: readonly string[];
  readonly urlVariable: string;
  /**
   * The members of an account's credentials, each a string with a pattern, a description and an example.
   * Members that may never be shown are `writeOnly`. Patterns accept the environment's own keys only: test keys
   * in the sandbox, live keys in production.
   */
  readonly credentials: (environment: Environment) => Schema;
  readonly callbackSecretMember: keyof Static<Schema> & string;
  /** Members that are unique to one account at the processor, so that no account can be added twice. */
  readonly identifyingMembers: readonly (keyof Static<Schema> & string)[];
  /**
   * Members that name the account at the processor, so that another value means another account. Empty if only
   * the keys identify an account, because keys change; the channel then tells accounts apart by calling `ask` for
   * a payment made there.
   */
  readonly namingMembers: readonly (keyof Static<Schema> & string)[];
  open(access: ChannelAccess<Static<Schema>>): PaymentChannel;
}

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

/** The answer must not contain a key that was entered in place of a name. */
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
