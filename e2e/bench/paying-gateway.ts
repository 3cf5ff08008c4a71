import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandboxProcessor } from '@kassa/sandbox-processor';
import { freePort, type MeasuredGateway, startMeasuredGateway } from './measured-gateway.ts';

/** A measured gateway with the sandbox's processor and a merchant that takes webhooks. */
export interface PayingGateway {
  readonly gateway: MeasuredGateway;
  /** Resolves when the merchant has been told that the order is paid. */
  told(orderId: string): Promise<void>;
  stop(): Promise<void>;
}

/** @param processorUri the database of the processor, if it is not the gateway's */
export async function startPayingGateway(
  mongoUri: string,
  databaseName: string,
  processorUri = mongoUri,
): Promise<PayingGateway> {
  const awaited = new Map<string, () => void>();
  const early = new Set<string>();
  const receiver = createServer(async (request, response) => {
    const event = JSON.parse(await bodyOf(request)) as { event_type: string; data: { order_id: string } };
    response.end();
    if (event.event_type !== 'order.payment.succeeded') return;
    const { order_id: orderId } = event.data;
    const resolve = awaited.get(orderId);
    if (resolve === undefined) early.add(orderId);
    else resolve();
    awaited.delete(orderId);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const merchantPort = await freePort();
  const access = { apiKey: randomBytes(16).toString('hex'), callbackSecret: randomBytes(16).toString('hex') };
  const processor = await startSandboxProcessor({
    mongoUri: processorUri,
    databaseName: `${databaseName}_processor`,
    port: 0,
    callbackUrl: `http://127.0.0.1:${merchantPort}/api/webhook/Sandbox`,
    callbackDelayMs: 0,
    repeatEvery: 0,
    ...access,
  });
  const gateway = await startMeasuredGateway({
    mongoUri,
    databaseName,
    merchantPort,
    processor: { baseUrl: processor.baseUrl, ...access },
    webhookUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`,
  });
  return {
    gateway,
    told: (orderId) =>
      early.delete(orderId)
        ? Promise.resolve()
        : new Promise<void>((resolve) => awaited.set(orderId, resolve)),
    stop: async () => {
      await gateway.process.stop();
      await processor.stop();
      receiver.closeAllConnections();
      receiver.close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
