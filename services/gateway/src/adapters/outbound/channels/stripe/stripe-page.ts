import type { ChannelFile } from '../../../../domain/attempt/payment-attempt.ts';
import type { PageOrigins } from '../../../../ports/payment-channel.ts';

/** Stripe's browser library, in the version that belongs to the API version of the `stripe` package. */
export const LIBRARY: ChannelFile = { url: 'https://js.stripe.com/endive/stripe.js', integrity: null };

/**
 * The origins that the page with Stripe's form may load from, according to "Content security policy" in Stripe's
 * "Integration security guide". Stripe's library uses subdomains of js.stripe.com that change without notice, so the
 * policy allows all of them; they all belong to Stripe. 3-D Secure comes from hooks.stripe.com.
 *
 * The guide's other origins are for address forms and for Stripe's own checkout page, which Kassa does not use.
 */
export const pageOrigins: PageOrigins = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  styles: [],
  images: [],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
};
