import type { WebhookAnswer, WebhookMessage, WebhookSender } from '../../src/ports/webhook-sender.ts';

export type Receiver = (message: WebhookMessage) => WebhookAnswer | Promise<WebhookAnswer>;

export const acknowledged: WebhookAnswer = {
  kind: 'answered',
  httpStatus: 200,
  retryAfterSeconds: null,
  answer: 'ok',
};

export function answered(httpStatus: number, retryAfterSeconds: number | null = null): WebhookAnswer {
  return { kind: 'answered', httpStatus, retryAfterSeconds, answer: '' };
}

/** Plays the merchants' receivers, each at its address. It records the webhooks in the sequence in which they were sent. */
export class ScriptedWebhookSender implements WebhookSender {
  readonly sent: WebhookMessage[] = [];
  readonly #receivers = new Map<string, Receiver>();

  /** Sets how the receiver at an address answers from now on. Before that, it acknowledges everything. */
  receive(url: string, receiver: Receiver): void {
    this.#receivers.set(url, receiver);
  }

  async send(message: WebhookMessage): Promise<WebhookAnswer> {
    this.sent.push(message);
    const receiver = this.#receivers.get(message.url);
    if (receiver === undefined) return acknowledged;
    try {
      return await receiver(message);
    } catch (error) {
      return { kind: 'not_answered', error: error instanceof Error ? error.message : 'unknown error' };
    }
  }
}
