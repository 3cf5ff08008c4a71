import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import type { Environment } from '../../../domain/environment.ts';
import { refuseAddress } from '../../../domain/merchant/public-address.ts';
import { isAllowedAddress } from '../../../domain/merchant/refused-addresses.ts';
import {
  WEBHOOK_TIMEOUT_MS,
  type WebhookAnswer,
  type WebhookMessage,
  type WebhookSender,
} from '../../../ports/webhook-sender.ts';
import { type LookupAll, pinnedLookup, refusedAddress } from './pinned-lookup.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 1024;

export interface WebhookSenderOptions {
  /** The time limit of a whole delivery. `WEBHOOK_TIMEOUT_MS` by default. */
  readonly timeoutMs?: number;
  /** Resolves a host name to all its addresses. The system's resolver by default. */
  readonly lookupAll?: LookupAll;
}

/**
 * Sends webhooks as HTTP POST requests, only to public addresses and without following redirects. It reads the start of an
 * answer and ignores the rest. One time limit covers the whole delivery.
 */
export class HttpWebhookSender implements WebhookSender {
  readonly #environment: Environment;
  readonly #isLoopbackAllowed: boolean;
  readonly #timeoutMs: number;
  readonly #agent: Agent;

  constructor(environment: Environment, options: WebhookSenderOptions = {}) {
    this.#environment = environment;
    this.#isLoopbackAllowed = environment === 'sandbox';
    this.#timeoutMs = options.timeoutMs ?? WEBHOOK_TIMEOUT_MS;
    this.#agent = new Agent({
      connect: {
        lookup: pinnedLookup(this.#isLoopbackAllowed, options.lookupAll),
        timeout: Math.min(CONNECT_TIMEOUT_MS, this.#timeoutMs),
      },
      keepAliveTimeout: 4_000,
      // Allow any number of connections to one address. With a limit, merchants of a shop platform, who share its address,
      // would wait for each other. The caller limits how many deliveries to each merchant run at the same time.
      connections: null,
    });
  }

  async send(message: WebhookMessage): Promise<WebhookAnswer> {
    try {
      this.#refuse(message.url);
      const response = await request(message.url, {
        method: 'POST',
        headers: message.headers,
        body: message.body,
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      const answer = await readCapped(response.body);
      return {
        kind: 'answered',
        httpStatus: response.statusCode,
        retryAfterSeconds: readRetryAfter(response.headers['retry-after']),
        answer,
      };
    } catch (error) {
      return { kind: 'not_answered', error: this.#describe(error) };
    }
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  /**
   * Refuses a webhook address to which the gateway must not connect. An IP address in the URL must be checked here, because
   * only host names reach the resolver and its check.
   */
  #refuse(address: string): void {
    const fault = refuseAddress(address, this.#environment);
    if (fault !== undefined) throw new TypeError(`the address ${fault}`);
    const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowedAddress(host, this.#isLoopbackAllowed)) throw refusedAddress(host);
  }

  #describe(error: unknown): string {
    if (!(error instanceof Error)) return 'unknown error';
    if (error.name === 'TimeoutError') return `no answer within ${this.#timeoutMs / 1000} s`;
    return error.message.slice(0, 256);
  }
}

async function readCapped(body: AsyncIterable<Buffer> & { destroy(): void }): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      // Stop reading the answer at the limit, because a receiver could send an endless answer.
      if (length >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // Ignore an error while reading the answer's body. The HTTP status has already arrived, and only the status decides whether
    // the event was acknowledged.
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8');
}

function readRetryAfter(header: string | string[] | undefined): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return null;
  if (/^[0-9]{1,9}$/.test(text)) return Number(text);
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max((atMs - Date.now()) / 1000, 0);
}
