import packageJson from '../package.json' with { type: 'json' };
import { readTimeoutMs } from './request/deadline.ts';
import { GatewayClient } from './request/gateway-client.ts';
import { RequestSigner } from './request/request-signer.ts';
import { type PrivateKeySource, readSigningKey } from './request/signing-key.ts';
import { Events } from './resources/events.ts';
import { Orders } from './resources/orders.ts';
import { Payments } from './resources/payments.ts';
import { Refunds } from './resources/refunds.ts';
import { Reports } from './resources/reports.ts';
import { Sandbox } from './resources/sandbox.ts';

/** Whether the gateway is a sandbox or takes real payments. */
export type Environment = 'sandbox' | 'production';

/** The address of the gateway. Companies run their own gateways, so production has no default address. */
type GatewayAddress =
  | {
      /** A sandbox. Without `baseUrl`, its address is `http://localhost:10020` on this machine. */
      readonly environment: 'sandbox';
      readonly baseUrl?: string | undefined;
    }
  | {
      /** A gateway that takes real payments. Its address must start with `https:`. */
      readonly environment?: 'production' | undefined;
      /** The address of the gateway, for example `https://pay.example`. A trailing `/api` is allowed. */
      readonly baseUrl: string;
    };

/** The settings of a client: the gateway's address, the merchant, and how calls are made. */
export type KassaOptions = GatewayAddress & CommonOptions;

interface CommonOptions {
  /** The merchant ID that the gateway assigned. */
  readonly merchantId: string;
  /**
   * The private key as PEM text, as a KeyObject, as `{ file: 'merchant-key.pem' }`, or as a callback that signs in an HSM or
   * KMS.
   */
  readonly privateKey: PrivateKeySource;
  /** The timeout of each attempt in milliseconds; the default is 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Maximum number of retries; the default is 2, and 0 disables retries. */
  readonly maxRetries?: number | undefined;
  /**
   * A function to use instead of Node's own fetch, for example to use a proxy. It must honour `redirect: 'manual'`, because the
   * SDK never follows redirects.
   */
  readonly fetch?: typeof fetch | undefined;
}

const LOCAL_SANDBOX_URL = 'http://localhost:10020';
const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_RETRIES = 2;
const MOST_RETRIES = 20;

/**
 * A client for the merchant interface of a Kassa gateway. Create one instance per merchant and reuse it. Concurrent calls can
 * share it. It remembers how far the server's clock differs from the local clock.
 */
export class Kassa {
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly orders: Orders;
  readonly reports: Reports;
  readonly events: Events;
  readonly sandbox: Sandbox;

  /** @throws {TypeError} when a setting is missing or wrong; the message names it */
  constructor(options: KassaOptions) {
    const gateway = new GatewayClient({
      origin: readAddress(options),
      signer: new RequestSigner(readMerchantId(options.merchantId), readSigningKey(options.privateKey)),
      timeoutMs: readTimeoutMs(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
      maxRetries: readMaxRetries(options.maxRetries ?? DEFAULT_MAX_RETRIES),
      userAgent: `kassa-sdk-node/${packageJson.version} node/${process.versions.node}`,
      // Look up the global fetch at each call, because test tools such as msw may replace it later.
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    });
    this.payments = new Payments(gateway);
    this.refunds = new Refunds(gateway);
    this.orders = new Orders(gateway);
    this.reports = new Reports(gateway);
    this.events = new Events(gateway);
    this.sandbox = new Sandbox(gateway);
  }
}

function readMerchantId(merchantId: string): string {
  if (typeof merchantId === 'string' && /^[\x21-\x7E]{1,64}$/.test(merchantId)) return merchantId;
  throw new TypeError('merchantId must be the merchant ID that the gateway assigned.');
}

function readAddress({ environment, baseUrl }: GatewayAddress): string {
  switch (environment) {
    case undefined:
      return readBaseUrl(baseUrl);
    case 'sandbox':
      return readBaseUrl(baseUrl ?? LOCAL_SANDBOX_URL);
    case 'production': {
      const origin = readBaseUrl(baseUrl);
      if (origin.startsWith('https:')) return origin;
      throw new TypeError('In production baseUrl must be an https: address.');
    }
    default:
      throw new TypeError("environment must be 'sandbox' or 'production'.");
  }
}

function readBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new TypeError('baseUrl must be the address of the gateway, for example https://pay.example.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  if ((path !== '' && path !== '/api') || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new TypeError(
      'baseUrl must be scheme, host and port only: the path of a request is signed as sent.',
    );
  }
  return url.origin;
}

function readMaxRetries(maxRetries: number): number {
  if (Number.isInteger(maxRetries) && maxRetries >= 0 && maxRetries <= MOST_RETRIES) return maxRetries;
  throw new TypeError(`maxRetries must be a whole number from 0 to ${MOST_RETRIES}.`);
}
