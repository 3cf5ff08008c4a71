import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AbortError, TimeoutError } from '../src/index.ts';
import { type Answer, FakeGateway, failure, silence, success } from './support/fake-gateway.ts';
import { payment, rejectionOf } from './support/sample-calls.ts';

let gateway: FakeGateway;
beforeAll(async () => {
  gateway = await FakeGateway.start();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.answerWith();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Sends the headers and half of the body, and then nothing more. */
const half: Answer = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write('{"code":200,');
};

describe('the timeout', () => {
  it('ends one attempt, and the next is made', async () => {
    gateway.answerWith(silence, success({ order_id: 'ord_1' }));
    await expect(gateway.kassa({ timeoutMs: 1_000 }).payments.create(payment)).resolves.toEqual({
      order_id: 'ord_1',
    });
    expect(gateway.requests).toHaveLength(2);
  });

  it.each([
    ['no answer', silence],
    ['half an answer', half],
  ])('covers %s, and its error says that the outcome is unknown', async (_, answer) => {
    gateway.answerWith(answer, answer);
    const kassa = gateway.kassa({ timeoutMs: 60_000, maxRetries: 1 });
    const error = await rejectionOf(kassa.payments.create(payment, { timeoutMs: 100 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      name: 'TimeoutError',
      code: 'TIMED_OUT',
      outcomeUnknown: true,
      retryable: true,
      attempts: 2,
      message: expect.stringContaining('within 100 ms'),
    });
  });

  it('covers a `privateKey` callback that never answers, and nothing was sent', async () => {
    const kassa = gateway.kassa({ privateKey: () => new Promise(() => {}), timeoutMs: 50, maxRetries: 0 });
    const error = await rejectionOf(kassa.payments.create(payment));
    expect(error).toMatchObject({ name: 'TimeoutError', outcomeUnknown: false });
    expect(gateway.requests).toHaveLength(0);
  });

  it('is refused if it is not a valid time', async () => {
    const call = gateway.kassa().payments.create(payment, { timeoutMs: -1 });
    await expect(call).rejects.toThrow(/timeoutMs/);
  });
});

describe('the signal of the caller', () => {
  it('that is already aborted prevents every request', async () => {
    const signal = AbortSignal.abort(new Error('shutting down'));
    const error = await rejectionOf(gateway.kassa().payments.create(payment, { signal }));
    expect(error).toBeInstanceOf(AbortError);
    expect(error).toMatchObject({
      name: 'AbortError',
      code: 'ABORTED',
      cause: { message: 'shutting down' },
      outcomeUnknown: false,
      attempts: 0,
    });
    expect(gateway.requests).toHaveLength(0);
  });

  it('ends an attempt under way, without another', async () => {
    const controller = new AbortController();
    gateway.answerWith(() => controller.abort());
    const error = await rejectionOf(gateway.kassa().payments.create(payment, controller));
    expect(error).toMatchObject({ name: 'AbortError', outcomeUnknown: true, attempts: 1 });
    expect(gateway.requests).toHaveLength(1);
  });

  it('ends the wait between two attempts', async () => {
    const controller = new AbortController();
    gateway.answerWith((response, request) => {
      response.once('finish', () => setImmediate(() => controller.abort()));
      failure('UNAVAILABLE', {}, { 'Retry-After': '50' })(response, request);
    });
    const started = Date.now();
    const error = await rejectionOf(gateway.kassa().payments.create(payment, controller));
    expect(error).toMatchObject({ name: 'AbortError', outcomeUnknown: true, attempts: 1 });
    expect(Date.now() - started).toBeLessThan(25_000);
  });

  it('keeps no listener after the call', async () => {
    const controller = new AbortController();
    const added = vi.spyOn(controller.signal, 'addEventListener');
    const removed = vi.spyOn(controller.signal, 'removeEventListener');
    await gateway.kassa().payments.retrieve('T1', controller);
    expect(added).toHaveBeenCalled();
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
  });

  it('closes the connection of the attempt it ends', async () => {
    const controller = new AbortController();
    const closed = new Promise<void>((resolve) => {
      gateway.answerWith(async (response) => {
        controller.abort();
        await once(response, 'close');
        resolve();
      });
    });
    await rejectionOf(gateway.kassa().payments.create(payment, controller));
    await closed;
  });
});
