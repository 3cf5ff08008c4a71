import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server through which the processor's callbacks pass. It records when the result of each payment is sent. */
export interface TimedCallbacks {
  readonly url: string;
  /** When the processor sent the result of the order's payment. */
  resultAtMs(orderId: string): number;
  stop(): void;
}

export async function timeCallbacks(target: string): Promise<TimedCallbacks> {
  const sentAtMs = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const callback = JSON.parse(body) as { type: string; payment?: { reference: string } };
    // The reference of an attempt is its ID, which contains the order's ID: `txn_<hex>_1`, or `ord_<hex>_1` at a peer.
    const orderId = `ord_${callback.payment?.reference.split('_')[1]}`;
    if (callback.type === 'payment.succeeded' && !sentAtMs.has(orderId))
      sentAtMs.set(orderId, performance.now());
    const answer = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sandbox-signature': String(request.headers['sandbox-signature']),
      },
      body,
    });
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    resultAtMs: (orderId) => sentAtMs.get(orderId) ?? Number.NaN,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
