/**
 * Stands in for the `mongod` program on machines that cannot have it. It understands mongod's arguments and answers with
 * mongod's error codes. It plays the states of a replica set that the supervisor handles: not yet initiated, without a primary,
 * or moved to another address. It stores no documents.
 *
 * It keeps the replica set's configuration in `config.json` of its --dbpath, and appends the commands that change it to
 * `commands.log` there.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BSON } from 'mongodb';

interface Config {
  readonly _id: string;
  readonly version?: number;
  readonly members: readonly { readonly _id: number; readonly host: string }[];
}

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;

const { values } = parseArgs({
  strict: false,
  options: { dbpath: { type: 'string' }, port: { type: 'string' }, replSet: { type: 'string' } },
});
const dbpath = String(values.dbpath);
const ownHost = `127.0.0.1:${String(values.port)}`;
const configFile = join(dbpath, 'config.json');
/** How many answers after a change still say that there is no primary, because an election takes time. */
let answersUntilPrimary = 2;

function readConfig(): Config | undefined {
  return existsSync(configFile) ? (JSON.parse(readFileSync(configFile, 'utf8')) as Config) : undefined;
}

function answer(command: Record<string, unknown>): Record<string, unknown> {
  const config = readConfig();
  const isMember = config?.members.some((member) => member.host === ownHost) ?? false;
  if ('hello' in command || 'ismaster' in command || 'isMaster' in command) {
    const isPrimary = isMember && --answersUntilPrimary < 0;
    const set = isMember ? { setName: config?._id, hosts: [ownHost], me: ownHost } : { isreplicaset: true };
    const primary = { isWritablePrimary: isPrimary, ismaster: isPrimary };
    return { ok: 1, helloOk: true, ...primary, minWireVersion: 0, maxWireVersion: 25, ...set };
  }
  if ('replSetGetStatus' in command) {
    if (config === undefined) return { ok: 0, code: 94, codeName: 'NotYetInitialized', errmsg: 'no config' };
    if (!isMember) return { ok: 0, code: 93, codeName: 'InvalidReplicaSetConfig', errmsg: 'not a member' };
    return { ok: 1 };
  }
  if ('replSetGetConfig' in command) return { ok: 1, config };
  const wanted = (command.replSetInitiate ?? command.replSetReconfig) as Config | undefined;
  if (wanted !== undefined) {
    if (wanted._id !== values.replSet) return { ok: 0, code: 93, errmsg: 'another replica set name' };
    appendFileSync(join(dbpath, 'commands.log'), `${Object.keys(command)[0]} ${wanted.members[0]?.host}\n`);
    writeFileSync(configFile, JSON.stringify({ version: 1, ...wanted }));
    return { ok: 1 };
  }
  return { ok: 1 };
}

/** Returns the reply to one message of the wire protocol. */
function reply(message: Buffer): Buffer {
  const requestId = message.readInt32LE(4);
  const opCode = message.readInt32LE(12);
  const isQuery = opCode === OP_QUERY;
  const bodyStart = isQuery ? message.indexOf(0, HEADER_BYTES + 4) + 1 + 8 : HEADER_BYTES + 5;
  const bodyBytes = message.readInt32LE(bodyStart);
  const body = BSON.serialize(answer(BSON.deserialize(message.subarray(bodyStart, bodyStart + bodyBytes))));
  const prefix = Buffer.alloc(isQuery ? 20 : 5);
  // In an OP_REPLY, this is the number of documents that follow. An OP_MSG begins with flags and a section kind, which are all
  // zero.
  if (isQuery) prefix.writeInt32LE(1, 16);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeInt32LE(HEADER_BYTES + prefix.length + body.length, 0);
  header.writeInt32LE(requestId, 8);
  header.writeInt32LE(isQuery ? OP_REPLY : OP_MSG, 12);
  return Buffer.concat([header, prefix, body]);
}

const server = createServer((socket) => {
  let received: Buffer = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 4 && received.length >= received.readInt32LE(0)) {
      const bytes = received.readInt32LE(0);
      socket.write(reply(received.subarray(0, bytes)));
      received = received.subarray(bytes);
    }
  });
});
server.listen(Number(values.port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
