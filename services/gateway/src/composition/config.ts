import type { BucketSize } from '../adapters/inbound/http/token-buckets.ts';
import type { SandboxProcessor } from '../adapters/outbound/channels/channel-kind.ts';
import { channelKinds } from '../adapters/outbound/channels/channel-kinds.ts';
import {
  defaultGuardSettings,
  type GuardSettings,
} from '../adapters/outbound/channels/guard/guard-settings.ts';
import type { Environment } from '../domain/environment.ts';
import type { ServerKeys } from '../domain/expiring-key.ts';
import type { Route } from '../domain/routing/route.ts';
import { routes } from './read-routes.ts';
import { baseUrl, integer, keys, oneOf, type SettingReader, someOf, text } from './setting-readers.ts';
import { StartError } from './start-error.ts';

export type Role = 'http' | 'worker';

export interface GatewayConfig {
  readonly environment: Environment;
  readonly roles: readonly Role[];
  readonly mongoUri: string;
  readonly databaseName: string;
  readonly host: string;
  readonly merchantPort: number;
  readonly checkoutPort: number;
  readonly operationsPort: number;
  readonly merchantPublicUrl: string;
  readonly checkoutPublicUrl: string;
  readonly trustedProxies: number;
  readonly operationsToken: string;
  readonly sessionKeys: ServerKeys;
  /** The first encrypts, all decrypt. */
  readonly encryptionKeys: readonly [Buffer, ...Buffer[]];
  readonly requestTimeoutMs: number;
  readonly merchantRate: BucketSize;
  readonly checkoutRate: BucketSize;
  /** Where payments of merchants without routes of their own go; empty: to every channel, in its order. */
  readonly routes: readonly Route[];
  readonly channelGuard: GuardSettings;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /**
   * Null in production: its test cards pay without money, and its callbacks say so; production must not
   * know it at all.
   */
  readonly sandboxProcessor: SandboxProcessor | null;
  /** By channel type, addresses in the place of the vendors' own. */
  readonly channelUrls: Readonly<Record<string, string>>;
}

interface ConfigFault {
  readonly variable: string;
  readonly value: string | undefined;
  readonly form: string;
  readonly example: string;
  /** Faults of its parts, each with its place. */
  readonly parts?: readonly string[];
}

/** Names every variable that is wrong, what it must look like, and an example. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';

  constructor(faults: readonly ConfigFault[]) {
    const lines = faults.map(({ variable, value, form, example, parts = [] }) => {
      const problem = value === undefined ? 'is not set' : 'has a wrong value';
      const line = `  ${variable} ${problem}. It must be ${form}. Example: ${variable}=${example}`;
      return [line, ...parts.map((part) => `    ${part}`)].join('\n');
    });
    super(`The gateway can not start with this configuration:\n${lines.join('\n')}`);
  }
}

const httpsUrl = /^https:/;

const secret = text('at least 16 characters without white space', '"$(openssl rand -hex 24)"', /^\S{16,}$/);

/**
 * Reads the configuration from environment variables, all at once, so that one start names every fault.
 *
 * @throws {ConfigError}
 */
