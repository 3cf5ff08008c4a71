import { Agent } from 'undici';
import { callbackSignature } from './callback-signature.ts';

export interface CallbackTarget {
  url: string;
  readonly secret: string;
}

export type SendResult = 'acknowledged' | 'failed' | 'interrupted';

const timeoutMs = 10_000;

/**
 * Posts signed callbacks. It uses connections of its own, so that it can interrupt running requests when the processor stops.
 */
export class CallbackSender {
  readonly #target: CallbackTarget;
  readonly #agent = new Agent({
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  #stopped = false;

  constructor(target: CallbackTarget) {
    this.#target = target;
  }

  /** Posts one callback. A 2xx answer acknowledges it; redirects are not followed. */
  async send(body: string): Promise<SendResult> {
    try {
      const url = new URL(this.#target.url);
      const answer = await this.#agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sandbox-signature': callbackSignature(body, this.#target.secret, new Date()),
          'user-agent': 'Kassa-Sandbox-Processor',
        },
        body,
      });
      await answer.body.dump();
      return answer.statusCode >= 200 && answer.statusCode < 300 ? 'acknowledged' : 'failed';
    } catch {
      return this.#stopped ? 'interrupted' : 'failed';
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#agent.destroy();
  }
}
