import { createHmac, createPrivateKey, type KeyObject, randomBytes } from 'node:crypto';
import {
  hashCanonicalBody,
  readSignedBody,
  SESSION_HEADER,
  signatureHeaders,
  signRequest,
  stringToSign,
} from '@kassa/contracts';
import { allEndpoints, type Endpoint, type EndpointPort } from '@kassa/contracts/endpoints';
import type { SeededRandom } from '../seeded-random.ts';
import type { StageFacts } from './stage.ts';

/** A request as bytes, which need not be HTTP. */
export interface RawRequest {
  readonly port: EndpointPort;
  readonly bytes: Buffer;
}

/**
 * Calls that are not made. Some of them take a long time or call other servers. Some would change what all later requests rely
 * on, such as the time. Each call of `/metrics` resets the measured delays of the event loop, so only the harness may call it.
 */
const leftOut = /clock|metrics|reconcil|\/channels\/.*\/|audit\/verify|\/disable|\/revoke/;

const ports: readonly EndpointPort[] = ['merchant', 'checkout', 'operations'];

const hostileTexts: readonly string[] = [
  '\r\n',
  '\r\n\r\n',
  '\u0000',
  '%00',
  '%2e%2e%2f',
  '../'.repeat(20),
  '"',
  '{',
  '[['.repeat(300),
  '{"a":'.repeat(300),
  '9'.repeat(400),
  '1e999',
  '\\ud800',
  'ÿþ',
  'x'.repeat(5_000),
  '__proto__',
  '{"$gt":""}',
  '; charset=utf-7',
  '\t',
  '?a=1&a=2',
  '//',
];

const hostileHeaders: readonly string[] = [
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Content-Encoding: gzip',
  'Content-Type: text/plain',
  'Content-Type: multipart/form-data; boundary=x',
  'Expect: 100-continue',
  'Upgrade: h2c',
  'Connection: Upgrade, HTTP2-Settings',
  'Host: other.example',
  'X-Forwarded-For: 10.0.0.1, nonsense',
  'Range: bytes=0-0,1-1',
  'If-None-Match: *',
  'Accept-Encoding: br;q=9',
  `Cookie: ${'a=1; '.repeat(500)}`,
  ' folded: header',
  'no colon',
];

/**
 * Makes requests that resemble calls which the gateway knows, each with errors in a few places. The same seed always makes the
 * same changes.
 */
export class RawRequests {
  readonly #facts: StageFacts;
  readonly #random: SeededRandom;
  readonly #key: KeyObject;
  readonly #endpoints = ports.map((port) =>
    allEndpoints.filter((endpoint) => endpoint.port === port && !leftOut.test(endpoint.path)),
  );

  constructor(facts: StageFacts, random: SeededRandom) {
    this.#facts = facts;
    this.#random = random;
    this.#key = createPrivateKey(facts.privateKeyPem);
  }

  next(): RawRequest {
    const endpoint = this.#random.pick(this.#random.pick(this.#endpoints));
    const target = this.#spoiltSometimes(this.#targetOf(endpoint));
    const body = this.#bodyOf(endpoint);
    const headers = [
      'Host: 127.0.0.1',
      ...(body === undefined ? [] : [`Content-Length: ${body.length}`, 'Content-Type: application/json']),
      ...this.#credentialsOf(endpoint, target, body),
    ];
    while (this.#random.chance(0.3)) {
      headers.splice(this.#random.between(0, headers.length), 0, this.#random.pick(hostileHeaders));
    }
    const method = this.#random.chance(0.05)
      ? this.#random.pick(['HEAD', 'OPTIONS', 'PUT', 'CONNECT', 'TRACE', 'PRI', 'get'])
      : endpoint.method;
    const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`, 'latin1');
    const bytes = Buffer.concat([head, body ?? Buffer.alloc(0)]);
    return { port: endpoint.port, bytes: this.#random.chance(0.3) ? this.#damaged(bytes) : bytes };
  }

  #targetOf({ path }: Endpoint): string {
    const { identifiers, openOrderId } = this.#facts;
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      this.#random.chance(0.8) ? (identifiers[name] ?? 'Sandbox') : openOrderId,
    );
  }

  #bodyOf(endpoint: Endpoint): Buffer | undefined {
    if (endpoint.method === 'GET') return undefined;
    const examples: readonly { readonly body?: unknown }[] = 'examples' in endpoint ? endpoint.examples : [];
    const bodies = examples.flatMap(({ body }) => (body === undefined ? [] : [body]));
    const text = JSON.stringify(bodies.length === 0 ? {} : this.#random.pick(bodies));
    return Buffer.from(this.#spoiltSometimes(text));
  }

  #credentialsOf({ security }: Endpoint, target: string, body: Buffer | undefined): readonly string[] {
    switch (security) {
      case 'merchant_signature':
        return this.#signature(target, body);
      case 'checkout_session':
        return [`${SESSION_HEADER}: ${this.#facts.session}`];
      case 'operations_token':
        return [`Authorization: Bearer ${this.#facts.operationsToken}`];
      case 'channel_signature': {
        const seconds = Math.floor(Date.now() / 1000);
        const digest = createHmac('sha256', this.#facts.callbackSecret)
          .update(`${seconds}.`)
          .update(body ?? '')
          .digest('hex');
        return [`Sandbox-Signature: t=${seconds},v1=${digest}`];
      }
      default:
        return [];
    }
  }

  #signature(target: string, body: Buffer | undefined): readonly string[] {
    // A signature takes a millisecond, so most requests have no valid signature.
    if (this.#random.chance(0.7)) return [`${signatureHeaders.merchantId}: ${this.#facts.merchantId}`];
    const reading = body === undefined ? undefined : readSignedBody(body);
    const canonical = reading?.kind === 'read' ? reading.body.canonical : '';
    const [path = '', query = ''] = target.split('?');
    const [timestamp, nonce] = [String(Date.now()), randomBytes(12).toString('hex')];
    const bodyHash = body === undefined ? '' : hashCanonicalBody(canonical);
    const method = body === undefined ? 'GET' : 'POST';
    const lines = stringToSign({ method, path, query, bodyHash, timestamp, nonce });
    return [
      `${signatureHeaders.merchantId}: ${this.#facts.merchantId}`,
      `${signatureHeaders.timestamp}: ${timestamp}`,
      `${signatureHeaders.nonce}: ${nonce}`,
      `${signatureHeaders.signature}: ${signRequest(lines, this.#key)}`,
    ];
  }

  /** Replaces most strings with hostile ones, or removes parts of them. */
  #spoiltSometimes(text: string): string {
    let spoilt = text;
    while (this.#random.chance(0.5)) {
      const start = this.#random.between(0, spoilt.length);
      const end = this.#random.between(start, Math.min(spoilt.length, start + 20));
      const inserted = this.#random.chance(0.7) ? this.#random.pick(hostileTexts) : '';
      spoilt = spoilt.slice(0, start) + inserted + spoilt.slice(end);
    }
    return spoilt;
  }

  /** Changes a few bytes, or cuts the request off. */
  #damaged(bytes: Buffer): Buffer {
    const damaged = Buffer.from(bytes);
    for (let count = this.#random.between(0, 4); count > 0; count -= 1) {
      damaged[this.#random.between(0, damaged.length - 1)] = this.#random.between(0, 255);
    }
    return this.#random.chance(0.3) ? damaged.subarray(0, this.#random.between(1, damaged.length)) : damaged;
  }
}