export function readConfig(environmentVariables: NodeJS.ProcessEnv): GatewayConfig {
  const faults: ConfigFault[] = [];
  function setting<Value>(variable: string, reader: SettingReader<Value>, fallback?: Value): Value {
    const value = environmentVariables[variable];
    if (value === undefined && fallback !== undefined) return fallback;
    const read = value === undefined ? undefined : reader.read(value);
    if (read === undefined) {
      const parts = value === undefined ? [] : (reader.faults?.(value) ?? []);
      faults.push({ variable, value, form: reader.form, example: reader.example, parts });
    }
    return read as Value;
  }

  const environment = setting('KASSA_ENVIRONMENT', oneOf('sandbox', 'production'), 'sandbox');
  const host = setting(
    'KASSA_HOST',
    text('an address to listen on', '127.0.0.1', /^[0-9A-Za-z.:-]+$/),
    '127.0.0.1',
  );
  const merchantPort = setting('KASSA_MERCHANT_PORT', integer(1, 65_535, 10_020), 10_020);
  const checkoutPort = setting('KASSA_CHECKOUT_PORT', integer(1, 65_535, 10_030), 10_030);
  const processorUrl = baseUrl('http://127.0.0.1:10050');
  const config: GatewayConfig = {
    environment,
    roles: setting('KASSA_ROLES', someOf('http', 'worker'), ['http', 'worker']),
    mongoUri: setting(
      'MONGODB_URI',
      text('a MongoDB connection string', 'mongodb://127.0.0.1:27017', /^mongodb(?:\+srv)?:\/\/\S+$/),
    ),
    databaseName: setting(
      'KASSA_DATABASE_NAME',
      text('a database name of letters, digits, _ and -', 'kassa', /^[A-Za-z0-9_-]{1,38}$/),
      'kassa',
    ),
    host,
    merchantPort,
    checkoutPort,
    operationsPort: setting('KASSA_OPERATIONS_PORT', integer(1, 65_535, 10_040), 10_040),
    merchantPublicUrl: setting(
      'KASSA_MERCHANT_PUBLIC_URL',
      baseUrl('https://api.pay.example'),
      `http://127.0.0.1:${merchantPort}`,
    ),
    checkoutPublicUrl: setting(
      'KASSA_CHECKOUT_PUBLIC_URL',
      baseUrl('https://pay.example'),
      `http://127.0.0.1:${checkoutPort}`,
    ),
    trustedProxies: setting('KASSA_TRUSTED_PROXIES', integer(0, 10, 1), 0),
    operationsToken: setting('KASSA_OPERATIONS_TOKEN', secret),
    sessionKeys: setting('KASSA_SESSION_KEYS', keys()),
    encryptionKeys: setting('KASSA_ENCRYPTION_KEY', keys()),
    requestTimeoutMs: setting('KASSA_REQUEST_TIMEOUT_SECONDS', integer(1, 300, 12), 12) * 1000,
    merchantRate: {
      perSecond: setting('KASSA_MERCHANT_RATE_PER_SECOND', integer(1, 1_000_000, 100), 100),
      burst: setting('KASSA_MERCHANT_RATE_BURST', integer(1, 1_000_000, 200), 200),
    },
    checkoutRate: {
      perSecond: setting('KASSA_CHECKOUT_RATE_PER_SECOND', integer(1, 1_000_000, 10), 10),
      burst: setting('KASSA_CHECKOUT_RATE_BURST', integer(1, 1_000_000, 40), 40),
    },
    routes: setting('KASSA_ROUTES', routes(), []),
    channelGuard: {
      concurrency: setting(
        'KASSA_CHANNEL_CONCURRENCY',
        integer(1, 10_000, 64),
        defaultGuardSettings.concurrency,
      ),
      failuresInARow: setting(
        'KASSA_CIRCUIT_FAILURES',
        integer(1, 1_000, 5),
        defaultGuardSettings.failuresInARow,
      ),
      openSeconds: setting(
        'KASSA_CIRCUIT_OPEN_SECONDS',
        integer(1, 3_600, 30),
        defaultGuardSettings.openSeconds,
      ),
      slowSeconds: setting('KASSA_CIRCUIT_SLOW_SECONDS', integer(1, 8, 6), defaultGuardSettings.slowSeconds),
    },
    logLevel: setting('KASSA_LOG_LEVEL', oneOf('debug', 'info', 'warn', 'error', 'silent'), 'info'),
    sandboxProcessor:
      environment === 'production'
        ? null
        : {
            baseUrl: setting('SANDBOX_PROCESSOR_URL', processorUrl),
            // A fault of the other address is told of that one alone.
            publicUrl: setting(
              'SANDBOX_PROCESSOR_PUBLIC_URL',
              processorUrl,
              processorUrl.read(environmentVariables.SANDBOX_PROCESSOR_URL ?? '') ?? '',
            ),
            apiKey: setting('SANDBOX_PROCESSOR_API_KEY', secret),
            callbackSecret: setting('SANDBOX_PROCESSOR_CALLBACK_SECRET', secret),
          },
    channelUrls: Object.fromEntries(
      channelKinds.flatMap((kind) =>
        kind.accounts === 'stored' && environmentVariables[kind.urlVariable] !== undefined
          ? [[kind.channelType, setting(kind.urlVariable, baseUrl('http://127.0.0.1:12111'))]]
          : [],
      ),
    ),
  };

  if (environment === 'production') {
    for (const [variable, address] of [
      ['KASSA_MERCHANT_PUBLIC_URL', config.merchantPublicUrl],
      ['KASSA_CHECKOUT_PUBLIC_URL', config.checkoutPublicUrl],
    ] as const) {
      if (!httpsUrl.test(address ?? '')) {
        faults.push({
          variable,
          value: environmentVariables[variable],
          form: 'an https address in production',
          example: 'https://pay.example',
        });
      }
    }
  }
  if (environment === 'production' && config.trustedProxies === 0) {
    faults.push({
      variable: 'KASSA_TRUSTED_PROXIES',
      value: environmentVariables.KASSA_TRUSTED_PROXIES,
      form: 'at least 1 in production: HTTPS ends at a proxy, whose X-Forwarded-Proto is believed',
      example: '1',
    });
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}
