import type { IncomingMessage } from 'node:http';
import { messageHeaders, readMessageBody } from '../webhooks/receiving/node-message.ts';
import {
  type ReceivedBody,
  WebhookReceiver,
  type WebhookReceiverOptions,
} from '../webhooks/receiving/webhook-receiver.ts';

export type { WebhookReceiverOptions } from '../webhooks/receiving/webhook-receiver.ts';

export interface FastifyWebhookOptions extends WebhookReceiverOptions {
  /** The path at which the app receives webhooks: `/webhooks/kassa`. */
  readonly path: string;
}

interface Request {
  readonly raw: IncomingMessage;
  readonly body: unknown;
  readonly log: { error(error: unknown): void };
}

interface Reply {
  code(status: number): Reply;
  type(contentType: string): Reply;
  send(body: string): Reply;
}

/** The members of a Fastify instance that the plugin uses. */
export interface FastifyInstance {
  /**
   * Removes the body parsers of this Fastify instance. A plugin has an instance of its own, so the rest of the app keeps its
   * parsers.
   */
  removeAllContentTypeParsers(): void;
  /** Fastify's own member. */
  addContentTypeParser(
    type: string,
    parse: (request: unknown, payload: IncomingMessage) => Promise<ReceivedBody>,
  ): unknown;
  /** Fastify's own member. */
  post(path: string, handler: (request: Request, reply: Reply) => Promise<unknown>): unknown;
}

const ADVICE = 'Leave the payload to this plugin: a preParsing hook has read it.';

/**
 * Receives webhooks in Fastify: `app.register(kassaWebhook, { path: '/webhooks/kassa', … })`. The plugin reads the request
 * bodies itself; it neither uses nor changes the app's body parsers. It writes errors to the request's log.
 */
export async function kassaWebhook(
  instance: FastifyInstance,
  { path, ...options }: FastifyWebhookOptions,
): Promise<void> {
  if (typeof path !== 'string' || !path.startsWith('/')) {
    throw new TypeError("path must be the path of the webhook address, for example '/webhooks/kassa'.");
  }
  const receiver = new WebhookReceiver(options);
  const reading = { copies: [], maxBytes: receiver.maxBodyBytes, advice: ADVICE };
  // Replace the body parsers for this plugin's route only. Fastify gives each plugin its own context, so the rest of the app
  // keeps its parsers.
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', (_request, payload) => readMessageBody(payload, reading));

  instance.post(path, async (request, reply) => {
    // Without a body, nothing has been parsed.
    const body = (request.body ?? { kind: 'raw', bytes: '' }) as ReceivedBody;
    const report = (error: unknown) => request.log.error(error);
    const { status, text } = await receiver.receive(body, messageHeaders(request.raw), report);
    return reply.code(status).type('text/plain; charset=utf-8').send(`${text}\n`);
  });
}
