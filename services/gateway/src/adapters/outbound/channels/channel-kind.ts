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

/** The types that the interface names neutrally (interface, section 2.5); the code behind them is about the vendor. */
export const neutralNames = { stripe: 'ProcessorA', adyen: 'ProcessorB' } as const;

/** What the folder of a channel exports; `channel-kinds.ts` lists them all. */
export type ChannelKind = AccountKind | SandboxKind;

/** A processor that is used through accounts at it, whose credentials operators enter. */
export interface AccountKind {
  readonly accounts: 'stored';
  readonly channelType: string;
  /** Every method that an account may serve, whatever the order and the account. */
  readonly methodCodes: readonly string[];
  /** Environment variable with an address in the place of the vendor's own, for tests and outgoing proxies. */
  readonly urlVariable: string;
  /** What its credentials are in an environment. */
  describe(environment: Environment): ChannelTypeDescription;
  /** Called with credentials that were read. */
  open(access: ChannelAccess<Credentials>): PaymentChannel;
}

/** A simulator in the sandbox processor's family; environment variables say where it is. */
export interface SandboxKind {
  readonly accounts: 'sandbox';
  readonly channelType: string;
  /** Every method that it may serve, whatever the order. */
  readonly methodCodes: readonly string[];
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

/** An account kind in the words of its folder. */
export interface AccountKindDefinition<Schema extends TObject> {
  /** Without a hyphen: behind one, the name of a channel says whose own it is. */
  readonly channelType: string;
  readonly methodCodes: readonly string[];
  readonly urlVariable: string;
  /**
   * Members of an account's credentials, each a text with a pattern, a description and an example. Those that may never
   * be shown are `writeOnly`. Patterns hold the environment's own keys only: test keys in the sandbox, live ones in
   * production.
   */
  readonly credentials: (environment: Environment) => Schema;
  readonly callbackSecretMember: keyof Static<Schema> & string;
  /** Members of which no two accounts at the processor have the same, so that none is entered twice. */
  readonly identifyingMembers: readonly (keyof Static<Schema> & string)[];
  /**
   * Members that name the account at the processor: with another value it is another account. Empty where an account is
   * known by its keys alone, which change; then `ask` of a payment that was made there tells accounts apart.
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

/** A key that stands where a name belongs must not come back in the answer. */
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
