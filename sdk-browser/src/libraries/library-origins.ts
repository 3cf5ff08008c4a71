import type { ChannelFile } from '@kassa/contracts';
import { UnsafeAddressError } from '../checkout-errors.ts';

/** Where the maker hosts a library, and whether its files are immutable. */
interface LibraryHome {
  /** Whether an address belongs to the maker, given the address of the service. */
  readonly isAt: (address: URL, service: URL) => boolean;
  readonly isHashed: boolean;
}

const isLoopback = ({ hostname }: URL) => /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1]$/.test(hostname);

const homes: Readonly<Record<string, LibraryHome>> = {
  // The lookup key comes from an answer, so use own members only.
  __proto__: null as never,
  // Stripe updates its library in place and forbids pinning it.
  ProcessorA: { isAt: ({ origin }) => origin === 'https://js.stripe.com', isHashed: false },
  ProcessorB: {
    isAt: ({ origin }) =>
      /^https:\/\/checkoutshopper-(test|live|live-(us|au|apse|in|nea))(\.cdn)?\.adyen\.com$/.test(origin),
    isHashed: true,
  },
  // A hash proves only that the file is the named one; an answer that names Sandbox could name any file.
  Sandbox: {
    isAt: (address, service) => isLoopback(address) || address.hostname === service.hostname,
    isHashed: true,
  },
};

const nowhere: LibraryHome = { isAt: () => false, isHashed: true };

/** Browsers ignore an integrity value that they cannot parse, and run the file. */
const hash = /^sha(256|384|512)-[\w+/]{43,86}={0,2}$/;

/**
 * Throws unless the file may be loaded into the page. The service names the file, but only the maker's own address is
 * allowed.
 */
export function requireHome(channelType: string, { url, integrity }: ChannelFile, serviceUrl: string): void {
  const { isAt, isHashed } = homes[channelType] ?? nowhere;
  const address = URL.canParse(url) ? new URL(url) : null;
  const service = new URL(serviceUrl, location.href);
  const isHome = address && /^https?:$/.test(address.protocol) && isAt(address, service);
  if (!isHome) throw new UnsafeAddressError(`${url} is not where ${channelType} hosts its library.`);
  if (isHashed && !hash.test(integrity ?? ''))
    throw new UnsafeAddressError(`${url} came without its integrity hash.`);
}
