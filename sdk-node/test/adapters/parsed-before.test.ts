import { request as httpRequest } from 'node:http';
import { generateWebhookSecret } from '@kassa/contracts';
import { bodyParser } from '@koa/bodyparser';
import express from 'express';
import fastify from 'fastify';
import Koa from 'koa';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { kassaWebhook as expressWebhook } from '../../src/adapters/express.ts';
import { kassaWebhook as fastifyWebhook } from '../../src/adapters/fastify.ts';
import { kassaWebhook as httpWebhook } from '../../src/adapters/http.ts';
import { kassaWebhook as koaWebhook } from '../../src/adapters/koa.ts';
import { kassaWebhook as lambdaWebhook } from '../../src/adapters/lambda.ts';
import { kassaWebhook as nextWebhook } from '../../src/adapters/next.ts';
import { MemoryEventStore } from '../../src/index.ts';
import { signTestEvent } from '../../src/testing/index.ts';
import { type Served, serve } from './support/served-adapters.ts';

/** Tests what happens to a webhook if other code has read its body before. */

const secret = generateWebhookSecret();
const { rawBody, headers } = signTestEvent({ secret, event_type: 'order.payment.succeeded' });
const onEvent = vi.fn();
const onError = vi.fn();
const options = () => ({ secrets: [secret], store: new MemoryEventStore(), onEvent, onError });
beforeEach(() => {
  onEvent.mockClear();
  onError.mockClear();
});

let served: Served | undefined;
afterEach(() => served?.stop());

async function post(): Promise<[status: number, text: string]> {
  const response = await fetch(served?.url ?? '', { method: 'POST', headers, body: rawBody });
  return [response.status, await response.text()];
}

/** Checks that the sender learns no details, and that the receiver's developer gets advice. */
async function expectAdvice(advice: string): Promise<void> {
  // The answer is 500 and not 400, so that the gateway sends the webhook again after the fault was corrected.
  expect(await post()).toEqual([500, 'Refused: body_not_raw.\n']);
  expectReported(advice);
}

function expectReported(advice: string): void {
  expect(onEvent).not.toHaveBeenCalled();
  expect(onError).toHaveBeenCalledTimes(1);
  expect(onError.mock.calls[0]?.[0]).toMatchObject({
    reason: 'body_not_raw',
    message: expect.stringContaining(advice),
  });
}

async function expectHandled(): Promise<void> {
  expect(await post()).toEqual([200, 'Handled.\n']);
  expect(onEvent).toHaveBeenCalledTimes(1);
}

describe('Express', () => {
  const serveBehind = async (parser: express.RequestHandler) => {
    served = await serve(express().use(parser).post('/webhooks/kassa', expressWebhook(options())));
  };

  it('behind express.json() says what to do', async () => {
    await serveBehind(express.json());
    await expectAdvice("Register the webhook's route before express.json()");
  });

  it('behind express.json() that keeps the bytes works', async () => {
    const keep = (request: object, _response: unknown, bytes: Buffer) => {
      Object.assign(request, { rawBody: bytes });
    };
    await serveBehind(express.json({ verify: keep }));
    await expectHandled();
  });

  it.each([
    ['express.raw()', express.raw({ type: '*/*' })],
    ['express.text()', express.text({ type: '*/*' })],
    ['a parser of another content type', express.urlencoded()],
  ])('behind %s works', async (_, parser) => {
    await serveBehind(parser);
    await expectHandled();
  });

  it('before express.json() works, and leaves it to the other routes', async () => {
    const app = express().post('/webhooks/kassa', expressWebhook(options())).use(express.json());
    app.post('/other', (request, response) => void response.json(request.body));
    served = await serve(app);
    await expectHandled();
    const other = new URL('/other', served.url);
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' };
    expect(await (await fetch(other, sent)).json()).toEqual({ a: 1 });
  });
});

describe('Koa', () => {
  it('behind @koa/bodyparser works, because that keeps the bytes', async () => {
    served = await serve(new Koa().use(bodyParser()).use(koaWebhook(options())).callback());
    await expectHandled();
  });

  it('behind a parser that keeps no bytes says what to do', async () => {
    const app = new Koa().use(async (ctx, next) => {
      const chunks: Buffer[] = [];
      for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
      Object.assign(ctx.request, { body: JSON.parse(Buffer.concat(chunks).toString()) });
      await next();
    });
    served = await serve(app.use(koaWebhook(options())).callback());
    await expectAdvice('Use the webhook before body parsers.');
  });

  it('emits errors on the app by default', async () => {
    const app = new Koa({}).use(koaWebhook({ ...options(), onError: undefined }));
    const emitted = vi.fn();
    app.on('error', emitted);
    served = await serve(app.callback());
    await fetch(served.url, { method: 'POST', headers, body: '{}' });
    expect(emitted.mock.calls).toEqual([
      [
        expect.objectContaining({ reason: 'no_matching_signature' }),
        expect.objectContaining({ status: 400 }),
      ],
    ]);
  });
});

