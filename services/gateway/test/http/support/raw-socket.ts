import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectByTls } from 'node:tls';

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
    const { protocol, hostname, port } = new URL(baseUrl);
    const usesTls = protocol === 'https:';
    const address = { host: hostname, port: Number(port) };
    const raw = new RawSocket(
      usesTls ? connectByTls({ ...address, rejectUnauthorized: false }) : connect(address),
    );
    const opened = once(raw.socket, usesTls ? 'secureConnect' : 'connect');
    await opened.catch((error: NodeJS.ErrnoException) => {
      // A server that has enough connections closes a new one before the handshake of TLS.
      if (!usesTls || error.code !== 'ECONNRESET') throw error;
    });
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
