import { createRequire } from 'node:module';
import type clientModule from '@adyen/api-library/lib/src/client.js';
import type configModule from '@adyen/api-library/lib/src/config.js';
import type { ModificationsApi } from '@adyen/api-library/lib/src/services/checkout/modificationsApi.js';
import type { PaymentsApi } from '@adyen/api-library/lib/src/services/checkout/paymentsApi.js';
import type hmacModule from '@adyen/api-library/lib/src/utils/hmacValidator.js';

/**
 * Loads from Adyen's npm package only the files that the gateway uses, because the whole package takes seconds to load. It uses
 * `require`, because the package's default exports have another structure when they are loaded with `import`.
 */
const require = createRequire(import.meta.url);
const part = (path: string): unknown => require(`@adyen/api-library/lib/src/${path}.js`);

type HmacValidator = hmacModule.default;

export function newHmacValidator(): HmacValidator {
  const { default: Validator } = part('utils/hmacValidator') as { default: new () => HmacValidator };
  return new Validator();
}

export interface AdyenApis {
  readonly payments: PaymentsApi;
  readonly modifications: ModificationsApi;
}

type Client = clientModule.default;

export function newApis(
  config: { apiKey: string; environment: 'LIVE' | 'TEST'; liveEndpointUrlPrefix?: string },
  transport: Client['httpClient'],
): AdyenApis {
  const { default: Client } = part('client') as {
    default: new (settings: configModule.default, transport: Client['httpClient']) => Client;
  };
  const { PaymentsApi } = part('services/checkout/paymentsApi') as {
    PaymentsApi: new (client: Client) => PaymentsApi;
  };
  const { ModificationsApi } = part('services/checkout/modificationsApi') as {
    ModificationsApi: new (client: Client) => ModificationsApi;
  };
  const client = new Client(config as configModule.default, transport);
  return { payments: new PaymentsApi(client), modifications: new ModificationsApi(client) };
}
