import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';

/**
 * Two servers that behave towards MongoDB's driver like the members of a replica set that elects another primary. Behind both is
 * the one database of the tests, which has no replica set of its own.
 *
 * The behaviour follows MongoDB's specification of server discovery and of retryable writes: a member that is not the primary
 * refuses operations with `NotWritablePrimary`, and a write that arrives again with the same session and transaction number is
 * not done again, but gets the first answer.
 */
export class ElectingServers {
  /** The address of the set, for the driver. */
  readonly uri: string;
  /** Whether the driver has learned since the primary stepped down that there is none. */
  isLossNoticed = false;
  /** How many writes arrived again after their answer had been lost. */
  repeated = 0;
  readonly #database: { readonly host: string; readonly port: number };
  readonly #servers: readonly Server[];
  readonly #ports: readonly number[];
  readonly #sockets = new Set<Socket>();
  readonly #answers = new Map<string, Promise<Buffer>>();
  #primary: number | null = 0;
  #stepsDownDuringNextWrite = false;

  private constructor(databaseUri: string, servers: readonly Server[]) {
    const { hostname, port } = new URL(databaseUri);
    this.#database = { host: hostname, port: Number(port) };
    this.#servers = servers;
    this.#ports = servers.map((server) => (server.address() as AddressInfo).port);
    this.uri = `mongodb://${this.#hosts().join(',')}/?replicaSet=kassa`;
    for (const [member, server] of servers.entries()) {
      server.on('connection', (socket) => void this.#serve(member, socket).catch(() => socket.destroy()));
    }
  }

  static async start(databaseUri: string): Promise<ElectingServers> {
    const servers = [createServer(), createServer()];
    for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
    return new ElectingServers(databaseUri, servers);
  }

  get hasPrimary(): boolean {
    return this.#primary !== null;
  }

  stepDown(): void {
    this.#primary = null;
    this.isLossNoticed = false;
  }

  /** The primary steps down during its next write. It does the writes that it has begun, but their answers are lost. */
  stepDownDuringNextWrite(): void {
    this.#stepsDownDuringNextWrite = true;
  }

  /** The member becomes the primary. */
  elect(member: 0 | 1): void {
    this.#primary = member;
  }

  async stop(): Promise<void> {
    const closed = this.#servers.map((server) => once(server.close(), 'close'));
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(closed);
  }

  #hosts(): string[] {
    return this.#ports.map((port) => `127.0.0.1:${port}`);
  }

  async #serve(member: number, client: Socket): Promise<void> {
    const { host, port } = this.#database;
    const database = createConnection(port, host);
    this.#track(client);
    this.#track(database);
    client.on('close', () => database.destroy());
    const answers = messagesOf(database);
    for await (const message of messagesOf(client)) {
      const answer = await this.#answer(member, message, async (forwarded) => {
        database.write(forwarded);
        return (await answers.next()).value as Buffer;
      });
      if (answer === 'lost') return void client.destroy();
      client.write(answer);
    }
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }

  async #answer(
    member: number,
    message: Buffer,
    ask: (forwarded: Buffer) => Promise<Buffer>,
  ): Promise<Buffer | 'lost'> {
    if (message.readInt32LE(12) === OP_QUERY) return replyTo(message, this.#hello(member));
    const command = commandOf(message);
    const name = Object.keys(command)[0] ?? '';
    if (name === 'hello' || name === 'ismaster') return messageTo(message, this.#hello(member));
    if (name === 'endSessions') return messageTo(message, { ok: 1 });
    if (member !== this.#primary) {
      this.isLossNoticed = true;
      // Only a server knows whether it has done nothing of a write. Since MongoDB 4.4 it says so with this label.
      const label = command.txnNumber === undefined ? {} : { errorLabels: ['RetryableWriteError'] };
      return messageTo(message, { ...notWritablePrimary, ...label });
    }
    const { lsid, txnNumber, ...known } = command;
    const isWrite = txnNumber !== undefined;
    if (isWrite && this.#stepsDownDuringNextWrite) {
      this.#stepsDownDuringNextWrite = false;
      this.#primary = null;
    }
    const answer = isWrite
      ? await this.#once(`${JSON.stringify(lsid)} ${String(txnNumber)}`, () =>
          ask(withCommand(message, known)),
        )
      : await ask(withCommand(message, known));
    return member === this.#primary ? messageTo(message, commandOf(answer)) : 'lost';
  }

  /** Does a write that has not arrived before. Returns the first answer to it. */
  async #once(key: string, write: () => Promise<Buffer>): Promise<Buffer> {
    const earlier = this.#answers.get(key);
    if (earlier !== undefined) this.repeated += 1;
    const answer = earlier ?? write();
    this.#answers.set(key, answer);
    return answer;
  }

  #hello(member: number): Document {
    const isPrimary = member === this.#primary;
    if (this.#primary === null) this.isLossNoticed = true;
    return {
      helloOk: true,
      isWritablePrimary: isPrimary,
      ismaster: isPrimary,
      secondary: !isPrimary,
      setName: 'kassa',
      setVersion: 1,
      hosts: this.#hosts(),
      me: this.#hosts()[member],
      maxBsonObjectSize: 16_777_216,
      maxMessageSizeBytes: 48_000_000,
      maxWriteBatchSize: 100_000,
      localTime: new Date(),
      logicalSessionTimeoutMinutes: 30,
      minWireVersion: 0,
      maxWireVersion: 21,
      readOnly: false,
      ok: 1,
    };
  }
}

