import type { ChannelFile } from '../../../../domain/attempt/payment-attempt.ts';
import type { PageOrigins } from '../../../../ports/payment-channel.ts';

/** The library that belongs to the version of Stripe's interface that the `stripe` package speaks. */
export const LIBRARY: ChannelFile = { url: 'https://js.stripe.com/endive/stripe.js', integrity: null };

/**
 * As Stripe's "Integration security guide" asks for under "Content security policy". Its library loads further files
 * and puts its frames on subdomains of js.stripe.com that change without notice, so that no list of exact origins
 * would hold; they are all Stripe's own. 3-D Secure comes from hooks.stripe.com. What the guide names beyond this is
 * for forms of addresses and for Stripe's own checkout page, which are not used.
 */
export const pageOrigins: PageOrigins = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  styles: [],
  images: [],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
};
