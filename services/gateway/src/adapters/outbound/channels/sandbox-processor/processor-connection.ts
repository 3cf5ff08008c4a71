import { compileValidator, type Validation } from '@kassa/contracts';
import { type Static, Type } from 'typebox';
import { Agent, request } from 'undici';
import { CHANNEL_ANSWER_TIMEOUT_MS } from '../../../../ports/channel-timeouts.ts';
import { faultTextOf, statusText } from '../fault-text.ts';

const ProcessorError = Type.Object({ code: Type.String(), message: Type.String() });
export type ProcessorError = Static<typeof ProcessorError>;

/** Reads an answer that refuses a call. */
const readRefusal = compileValidator(Type.Object({ error: ProcessorError }));

/**
 * HTTP statuses that say nothing about the payment: the key is wrong, the request took too long, or there were too many calls.
 * The gateway treats them as if there were no answer.
 */
const statusesAboutUs: ReadonlySet<number> = new Set([401, 403, 408, 429]);

export type ProcessorAnswer<Body> =
  | { readonly kind: 'ok'; readonly body: Body }
  | { readonly kind: 'refused'; readonly httpStatus: number; readonly error: ProcessorError }
  /**
   * The call had no usable answer, for example after a timeout or a server error. The processor may or may not have carried it
   * out. If `detail` is `KEY_USED`, it has carried out another call with the same idempotency key.
   */
  | { readonly kind: 'no_answer'; readonly detail: string };

/**
 * The processor's code for an idempotency key that it knows from a call with another body. It proves that the processor has
 * carried out that other call, which the gateway may have forgotten because a backup was restored. So this code does not mean
 * that the payment or refund was refused: the gateway must ask about it.
 */
export const KEY_USED = 'idempotency_conflict';

export interface ProcessorAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs?: number;
}

/** Makes HTTP calls to the sandbox processor. The channels for payments and for vouchers share this class. */
export class ProcessorConnection {
  readonly #baseUrl: string;
  readonly #apiKey: string;
  readonly #timeoutMs: number;
  readonly #agent = new Agent({ keepAliveTimeout: 4_000, connections: 32 });

  constructor({ baseUrl, apiKey, timeoutMs }: ProcessorAddress) {
    this.#baseUrl = baseUrl;
    this.#apiKey = apiKey;
    this.#timeoutMs = timeoutMs ?? CHANNEL_ANSWER_TIMEOUT_MS;
  }

  /** @param read validates the answer's form */
  async call<Body>(
    read: (answer: unknown) => Validation<Body>,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    idempotencyKey?: string,
  ): Promise<ProcessorAnswer<Body>> {
    try {
      const response = await request(`${this.#baseUrl}${path}`, {
        method,
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(this.#timeoutMs),
        headers: {
          authorization: `Bearer ${this.#apiKey}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const answer = await response.body.json();
      if (response.statusCode >= 500 || statusesAboutUs.has(response.statusCode)) {
        return { kind: 'no_answer', detail: statusText(response.statusCode) };
      }
      if (response.statusCode < 300) {
        const reading = read(answer);
        if (reading.kind === 'valid') return { kind: 'ok', body: reading.value };
      } else {
        const reading = readRefusal(answer);
        const httpStatus = response.statusCode;
        if (reading.kind === 'valid' && reading.value.error.code === KEY_USED) {
          return { kind: 'no_answer', detail: KEY_USED };
        }
        if (reading.kind === 'valid') return { kind: 'refused', httpStatus, error: reading.value.error };
      }
      return {
        kind: 'no_answer',
        detail: `${statusText(response.statusCode)} and an answer of another form`,
      };
    } catch (error) {
      return { kind: 'no_answer', detail: whyUnanswered(error) };
    }
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }
}

export function detailOf(
  answer: { kind: 'refused'; httpStatus: number } | { kind: 'no_answer'; detail: string },
): string {
  return answer.kind === 'refused' ? statusText(answer.httpStatus) : answer.detail;
}

/** Never repeats the error's message, because it could quote the request, which can contain a card number. */
function whyUnanswered(error: unknown): string {
  if (!(error instanceof Error)) return 'the call failed for an unknown reason';
  if (error.name === 'TimeoutError') return 'it did not answer in time';
  if (error instanceof SyntaxError) return 'its answer is not JSON';
  return faultTextOf(error) ?? `the call failed (${error.name})`;
}
