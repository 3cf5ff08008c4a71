import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import fastify from 'fastify';
import Koa from 'koa';
import { kassaWebhook as expressWebhook } from '../../../src/adapters/express.ts';
import { kassaWebhook as fastifyWebhook } from '../../../src/adapters/fastify.ts';
import { kassaWebhook as httpWebhook } from '../../../src/adapters/http.ts';
import { kassaWebhook as koaWebhook } from '../../../src/adapters/koa.ts';
import { kassaWebhook as lambdaWebhook } from '../../../src/adapters/lambda.ts';
import { kassaWebhook as nextWebhook } from '../../../src/adapters/next.ts';
import type { WebhookReceiverOptions } from '../../../src/webhooks/receiving/webhook-receiver.ts';

export interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves a framework's request listener on a free port. */
export async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/kassa`,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Each adapter in its real framework, on a real port. */
export const adapters: Record<string, (options: WebhookReceiverOptions) => Promise<Served>> = {
  'node:http': (options) => serve(httpWebhook(options)),

  Express: (options) => serve(express().all('/webhooks/kassa', expressWebhook(options))),

  Koa: (options) => {
    const app = new Koa().use(koaWebhook(options));
    return serve(app.callback());
  },

  Fastify: async (options) => {
    const app = fastify();
    await app.register(fastifyWebhook, { path: '/webhooks/kassa', ...options });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}/webhooks/kassa`,
      stop: async () => {
        app.server.closeAllConnections();
        await app.close();
      },
    };
  },

  'Next.js': (options) => {
    const POST = nextWebhook(options);
    return serve(async (request, response) => {
      const answer = await POST(requestOf(request));
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
  },

  'AWS Lambda': (options) => {
    const handler = lambdaWebhook(options);
    return serve(async (request, response) => {
      const answer = await handler({
        multiValueHeaders: request.headersDistinct,
        body: (await buffer(request)).toString('base64'),
        isBase64Encoded: true,
      });
      response.writeHead(answer.statusCode, answer.headers).end(answer.body);
    });
  },
};

function requestOf(message: IncomingMessage): Request {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for await (const chunk of message as AsyncIterable<Buffer>) controller.enqueue(new Uint8Array(chunk));
      controller.close();
    },
  });
  const method = message.method ?? 'GET';
  return new Request(`http://shop.example${message.url}`, {
    method,
    headers,
    ...(method !== 'GET' && method !== 'HEAD' && { body, duplex: 'half' }),
  });
}
