import { createHash, createHmac, createPublicKey, timingSafeEqual } from 'node:crypto';
import {
  hashCanonicalBody,
  isWithinTimestampWindow,
  readSignedBody,
  stringToSign,
  verifyRequest,
} from '@kassa/contracts';

/**
 * The common part of the peers. Peers are small servers for comparison: they make the same exchanges as the gateway. Each runs
 * in its own process, and gets its settings as JSON.
 */
export interface PeerSettings {
  readonly publicKeyPem: string;
  readonly mongoUri: string;
  readonly databaseName: string;
  readonly port: number;
  readonly processor: { readonly baseUrl: string; readonly apiKey: string; readonly callbackSecret: string };
  readonly webhookUrl: string;
}

function readSettings(): PeerSettings {
  const { PEER_SETTINGS } = process.env;
  if (PEER_SETTINGS === undefined) throw new Error('the peer is not configured');
  return JSON.parse(PEER_SETTINGS) as PeerSettings;
}

export const settings = readSettings();
const publicKey = createPublicKey(settings.publicKeyPem);
const secret = 'x'.repeat(32);

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The body of a signed request; undefined if the signature is wrong. For a request without a body, this is the empty string.
 */
export function verifySigned(
  method: string,
  url: string,
  headers: Headers,
  bytes: Buffer,
): Readonly<Record<string, unknown>> | undefined {
  const reading = bytes.length === 0 ? undefined : readSignedBody(bytes);
  if (reading?.kind === 'refused') return undefined;
  const [path = '', query = ''] = url.split('?');
  const lines = stringToSign({
    method,
    path,
    query,
    bodyHash: reading === undefined ? '' : hashCanonicalBody(reading.body.canonical),
    timestamp: String(headers['x-timestamp']),
    nonce: String(headers['x-nonce']),
  });
  if (!isWithinTimestampWindow(String(headers['x-timestamp']), Date.now())) return undefined;
  return verifyRequest(lines, String(headers['x-signature']), publicKey)
    ? (reading?.body.value ?? {})
    : undefined;
}

export function nonceOf(headers: Headers): { _id: string; expiresAt: Date } {
  return {
    _id: `${headers['x-merchant-id']}:${headers['x-nonce']}`,
    expiresAt: new Date(Date.now() + 300_000),
  };
}

export function orderIdOf(merchantTransactionId: string): string {
  return `ord_${createHash('sha256').update(merchantTransactionId).digest('hex').slice(0, 32)}`;
}

export function sessionOf(orderId: string): string {
  return createHmac('sha256', secret).update(orderId).digest('hex');
}

export interface ProcessorCallback {
  readonly type: string;
  readonly payment: { readonly reference: string };
  readonly refund?: { readonly reference: string };
}

/** The processor's callback; undefined if its signature is wrong. */
export function readCallback(headers: Headers, bytes: Buffer): ProcessorCallback | undefined {
  const [, time = '', signature = ''] =
    /^t=(\d+),v1=(\w{64})$/.exec(String(headers['sandbox-signature'])) ?? [];
  const expected = createHmac('sha256', settings.processor.callbackSecret)
    .update(`${time}.`)
    .update(bytes)
    .digest();
  const given = Buffer.from(signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(expected, given)) return undefined;
  return JSON.parse(bytes.toString('utf8')) as ProcessorCallback;
}

/** The body of a webhook, and its headers with the signature. */
export function signEvent(id: string, type: string, data: object) {
  const body = JSON.stringify({ event_type: type, id, data });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
  };
}