describe('Fastify', () => {
  it('uses and changes none of the app’s parsers', async () => {
    const app = fastify();
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
      done(null, { parsed: body });
    });
    app.post('/other', async (request) => request.body);
    await app.register(fastifyWebhook, { path: '/webhooks/kassa', ...options() });
    const delivery = { method: 'POST', url: '/webhooks/kassa', headers, payload: rawBody } as const;
    expect(await app.inject(delivery)).toMatchObject({ statusCode: 200, body: 'Handled.\n' });
    const json = { 'content-type': 'application/json' };
    const other = await app.inject({ method: 'POST', url: '/other', headers: json, payload: '{"a":1}' });
    expect(other.json()).toEqual({ parsed: '{"a":1}' });
    await app.close();
  });

  it('logs errors with the request by default', async () => {
    const lines: string[] = [];
    const app = fastify({
      logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } },
    });
    await app.register(fastifyWebhook, { path: '/w', ...options(), onError: undefined });
    await app.inject({ method: 'POST', url: '/w', headers, payload: '{}' });
    await app.inject({ method: 'POST', url: '/w' });
    expect(lines.map((line) => (JSON.parse(line) as { err: { reason: string } }).err.reason)).toEqual([
      'no_matching_signature',
      'missing_header',
    ]);
    await app.close();
  });

  it.each([undefined, 'webhooks'])('refuses the path %s', async (path) => {
    const app = fastify();
    const registered = app.register(fastifyWebhook, { path: path as string, ...options() });
    await expect(async () => registered).rejects.toThrow(/path must be/);
  });
});

describe('node:http', () => {
  it('says what to do if the request was already read', async () => {
    const receive = httpWebhook(options());
    const silenced = vi.spyOn(console, 'error').mockReturnValue(undefined);
    served = await serve(async (request, response) => {
      for await (const _ of request);
      await receive(request, response);
    });
    await expectAdvice('Call this before anything that reads the request');
    silenced.mockRestore();
  });

  it('reports to the console by default', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
    served = await serve(httpWebhook({ ...options(), onError: undefined }));
    await fetch(served.url, { method: 'POST', headers, body: '{}' });
    expect(logged.mock.calls).toEqual([[expect.objectContaining({ reason: 'no_matching_signature' })]]);
    logged.mockRestore();
  });

  it('answers 413 while an endless body is still arriving', async () => {
    served = await serve(httpWebhook({ ...options(), maxBodyBytes: 1_000 }));
    const request = httpRequest(served.url, { method: 'POST', headers });
    request.on('error', () => {}).write('x'.repeat(2_000));
    const status = await new Promise((resolve) => {
      request.once('response', (response) => resolve(response.statusCode));
    });
    request.destroy();
    expect(status).toBe(413);
  });

  it('survives a sender that stops in the middle of its body', async () => {
    const receive = httpWebhook(options());
    const hasBegun = Promise.withResolvers<void>();
    const isOver = Promise.withResolvers<void>();
    served = await serve((request, response) => {
      request.once('data', () => hasBegun.resolve());
      void receive(request, response).then(isOver.resolve);
    });
    const request = httpRequest(served.url, { method: 'POST', headers });
    request.once('error', () => {}).write('{');
    await hasBegun.promise;
    request.destroy();
    await isOver.promise;
    expect(onEvent).not.toHaveBeenCalled();
  });
});

describe('Next.js', () => {
  it('says what to do if the request was already read', async () => {
    const request = new Request('https://shop.example/w', { method: 'POST', headers, body: rawBody });
    await request.text();
    const response = await nextWebhook(options())(request);
    expect(response.status).toBe(500);
    expectReported('request.clone()');
  });

  it('answers 413 while an endless body is still arriving', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(2_000)),
    });
    const request = new Request('https://shop.example/w', { method: 'POST', headers, body, duplex: 'half' });
    const response = await nextWebhook({ ...options(), maxBodyBytes: 1_000 })(request);
    expect(response.status).toBe(413);
  });

  it('accepts a request without a body', async () => {
    const request = new Request('https://shop.example/w', { method: 'POST' });
    expect((await nextWebhook(options())(request)).status).toBe(400);
  });
});

describe('AWS Lambda', () => {
  it('says what to do if a template has parsed the body', async () => {
    const answer = await lambdaWebhook(options())({ headers, body: JSON.parse(rawBody) });
    expect(answer.statusCode).toBe(500);
    expectReported('proxy integration');
  });
});
