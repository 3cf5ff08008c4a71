import type { IncomingMessage } from 'node:http';
import {
  compileValidator,
  hasWebhookSignature,
  WEBHOOK_TOLERANCE_SECONDS,
  WebhookEvent,
  webhookHeaders,
} from '@kassa/contracts';
import { expect } from 'vitest';
import { LoopbackServer } from '../../support/loopback-server.ts';

const readEvent = compileValidator(WebhookEvent);

/** A merchant's receiver of webhooks. It keeps only events with a valid signature, age and format. */
export class WebhookReceiver {
  #server!: LoopbackServer;
  readonly #secretByPath = new Map<string, string>();
  readonly #events = new Map<string, WebhookEvent>();
  readonly #faults: string[] = [];
  #tell: () => void = () => {};
  #arrival = new Promise<void>((resolve) => {
    this.#tell = resolve;
  });

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    receiver.#server = await LoopbackServer.start(async (request, response) => {
      await receiver.#take(request);
      response.end();
    });
    return receiver;
  }

  /** Returns a new address for a merchant. The merchant's secret becomes known only when the merchant is onboarded. */
  newUrl(): string {
    const path = `/hook/${this.#secretByPath.size + 1}`;
    this.#secretByPath.set(path, '');
    return `${this.#server.url}${path}`;
  }

  useSecret(url: string, secret: string): void {
    this.#secretByPath.set(new URL(url).pathname, secret);
  }

  /** Waits until the given number of an order's events has arrived, and returns them sorted by sequence. */
  async eventsOf(orderId: string, count: number): Promise<readonly WebhookEvent[]> {
    for (;;) {
      const arrival = this.#arrival;
      const events = this.now(orderId);
      expect(this.#faults).toEqual([]);
      if (events.length >= count) return events;
      await arrival;
    }
  }

  /** Returns the events of an order that have arrived so far, in the sequence of their arrival. */
  now(orderId: string): readonly WebhookEvent[] {
    return [...this.#events.values()].filter(({ data }) => data.order_id === orderId);
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }

  async #take(request: IncomingMessage): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const id = String(request.headers[webhookHeaders.id]);
    const timestamp = String(request.headers[webhookHeaders.timestamp]);
    const secret = this.#secretByPath.get(request.url ?? '') ?? '';
    const isGenuine = hasWebhookSignature(
      { id, timestamp, body },
      String(request.headers[webhookHeaders.signature]),
      [secret],
    );
    const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= WEBHOOK_TOLERANCE_SECONDS;
    const event = readEvent(JSON.parse(body));
    if (!isGenuine || !isFresh || event.kind === 'invalid' || event.value.event_id !== id) {
      this.#faults.push(`${request.url} ${id} ${body}`);
    } else {
      this.#events.set(id, event.value);
    }
    this.#tell();
    this.#arrival = new Promise((resolve) => {
      this.#tell = resolve;
    });
  }
}
