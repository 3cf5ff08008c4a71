import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebhookReceiver, type WebhookReceiverOptions } from '../webhooks/receiving/webhook-receiver.ts';
import { receiveMessage } from './http.ts';

export type { WebhookReceiverOptions } from '../webhooks/receiving/webhook-receiver.ts';

const ADVICE =
  "Register the webhook's route before express.json() and other body parsers: app.post('/webhooks/kassa', kassaWebhook({ … })) first, app.use(express.json()) after it. Or let the parser keep the bytes: express.json({ verify: (req, res, bytes) => { req.rawBody = bytes; } }).";

/** Receives webhooks in Express 4 or 5: `app.post('/webhooks/kassa', kassaWebhook({ … }))`. */
export function kassaWebhook(
  options: WebhookReceiverOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const receiver = new WebhookReceiver(options);
  return (request, response) => receiveMessage(receiver, request, response, ADVICE);
}
