import express, { type Request, type Response } from 'express';
import { connect, disconnect, model, Schema } from 'mongoose';
import { nonceOf, orderIdOf, readCallback, sessionOf, settings, signEvent, verifySigned } from './peer.ts';

/**
 * A peer as many teams would write it: it uses Express and Mongoose, reads, changes and saves documents, and makes calls with
 * `fetch`. It loses webhooks when it is killed.
 */
const Order = model(
  'Order',
  new Schema(
    {
      _id: { type: String, required: true },
      merchantTransactionId: { type: String, required: true, unique: true },
      amountMinor: { type: Number, required: true },
      currency: { type: String, required: true },
      description: String,
      redirectUrl: String,
      products: [{ product_id: String, name: String, price: Number, quantity: Number, _id: false }],
      customer: { full_name: String },
      state: { type: String, enum: ['INIT', 'PAYING', 'PAY_SUCCESS'], default: 'INIT' },
      attempts: [{ attemptId: { type: String, index: true }, payment: String, state: String, _id: false }],
    },
    { timestamps: true, optimisticConcurrency: true },
  ),
  'peer_orders',
);
const Nonce = model(
  'Nonce',
  new Schema({ _id: String, expiresAt: { type: Date, expires: 0 } }),
  'peer_nonces',
);
const Event = model(
  'Event',
  new Schema({ _id: String, orderId: String, type: String, delivered: Boolean }, { timestamps: true }),
  'peer_events',
);

const { processor, webhookUrl } = settings;
interface NewPayment {
  readonly merchant_transaction_id: string;
  readonly amount: number;
  readonly currency_code: string;
  readonly description: string;
  readonly redirect_url: string;
  readonly products: { product_id: string; name: string; price: number; quantity: number }[];
  readonly customer: { full_name: string };
}

type RawRequest = Request & { rawBody?: Buffer };

const app = express();
app.disable('x-powered-by');
app.use(
  express.json({
    verify: (request, _response, bytes) => {
      (request as RawRequest).rawBody = bytes;
    },
  }),
);

app.post('/api/merchant/payment/create', async (request: RawRequest, response) => {
  const { method, originalUrl, headers, rawBody = Buffer.alloc(0) } = request;
  if (verifySigned(method, originalUrl, headers, rawBody) === undefined) return refuse(response, 401);
  await Nonce.create(nonceOf(headers));
  const payment = request.body as NewPayment;
  const merchantTransactionId = payment.merchant_transaction_id;
  const order =
    (await Order.findOne({ merchantTransactionId })) ??
    (await Order.create({
      _id: orderIdOf(merchantTransactionId),
      merchantTransactionId,
      amountMinor: Math.round(payment.amount * 100),
      currency: payment.currency_code,
      description: payment.description,
      redirectUrl: payment.redirect_url,
      products: payment.products,
      customer: payment.customer,
    }));
  return succeed(response, {
    order_id: order._id,
    pay_url: `http://127.0.0.1/pay#session=${sessionOf(order._id)}`,
  });
});

app.get('/api/web/checkout/payment-methods', async (request, response) => {
  const order = await orderOf(request, String(request.query.orderId));
  return order === null ? refuse(response, 404) : succeed(response, { payment_methods: [{ code: 'card' }] });
});

app.post('/api/web/checkout/init', async (request, response) => {
  const order = await orderOf(request, request.body.orderId);
  if (order === null) return refuse(response, 404);
  const attemptId = `${order._id}_${order.attempts.length + 1}`;
  order.attempts.push({ attemptId, state: 'OPENING' });
  await order.save();
  const payment = await callProcessor('/v1/payments', attemptId, {
    amount_minor: order.amountMinor,
    currency: order.currency,
    method: 'card',
    reference: attemptId,
    return_url: 'http://127.0.0.1/back',
  });
  order.attempts.at(-1)?.set({ payment: payment.id, state: 'OPEN' });
  await order.save();
  return succeed(response, { transactionId: attemptId });
});

app.post('/api/web/payment/submit', async (request, response) => {
  const order = await orderOf(request, request.body.orderId);
  const attempt = order?.attempts.at(-1);
  if (order === null || attempt == null) return refuse(response, 404);
  order.state = 'PAYING';
  await order.save();
  const { number, expMonth: exp_month, expYear: exp_year, cvc } = request.body.card;
  const card = { number, exp_month, exp_year, cvc };
  await callProcessor(`/v1/payments/${attempt.payment}/confirm`, `${attempt.attemptId}_confirm`, { card });
  await emit(order._id, 'order.payment.processing');
  return succeed(response, { transactionId: attempt.attemptId });
});

app.post('/api/webhook/Sandbox', async (request: RawRequest, response) => {
  const callback = readCallback(request.headers, request.rawBody ?? Buffer.alloc(0));
  if (callback === undefined) return refuse(response, 401);
  if (callback.type === 'payment.succeeded') {
    const order = await Order.findOne({ 'attempts.attemptId': callback.payment.reference });
    if (order === null) return refuse(response, 404);
    order.state = 'PAY_SUCCESS';
    order.attempts.at(-1)?.set({ state: 'PAID' });
    await order.save();
    await emit(order._id, 'order.payment.succeeded');
  }
  return succeed(response, {});
});

async function orderOf(request: Request, orderId: string) {
  return request.headers['x-session-signature'] === sessionOf(orderId) ? Order.findById(orderId) : null;
}

/** Stores an event, and sends it to the merchant after the answer. */
async function emit(orderId: string, type: string): Promise<void> {
  const event = await Event.create({ _id: `${orderId}_${type}`, orderId, type, delivered: false });
  setImmediate(async () => {
    const { body, headers } = signEvent(`${orderId}_${type}`, type, { order_id: orderId });
    const answer = await fetch(webhookUrl, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    event.delivered = answer.ok;
    await event.save();
  });
}

async function callProcessor(path: string, key: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${processor.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${processor.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

function succeed(response: Response, data: object): void {
  response.json({ code: 200, msg: 'success', data });
}

function refuse(response: Response, status: number): void {
  response.status(status).json({ code: status, msg: 'refused', data: null });
}

await connect(settings.mongoUri, { dbName: settings.databaseName, maxPoolSize: 20 });
await Promise.all([Order.init(), Nonce.init(), Event.init()]);
const server = app.listen(settings.port, '127.0.0.1', () => console.log('the peer is ready'));
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => void disconnect());
});
