import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhooks } from '@kassa/sdk-node';
import type { Receipt } from '../ledgers/ledgers.ts';

/** How the receiver treats one attempt to deliver an event. */
export type Treatment =
  | 'acknowledge'
  | 'fail'
  /** Never answers. */
  | 'hang'
  /** The receiver answers 429, with this number of seconds as Retry-After. */
  | 'ask_for_patience'
  /** The receiver accepts the event, but breaks the connection before it answers. */
  | 'break_off';

type Manners = (receipt: Receipt) => Treatment;

interface Address {
  readonly webhooks: Webhooks;
  manners: Manners;
}

/** A receiver of webhooks for all merchants. It verifies each event, records every arrival, and misbehaves on request. */
export class MerchantReceiver {
  readonly receipts: Receipt[] = [];
  /** Events that arrived with an invalid signature or format. */
  readonly forgeries: string[] = [];
  readonly #server = createServer((request, response) => void this.#take(request, response));
  readonly #addresses = new Map<string, Address>();
  readonly #hanging = new Set<ServerResponse>();
  #issued = 0;

  static async start(): Promise<MerchantReceiver> {
    const receiver = new MerchantReceiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  newUrl(): string {
    this.#issued += 1;
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/merchant/${this.#issued}`;
  }

  serve(url: string, secret: string): void {
    this.#addresses.set(new URL(url).pathname, {
      webhooks: new Webhooks({ secrets: [secret] }),
      manners: () => 'acknowledge',
    });
  }

  /** Sets how the receiver treats every delivery attempt that arrives at this address from now on. */
  behave(url: string, manners: Manners): void {
    const address = this.#addresses.get(new URL(url).pathname);
    if (address === undefined) throw new Error(`nobody receives at ${url}`);
    address.manners = manners;
  }

  /** Closes all requests that the receiver keeps waiting for an answer, so that the gateway stops waiting for them. */
  releaseHanging(): void {
    for (const response of this.#hanging) response.destroy();
    this.#hanging.clear();
  }

  get hangingNow(): number {
    return this.#hanging.size;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // The gateway was killed while it was sending the event, so the event did not arrive.
      return;
    }
    const body = Buffer.concat(chunks).toString();
    const address = this.#addresses.get(request.url ?? '');
    const receipt = address && this.#verify(address, body, request);
    if (address === undefined || receipt === undefined) {
      response.writeHead(400).end();
      return;
    }
    const treatment = address.manners(receipt);
    this.receipts.push({ ...receipt, isAcknowledged: treatment === 'acknowledge' });
    switch (treatment) {
      case 'acknowledge':
        response.writeHead(200).end('ok');
        return;
      case 'fail':
        response.writeHead(500).end('not now');
        return;
      case 'ask_for_patience':
        response.writeHead(429, { 'retry-after': '60' }).end();
        return;
      case 'break_off':
        response.destroy();
        return;
      case 'hang':
        this.#hanging.add(response);
        response.once('close', () => this.#hanging.delete(response));
    }
  }

  #verify(address: Address, body: string, request: IncomingMessage): Receipt | undefined {
    try {
      const event = address.webhooks.verify(body, request.headers);
      return {
        webhookId: String(request.headers['webhook-id']),
        eventId: event.event_id,
        eventType: event.event_type,
        orderId: event.data.order_id,
        sequence: event.data.sequence,
        body,
        receivedAtMs: Date.now(),
        isAcknowledged: false,
      };
    } catch (error) {
      this.forgeries.push(
        `${request.url}: ${error instanceof Error ? error.message : error}: ${body.slice(0, 200)}`,
      );
      return undefined;
    }
  }
}
