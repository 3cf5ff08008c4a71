import type { MakeKey } from '../deployment-keys.ts';
import type { AdyenCredentials, AdyenMode } from './adyen-credentials.ts';
import { type AdyenApis, newApis } from './adyen-package.ts';
import { AdyenTransport } from './adyen-transport.ts';

export interface AdyenAccess {
  readonly mode: AdyenMode;
  readonly credentials: Pick<AdyenCredentials, 'apiKey' | 'liveUrlPrefix'>;
  /** The origin to use for Adyen's API, such as a test server. Null for Adyen's own origin. */
  readonly url: string | null;
  readonly timeoutMs: number;
  readonly keyFor: MakeKey;
  readonly fetch?: typeof fetch | undefined;
}

/** How long before the gateway's own deadline a call to Adyen must end. The gateway needs this time to handle the result. */
const RESERVE_MS = 500;

/**
 * Returns a function that connects to Adyen through Adyen's own package. The package is large and most gateways never
 * need it, so it is loaded only at the first call.
 */
export function connectAdyen({
  mode,
  credentials,
  url,
  timeoutMs,
  keyFor,
  fetch: send = fetch,
}: AdyenAccess): () => AdyenApis {
  const { apiKey, liveUrlPrefix } = credentials;
  let apis: AdyenApis | undefined;
  return () => {
    apis ??= newApis(
      {
        apiKey,
        environment: mode === 'live' ? 'LIVE' : 'TEST',
        ...(liveUrlPrefix !== undefined && { liveEndpointUrlPrefix: liveUrlPrefix }),
      },
      new AdyenTransport({ timeoutMs: timeoutMs - RESERVE_MS, origin: url, keyFor, fetch: send }),
    );
    return apis;
  };
}
