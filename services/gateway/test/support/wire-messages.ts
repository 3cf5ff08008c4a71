import type { Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';

/** The operation codes of MongoDB's wire protocol. */
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

const HEADER_BYTES = 16;
/** The first document of an OP_MSG: after the header, the flags and the kind of the section. */
const COMMAND_AT = HEADER_BYTES + 4 + 1;

/** Whether a message is the driver's first one, which is in the older form. */
export function isFirstQuestion(message: Buffer): boolean {
  return message.readInt32LE(12) === OP_QUERY;
}

/** Cuts what a socket receives into messages. Each begins with its length. */
export async function* messagesOf(socket: Socket): AsyncGenerator<Buffer> {
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

export function commandOf(message: Buffer): Document {
  const length = message.readInt32LE(COMMAND_AT);
  return BSON.deserialize(message.subarray(COMMAND_AT, COMMAND_AT + length), {
    promoteValues: false,
    bsonRegExp: true,
  });
}

/** Returns the message with another command. The documents that travel beside the command stay. */
export function withCommand(message: Buffer, command: Document): Buffer {
  const documents = message.subarray(COMMAND_AT + message.readInt32LE(COMMAND_AT));
  const body = Buffer.concat([
    message.subarray(HEADER_BYTES, COMMAND_AT),
    BSON.serialize(command),
    documents,
  ]);
  return framed(body, { id: message.readInt32LE(4), answersId: 0, code: OP_MSG });
}

export function messageTo(request: Buffer, answer: Document): Buffer {
  const flagsAndKind = Buffer.alloc(5);
  const body = Buffer.concat([flagsAndKind, BSON.serialize(answer)]);
  return framed(body, { id: 0, answersId: request.readInt32LE(4), code: OP_MSG });
}

/** The answer to the driver's first message, which is in the older form. */
export function replyTo(request: Buffer, answer: Document): Buffer {
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
