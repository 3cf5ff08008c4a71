import type { ChannelFile } from '@kassa/contracts';
import { UnsafeAddressError } from '../checkout-errors.ts';

/**
 * What is known about the library of one processor: the address from which it must be loaded, and whether its files can be
 * checked by a hash.
 */
interface LibraryHome {
  /**
   * Whether the library may be loaded from `address`. `service` is the gateway's address: only the sandbox's library may come
   * from the gateway's own host.
   */
  readonly isAt: (address: URL, service: URL) => boolean;
  readonly isHashed: boolean;
}

const isLoopback = ({ hostname }: URL) => /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1]$/.test(hostname);

const homes: Readonly<Record<string, LibraryHome>> = {
  // This object has no prototype. The gateway's answer names the channel type to look up here. With a prototype, a type such as
  // `constructor` would find a member of the prototype.
  __proto__: null as never,
  // Stripe.js has no hash to check, because Stripe changes the file in place and does not allow pages to pin a version.
  ProcessorA: { isAt: ({ origin }) => origin === 'https://js.stripe.com', isHashed: false },
  ProcessorB: {
    isAt: ({ origin }) =>
      /^https:\/\/checkoutshopper-(test|live|live-(us|au|apse|in|nea))(\.cdn)?\.adyen\.com$/.test(origin),
    isHashed: true,
  },
  // The sandbox's library must come from this machine or from the gateway's host. Checking its hash is not enough, because the
  // answer that names the file also names the hash.
  Sandbox: {
    isAt: (address, service) => isLoopback(address) || address.hostname === service.hostname,
    isHashed: true,
  },
};

const nowhere: LibraryHome = { isAt: () => false, isHashed: true };

/** The format of an integrity hash. Browsers ignore a hash that they cannot parse and run the file unchecked. */
const hash = /^sha(256|384|512)-[\w+/]{43,86}={0,2}$/;

/**
 * Throws if a processor's library file must not be loaded into the page. The gateway's answer names the file, but the file's
 * address must be the one at which the processor publishes its library.
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
