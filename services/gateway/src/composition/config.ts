import type { CertificateFiles } from '../adapters/inbound/http/server/certificate.ts';
import type { ConnectionLimits } from '../adapters/inbound/http/server/connection-limits.ts';
import type { BucketSize } from '../adapters/inbound/http/token-buckets.ts';
import type { SandboxProcessor } from '../adapters/outbound/channels/channel-kind.ts';
import { channelKinds } from '../adapters/outbound/channels/channel-kinds.ts';
import {
  defaultGuardSettings,
  type GuardSettings,
} from '../adapters/outbound/channels/guard/guard-settings.ts';
import type { OtlpSettings } from '../adapters/outbound/tracing/otlp-settings.ts';
import type { DeclineLimits } from '../application/checkout/watch-declines.ts';
import type { Environment } from '../domain/environment.ts';
import type { ServerKeys } from '../domain/expiring-key.ts';
import type { Route } from '../domain/routing/route.ts';
import { type AlertSettings, readAlerts } from './read-alerts.ts';
import { routes } from './read-routes.ts';
import { readTracing } from './read-tracing.ts';
import {
  baseUrl,
  hostNames,
  integer,
  keys,
  oneOf,
  secret,
  someOf,
  text,
  textFile,
} from './setting-readers.ts';
import { Settings } from './settings.ts';

export type Role = 'api' | 'worker';

export interface GatewayConfig extends AlertSettings {
  readonly environment: Environment;
  readonly roles: readonly Role[];
  readonly mongoUri: string;
  readonly databaseName: string;
  /** The addresses to listen on. Each port has its own, so that operations stay private when the other ports are public. */
  readonly merchantHost: string;
  readonly checkoutHost: string;
  readonly operationsHost: string;
  readonly merchantPort: number;
  readonly checkoutPort: number;
  readonly operationsPort: number;
  /** The host names of the operations port in lower case, besides `localhost` and IP addresses. */
  readonly operationsNames: readonly string[];
  readonly merchantPublicUrl: string;
  readonly checkoutPublicUrl: string;
  /** The file with which the cashier proves to Apple that its domain may show Apple Pay; null if it has none. */
  readonly applePayFile: string | null;
  readonly trustedProxies: number;
  /** The certificate with which the gateway itself speaks TLS on the public ports; null if they speak plain HTTP. */
  readonly certificateFiles: CertificateFiles | null;
  /** The token of the admin `bootstrap`, who creates the first operators' tokens. Null if it is not needed any more. */
  readonly operationsToken: string | null;
  readonly sessionKeys: ServerKeys;
  /** The keys for secrets in the database. New secrets are encrypted with the first key; any of the keys can decrypt. */
  readonly encryptionKeys: readonly [Buffer, ...Buffer[]];
  readonly requestTimeoutMs: number;
  /** How long a stopping instance still serves calls after it has reported that it is not ready. */
  readonly stopDelayMs: number;
  readonly connections: ConnectionLimits;
  /** The number of declines that look like card testing, by network, device and merchant. */
  readonly declineLimits: DeclineLimits;
  readonly merchantRate: BucketSize;
  readonly checkoutRate: BucketSize;
  /** How often callers from one network may fail to prove their identity at the merchant interface. */
  readonly unverifiedRate: BucketSize;
  /**
   * The payment routes for merchants that have no routes of their own. If there are none, payments use every channel, the
   * preferred channels first.
   */
  readonly routes: readonly Route[];
  readonly channelGuard: GuardSettings;
  /**
   * How long the gateway waits for the overdue result of a new order's attempt. After that, an operator has to ask the channel.
   */
  readonly resultPatienceSeconds: number;
  /** The region of merchants that are onboarded here, as two hexadecimal digits; null if they have none. */
  readonly region: string | null;
  /** How traces are recorded and sent; null if they are not. */
  readonly tracing: OtlpSettings | null;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /**
   * The sandbox processor. Null in production, where it must not exist: it reports payments with test cards as paid, although
   * no money arrives.
   */
  readonly sandboxProcessor: SandboxProcessor | null;
  /** The addresses to call instead of the processors' own, such as the address of a test server, by channel type. */
  readonly channelUrls: Readonly<Record<string, string>>;
}

const httpsUrl = /^https:/;

const applePayFileExample = '/etc/kassa/apple-developer-merchantid-domain-association';

const processorUrl = baseUrl('http://127.0.0.1:10050');

const regionCode = text('two digits of 0-9 and a-f', '07', /^[0-9a-f]{2}$/);

