import { randomUUID } from 'node:crypto';
import { signatureHeaders, stringToSign } from '@kassa/contracts';
import type { LineSigner } from './signing-key.ts';

export interface SignedRequest {
  /** The six signed lines, for comparison with the server's. */
  readonly lines: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs requests of one merchant, each with its own nonce. */
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
   * @param timeMs the best known server time, in Unix milliseconds
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
