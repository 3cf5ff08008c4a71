import { randomUUID } from 'node:crypto';
import { hashCanonicalBody, readSignedBody, signatureHeaders, stringToSign } from '@kassa/contracts';
import type { LineSigner } from './signing-key.ts';

export interface SignedRequest {
  /** The six lines as they were signed, for comparing with the server's. */
  readonly lines: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type BodyHashing =
  | { readonly kind: 'hashed'; readonly bodyHash: string }
  | { readonly kind: 'refused'; readonly reason: string; readonly path: string };

/** Hashes a body the way the server will; refuses what the server would refuse. */
export function hashBody(bodyText: string): BodyHashing {
  const reading = readSignedBody(Buffer.from(bodyText, 'utf8'));
  if (reading.kind === 'refused') return reading;
  return { kind: 'hashed', bodyHash: hashCanonicalBody(reading.body.canonical) };
}

/** Signs requests of one merchant, each with a nonce of its own (interface, section 5.1). */
export class RequestSigner {
  readonly #merchantId: string;
  readonly #signLines: LineSigner;

  constructor(merchantId: string, signLines: LineSigner) {
    this.#merchantId = merchantId;
    this.#signLines = signLines;
  }

  /**
   * @param url exactly as it will be sent; its path and raw query are signed
   * @param bodyHash `hashBody` of the body, or empty when there is none
   * @param timeMs the server's time as far as it is known, Unix milliseconds
   */
  async sign(method: string, url: URL, bodyHash: string, timeMs: number): Promise<SignedRequest> {
    const timestamp = String(timeMs);
    const nonce = randomUUID();
    const lines = stringToSign({
      method,
      path: url.pathname,
      query: url.search.slice(1),
      bodyHash,
      timestamp,
      nonce,
    });
    return {
      lines,
      headers: {
        [signatureHeaders.merchantId]: this.#merchantId,
        [signatureHeaders.timestamp]: timestamp,
        [signatureHeaders.nonce]: nonce,
        [signatureHeaders.signature]: await this.#signLines(lines),
      },
    };
  }
}
