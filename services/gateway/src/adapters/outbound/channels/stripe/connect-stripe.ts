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
/** How long Stripe's package waits before its first retry. */
const PAUSE_MS = 500;
/** The last try must end this long before the deadline of the whole call, so that its result can still be handled. */
const RESERVE_MS = 500;

/**
 * Connects to Stripe through Stripe's own package. The package retries an unanswered call once, with the same
 * idempotency key. Both tries together fit into the time limit of one call.
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
    // The timeout of Stripe's fetch client covers a whole try. In Stripe's other client, the timeout starts again with
    // each byte.
    httpClient: Stripe.createFetchHttpClient(),
    telemetry: false,
    host,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
  });
}
