import { errorFromFailure } from '../errors/error-from-failure.ts';
import type { AttemptFailure, AttemptResult } from './attempt-failure.ts';
import { type AttemptOutcome, combineOutcomes, outcomeOf } from './call-outcome.ts';
import { Deadline, readTimeoutMs } from './deadline.ts';
import type { MerchantPath, MerchantTarget } from './merchant-path.ts';
import { readAnswer } from './read-answer.ts';
import type { Repeating } from './repeating.ts';
import type { RequestSigner, SignedRequest } from './request-signer.ts';
import { decideRetry } from './retry-policy.ts';
import { waitOrAbort } from './wait-or-abort.ts';

/** Settings of a single call. Each of them replaces the client's setting. */
export interface CallOptions {
  /** Ends the call, including its waits. */
  readonly signal?: AbortSignal | undefined;
  /** The timeout of each attempt, from signing to the last byte of the answer. */
  readonly timeoutMs?: number | undefined;
}

export type GatewayRequest =
  | {
      readonly method: 'GET';
      readonly path: MerchantTarget;
      /** The media type, if a file is requested. */
      readonly fileType?: string;
    }
  | {
      readonly method: 'POST';
      readonly path: MerchantPath;
      readonly bodyText: string;
      readonly bodyHash: string;
      readonly repeating: Repeating;
    };

export interface GatewayClientSettings {
  readonly origin: string;
  readonly signer: RequestSigner;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly userAgent: string;
  readonly fetch: typeof fetch;
}

/**
 * Sends a request, and retries it after failures that may be temporary. It signs each attempt anew and waits between attempts.
 * After the last retry it throws the error.
 */
export class GatewayClient {
  readonly #settings: GatewayClientSettings;
  /** The server's time minus this machine's time. It is learned from a TIMESTAMP_EXPIRED answer and used for later calls. */
  #clockOffsetMs = 0;

  constructor(settings: GatewayClientSettings) {
    this.#settings = settings;
  }

  async send(request: GatewayRequest, options?: CallOptions): Promise<Readonly<Record<string, unknown>>> {
    const result = await this.#sendUntilAnswered(request, options);
    // The result cannot be a file here, because only `fetchFile` requests one. The compiler cannot infer this.
    return result.kind === 'file' ? {} : result.data;
  }

  /** Requests a file, which the gateway returns without its envelope. */
  async fetchFile(
    { path, mediaType }: { readonly path: MerchantTarget; readonly mediaType: string },
    options?: CallOptions,
  ): Promise<string> {
    const result = await this.#sendUntilAnswered({ method: 'GET', path, fileType: mediaType }, options);
    if (result.kind === 'file') return result.text;
    throw new TypeError(
      `The gateway answered ${path} without the file, because the gateway is older than this client.`,
    );
  }

  async #sendUntilAnswered(
    request: GatewayRequest,
    options: CallOptions = {},
  ): Promise<Extract<AttemptResult, { kind: 'success' | 'file' }>> {
    const { maxRetries } = this.#settings;
    const timeoutMs = readTimeoutMs(options.timeoutMs ?? this.#settings.timeoutMs);
    const repeating = request.method === 'POST' ? request.repeating : undefined;
    let outcome: AttemptOutcome = 'not_sent';
    let attempts = 0;
    let clockWasCorrected = false;

    for (let retriesMade = 0; ; retriesMade += 1) {
      let result: AttemptResult;
      if (options.signal?.aborted) {
        result = { kind: 'aborted', mayHaveArrived: false, reason: options.signal.reason };
      } else {
        attempts += 1;
        result = await this.#attempt(request, timeoutMs, options.signal);
      }
      if (result.kind === 'success' || result.kind === 'file') return result;
      outcome = combineOutcomes(outcome, outcomeOf(result));

      const decision = decideRetry(result, {
        retriesMade,
        maxRetries,
        clockWasCorrected,
        mayApplyTwice: repeating?.kind === 'may_apply_twice',
      });
      if (decision.kind === 'give_up') {
        throw errorFromFailure(result, {
          attempts,
          gaveUpBecause: decision.because,
          outcomeUnknown: repeating !== undefined && outcome === 'unknown',
          repeating,
        });
      }
      if (result.kind === 'refused' && result.name === 'TIMESTAMP_EXPIRED') {
        this.#clockOffsetMs = (result.serverTimeMs ?? Date.now()) - Date.now();
        clockWasCorrected = true;
      }
      await waitOrAbort(decision.delayMs, options.signal);
    }
  }

  async #attempt(
    request: GatewayRequest,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<AttemptResult> {
    const { origin, signer, userAgent } = this.#settings;
    const url = new URL(origin + request.path);
    const fileType = request.method === 'GET' ? request.fileType : undefined;
    const deadline = new Deadline(timeoutMs, signal);
    let mayHaveArrived = false;
    /** Returns a failure if the timeout or the caller has ended this attempt of the request; otherwise undefined. */
    const ended = (): AttemptFailure | undefined => {
      if (!deadline.signal.aborted) return undefined;
      return signal?.aborted
        ? { kind: 'aborted', mayHaveArrived, reason: signal.reason }
        : { kind: 'timed_out', mayHaveArrived, timeoutMs };
    };
    try {
      let signed: SignedRequest;
      try {
        const bodyHash = request.method === 'POST' ? request.bodyHash : '';
        const timeMs = Date.now() + this.#clockOffsetMs;
        signed = await deadline.race(signer.sign(request.method, url, bodyHash, timeMs));
      } catch (cause) {
        return ended() ?? { kind: 'not_signed', cause };
      }
      mayHaveArrived = true;
      try {
        const response = await this.#settings.fetch(url, {
          method: request.method,
          headers: {
            ...signed.headers,
            'Content-Type': 'application/json',
            Accept: fileType === undefined ? 'application/json' : `${fileType}, application/json`,
            'User-Agent': userAgent,
          },
          ...(request.method === 'POST' && { body: request.bodyText }),
          // Do not follow redirects: the signature covers the path, so it would not be valid for another address.
          redirect: 'manual',
          signal: deadline.signal,
        });
        return readAnswer(response, await response.text(), signed.lines, fileType);
      } catch (cause) {
        return ended() ?? { kind: 'no_connection', mayHaveArrived: !wasNeverSent(cause), cause };
      }
    } finally {
      deadline.clear();
    }
  }
}

/** Error codes of connections that could not be established. The gateway cannot have received the request then. */
const neverSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && neverSentCodes.has(code);
}
