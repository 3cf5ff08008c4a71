import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to the database. A test can cut its connections, as if the database were unreachable. */
export class DatabaseDetour {
  readonly uri: string;
  readonly #sockets: Set<Socket>;
  readonly #close: () => void;

  private constructor(uri: string, sockets: Set<Socket>, close: () => void) {
    this.uri = uri;
    this.#sockets = sockets;
    this.#close = close;
  }

  static async to(mongoUri: string): Promise<DatabaseDetour> {
    const target = new URL(mongoUri);
    const sockets = new Set<Socket>();
    const server = createServer((incoming) => {
      const outgoing = connect(Number(target.port), target.hostname);
      for (const socket of [incoming, outgoing]) {
        sockets.add(socket);
        socket.on('error', () => {});
        socket.once('close', () => {
          incoming.destroy();
          outgoing.destroy();
        });
      }
      incoming.pipe(outgoing).pipe(incoming);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const detour = new URL(mongoUri);
    detour.port = String((server.address() as AddressInfo).port);
    return new DatabaseDetour(detour.href, sockets, () => server.close());
  }

  cut(): void {
    this.#close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
