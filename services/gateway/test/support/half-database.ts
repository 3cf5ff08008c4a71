import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Document } from 'mongodb';
import { commandOf, isFirstQuestion, messagesOf, messageTo, replyTo } from './wire-messages.ts';

/** What a half-working database does with a command: answers it, says nothing, or closes the connection. */
export type HalfAnswer = Document | 'silence' | 'closed';
type Answers = (command: string) => HalfAnswer | Promise<HalfAnswer>;

/** A server that the driver takes for a healthy MongoDB, but that serves no command properly. */
export class HalfDatabase {
  readonly uri: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, answer: Answers) {
    this.#server = server;
    this.uri = `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      void serve(socket, answer).catch(() => socket.destroy());
    });
  }

  static async start(answer: Answers): Promise<HalfDatabase> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HalfDatabase(server, answer);
  }

  async stop(): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

async function serve(socket: Socket, answer: Answers): Promise<void> {
  for await (const message of messagesOf(socket)) {
    if (isFirstQuestion(message)) {
      socket.write(replyTo(message, hello));
      continue;
    }
    const command = Object.keys(commandOf(message))[0] ?? '';
    if (command === 'hello' || command === 'ismaster') socket.write(messageTo(message, hello));
    else {
      const answered = await answer(command);
      if (answered === 'closed') return void socket.destroy();
      if (answered !== 'silence') socket.write(messageTo(message, answered));
    }
  }
}

const hello: Document = {
  helloOk: true,
  isWritablePrimary: true,
  ismaster: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  minWireVersion: 0,
  maxWireVersion: 21,
  ok: 1,
};
