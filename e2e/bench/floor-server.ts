import { createHash, createPublicKey } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import {
  hashCanonicalBody,
  isWithinTimestampWindow,
  readSignedBody,
  stringToSign,
  verifyRequest,
} from '@kassa/contracts';
import { MongoClient } from 'mongodb';

/**
 * The floor: a minimal server that accepts signed requests to create a payment. The bench compares the gateway with it. It uses
 * bare `node:http`, a strict JSON parser, RSA verification, and two database inserts (a nonce and an order). It has no
 * validation, no idempotency, no events, and hardly any error handling.
 */
const { FLOOR_PUBLIC_KEY, FLOOR_MONGODB_URI, FLOOR_DATABASE_NAME } = process.env;
if (!FLOOR_PUBLIC_KEY || !FLOOR_MONGODB_URI || !FLOOR_DATABASE_NAME)
  throw new Error('the floor is not configured');

const publicKey = createPublicKey(FLOOR_PUBLIC_KEY);
const client = await new MongoClient(FLOOR_MONGODB_URI, { maxPoolSize: 20 }).connect();
const database = client.db(FLOOR_DATABASE_NAME);
const nonces = database.collection<{ _id: string; expiresAt: Date }>('floor_nonces');
const orders = database.collection<{ _id: string; state: string; createdAt: Date }>('floor_orders');
await nonces.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function accept(request: IncomingMessage): Promise<string | undefined> {
  const reading = readSignedBody(await readBytes(request));
  if (reading.kind === 'refused') return undefined;
  const header = (name: string): string => String(request.headers[name] ?? '');
  const lines = stringToSign({
    method: request.method ?? '',
    path: request.url ?? '',
    query: '',
    bodyHash: hashCanonicalBody(reading.body.canonical),
    timestamp: header('x-timestamp'),
    nonce: header('x-nonce'),
  });
  if (!isWithinTimestampWindow(header('x-timestamp'), Date.now())) return undefined;
  if (!verifyRequest(lines, header('x-signature'), publicKey)) return undefined;
  const now = new Date();
  await nonces.insertOne({
    _id: `${header('x-merchant-id')}:${header('x-nonce')}`,
    expiresAt: new Date(now.getTime() + 300_000),
  });
  const number = String(reading.body.value.merchant_transaction_id);
  const orderId = `ord_${createHash('sha256').update(number).digest('hex').slice(0, 32)}`;
  await orders.insertOne({ _id: orderId, ...reading.body.value, state: 'INIT', createdAt: now });
  return orderId;
}

const server = createServer((request, response) => {
  accept(request).then(
    (orderId) => {
      const body = JSON.stringify({ code: 200, msg: 'success', data: { order_id: orderId } });
      response.writeHead(orderId === undefined ? 400 : 200, { 'content-type': 'application/json' }).end(body);
    },
    () => response.writeHead(500).end(),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on ${typeof address === 'object' ? address?.port : ''}`);
});
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => void client.close());
});
