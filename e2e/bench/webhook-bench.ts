import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { startSandboxProcessor } from '@kassa/sandbox-processor';
import { percentile } from './load.ts';
import { freePort, type MeasuredGateway, startMeasuredGateway } from './measured-gateway.ts';
import { Payer } from './payer.ts';
import { signCreations } from './signed-requests.ts';

const PAYMENTS_PER_SECOND = 50;
const SECONDS = 20;

interface OpenServer {
  readonly server: Server;
  readonly url: string;
}

export interface WebhookReport {
  readonly payments: number;
  readonly offeredPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/**
 * Measures the time from a channel's result to the merchant's receiver. It begins when the processor sends the callback
 * `payment.succeeded` to the gateway, and ends when the event `order.payment.succeeded` arrives at the receiver.
 */
export async function benchWebhooks(mongoUri: string, databaseName: string): Promise<WebhookReport> {
  const payments = PAYMENTS_PER_SECOND * SECONDS;
  const resultAtMs = new Map<string, number>();
  const delaysMs: number[] = [];
  const allArrived = Promise.withResolvers<void>();
  const merchantPort = await freePort();

  const receiver = await startServer((body) => {
    const event = JSON.parse(body) as { event_type: string; data: { order_id: string } };
    const startedAtMs = resultAtMs.get(event.data.order_id);
    if (event.event_type !== 'order.payment.succeeded' || startedAtMs === undefined) return;
    delaysMs.push(performance.now() - startedAtMs);
    resultAtMs.delete(event.data.order_id);
    if (delaysMs.length === payments) allArrived.resolve();
  });
  const callbackRelay = await relayCallbacks(merchantPort, resultAtMs);
  const access = { apiKey: randomBytes(16).toString('hex'), callbackSecret: randomBytes(16).toString('hex') };
  const processor = await startSandboxProcessor({
    mongoUri,
    databaseName: `${databaseName}_processor`,
    port: 0,
    callbackUrl: `${callbackRelay.url}/callback`,
    callbackDelayMs: 0,
    repeatEvery: 0,
    ...access,
  });
  const gateway = await startMeasuredGateway({
    mongoUri,
    databaseName,
    merchantPort,
    processor: { baseUrl: processor.baseUrl, ...access },
    webhookUrl: `${receiver.url}/webhooks`,
  });
  try {
    await payAll(gateway, payments);
    await allArrived.promise;
  } finally {
    await gateway.process.stop();
    await processor.stop();
    receiver.server.closeAllConnections();
    receiver.server.close();
    callbackRelay.server.closeAllConnections();
    callbackRelay.server.close();
  }
  return {
    payments,
    offeredPerSecond: PAYMENTS_PER_SECOND,
    p50Ms: percentile(delaysMs, 0.5),
    p99Ms: percentile(delaysMs, 0.99),
    maxMs: Math.max(...delaysMs),
  };
}

/**
 * Starts a server through which the processor's callbacks pass, and notes when each payment's result is sent.
 *
 * @param resultAtMs gets the time of each result, by the order's ID
 */
function relayCallbacks(merchantPort: number, resultAtMs: Map<string, number>): Promise<OpenServer> {
  return startServer(async (body, headers) => {
    const callback = JSON.parse(body) as { type: string; payment?: { reference: string } };
    const orderId = `ord_${callback.payment?.reference.split('_')[1]}`;
    if (callback.type === 'payment.succeeded' && !resultAtMs.has(orderId))
      resultAtMs.set(orderId, performance.now());
    await fetch(`http://127.0.0.1:${merchantPort}/api/webhook/Sandbox`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sandbox-signature': String(headers['sandbox-signature']),
      },
      body,
    });
  });
}

/** Starts payments at a constant rate, without waiting until earlier ones have ended. */
async function payAll(gateway: MeasuredGateway, payments: number): Promise<void> {
  const requests = signCreations(gateway.merchantId, gateway.privateKey, payments);
  const payer = new Payer(gateway, PAYMENTS_PER_SECOND);
  const startedAtMs = performance.now();
  await Promise.all(
    requests.map(async (request, index) => {
      const dueInMs = startedAtMs + (index * 1000) / PAYMENTS_PER_SECOND - performance.now();
      await new Promise((resolve) => setTimeout(resolve, Math.max(dueInMs, 0)));
      await payer.pay(request);
    }),
  );
  await payer.close();
}

async function startServer(
  take: (body: string, headers: NodeJS.Dict<string | string[]>) => void | Promise<void>,
): Promise<OpenServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void Promise.resolve(take(Buffer.concat(chunks).toString('utf8'), request.headers)).then(() =>
        response.end(),
      );
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${port}` };
}
