import Stripe from 'stripe';
import { CHANNEL_ANSWER_TIMEOUT_MS } from '../../../../ports/channel-timeouts.ts';

export interface StripeAccess {
  readonly secretKey: string;
  /** The origin of Stripe's API. */
  readonly url: string;
  /** For one call, including its retry. */
  readonly timeoutMs?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/**
 * The timeout of calls that are never retried. During these calls, Stripe itself waits for somebody else: for the card's issuer
 * when it confirms a payment, and for the card network when it makes a refund.
 */
export const ONE_TRY_MS = CHANNEL_ANSWER_TIMEOUT_MS - 500;

const REPETITIONS = 1;
/** How long Stripe's package waits before its first retry. */
const PAUSE_MS = 500;
/** How long before the deadline of the whole call the last try must end. The gateway needs this time to handle the result. */
const RESERVE_MS = 500;

/**
 * Connects to Stripe through Stripe's own package. The package retries an unanswered call once, with the same idempotency key,
 * unless the call itself forbids it. Both tries together fit into the time limit of one call.
 */
export function connectStripe({
  secretKey,
  url,
  timeoutMs = CHANNEL_ANSWER_TIMEOUT_MS,
  fetch,
}: StripeAccess): Stripe {
  const { hostname: host, port, protocol } = new URL(url);
  return new Stripe(secretKey, {
    maxNetworkRetries: REPETITIONS,
    timeout: Math.floor((timeoutMs - RESERVE_MS - REPETITIONS * PAUSE_MS) / (1 + REPETITIONS)),
    // Use Stripe's fetch client, whose timeout covers a whole try. In Stripe's other HTTP client, each received byte restarts
    // the timeout. With that other client, Stripe's package also repeats a call whose connection was reset, even if the call
    // forbids retries.
    httpClient: Stripe.createFetchHttpClient(fetch),
    telemetry: false,
    host,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
  });
}
