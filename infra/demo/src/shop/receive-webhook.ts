import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Webhooks, WebhookVerificationError } from '@kassa/sdk-node';
import type { OrderBook, VerifiedEvent } from './order-book.ts';
import { readBody } from './requests.ts';

/** Handles `POST /webhooks/kassa`: verifies the event in the request, and stores it in the shop's list of orders and events. */
export async function receiveWebhook(
  request: IncomingMessage,
  response: ServerResponse,
  webhooks: Webhooks,
  book: OrderBook,
  onRecorded: (verified: VerifiedEvent) => void,
): Promise<void> {
  // Verify the bytes as they were received. JSON that was parsed and serialised again has a different signature.
  const rawBody = await readBody(request);
  try {
    const verified: VerifiedEvent = {
      event: webhooks.verify(rawBody, request.headers),
      receivedAt: new Date().toISOString(),
    };
    // Store the event before acknowledging it, because the gateway does not send an acknowledged event again.
    if (book.record(verified)) onRecorded(verified);
    response.writeHead(200).end();
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end(`${error.message}\n`);
  }
}
