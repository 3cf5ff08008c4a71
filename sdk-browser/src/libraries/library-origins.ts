import type { ChannelFile, ChannelType } from '@kassa/contracts';
import { UnsafeAddressError } from '../checkout-errors.ts';

/** Where the maker of a library keeps it, and whether its files are ones that never change. */
interface LibraryHome {
  /** Null: wherever the processor is; then the hash alone says what may run. */
  readonly origins: RegExp | null;
  readonly isHashed: boolean;
}

const homes: Readonly<Record<ChannelType, LibraryHome>> = {
  // Stripe changes its library in place and forbids to pin it.
  ProcessorA: { origins: /^https:\/\/js\.stripe\.com$/, isHashed: false },
  ProcessorB: {
    origins: /^https:\/\/checkoutshopper-(test|live|live-(us|au|apse|in|nea))(\.cdn)?\.adyen\.com$/,
    isHashed: true,
  },
  Sandbox: { origins: null, isHashed: true },
};

/** Browsers pass over an integrity that they can not read, and run the file. */
const hash = /^sha(256|384|512)-[\w+/]{43,86}={0,2}$/;

/** Throws unless the file may be loaded into the page: the service names it, but does not choose freely. */
export function requireHome(channelType: ChannelType, { url, integrity }: ChannelFile): void {
  const { origins, isHashed } = homes[channelType];
  const address = URL.canParse(url) ? new URL(url) : null;
  const isHome = address && /^https?:$/.test(address.protocol) && (origins?.test(address.origin) ?? true);
  if (!isHome) throw new UnsafeAddressError(`${url} is not where ${channelType} keeps its library.`);
  if (isHashed && !hash.test(integrity ?? ''))
    throw new UnsafeAddressError(`${url} came without its integrity hash.`);
}
