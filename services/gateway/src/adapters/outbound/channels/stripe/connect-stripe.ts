import Stripe from 'stripe';
import { CHANNEL_ANSWER_TIMEOUT_MS } from '../../../../ports/payment-channel.ts';

export interface StripeAccess {
  readonly secretKey: string;
  /** The origin of Stripe's API. */
  readonly url: string;
  /** For one call, including its retry. */
  readonly timeoutMs?: number;
}

const REPETITIONS = 1;
/** How long the package waits before the first retry. */
const PAUSE_MS = 500;
/** The time between the end of the last attempt and the end of the call. */
const RESERVE_MS = 500;

/**
 * Connects through Stripe's own package. It retries an unanswered call once, with the same idempotency key, and
 * both attempts together end within the time of one call.
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
    // This client's timeout covers a whole attempt; the other client's timeout starts again with each byte.
    httpClient: Stripe.createFetchHttpClient(),
    telemetry: false,
    host,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
  });
}
