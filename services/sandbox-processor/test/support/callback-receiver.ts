import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CallbackBody {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly payment: Readonly<Record<string, unknown>> & { readonly id: string };
  /** In place of the payment. */
  readonly voucher?: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly refund?: Readonly<Record<string, unknown>>;
  readonly dispute?: Readonly<Record<string, unknown>>;
}

export interface ReceivedCallback {
  readonly raw: string;
  readonly signature: string;
  readonly body: CallbackBody;
  readonly at: Date;
  readonly status: number;
}

/** Receives the processor's callbacks, as the gateway does. A test decides how it answers, and can wait for callbacks. */
export class CallbackReceiver {
  readonly received: ReceivedCallback[] = [];
  /** The status with which the receiver answers; 200 by default. */
  answer: (body: CallbackBody) => number = () => 200;
  /** Whether the receiver accepts a callback and never answers it. */
  hold: () => boolean = () => false;
  readonly #server: Server;
  #arrived: () => void = () => {};

  constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<CallbackReceiver> {
    const server = createServer();
    const receiver = new CallbackReceiver(server);
    server.on('request', async (request, response) => {
      const held = receiver.hold();
      const status = await receiver.#take(request);
      if (!held) response.writeHead(status, { location: '/elsewhere' }).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/callbacks?channel=sandbox`;
  }

  /** @param id of a payment or a voucher */
  of(id: string): readonly ReceivedCallback[] {
    return this.received.filter(({ body }) => (body.voucher ?? body.payment).id === id);
  }

  /** Waits until the given number of callbacks of a type has arrived for a payment or voucher, and returns them. */
  async waitFor(id: string, type: string, count = 1): Promise<readonly ReceivedCallback[]> {
    for (;;) {
      const found = this.of(id).filter(({ body }) => body.type === type);
      if (found.length >= count) return found;
      await new Promise<void>((resolve) => {
        const others = this.#arrived;
        this.#arrived = () => {
          others();
          resolve();
        };
      });
    }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage): Promise<number> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString();
    const body = JSON.parse(raw) as CallbackBody;
    const status = this.answer(body);
    const signature = String(request.headers['sandbox-signature']);
    this.received.push({ raw, signature, body, at: new Date(), status });
    const tell = this.#arrived;
    this.#arrived = () => {};
    tell();
    return status;
  }
}
