import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server of a test, on a free port of this machine. */
export class LoopbackServer {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(listener: RequestListener): Promise<LoopbackServer> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new LoopbackServer(server);
  }

  /** Breaks off running requests. */
  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
