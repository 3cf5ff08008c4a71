import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandboxProcessor } from '@kassa/sandbox-processor';
import { freePort } from '../src/free-ports.ts';
import { median, percentile } from './load.ts';
import type { GatewaySurroundings, MeasuredGateway } from './measured-gateway.ts';
import { Payer } from './payer.ts';
import { signCreations } from './signed-requests.ts';
import { bodyOf, type TimedCallbacks, timeCallbacks } from './timed-callbacks.ts';

type ReceivedEvent = 'order.payment.processing' | 'order.payment.succeeded' | 'order.refund.succeeded';

/** A measured gateway, or a peer, with the sandbox's processor and a merchant that takes webhooks. */
export interface PayingGateway {
  readonly gateway: MeasuredGateway;
  /** Resolves when the merchant has received the event. */
  received(event: ReceivedEvent, orderId: string): Promise<void>;
  /** How many different events of this type the merchant has received. */
  countReceived(event: ReceivedEvent): number;
  /** Present if the callbacks are timed. */
  readonly timed?: TimedCallbacks;
  stop(): Promise<void>;
}

export interface PayingOptions {
  readonly mongoUri: string;
  readonly databaseName: string;
  /** Starts the gateway or the peer. */
  readonly start: (surroundings: GatewaySurroundings) => Promise<MeasuredGateway>;
  /** The database of the processor, if it is not the gateway's. */
  readonly processorUri?: string;
  /** Whether to record the times at which the processor sends its results. This makes callbacks a little slower. */
  readonly areCallbacksTimed?: boolean;
}

export async function startPayingGateway(options: PayingOptions): Promise<PayingGateway> {
  const { mongoUri, databaseName, start, processorUri = mongoUri, areCallbacksTimed = false } = options;
  const awaited = new Map<string, () => void>();
  const early = new Set<string>();
  const receivedIds = new Map<string, Set<string>>();
  const receiver = createServer(async (request, response) => {
    const event = JSON.parse(await bodyOf(request)) as { event_type: string; data: { order_id: string } };
    response.end();
    const ids = receivedIds.get(event.event_type) ?? new Set();
    receivedIds.set(event.event_type, ids.add(String(request.headers['webhook-id'])));
    const key = `${event.event_type} ${event.data.order_id}`;
    const resolve = awaited.get(key);
    if (resolve === undefined) early.add(key);
    else resolve();
    awaited.delete(key);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const merchantPort = await freePort();
  const access = { apiKey: randomBytes(16).toString('hex'), callbackSecret: randomBytes(16).toString('hex') };
  const callbackUrl = `http://127.0.0.1:${merchantPort}/api/webhook/Sandbox`;
  const timed = areCallbacksTimed ? await timeCallbacks(callbackUrl) : undefined;
  const processor = await startSandboxProcessor({
    mongoUri: processorUri,
    databaseName: `${databaseName}_processor`,
    port: 0,
    callbackUrl: timed?.url ?? callbackUrl,
    callbackDelayMs: 0,
    refundDelayMs: 0,
    repeatEvery: 0,
    ...access,
  });
  const gateway = await start({
    mongoUri,
    databaseName,
    merchantPort,
    processor: { baseUrl: processor.baseUrl, ...access },
    webhookUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`,
  });
  return {
    gateway,
    received: (event, orderId) => {
      const key = `${event} ${orderId}`;
      return early.delete(key)
        ? Promise.resolve()
        : new Promise<void>((resolve) => awaited.set(key, resolve));
    },
    ...(timed !== undefined && { timed }),
    countReceived: (event) => receivedIds.get(event)?.size ?? 0,
    stop: async () => {
      await gateway.process.stop();
      await processor.stop();
      timed?.stop();
      receiver.closeAllConnections();
      receiver.close();
    },
  };
}

export interface PaidLoad {
  readonly paymentsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The processor time that the gateway uses for one payment. */
  readonly cpuMs: number;
  readonly paid: readonly PaidOrder[];
}

export interface PaidOrder {
  readonly orderId: string;
  readonly merchantTransactionId: string;
}

/**
 * Makes whole payments: create, list the methods, open and submit an attempt, the channel's callback, and the webhook to the
 * merchant. A payment ends when the merchant has `order.payment.succeeded`.
 */
export async function payAll(
  paying: PayingGateway,
  payments: number,
  concurrency: number,
): Promise<PaidLoad> {
  const { gateway } = paying;
  const requests = signCreations(gateway, payments);
  const payer = new Payer(gateway, concurrency);
  const latenciesMs: number[] = [];
  const paid: PaidOrder[] = [];
  let next = 0;
  const payInTurn = async (): Promise<void> => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      const startedAtMs = performance.now();
      let received: Promise<void> | undefined;
      const { merchant_transaction_id } = JSON.parse(request.body ?? '') as {
        merchant_transaction_id: string;
      };
      await payer.pay(request, (orderId) => {
        received = paying.received('order.payment.succeeded', orderId);
        paid.push({ orderId, merchantTransactionId: merchant_transaction_id });
      });
      await received;
      latenciesMs.push(performance.now() - startedAtMs);
    }
  };
  const cpuBeforeMs = gateway.process.cpuMs;
  const startedAtMs = performance.now();
  await Promise.all(Array.from({ length: concurrency }, payInTurn));
  const seconds = (performance.now() - startedAtMs) / 1000;
  await payer.close();
  return {
    paymentsPerSecond: payments / seconds,
    p50Ms: median(latenciesMs),
    p99Ms: percentile(latenciesMs, 0.99),
    cpuMs: (gateway.process.cpuMs - cpuBeforeMs) / payments,
    paid,
  };
}
