import { createServer, type IncomingMessage } from 'node:http';
import { FloorOrders } from './floor-orders.ts';
import { orderIdOf, readCallback, sessionOf, settings, verifySigned } from './peer.ts';

/**
 * The floor: a minimal server that makes the gateway's exchanges with bare `node:http` and the database driver. It verifies
 * signatures, and makes only the durable writes without which it would lose something when it is killed. It has no validation,
 * no idempotent answers, no retries, and hardly any error handling.
 */
const orders = await FloorOrders.open();

type Handle = (call: Call) => Promise<object | undefined>;

interface Call {
  readonly body: Readonly<Record<string, unknown>>;
  /** The last segment of the path. */
  readonly last: string;
  readonly query: URLSearchParams;
}

const signedRoutes: Readonly<Record<string, Handle>> = {
  'POST /api/merchant/payment/create': async ({ body }) => {
    const orderId = orderIdOf(String(body.merchant_transaction_id));
    await orders.create(orderId, body);
    return { order_id: orderId, pay_url: `http://127.0.0.1/pay#session=${sessionOf(orderId)}` };
  },
  'POST /api/merchant/payment/refund': ({ body }) =>
    orders.refund(
      orderIdOf(String(body.original_transaction_id)),
      String(body.transaction_id),
      Number(body.amount),
    ),
  'GET /api/merchant/order/payment/query': ({ last }) => orders.find(orderIdOf(last)),
  'GET /api/merchant/order/list': async ({ query }) => ({ orders: await orders.list(query.get('state')) }),
};

const checkoutRoutes: Readonly<Record<string, Handle>> = {
  'GET /api/web/checkout/payment-methods': async ({ query }) =>
    (await orders.find(String(query.get('orderId')))) && { payment_methods: [{ code: 'card' }] },
  'POST /api/web/checkout/init': ({ body }) => orders.open(String(body.orderId)),
  'POST /api/web/payment/submit': ({ body }) => orders.submit(String(body.orderId), body.card as object),
};

async function answer(request: IncomingMessage, bytes: Buffer): Promise<object | undefined> {
  const { method = '', url = '', headers } = request;
  const { pathname, searchParams: query } = new URL(url, 'http://floor');
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  if (pathname.startsWith('/api/webhook/')) {
    const callback = readCallback(headers, bytes);
    return callback && orders.apply(callback);
  }
  const checkout = checkoutRoutes[`${method} ${pathname}`];
  if (checkout !== undefined) {
    const body = bytes.length === 0 ? {} : (JSON.parse(bytes.toString('utf8')) as Call['body']);
    const orderId = String(body.orderId ?? query.get('orderId'));
    return headers['x-session-signature'] === sessionOf(orderId)
      ? checkout({ body, last, query })
      : undefined;
  }
  const signed =
    signedRoutes[`${method} ${pathname}`] ?? signedRoutes[`${method} ${pathname.slice(0, -last.length - 1)}`];
  const body = signed && verifySigned(method, url, headers, bytes);
  if (signed === undefined || body === undefined) return undefined;
  await orders.spendNonce(headers);
  return signed({ body, last, query });
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const server = createServer((request, response) => {
  readBytes(request)
    .then((bytes) => answer(request, bytes))
    .then(
      (data) => {
        const isFine = data !== undefined;
        const body = JSON.stringify({ code: isFine ? 200 : 400, msg: isFine ? 'success' : 'refused', data });
        response.writeHead(isFine ? 200 : 400, { 'content-type': 'application/json' }).end(body);
      },
      (error: unknown) => {
        console.error(error);
        response.writeHead(500).end();
      },
    );
});
server.listen(settings.port, '127.0.0.1', () => console.log('the peer is ready'));
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => void orders.close());
});
