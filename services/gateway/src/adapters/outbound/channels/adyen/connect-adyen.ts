import type { AdyenCredentials, AdyenMode } from './adyen-credentials.ts';
import { type AdyenApis, newApis } from './adyen-package.ts';
import { AdyenTransport } from './adyen-transport.ts';

export interface AdyenAccess {
  readonly mode: AdyenMode;
  readonly credentials: Pick<AdyenCredentials, 'apiKey' | 'liveUrlPrefix'>;
  /** The origin of Adyen's API, or null for Adyen's own. */
  readonly url: string | null;
  readonly timeoutMs: number;
}

/** The call to Adyen must end this long before the deadline of the channel's call. */
const RESERVE_MS = 500;

/**
 * Connects through Adyen's own package. The package is large and most gateways never need it, so the first call
 * loads it.
 */
export function connectAdyen({ mode, credentials, url, timeoutMs }: AdyenAccess): () => AdyenApis {
  const { apiKey, liveUrlPrefix } = credentials;
  let apis: AdyenApis | undefined;
  return () => {
    apis ??= newApis(
      {
        apiKey,
        environment: mode === 'live' ? 'LIVE' : 'TEST',
        ...(liveUrlPrefix !== undefined && { liveEndpointUrlPrefix: liveUrlPrefix }),
      },
      new AdyenTransport({ timeoutMs: timeoutMs - RESERVE_MS, origin: url }),
    );
    return apis;
  };
}
