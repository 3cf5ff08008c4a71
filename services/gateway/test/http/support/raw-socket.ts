import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Sends bytes to a server and collects the bytes that come back. No HTTP client corrects or completes them. */
export class RawSocket {
  received = '';
  readonly socket: Socket;
  readonly closed: Promise<unknown>;

  private constructor(socket: Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    // Ignore errors of the socket. In many of these tests, the server is expected to cut the connection.
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

  /** Sends a text, and returns everything that the server sends until it closes the connection. */
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
