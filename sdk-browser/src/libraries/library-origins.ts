import type { ChannelFile } from '@kassa/contracts';
import { UnsafeAddressError } from '../checkout-errors.ts';

/** Where the maker of a library keeps it, and whether its files are ones that never change. */
interface LibraryHome {
  /** Whether an address is there, for a page that is paid through the service at another address. */
  readonly isAt: (address: URL, service: URL) => boolean;
  readonly isHashed: boolean;
}

const isLoopback = ({ hostname }: URL) => /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1]$/.test(hostname);

const homes: Readonly<Record<string, LibraryHome>> = {
  // What is looked up here was named by an answer.
  __proto__: null as never,
  // Stripe changes its library in place and forbids to pin it.
  ProcessorA: { isAt: ({ origin }) => origin === 'https://js.stripe.com', isHashed: false },
  ProcessorB: {
    isAt: ({ origin }) =>
      /^https:\/\/checkoutshopper-(test|live|live-(us|au|apse|in|nea))(\.cdn)?\.adyen\.com$/.test(origin),
    isHashed: true,
  },
  // A hash says only that the file is the one that was named: whoever names Sandbox could name any file.
  Sandbox: {
    isAt: (address, service) => isLoopback(address) || address.hostname === service.hostname,
    isHashed: true,
  },
};

const nowhere: LibraryHome = { isAt: () => false, isHashed: true };

/** Browsers pass over an integrity that they cannot read, and run the file. */
const hash = /^sha(256|384|512)-[\w+/]{43,86}={0,2}$/;

/** Throws unless the file may be loaded into the page: the service names it, but does not choose freely. */
export function requireHome(channelType: string, { url, integrity }: ChannelFile, serviceUrl: string): void {
  const { isAt, isHashed } = homes[channelType] ?? nowhere;
  const address = URL.canParse(url) ? new URL(url) : null;
  const service = new URL(serviceUrl, location.href);
  const isHome = address && /^https?:$/.test(address.protocol) && isAt(address, service);
  if (!isHome) throw new UnsafeAddressError(`${url} is not where ${channelType} keeps its library.`);
  if (isHashed && !hash.test(integrity ?? ''))
    throw new UnsafeAddressError(`${url} came without its integrity hash.`);
}
