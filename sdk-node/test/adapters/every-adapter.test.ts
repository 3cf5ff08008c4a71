import { request as httpRequest } from 'node:http';
import { generateWebhookSecret } from '@kassa/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type EventStore, MemoryEventStore, type WebhookEvent } from '../../src/index.ts';
import { signTestEvent } from '../../src/testing/index.ts';
import type { WebhookReceiverOptions } from '../../src/webhooks/receiving/webhook-receiver.ts';
import { adapters, type Served } from './support/served-adapters.ts';

const secret = generateWebhookSecret();
const newEvent = (merchant_transaction_id = 'T1') =>
  signTestEvent({ secret, event_type: 'order.payment.succeeded', data: { merchant_transaction_id } });

interface Answer {
  readonly status: number;
  readonly text: string;
}

describe.each(Object.entries(adapters))('webhooks in %s', (name, start) => {
  let served: Served;
  afterEach(() => served.stop());
  const onError = vi.fn();
  const serve = async (options: Partial<WebhookReceiverOptions> = {}) => {
    onError.mockClear();
    const own = { secrets: [secret], store: new MemoryEventStore(), onEvent: () => {}, onError };
    served = await start({ ...own, ...options });
  };
  const post = async (
    { rawBody, headers }: { rawBody: string; headers: Readonly<Record<string, string>> },
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const sent = { method: 'POST', headers: { ...headers, ...more }, body: rawBody };
    const response = await fetch(served.url, sent);
    return { status: response.status, text: await response.text() };
  };

  it('passes a genuine event to the handler, and acknowledges it when the handler has succeeded', async () => {
    const handled: WebhookEvent[] = [];
    const gate = Promise.withResolvers<void>();
    const isRunning = Promise.withResolvers<void>();
    await serve({
      onEvent: async (event) => {
        isRunning.resolve();
        await gate.promise;
        handled.push(event);
      },
    });
    const { event, ...delivery } = newEvent('T-1:ä🙂');
    const answered = post(delivery);
    await isRunning.promise;
    const first = await Promise.race([answered, new Promise((resolve) => setImmediate(resolve, 'waiting'))]);
    expect(first).toBe('waiting');
    gate.resolve();
    expect(await answered).toEqual({ status: 200, text: 'Handled.\n' });
    expect(handled).toEqual([event]);
    expect(onError).not.toHaveBeenCalled();
  });

  it('refuses a webhook that is not genuine with 400, and does not pass it on', async () => {
    const onEvent = vi.fn();
    await serve({ onEvent });
    const { rawBody, headers } = newEvent();
    const { 'webhook-id': _, ...withoutId } = headers;
    expect(await post({ rawBody: `${rawBody} `, headers })).toEqual({
      status: 400,
      text: 'Refused: no_matching_signature.\n',
    });
    expect(await post({ rawBody, headers: withoutId })).toMatchObject({
      text: 'Refused: missing_header.\n',
    });
    const old = {
      secret,
      event_type: 'order.payment.failed',
      signedAt: new Date(Date.now() - 400_000),
    } as const;
    expect(await post(signTestEvent(old))).toMatchObject({
      status: 400,
      text: 'Refused: timestamp_too_old.\n',
    });
    expect(onEvent).not.toHaveBeenCalled();
    expect(onError.mock.calls.map(([error]) => error.reason)).toEqual([
      'no_matching_signature',
      'missing_header',
      'timestamp_too_old',
    ]);
  });

  it('accepts the old and the new secret, and the configured tolerance', async () => {
    await serve({ secrets: [generateWebhookSecret(), secret], toleranceSeconds: 1_000 });
    const signedAt = new Date(Date.now() - 900_000);
    expect(await post(signTestEvent({ secret, event_type: 'order.refund.failed', signedAt }))).toMatchObject({
      status: 200,
    });
  });

  it('refuses a header that was sent twice', async () => {
    await serve();
    const { rawBody, headers } = newEvent();
    const status = await new Promise((resolve, reject) => {
      const twice = { ...headers, 'webhook-id': [headers['webhook-id'] ?? '', 'evt_other'] };
      const request = httpRequest(served.url, { method: 'POST', headers: twice }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.once('error', reject).end(rawBody);
    });
    expect(status).toBe(400);
  });

  it.each([
    ['with an announced length', false],
    ['that comes in chunks', true],
  ])('answers 413 to a body %s when it is too big', async (_, isChunked) => {
    const onEvent = vi.fn();
    await serve({ onEvent, maxBodyBytes: 1_000 });
    const body = 'x'.repeat(200_000);
    const stream = new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < 20; sent += 1)
          controller.enqueue(new TextEncoder().encode(body.slice(0, 10_000)));
        controller.close();
      },
    });
    const response = await fetch(served.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      ...(isChunked ? { body: stream, duplex: 'half' } : { body }),
    });
    expect(response.status).toBe(413);
    expect(await response.text()).toBe('The body has more than 1000 bytes.\n');
    expect(onEvent).not.toHaveBeenCalled();
  });

  it('answers 500 without the error’s text when the handler fails, so that the gateway sends the event again', async () => {
    const failure = new Error('password=hunter2 at db.internal');
    const onEvent = vi.fn().mockRejectedValueOnce(failure).mockResolvedValue(undefined);
    await serve({ onEvent });
    const delivery = newEvent();
    expect(await post(delivery)).toEqual({ status: 500, text: 'Not handled; please resend.\n' });
    expect(onError.mock.calls).toEqual([[failure]]);
    expect(await post(delivery)).toMatchObject({ status: 200, text: 'Handled.\n' });
    expect(onEvent).toHaveBeenCalledTimes(2);
  });

  it('runs the handler once for concurrent deliveries, and acknowledges none of the others meanwhile', async () => {
    const gate = Promise.withResolvers<void>();
    const onEvent = vi.fn(() => gate.promise);
    await serve({ onEvent });
    const delivery = newEvent();
    const first = post(delivery);
    await expect.poll(() => onEvent.mock.calls).toHaveLength(1);
    const others = await Promise.all([post(delivery), post(delivery)]);
    expect(others).toEqual([
      { status: 409, text: 'Being handled; please resend.\n' },
      { status: 409, text: 'Being handled; please resend.\n' },
    ]);
    gate.resolve();
    expect(await first).toMatchObject({ status: 200 });
    expect(await post(delivery)).toEqual({ status: 200, text: 'Handled before.\n' });
    expect(onEvent).toHaveBeenCalledTimes(1);
  });

  it('asks for a retry while the store cannot be reached, and does not pass the event on', async () => {
    const lost = new Error('no server');
    const onEvent = vi.fn();
    const store: EventStore = {
      claim: () => Promise.reject(lost),
      complete: () => Promise.reject(lost),
      release: () => Promise.reject(lost),
    };
    await serve({ onEvent, store });
    expect(await post(newEvent())).toEqual({ status: 503, text: 'Not handled; please resend.\n' });
    expect(onEvent).not.toHaveBeenCalled();
    expect(onError).toHaveBeenCalledWith(lost);
  });

  it('acknowledges a handled event, even if the store cannot record it', async () => {
    const store = new MemoryEventStore();
    vi.spyOn(store, 'complete').mockRejectedValue(new Error('no server'));
    await serve({ store });
    expect(await post(newEvent())).toMatchObject({ status: 200 });
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('answers even if reporting an error fails', async () => {
    const silenced = vi.spyOn(console, 'error').mockReturnValue(undefined);
    await serve({
      onError: () => {
        throw new Error('no log');
      },
    });
    const { rawBody, headers } = newEvent();
    expect(await post({ rawBody: '{}', headers })).toMatchObject({ status: 400 });
    expect(silenced).toHaveBeenCalled();
    silenced.mockRestore();
    expect(await post({ rawBody, headers })).toMatchObject({ status: 200 });
  });

  it('accepts no method other than POST', async () => {
    await serve();
    const response = await fetch(served.url);
    // A Lambda function is called for any method, and answers 400. Fastify has a route for POST only, so it answers 404.
    const status = { 'AWS Lambda': 400, Fastify: 404 }[name] ?? 405;
    expect(response.status).toBe(status);
    expect(response.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
  });

  it.each([
    [{ secrets: [] }, /secrets/],
    [{ secrets: ['whsec_short'] }, /24 to 64 bytes/],
    [{ store: undefined }, /store/],
    [{ onEvent: undefined }, /onEvent/],
    [{ claimSeconds: 0 }, /claimSeconds/],
    [{ maxBodyBytes: 0.5 }, /maxBodyBytes/],
  ])('is refused at once with wrong settings: %j', async (wrong, message) => {
    await serve();
    const all = { secrets: [secret], store: new MemoryEventStore(), onEvent: () => {}, ...wrong };
    await expect(async () => start(all as WebhookReceiverOptions)).rejects.toThrow(message);
  });
});
