import {
  type ReceivedBody,
  WebhookReceiver,
  type WebhookReceiverOptions,
} from '../webhooks/receiving/webhook-receiver.ts';

export type { WebhookReceiverOptions } from '../webhooks/receiving/webhook-receiver.ts';

const ADVICE =
  'Do not read the request before this or in a wrapper around it; if you must, use request.clone().';

/**
 * Receives webhooks in a route handler of Next.js, in `app/webhooks/kassa/route.ts`: `export const POST = kassaWebhook({ … })`.
 * The handler takes a `Request` and returns a `Response`, so it works in every server that is built on these. It needs the
 * Node.js runtime, which is Next's default.
 */
export function kassaWebhook(options: WebhookReceiverOptions): (request: Request) => Promise<Response> {
  const receiver = new WebhookReceiver(options);
  return async (request) => {
    if (request.method !== 'POST') {
      return new Response('Send webhooks with POST.\n', { status: 405, headers: { allow: 'POST' } });
    }
    const body = await readBody(request, receiver.maxBodyBytes);
    const { status, text } = await receiver.receive(body, request.headers);
    return new Response(`${text}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
  };
}

async function readBody(request: Request, maxBytes: number): Promise<ReceivedBody> {
  if (request.bodyUsed) return { kind: 'parsed', advice: ADVICE };
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  for await (const chunk of request.body ?? []) {
    byteLength += chunk.length;
    if (byteLength > maxBytes) return { kind: 'too_large' };
    chunks.push(chunk);
  }
  return { kind: 'raw', bytes: Buffer.concat(chunks) };
}
