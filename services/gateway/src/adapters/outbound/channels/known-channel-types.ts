import type { ChannelAccount } from '../../../domain/channel-account/channel-account.ts';
import type { Environment } from '../../../domain/environment.ts';
import type { ChannelTypeDescription, ChannelTypes } from '../../../ports/channel-types.ts';
import type { ChannelKind } from './channel-kind.ts';

/** Describes the kinds of channels that the gateway implements, with the credentials that one environment accepts. */
export class KnownChannelTypes implements ChannelTypes {
  readonly #descriptions: readonly ChannelTypeDescription[];
  readonly #builtIn: readonly string[];
  readonly #methodCodes: ReadonlyMap<string, readonly string[]>;

  constructor(kinds: readonly ChannelKind[], environment: Environment) {
    this.#methodCodes = new Map(kinds.map(({ channelType, methodCodes }) => [channelType, methodCodes]));
    this.#descriptions = kinds.flatMap((kind) =>
      kind.accounts === 'stored' ? [kind.describe(environment)] : [],
    );
    this.#builtIn =
      environment === 'production'
        ? []
        : kinds.flatMap((kind) => (kind.accounts === 'sandbox' ? [kind.channelType] : []));
  }

  list(): readonly ChannelTypeDescription[] {
    return this.#descriptions;
  }

  find(channelType: string): ChannelTypeDescription | undefined {
    return this.#descriptions.find((description) => description.channelType === channelType);
  }

  faultOf({ channelType, credentials }: ChannelAccount): string | null {
    const description = this.find(channelType);
    if (description === undefined) return `there is no channel type ${channelType}`;
    if (credentials === null) return 'no key of KASSA_ENCRYPTION_KEY decrypts its credentials';
    const reading = description.read(credentials.members);
    if (reading.kind === 'valid') return null;
    return reading.faults.map(({ path, message }) => `${path || 'the JSON object'} ${message}`).join('; ');
  }

  methodCodes(channelType: string): readonly string[] {
    return this.#methodCodes.get(channelType) ?? [];
  }

  builtIn() {
    return this.#builtIn.map((channelType) => ({ channelId: channelType, channelType }));
  }
}
