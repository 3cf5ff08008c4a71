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
import type { MakeKey } from './deployment-keys.ts';
import type { Trial } from './trial/trial-task.ts';

/** A kind of channel, such as Stripe. Each kind has a folder here, and `channel-kinds.ts` lists all kinds. */
export type ChannelKind = AccountKind | SandboxKind;

/** A kind of channel that uses accounts at a real processor. Operators enter the credentials of each account. */
export interface AccountKind {
  readonly accounts: 'stored';
  readonly channelType: string;
  /** Codes of all payment methods that a channel of this kind can offer. For a given order, it may offer only some of them. */
  readonly methodCodes: readonly string[];
  /**
   * The environment variable that replaces the processor's own address, for example with the address of a test server or an
   * outgoing proxy.
   */
  readonly urlVariable: string;
  /** Describes the credentials that an operator must enter for an account, in the sandbox or in production. */
  describe(environment: Environment): ChannelTypeDescription;
  /** Opens the channel of an account. The account's credentials must have been validated before. */
  open(access: ChannelAccess<Credentials>): PaymentChannel;
  /**
   * The trial at the processor's test environment, which shows whether an account works before it is used. Null if this kind
   * has no trial.
   */
  readonly trial: Trial<Credentials> | null;
}

/**
 * A kind of channel that calls the sandbox processor, which simulates a real processor. It needs no account: environment
 * variables give the processor's address and key.
 */
export interface SandboxKind {
  readonly accounts: 'sandbox';
  readonly channelType: string;
  /** Codes of all payment methods that this channel can offer. For a given order, it may offer only some of them. */
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
  /** All secrets with which the processor may sign a callback at present. The newest secret comes first. */
  readonly callbackSecrets: readonly [string, ...string[]];
  /** The address to call instead of the processor's own. Null to call the processor's own. */
  readonly url: string | null;
  /** Makes the idempotency key of a call from an ID of the gateway. */
  readonly keyFor: MakeKey;
}

export interface SandboxProcessor {
  readonly baseUrl: string;
  /** The address at which consumers' browsers reach the sandbox processor. */
  readonly publicUrl: string;
  readonly apiKey: string;
  readonly callbackSecret: string;
}

/**
 * What each channel type defines about its accounts at the processor. `accountKind` turns this definition into an
 * `AccountKind`.
 */
export interface AccountKindDefinition<Schema extends TObject> {
  /**
   * The name of the channel type, without a hyphen. A channel's ID may consist of this name, a hyphen and the merchant's ID.
   */
  readonly channelType: string;
  readonly methodCodes: readonly string[];
  readonly urlVariable: string;
  /**
   * Returns the schema of an account's credentials. Each credential is a string with a pattern, a description and an example. A
   * credential that may never be shown is `writeOnly`.
   *
   * The patterns accept only test keys in the sandbox, and only live keys in production.
   */
  readonly credentials: (environment: Environment) => Schema;
  readonly callbackSecretMember: keyof Static<Schema> & string;
  /**
   * The credentials that no two accounts at the processor share. The gateway compares these credentials, so that it notices if
   * an account is added a second time.
   */
  readonly identifyingMembers: readonly (keyof Static<Schema> & string)[];
  /**
   * The credentials that identify the account at the processor: a different value means a different account. They include a
   * credential that selects the processor's data center: another data center does not know the earlier idempotency keys, so a
   * refund that is sent again would be made twice there. These credentials are not secret, and are stored unencrypted.
   *
   * The list is empty if an account has only keys, which can change while the account stays the same. The gateway then checks
   * new keys by asking the processor for an existing payment.
   */
  readonly namingMembers: readonly MemberOf<Schema>[];
  open(access: ChannelAccess<Static<Schema>>): PaymentChannel;
  /** The trial at the processor's test environment. Absent if this kind has no trial. */
  readonly trial?: Trial<Static<NoInfer<Schema>>>;
}

/** The name of a credential that accounts have in the sandbox, in production or in both. */
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
    trial: (kind.trial as Trial<Credentials> | undefined) ?? null,
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
 * Replaces the errors about unknown credential names with one error that lists the known names. Somebody may have entered a key
 * in place of a name, and no answer may repeat a key.
 */
function faultsOf(
  faults: Extract<CredentialReading, { kind: 'invalid' }>['faults'],
  members: readonly CredentialMember[],
): Extract<CredentialReading, { kind: 'invalid' }>['faults'] {
  const names = members.map(({ name }) => name);
  const known = faults.filter(({ path }) => path === '' || names.includes(path));
  return known.length === faults.length
    ? faults
    : [...known, { path: '', message: `has an unknown member; the known members are ${names.join(', ')}` }];
}