const notWritablePrimary: Document = {
  ok: 0,
  errmsg: 'not primary',
  code: 10_107,
  codeName: 'NotWritablePrimary',
};

/** The operation codes of MongoDB's wire protocol. */
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

const HEADER_BYTES = 16;
/** The first document of an OP_MSG: after the header, the flags and the kind of the section. */
const COMMAND_AT = HEADER_BYTES + 4 + 1;

/** Cuts what a socket receives into messages. Each begins with its length. */
async function* messagesOf(socket: Socket): AsyncGenerator<Buffer> {
  let received = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk]);
    while (received.length >= HEADER_BYTES && received.length >= received.readInt32LE(0)) {
      const length = received.readInt32LE(0);
      yield received.subarray(0, length);
      received = received.subarray(length);
    }
  }
}

function commandOf(message: Buffer): Document {
  const length = message.readInt32LE(COMMAND_AT);
  return BSON.deserialize(message.subarray(COMMAND_AT, COMMAND_AT + length), {
    promoteValues: false,
    bsonRegExp: true,
  });
}

/** Returns the message with another command. The documents that travel beside the command stay. */
function withCommand(message: Buffer, command: Document): Buffer {
  const documents = message.subarray(COMMAND_AT + message.readInt32LE(COMMAND_AT));
  const body = Buffer.concat([
    message.subarray(HEADER_BYTES, COMMAND_AT),
    BSON.serialize(command),
    documents,
  ]);
  return framed(body, { id: message.readInt32LE(4), answersId: 0, code: OP_MSG });
}

function messageTo(request: Buffer, answer: Document): Buffer {
  const flagsAndKind = Buffer.alloc(5);
  const body = Buffer.concat([flagsAndKind, BSON.serialize(answer)]);
  return framed(body, { id: 0, answersId: request.readInt32LE(4), code: OP_MSG });
}

/** The answer to the driver's first message, which is in the older form. */
function replyTo(request: Buffer, answer: Document): Buffer {
  const flagsAndCursor = Buffer.alloc(20);
  flagsAndCursor.writeInt32LE(1, 16);
  const body = Buffer.concat([flagsAndCursor, BSON.serialize(answer)]);
  return framed(body, { id: 0, answersId: request.readInt32LE(4), code: OP_REPLY });
}

function framed(
  body: Buffer,
  { id, answersId, code }: { readonly id: number; readonly answersId: number; readonly code: number },
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeInt32LE(HEADER_BYTES + body.length, 0);
  header.writeInt32LE(id, 4);
  header.writeInt32LE(answersId, 8);
  header.writeInt32LE(code, 12);
  return Buffer.concat([header, body]);
}
