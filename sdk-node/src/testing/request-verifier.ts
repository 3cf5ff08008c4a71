import type { KeyObject } from 'node:crypto';
import {
  hashCanonicalBody,
  isWithinTimestampWindow,
  readSignedBody,
  type SignedBody,
  signatureHeaders,
  stringToSign,
  verifyRequest,
} from '@kassa/contracts';
import { invalid, Refusal } from './refusal.ts';

/**
 * Verifies the requests of one merchant as the gateway does: it requires strict JSON, a valid signature, a current timestamp
 * and a new nonce.
 */
export class RequestVerifier {
  readonly #publicKey: KeyObject | undefined;
  readonly #nonces = new Set<string>();

  /** @param publicKey without it, any signature is accepted, but there must be one */
  constructor(publicKey: KeyObject | undefined) {
    this.#publicKey = publicKey;
  }

  /** @throws {Refusal} with the gateway's error */
  verify(request: Request, url: URL, bytes: Buffer): SignedBody | undefined {
    const header = (name: string) => request.headers.get(name) ?? '';
    const reading = bytes.length === 0 ? undefined : readSignedBody(bytes);
    if (reading?.kind === 'refused') throw invalid(reading.path, reading.reason);
    const lines = stringToSign({
      method: request.method,
      path: url.pathname,
      query: url.search.slice(1),
      bodyHash: reading === undefined ? '' : hashCanonicalBody(reading.body.canonical),
      timestamp: header(signatureHeaders.timestamp),
      nonce: header(signatureHeaders.nonce),
    });
    const signature = header(signatureHeaders.signature);
    if (signature === '' || (this.#publicKey && !verifyRequest(lines, signature, this.#publicKey))) {
      throw new Refusal('INVALID_SIGNATURE', { debug: { string_to_sign: lines } });
    }
    if (!isWithinTimestampWindow(header(signatureHeaders.timestamp), Date.now())) {
      throw new Refusal('TIMESTAMP_EXPIRED');
    }
    const nonce = header(signatureHeaders.nonce);
    if (this.#nonces.has(nonce)) throw new Refusal('BUSY');
    this.#nonces.add(nonce);
    return reading?.body;
  }
}
