import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';
import type { Document } from 'mongodb';
import { commandOf, isFirstQuestion, messagesOf, messageTo, replyTo, withCommand } from './wire-messages.ts';

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
    if (isFirstQuestion(message)) return replyTo(message, this.#hello(member));
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