/**
 * Reads the configuration from environment variables. It reads all of them before it throws, so that one error names all
 * invalid variables.
 *
 * @throws {ConfigError}
 */
export function readConfig(environmentVariables: NodeJS.ProcessEnv): GatewayConfig {
  const settings = new Settings(environmentVariables);
  const environment = readEnvironment(settings);
  const addresses = readAddresses(settings);
  const config: GatewayConfig = {
    environment,
    roles: settings.read('KASSA_ROLES', someOf('api', 'worker'), ['api', 'worker']),
    ...readDatabase(settings),
    // The token is absent in a deployment whose operators all have tokens of their own.
    operationsToken: settings.readSecret<string | null>('KASSA_OPERATIONS_TOKEN', secret(), null),
    ...readOwnKeys(settings),
    ...addresses,
    applePayFile: settings.read<string | null>('KASSA_APPLE_PAY_FILE', textFile(applePayFileExample), null),
    ...readLimits(settings),
    stopDelayMs: readStopDelay(settings, environment),
    connections: readConnectionLimits(settings, addresses.trustedProxies),
    declineLimits: readDeclineLimits(settings, environment),
    routes: settings.read('KASSA_ROUTES', routes(), []),
    channelGuard: readChannelGuard(settings),
    resultPatienceSeconds: settings.read('KASSA_RESULT_PATIENCE_HOURS', integer(1, 720, 48), 48) * 3600,
    region: settings.read<string | null>('KASSA_REGION', regionCode, null),
    ...readAlerts(settings),
    tracing: readTracing(settings),
    logLevel: settings.read('KASSA_LOG_LEVEL', oneOf('debug', 'info', 'warn', 'error', 'silent'), 'info'),
    sandboxProcessor: environment === 'production' ? null : readSandboxProcessor(settings),
    channelUrls: readChannelUrls(settings),
  };
  if (environment === 'production') requireProductionAddresses(settings, config);
  settings.refuseMisspelt();
  settings.throwFaults();
  return config;
}

/**
 * Reads only the environment variables that distinguish one deployment from another.
 *
 * @throws {ConfigError}
 */
export function readDeployment(
  environmentVariables: NodeJS.ProcessEnv,
): Pick<GatewayConfig, 'environment' | 'sessionKeys' | 'encryptionKeys'> {
  const settings = new Settings(environmentVariables);
  const deployment = { environment: readEnvironment(settings), ...readOwnKeys(settings) };
  settings.throwFaults();
  return deployment;
}

function readEnvironment(settings: Settings): Environment {
  return settings.read('KASSA_ENVIRONMENT', oneOf('sandbox', 'production'), 'sandbox');
}

function readOwnKeys(settings: Settings): Pick<GatewayConfig, 'sessionKeys' | 'encryptionKeys'> {
  return {
    sessionKeys: settings.readSecret('KASSA_SESSION_KEYS', keys()),
    encryptionKeys: settings.readSecret('KASSA_ENCRYPTION_KEY', keys()),
  };
}

type DatabaseConfig = Pick<GatewayConfig, 'mongoUri' | 'databaseName'>;

/**
 * Reads only the environment variables that are needed to connect to the database.
 *
 * @throws {ConfigError}
 */
export function readDatabaseConfig(environmentVariables: NodeJS.ProcessEnv): DatabaseConfig {
  const settings = new Settings(environmentVariables);
  const config = readDatabase(settings);
  settings.throwFaults();
  return config;
}

export function readDatabaseName(environmentVariables: NodeJS.ProcessEnv): string {
  const settings = new Settings(environmentVariables);
  const name = databaseNameIn(settings);
  settings.throwFaults();
  return name;
}

/**
 * The password may contain an unencoded `@` or `/`. The driver would then take a part of the password for a host name, and
 * error messages name the host.
 */
const mongoUri = text(
  'a MongoDB connection string, in which special characters of the password are percent-encoded',
  'mongodb://127.0.0.1:27017',
  /^mongodb(?:\+srv)?:\/\/(?:[^\s@/]+@)?[^\s@/?]+(?:\/[^\s@?]*)?(?:\?\S*)?$/,
);

function readDatabase(settings: Settings): DatabaseConfig {
  return {
    mongoUri: settings.readSecret('MONGODB_URI', mongoUri),
    databaseName: databaseNameIn(settings),
  };
}

function databaseNameIn(settings: Settings): string {
  return settings.read(
    'KASSA_DATABASE_NAME',
    text('a database name of letters, digits, _ and -', 'kassa', /^[A-Za-z0-9_-]{1,38}$/),
    'kassa',
  );
}

