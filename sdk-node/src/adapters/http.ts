import type { IncomingMessage, ServerResponse } from 'node:http';
import { messageHeaders, readMessageBody } from '../webhooks/receiving/node-message.ts';
import {
  type WebhookAnswer,
  WebhookReceiver,
  type WebhookReceiverOptions,
} from '../webhooks/receiving/webhook-receiver.ts';

export type { WebhookReceiverOptions } from '../webhooks/receiving/webhook-receiver.ts';

const ADVICE = 'Call this before anything that reads the request, or keep the bytes in request.rawBody.';

/**
 * Receives webhooks over plain `node:http`: `createServer(kassaWebhook({ … }))`. If the server has other paths too, call the
 * returned function only for the webhook path.
 */
export function kassaWebhook(
  options: WebhookReceiverOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const receiver = new WebhookReceiver(options);
  return (request, response) => receiveMessage(receiver, request, response, ADVICE);
}

/** Receives a webhook from `node:http`. The Express adapter uses it too, because Express is built on `node:http`. */
export async function receiveMessage(
  receiver: WebhookReceiver,
  request: IncomingMessage & { readonly rawBody?: unknown; readonly body?: unknown },
  response: ServerResponse,
  advice: string,
): Promise<void> {
  if (request.method !== 'POST') {
    request.resume();
    response.setHeader('allow', 'POST');
    return answer(response, { status: 405, text: 'Send webhooks with POST.' });
  }
  try {
    const body = await readMessageBody(request, {
      copies: [request.rawBody, request.body],
      maxBytes: receiver.maxBodyBytes,
      advice,
    });
    answer(response, await receiver.receive(body, messageHeaders(request)));
  } catch {
    // The sender broke the connection while sending the body. Send no answer, because nobody is waiting for it.
    response.destroy();
  }
}

function answer(response: ServerResponse, { status, text }: WebhookAnswer): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
