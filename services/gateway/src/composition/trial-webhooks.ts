import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RawCallback } from '../ports/channel-callback.ts';

/** Webhooks are far smaller. */
const LONGEST_BODY_BYTES = 1024 * 1024;
/**
 * The maximum number of webhooks that are kept. A trial causes far fewer webhooks. Because of the limit, a stranger who finds
 * the address cannot fill the memory.
 */
const MOST_WEBHOOKS = 10_000;

/**
 * Receives the webhooks that a processor delivers to a trial, on the loopback address. Stores them without verification; the
 * trial verifies them.
 */
export class TrialWebhookServer {
  readonly received: RawCallback[] = [];
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** @param port 0 for any free port */
  static async start(port: number, acknowledgement: string): Promise<TrialWebhookServer> {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    const webhooks = new TrialWebhookServer(server);
    server.on('request', async (request, response) => {
      const isTaken = await webhooks.#take(request).catch(() => false);
      response.writeHead(isTaken ? 200 : 400, { 'content-type': 'text/plain' });
      response.end(isTaken ? acknowledgement : '');
    });
    return webhooks;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #take(request: IncomingMessage): Promise<boolean> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > LONGEST_BODY_BYTES) return false;
      chunks.push(chunk);
    }
    if (request.method !== 'POST' || this.received.length >= MOST_WEBHOOKS) return false;
    this.received.push({ headers: request.headers, body: Buffer.concat(chunks), receivedAt: new Date() });
    return true;
  }
}
