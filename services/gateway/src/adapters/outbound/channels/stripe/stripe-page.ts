import type { ChannelFile } from '../../../../domain/attempt/payment-attempt.ts';
import type { PageOrigins } from '../../../../ports/payment-channel.ts';

/** The library version that belongs to the API version of the `stripe` package. */
export const LIBRARY: ChannelFile = { url: 'https://js.stripe.com/endive/stripe.js', integrity: null };

/**
 * The origins that Stripe's "Integration security guide" lists under "Content security policy". Stripe's library
 * loads further files and puts its frames on subdomains of js.stripe.com that change without notice, so a list of
 * exact origins would not work; all of these subdomains belong to Stripe. 3-D Secure comes from hooks.stripe.com.
 * The guide's other origins serve address forms and Stripe's own checkout page, which Kassa does not use.
 */
export const pageOrigins: PageOrigins = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  styles: [],
  images: [],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
};
