import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, byte for byte. */
  readonly body: string;
  readonly type: string;
  readonly orderId: string;
  readonly sequence: number;
}

/** A merchant's server that records the events that it receives. */
export class EventReceiver {
  readonly received: ReceivedEvent[] = [];
  /** The status with which the server answers; 200 by default. */
  answer: (event: ReceivedEvent) => number = () => 200;
  #server: Server | undefined;
  #port = 0;

  static async start(): Promise<EventReceiver> {
    const receiver = new EventReceiver();
    await receiver.start();
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/hook`;
  }

  /** Starts the server. After it was stopped, it starts again at the same port. */
  async start(): Promise<void> {
    this.#server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString('utf8');
      const { event_id, event_type, data } = JSON.parse(body);
      const event = {
        id: event_id,
        type: event_type,
        orderId: data.order_id,
        sequence: data.sequence,
        body,
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        ),
      };
      this.received.push(event);
      response.writeHead(this.answer(event)).end('seen');
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  of(orderId: string): ReceivedEvent[] {
    return this.received.filter((event) => event.orderId === orderId);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    server?.closeAllConnections();
    server?.close();
    if (server !== undefined) await once(server, 'close');
  }
}