type Addresses = Pick<
  GatewayConfig,
  | 'merchantHost'
  | 'checkoutHost'
  | 'operationsHost'
  | 'merchantPort'
  | 'checkoutPort'
  | 'operationsPort'
  | 'operationsNames'
  | 'merchantPublicUrl'
  | 'checkoutPublicUrl'
  | 'trustedProxies'
  | 'certificateFiles'
>;

const listenAddress = text('an address to listen on', '127.0.0.1', /^[0-9A-Za-z.:-]+$/);

function readAddresses(settings: Settings): Addresses {
  const merchantPort = settings.read('KASSA_MERCHANT_PORT', integer(1, 65_535, 10_020), 10_020);
  const checkoutPort = settings.read('KASSA_CHECKOUT_PORT', integer(1, 65_535, 10_030), 10_030);
  const certificateFiles = readCertificateFiles(settings);
  const scheme = certificateFiles === null ? 'http' : 'https';
  return {
    merchantHost: settings.read('KASSA_MERCHANT_HOST', listenAddress, '127.0.0.1'),
    checkoutHost: settings.read('KASSA_CHECKOUT_HOST', listenAddress, '127.0.0.1'),
    operationsHost: settings.read('KASSA_OPERATIONS_HOST', listenAddress, '127.0.0.1'),
    merchantPort,
    checkoutPort,
    operationsPort: settings.read('KASSA_OPERATIONS_PORT', integer(1, 65_535, 10_040), 10_040),
    operationsNames: settings.read('KASSA_OPERATIONS_NAMES', hostNames(), []),
    merchantPublicUrl: settings.read(
      'KASSA_MERCHANT_PUBLIC_URL',
      baseUrl('https://api.pay.example'),
      `${scheme}://127.0.0.1:${merchantPort}`,
    ),
    checkoutPublicUrl: settings.read(
      'KASSA_CHECKOUT_PUBLIC_URL',
      baseUrl('https://pay.example'),
      `${scheme}://127.0.0.1:${checkoutPort}`,
    ),
    trustedProxies: settings.read('KASSA_TRUSTED_PROXIES', integer(0, 10, 1), 0),
    certificateFiles,
  };
}

const path = (example: string) => text('the path of a file in PEM', example, /^[^\0]+$/);

/** Returns the paths of the files. The servers read the files when they start, and again whenever the files change. */
function readCertificateFiles(settings: Settings): CertificateFiles | null {
  const variables = ['KASSA_TLS_CERTIFICATE_FILE', 'KASSA_TLS_KEY_FILE'] as const;
  if (variables.every((variable) => settings.valueOf(variable) === undefined)) return null;
  return {
    certificate: settings.read('KASSA_TLS_CERTIFICATE_FILE', path('/etc/kassa/tls/tls.crt')),
    key: settings.read('KASSA_TLS_KEY_FILE', path('/etc/kassa/tls/tls.key')),
  };
}

function readLimits(
  settings: Settings,
): Pick<GatewayConfig, 'requestTimeoutMs' | 'merchantRate' | 'checkoutRate' | 'unverifiedRate'> {
  return {
    requestTimeoutMs: settings.read('KASSA_REQUEST_TIMEOUT_SECONDS', integer(1, 300, 12), 12) * 1000,
    merchantRate: {
      perSecond: settings.read('KASSA_MERCHANT_RATE_PER_SECOND', integer(1, 1_000_000, 100), 100),
      burst: settings.read('KASSA_MERCHANT_RATE_BURST', integer(1, 1_000_000, 200), 200),
    },
    checkoutRate: {
      perSecond: settings.read('KASSA_CHECKOUT_RATE_PER_SECOND', integer(1, 1_000_000, 10), 10),
      burst: settings.read('KASSA_CHECKOUT_RATE_BURST', integer(1, 1_000_000, 40), 40),
    },
    unverifiedRate: {
      perSecond: settings.read('KASSA_UNVERIFIED_RATE_PER_SECOND', integer(1, 1_000_000, 10), 10),
      burst: settings.read('KASSA_UNVERIFIED_RATE_BURST', integer(1, 1_000_000, 200), 200),
    },
  };
}

/** In production, proxies need some seconds to notice that an instance is not ready. A sandbox usually has none. */
function readStopDelay(settings: Settings, environment: Environment): number {
  const fallback = environment === 'production' ? 5 : 0;
  return settings.read('KASSA_STOP_DELAY_SECONDS', integer(0, 60, 5), fallback) * 1_000;
}

