import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Bytes to a server and back, without any HTTP client's care. */
export class RawSocket {
  received = '';
  readonly socket: Socket;
  readonly closed: Promise<unknown>;

  private constructor(socket: Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    // A server that cuts the connection is what many of these tests wait for.
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      this.received += chunk.toString('latin1');
    });
  }

  static async open(baseUrl: string): Promise<RawSocket> {
    const { hostname, port } = new URL(baseUrl);
    const raw = new RawSocket(connect(Number(port), hostname));
    await once(raw.socket, 'connect');
    return raw;
  }

  /** Sends a text and answers all that comes until the server closes the connection. */
  static async exchange(baseUrl: string, text: string | Uint8Array): Promise<string> {
    const raw = await RawSocket.open(baseUrl);
    raw.socket.write(text);
    await raw.closed;
    return raw.received;
  }

  get status(): number {
    return Number(/^HTTP\/1\.1 ([0-9]{3})/.exec(this.received)?.[1] ?? 0);
  }
}
