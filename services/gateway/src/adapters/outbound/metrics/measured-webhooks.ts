import { Histogram, type Registry } from 'prom-client';
import type { WebhookAnswer, WebhookMessage, WebhookSender } from '../../../ports/webhook-sender.ts';

const results = ['2xx', '3xx', '4xx', '5xx', 'no_answer'] as const;

/** Measures how merchants' receivers answer webhooks, for Prometheus. */
export class MeasuredWebhooks implements WebhookSender {
  readonly #sender: WebhookSender;
  readonly #seconds: Histogram<'result'>;

  constructor(sender: WebhookSender, registry: Registry) {
    this.#sender = sender;
    this.#seconds = new Histogram({
      name: 'kassa_webhook_seconds',
      help: 'How long attempts to deliver a webhook took, by the answer: the class of its status, or no_answer.',
      labelNames: ['result'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
      registers: [registry],
    });
    for (const result of results) this.#seconds.zero({ result });
  }

  async send(message: WebhookMessage): Promise<WebhookAnswer> {
    const startedAtMs = performance.now();
    const answer = await this.#sender.send(message);
    this.#seconds.observe({ result: resultOf(answer) }, (performance.now() - startedAtMs) / 1_000);
    return answer;
  }
}

function resultOf(answer: WebhookAnswer): (typeof results)[number] {
  if (answer.kind === 'not_answered') return 'no_answer';
  const { httpStatus } = answer;
  if (httpStatus < 300) return '2xx';
  if (httpStatus < 400) return '3xx';
  return httpStatus < 500 ? '4xx' : '5xx';
}