/**
 * Without trusted proxies, the connections from each address are limited too. Behind trusted proxies, all connections come from
 * the proxies' own addresses, so only the total number of connections is limited.
 */
function readConnectionLimits(settings: Settings, trustedProxies: number): ConnectionLimits {
  const inAll = settings.read('KASSA_CONNECTIONS', integer(10, 1_000_000, 4_096), 4_096);
  const perAddress = settings.read('KASSA_CONNECTIONS_PER_ADDRESS', integer(1, 1_000_000, 256), 256);
  return { inAll, perAddress: trustedProxies > 0 ? null : perAddress };
}

/** In the sandbox, integrators try declined cards again and again. So the default limits are so high that nobody reaches them. */
function readDeclineLimits(settings: Settings, environment: Environment): DeclineLimits {
  const limit = (variable: string, fallback: number) =>
    settings.read(variable, integer(1, 10_000, fallback), environment === 'production' ? fallback : 10_000);
  return {
    windowSeconds: settings.read('KASSA_DECLINES_WINDOW_MINUTES', integer(1, 1_440, 10), 10) * 60,
    perAddress: limit('KASSA_DECLINES_PER_ADDRESS', 30),
    perDevice: limit('KASSA_DECLINES_PER_DEVICE', 10),
    perMerchant: limit('KASSA_DECLINES_PER_MERCHANT', 100),
  };
}

function readChannelGuard(settings: Settings): GuardSettings {
  const { concurrency, failuresInARow, openSeconds, slowSeconds } = defaultGuardSettings;
  return {
    concurrency: settings.read('KASSA_CHANNEL_CONCURRENCY', integer(1, 10_000, 64), concurrency),
    failuresInARow: settings.read('KASSA_CIRCUIT_FAILURES', integer(1, 1_000, 5), failuresInARow),
    openSeconds: settings.read('KASSA_CIRCUIT_OPEN_SECONDS', integer(1, 3_600, 30), openSeconds),
    slowSeconds: settings.read('KASSA_CIRCUIT_SLOW_SECONDS', integer(1, 8, 6), slowSeconds),
  };
}

function readSandboxProcessor(settings: Settings): SandboxProcessor {
  return {
    baseUrl: settings.read('SANDBOX_PROCESSOR_URL', processorUrl),
    // SANDBOX_PROCESSOR_PUBLIC_URL defaults to the value of SANDBOX_PROCESSOR_URL. If that value is invalid, use an empty
    // string as the default, so that the fault is reported only once.
    publicUrl: settings.read(
      'SANDBOX_PROCESSOR_PUBLIC_URL',
      processorUrl,
      processorUrl.read(settings.valueOf('SANDBOX_PROCESSOR_URL') ?? '') ?? '',
    ),
    apiKey: settings.readSecret('SANDBOX_PROCESSOR_API_KEY', secret()),
    callbackSecret: settings.readSecret('SANDBOX_PROCESSOR_CALLBACK_SECRET', secret()),
  };
}

function readChannelUrls(settings: Settings): Readonly<Record<string, string>> {
  return Object.fromEntries(
    channelKinds.flatMap((kind) =>
      kind.accounts === 'stored' && settings.valueOf(kind.urlVariable) !== undefined
        ? [[kind.channelType, settings.read(kind.urlVariable, baseUrl('http://127.0.0.1:12111'))]]
        : [],
    ),
  );
}

function requireProductionAddresses(
  settings: Settings,
  config: Addresses & Pick<GatewayConfig, 'channelUrls'>,
): void {
  for (const kind of channelKinds) {
    const address = config.channelUrls[kind.channelType];
    if (kind.accounts === 'stored' && address !== undefined && !httpsUrl.test(address)) {
      settings.refuse(kind.urlVariable, 'an https address in production', 'https://api.stripe.com');
    }
  }
  for (const [variable, address] of [
    ['KASSA_MERCHANT_PUBLIC_URL', config.merchantPublicUrl],
    ['KASSA_CHECKOUT_PUBLIC_URL', config.checkoutPublicUrl],
  ] as const) {
    if (!httpsUrl.test(address ?? '')) {
      settings.refuse(variable, 'an https address in production', 'https://pay.example');
    }
  }
  if (config.trustedProxies === 0 && config.certificateFiles === null) {
    const form =
      'at least 1 in production without KASSA_TLS_CERTIFICATE_FILE: HTTPS ends at a proxy, whose X-Forwarded-Proto is believed';
    settings.refuse('KASSA_TRUSTED_PROXIES', form, '1');
  }
}
