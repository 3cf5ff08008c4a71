import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { BSON } from 'mongodb';

const OP_MSG = 2013;
const HEADER_BYTES = 16;
/** Where the first section of an OP_MSG begins: after the header, the flags and the section's kind. */
const DOCUMENT_AT = HEADER_BYTES + 4 + 1;

/** Stands between a gateway and its database, and counts the commands that the gateway sends, by name and collection. */
export class CommandCounter {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #counts = new Map<string, number>();
  readonly uri: string;

  private constructor(server: Server, uri: string) {
    this.#server = server;
    this.uri = uri;
  }

  static async start(mongoUri: string): Promise<CommandCounter> {
    const target = new URL(mongoUri);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const own = new URL(mongoUri);
    own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const counter = new CommandCounter(server, own.href);
    server.on('connection', (client) => counter.#join(client, connect(Number(target.port), target.hostname)));
    return counter;
  }

  reset(): void {
    this.#counts.clear();
  }

  /** The number of commands since the last reset, the most frequent first. */
  get counts(): readonly (readonly [command: string, count: number])[] {
    return [...this.#counts].sort(([, left], [, right]) => right - left);
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #join(client: Socket, database: Socket): void {
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
    database.on('data', (bytes) => client.write(bytes));
    let unread: Buffer = Buffer.alloc(0);
    client.on('data', (bytes) => {
      database.write(bytes);
      unread = this.#count(Buffer.concat([unread, bytes]));
    });
  }

  /** Counts the complete messages in the bytes, and returns the bytes that are left. */
  #count(bytes: Buffer): Buffer<ArrayBufferLike> {
    let rest = bytes;
    while (rest.length >= HEADER_BYTES && rest.length >= rest.readInt32LE(0)) {
      const message = rest.subarray(0, rest.readInt32LE(0));
      rest = rest.subarray(message.length);
      if (message.readInt32LE(12) !== OP_MSG) continue;
      const length = message.readInt32LE(DOCUMENT_AT);
      const command = BSON.deserialize(message.subarray(DOCUMENT_AT, DOCUMENT_AT + length));
      const [name = '', collection] = Object.entries(command)[0] ?? [];
      const line = typeof collection === 'string' ? `${name} ${collection}` : name;
      this.#counts.set(line, (this.#counts.get(line) ?? 0) + 1);
    }
    return rest;
  }
}
