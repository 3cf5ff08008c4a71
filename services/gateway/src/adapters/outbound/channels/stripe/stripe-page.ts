import type { ChannelFile } from '../../../../domain/attempt/payment-attempt.ts';
import type { PageOrigins } from '../../../../ports/payment-channel.ts';

/** Stripe's browser library, in the version that belongs to the API version of the `stripe` package. */
export const LIBRARY: ChannelFile = { url: 'https://js.stripe.com/endive/stripe.js', integrity: null };

/**
 * The origins from which a page with Stripe's card form may load, according to the section "Content security policy" of
 * Stripe's "Integration security guide". The subdomains of js.stripe.com change without notice, so all of them are allowed. 3-D
 * Secure pages come from hooks.stripe.com.
 *
 * The guide's other origins are for address forms and for Stripe's own checkout page, which Kassa does not use. Apple Pay and
 * Google Pay open from inside Stripe's frames, so they need no further origins. The guide also names the origins of Link.
 */
export const pageOrigins: PageOrigins = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  styles: [],
  images: ['https://*.link.com'],
  frames: [
    ...['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    ...['https://link.com', 'https://*.link.com'],
  ],
  connections: ['https://api.stripe.com', 'https://link.com', 'https://*.link.com'],
};
