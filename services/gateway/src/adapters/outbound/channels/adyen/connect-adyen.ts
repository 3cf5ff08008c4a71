import type { AdyenCredentials, AdyenMode } from './adyen-credentials.ts';
import { type AdyenApis, newApis } from './adyen-package.ts';
import { AdyenTransport } from './adyen-transport.ts';

export interface AdyenAccess {
  readonly mode: AdyenMode;
  readonly credentials: Pick<AdyenCredentials, 'apiKey' | 'liveUrlPrefix'>;
  /** Origin of its interface, or null for Adyen's own. */
  readonly url: string | null;
  readonly timeoutMs: number;
}

/** Between the end of a call to Adyen and that of the call to the channel. */
const RESERVE_MS = 500;

/** Adyen's own package. It is large and loaded with the first call: most gateways never need it. */
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
