import type { IncomingMessage } from 'node:http';
import { messageHeaders, readMessageBody } from '../webhooks/receiving/node-message.ts';
import { WebhookReceiver, type WebhookReceiverOptions } from '../webhooks/receiving/webhook-receiver.ts';

export type { WebhookReceiverOptions } from '../webhooks/receiving/webhook-receiver.ts';

/** The members of Koa's context that this middleware uses. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly request: object;
  readonly app: {
    /** Koa's own way to report errors. */
    emit(name: 'error', error: unknown, ctx: object): boolean;
  };
  status: number;
  body: unknown;
  /** Sets a response header. */
  set(name: string, value: string): void;
}

const ADVICE =
  'Use the webhook before body parsers. @koa/bodyparser and koa-bodyparser keep the raw JSON in ctx.request.rawBody, which is enough; other parsers do not.';

/**
 * Receives webhooks in Koa: `router.post('/webhooks/kassa', kassaWebhook({ … }))`. It calls no further middleware. It emits
 * errors as `error` on the app, as Koa does with its own errors.
 */
export function kassaWebhook(options: WebhookReceiverOptions): (ctx: KoaContext) => Promise<void> {
  const receiver = new WebhookReceiver(options);
  return async (ctx) => {
    if (ctx.req.method !== 'POST') {
      ctx.req.resume();
      ctx.status = 405;
      ctx.set('Allow', 'POST');
      ctx.body = 'Send webhooks with POST.\n';
      return;
    }
    const { rawBody, body: parsed } = ctx.request as { rawBody?: unknown; body?: unknown };
    const body = await readMessageBody(ctx.req, {
      copies: [rawBody, parsed],
      maxBytes: receiver.maxBodyBytes,
      advice: ADVICE,
    });
    const report = (error: unknown) => void ctx.app.emit('error', error, ctx);
    const { status, text } = await receiver.receive(body, messageHeaders(ctx.req), report);
    ctx.status = status;
    ctx.set('Content-Type', 'text/plain; charset=utf-8');
    ctx.body = `${text}\n`;
  };
}
