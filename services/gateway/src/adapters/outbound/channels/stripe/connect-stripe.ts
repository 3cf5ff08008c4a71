import Stripe from 'stripe';
import { CHANNEL_ANSWER_TIMEOUT_MS } from '../../../../ports/payment-channel.ts';

export interface StripeAccess {
  readonly secretKey: string;
  /** Origin of its interface. */
  readonly url: string;
  /** For one call with its repetition. */
  readonly timeoutMs?: number;
}

const REPETITIONS = 1;
/** What the package waits before the first repetition. */
const PAUSE_MS = 500;
/** Between the end of the last try and that of the call. */
const RESERVE_MS = 500;

/**
 * Stripe's own package. It repeats once what was not answered, under the same idempotency key, and both tries
 * together end within the time of one call.
 */
export function connectStripe({
  secretKey,
  url,
  timeoutMs = CHANNEL_ANSWER_TIMEOUT_MS,
}: StripeAccess): Stripe {
  const { hostname: host, port, protocol } = new URL(url);
  return new Stripe(secretKey, {
    maxNetworkRetries: REPETITIONS,
    timeout: Math.floor((timeoutMs - RESERVE_MS - REPETITIONS * PAUSE_MS) / (1 + REPETITIONS)),
    // Its time-out holds for the whole of a try; that of the other client begins anew with each byte.
    httpClient: Stripe.createFetchHttpClient(),
    telemetry: false,
    host,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
  });
}
