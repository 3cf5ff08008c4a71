import { randomUUID } from 'node:crypto';
import { signatureHeaders, stringToSign } from '@kassa/contracts';
import type { LineSigner } from './signing-key.ts';

export interface SignedRequest {
  /** The six signed lines. If the server refuses the signature, they can be compared with the server's lines. */
  readonly lines: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs the requests of one merchant. Each request gets its own nonce. */
export class RequestSigner {
  readonly #merchantId: string;
  readonly #signLines: LineSigner;

  constructor(merchantId: string, signLines: LineSigner) {
    this.#merchantId = merchantId;
    this.#signLines = signLines;
  }

  /**
   * @param url exactly as it will be sent; its path and raw query are signed
   * @param bodyHash from `writeSignedBody`, or empty if there is no body
   * @param timeMs the server's time as far as known, in Unix milliseconds
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
