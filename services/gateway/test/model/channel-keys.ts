import {
  type ChannelAccount,
  callbackSecretsOf,
  newChannelAccount,
} from '../../src/domain/channel-account/channel-account.ts';
import type { RawCallback } from '../../src/ports/channel-callback.ts';
import type { ChannelTypeDescription, ChannelTypes } from '../../src/ports/channel-types.ts';
import type { PaymentChannel } from '../../src/ports/payment-channel.ts';
import { FakeChannel } from '../in-memory/fake-channel.ts';
import { InMemoryChannelAccounts } from '../in-memory/in-memory-channel-accounts.ts';
import type { LedgerChannel } from './ledger-channel.ts';

type Owner = 'own' | 'stranger';

/** One account as its processor knows it: the keys that open it, and the secret that signs its callbacks. */
interface AccountAtProcessor {
  readonly channel: LedgerChannel;
  /** Another account at the same processor, without any payments of the gateway. */
  readonly stranger: FakeChannel;
  readonly keys: Map<string, Owner>;
  signingSecret: string;
  newestSecret: string;
}

const CALLBACK_SECRET = 'callbackSecret';
const SIGNED_WITH = 'signed-with';

/** The keys and callback secrets of all accounts, as the processors know them and as the gateway has stored them. */
export class ChannelKeys {
  readonly accounts = new InMemoryChannelAccounts();
  readonly types: ChannelTypes;
  readonly #processors: ReadonlyMap<string, AccountAtProcessor>;
  /** All callback secrets that the gateway has ever stored. */
  readonly #everTaken = new Set<string>();
  #issued = 0;

  constructor(channels: readonly LedgerChannel[], now: Date) {
    this.#processors = new Map(
      channels.map((channel) => {
        const secret = this.#issue('secret');
        const stranger = new FakeChannel({ channelId: channel.channelId });
        const known = { channel, stranger, keys: new Map(), signingSecret: secret, newestSecret: secret };
        return [channel.channelId, known];
      }),
    );
    this.types = typesOf(channels);
    for (const { channelId, channelType } of channels) {
      const members = this.newCredentials(channelId, 'own', false);
      const namingMembers = this.types.find(channelType)?.namingMembers ?? [];
      void this.accounts.insert(
        newChannelAccount({ channelType, merchantId: null, members, namingMembers }, now),
      );
      this.#everTaken.add(this.signingSecret(channelId));
    }
  }

  /**
   * Returns credentials with a new key of the account or of another account. Their callback secret is the newest one, or a new
   * one.
   */
  newCredentials(channelId: string, owner: Owner, isSecretNew: boolean): Readonly<Record<string, string>> {
    const processor = this.#processor(channelId);
    const key = this.#issue('key');
    processor.keys.set(key, owner);
    if (isSecretNew) processor.newestSecret = this.#issue('secret');
    return { key, account: owner, [CALLBACK_SECRET]: processor.newestSecret };
  }

  /** Revokes the older keys of an account. The operator has replaced them with the stored one. */
  async revokeOlder(channelId: string): Promise<void> {
    const stored = (await this.accounts.find(channelId))?.credentials?.members.key;
    const { keys } = this.#processor(channelId);
    for (const key of [...keys.keys()]) {
      if (key === stored) return;
      keys.delete(key);
    }
  }

  signingSecret(channelId: string): string {
    return this.#processor(channelId).signingSecret;
  }

  signAnew(channelId: string): void {
    const processor = this.#processor(channelId);
    if (processor.signingSecret === processor.newestSecret) processor.newestSecret = this.#issue('secret');
    processor.signingSecret = processor.newestSecret;
  }

  /** Makes the processor sign callbacks with the current secret of the stored account. */
  async signAsStored(channelId: string): Promise<void> {
    const secret = (await this.accounts.find(channelId))?.credentials?.members[CALLBACK_SECRET];
    const processor = this.#processor(channelId);
    processor.signingSecret = secret ?? processor.signingSecret;
    processor.newestSecret = processor.signingSecret;
  }

  async takenSecrets(channelId: string): Promise<readonly string[]> {
    const credentials = (await this.accounts.find(channelId))?.credentials;
    return credentials ? callbackSecretsOf(credentials, CALLBACK_SECRET) : [];
  }

  /** Whether the gateway may ever have accepted callbacks signed with this secret. */
  wasEverTaken(secret: string): boolean {
    return this.#everTaken.has(secret);
  }

  noteGiven(members: Readonly<Record<string, string>>): void {
    this.#everTaken.add(members[CALLBACK_SECRET] ?? '');
  }

  sign<Raw extends Pick<RawCallback, 'headers'>>(channelId: string, raw: Raw): Raw {
    return { ...raw, headers: { ...raw.headers, [SIGNED_WITH]: this.signingSecret(channelId) } };
  }

  /** Opens the channel as the processor does for a caller with an account's credentials. */
  open(account: ChannelAccount): PaymentChannel {
    const { channel } = this.#processor(account.channelId);
    const { credentials } = account;
    const secrets: readonly string[] = credentials ? callbackSecretsOf(credentials, CALLBACK_SECRET) : [];
    return new Proxy(channel, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name === 'methods') return value.bind(target);
        if (name === 'readCallback') {
          return (raw: RawCallback) =>
            secrets.includes(String(raw.headers[SIGNED_WITH]))
              ? target.readCallback(raw)
              : Promise.resolve({ kind: 'forged', reason: 'the signature does not verify' });
        }
        return (...args: readonly unknown[]) =>
          this.#callWith(account.channelId, credentials?.members.key, String(name), args);
      },
    });
  }

  /**
   * Makes a call to the processor with a key. A call with a revoked key fails. The channel checks synchronously whether it is
   * reachable.
   */
  #callWith(channelId: string, key: string | undefined, method: string, args: readonly unknown[]): unknown {
    const { channel, stranger, keys } = this.#processor(channelId);
    const owner = keys.get(key ?? '');
    const at = owner === 'stranger' ? stranger : channel;
    const wasReachable = channel.isReachable;
    stranger.isReachable = wasReachable;
    if (owner === undefined) channel.isReachable = false;
    try {
      return Reflect.apply(
        Reflect.get(at, method, at) as (...given: readonly unknown[]) => unknown,
        at,
        args,
      );
    } finally {
      channel.isReachable = wasReachable;
    }
  }

  #processor(channelId: string): AccountAtProcessor {
    const processor = this.#processors.get(channelId);
    if (processor === undefined) throw new Error(`there is no channel ${channelId}`);
    return processor;
  }

  #issue(what: string): string {
    this.#issued += 1;
    return `${what}_${this.#issued}`;
  }
}

/**
 * Describes the channel types. The credentials of a vendor that cannot be asked name the account; the credentials of other
 * vendors do not.
 */
function typesOf(channels: readonly LedgerChannel[]): ChannelTypes {
  const descriptions = channels.map(
    ({ channelType, vendor }): ChannelTypeDescription => ({
      channelType,
      members: [],
      callbackSecretMember: CALLBACK_SECRET,
      identifyingMembers: ['key'],
      namingMembers: vendor.isMute ? ['account'] : [],
      read: (given) => ({ kind: 'valid', members: given as Readonly<Record<string, string>> }),
    }),
  );
  return {
    list: () => descriptions,
    find: (channelType) => descriptions.find((description) => description.channelType === channelType),
    faultOf: () => null,
    methodCodes: () => [],
    builtIn: () => [],
  };
}
