import { type ErrorName, errorNames } from '@kassa/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { combine } from '../../infra/test-run/src/every-combination.ts';
import { KassaError } from '../src/index.ts';
import { type Answer, FakeGateway, failure, hangUp, page, success } from './support/fake-gateway.ts';
import { payment, refund, rejectionOf } from './support/sample-calls.ts';

let gateway: FakeGateway;
beforeAll(async () => {
  gateway = await FakeGateway.start();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.answerWith();
  // With the lowest random number, full jitter waits zero seconds, so the tests are fast and predictable.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const calls = {
  'payments.create': () => gateway.kassa().payments.create(payment),
  'payments.retrieve': () => gateway.kassa().payments.retrieve('T1'),
  'refunds.create': () => gateway.kassa().refunds.create(refund),
  'refunds.retrieve': () => gateway.kassa().refunds.retrieve('R1'),
  'refunds.list': () => gateway.kassa().refunds.list(),
  'orders.list': () => gateway.kassa().orders.list(),
  'events.list': () => gateway.kassa().events.list(),
};

const callsThatMayApplyTwice = {
  'events.resend': () => gateway.kassa().events.resend({ event_ids: ['evt_1'] }),
  'sandbox.trigger': () => gateway.kassa().sandbox.trigger({ order_id: 'ord_1', what: 'second_payment' }),
};

const repeatedNames: readonly ErrorName[] = [
  'BUSY',
  'TIMESTAMP_EXPIRED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'CHANNEL_ERROR',
  'UNAVAILABLE',
];

const matrix: [what: string, answer: Answer, isRepeated: boolean][] = [
  ...errorNames.map((name): [string, Answer, boolean] => [name, failure(name), repeatedNames.includes(name)]),
  ['a broken connection', hangUp, true],
  ['a proxy page with 502', page(502), true],
  ['a proxy page with 503', page(503), true],
  ['a proxy page with 504', page(504), true],
  ['a proxy page with 429', page(429), true],
  ['a proxy page with 200', page(200), false],
  ['a proxy page with 403', page(403), false],
  ['a proxy page with 408', page(408), false],
  ['a redirect with 302', page(302, { Location: 'https://elsewhere.example/' }), false],
  ['a redirect with 307', page(307, { Location: '/elsewhere' }), false],
];

describe('a call that never applies twice', () => {
  const cases = combine(matrix, Object.entries(calls)).map(([[what, answer, isRepeated], [name, call]]) => ({
    name,
    what,
    call,
    answer,
    isRepeated,
  }));
  it.each(cases)('$name after $what', async ({ call, answer, isRepeated }) => {
    gateway.answerWith(answer, success({ order_id: 'ord_1' }));
    if (isRepeated) {
      await expect(call()).resolves.toEqual({ order_id: 'ord_1' });
      expect(gateway.requests).toHaveLength(2);
    } else {
      await expect(call()).rejects.toBeInstanceOf(KassaError);
      expect(gateway.requests).toHaveLength(1);
    }
  });
});

/** Errors with which the gateway refuses a request before it processes it. */
const turnedAway: readonly string[] = ['TIMESTAMP_EXPIRED', 'RATE_LIMITED'];

describe.each(Object.entries(callsThatMayApplyTwice))('%s, which could be applied twice,', (_, call) => {
  it.each(matrix)('after %s', async (what, answer, isRepeatable) => {
    gateway.answerWith(answer, success({ resent: 1 }));
    if (turnedAway.includes(what)) {
      await expect(call()).resolves.toEqual({ resent: 1 });
      expect(gateway.requests).toHaveLength(2);
      return;
    }
    const error = await rejectionOf(call());
    expect(gateway.requests).toHaveLength(1);
    expect(error).toBeInstanceOf(KassaError);
    if (isRepeatable) {
      expect(error).toMatchObject({ outcomeUnknown: true });
      expect(String(error)).toContain(
        'Check the result before retrying; a retry could apply the call twice.',
      );
    }
  });

  it('when nobody listens at the address', async () => {
    const closed = await FakeGateway.start();
    const kassa = closed.kassa();
    await closed.stop();
    const error = await rejectionOf(kassa.events.resend({ event_ids: ['evt_1'] }));
    expect(error).toMatchObject({ name: 'ConnectionError', outcomeUnknown: false, attempts: 3 });
  });
});

describe('each attempt', () => {
  it('is signed anew with a fresh nonce, and sends the same bytes', async () => {
    gateway.answerWith(failure('BUSY'), hangUp, success({ order_id: 'ord_1' }));
    const params = { ...payment, description: 'first' };
    const call = gateway.kassa().payments.create(params);
    params.description = 'changed while the call was under way';
    await call;

    const { requests } = gateway;
    expect(requests).toHaveLength(3);
    expect(requests.every(({ signatureHolds }) => signatureHolds)).toBe(true);
    expect(new Set(requests.map(({ nonce }) => nonce)).size).toBe(3);
    expect(new Set(requests.map(({ headers }) => headers['x-signature'])).size).toBe(3);
    expect(new Set(requests.map(({ bodyText }) => bodyText)).size).toBe(1);
    expect(requests[0]?.bodyText).toContain('"first"');
    for (const { nonce } of requests) expect(nonce).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
  });

  it('carries the time at which it was made', async () => {
    gateway.answerWith(failure('UNAVAILABLE', {}, { 'Retry-After': '1' }), success({ order_id: 'ord_1' }));
    await gateway.kassa().payments.retrieve('T1');

    const [first, second] = gateway.requests.map(({ timestamp }) => Number(timestamp));
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(990);
  });
});

describe('giving up', () => {
  it('happens after maxRetries, by default two', async () => {
    gateway.answerWith(...Array.from({ length: 9 }, () => failure('UNAVAILABLE')));
    const error = await rejectionOf(gateway.kassa().payments.retrieve('T1'));
    expect(error).toMatchObject({ name: 'ServerError', attempts: 3 });
    expect(gateway.requests).toHaveLength(3);
  });

  it('happens at once when retries are disabled', async () => {
    gateway.answerWith(failure('UNAVAILABLE'));
    const error = await rejectionOf(gateway.kassa({ maxRetries: 0 }).payments.retrieve('T1'));
    expect(error).toMatchObject({ name: 'ServerError', attempts: 1 });
    expect(gateway.requests).toHaveLength(1);
  });

  it('happens at once when Retry-After asks for more than a minute', async () => {
    gateway.answerWith(failure('RATE_LIMITED', {}, { 'Retry-After': '61' }));
    const error = await rejectionOf(gateway.kassa().payments.retrieve('T1'));
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfterMs: 61_000, attempts: 1 });
  });
});

describe('an outcome that nobody knows', () => {
  const lost: [string, Answer][] = [
    ['broken connections', hangUp],
    ['server errors', failure('INTERNAL_ERROR')],
    ['pages of a proxy', page(502)],
    ['BUSY', failure('BUSY')],
  ];
  it.each(lost)('is reported as unknown after %s', async (_, answer) => {
    gateway.answerWith(answer, answer, answer);
    const error = await rejectionOf(gateway.kassa().refunds.create(refund));
    expect(error).toMatchObject({ outcomeUnknown: true, retryable: true, attempts: 3 });
    expect(String(error)).toContain('Gave up after 3 attempts');
    expect(String(error)).toContain('The outcome is unknown');
    expect(String(error)).toContain(
      'Retrying the identical call is safe, because it is idempotent by transaction_id',
    );
  });

  it('stays unknown if the retry was refused unread', async () => {
    gateway.answerWith(hangUp, failure('INVALID_SIGNATURE'));
    const error = await rejectionOf(gateway.kassa().payments.create(payment));
    expect(error).toMatchObject({ name: 'AuthenticationError', outcomeUnknown: true });
  });

  it('is known again if the gateway decided on the retry', async () => {
    gateway.answerWith(hangUp, failure('REFUND_EXCEEDS_AMOUNT'));
    const error = await rejectionOf(gateway.kassa().refunds.create(refund));
    expect(error).toMatchObject({ name: 'RefusedError', outcomeUnknown: false });
  });

  it('does not matter for a query', async () => {
    gateway.answerWith(hangUp, hangUp, hangUp);
    const error = await rejectionOf(gateway.kassa().payments.retrieve('T1'));
    expect(error).toMatchObject({ name: 'ConnectionError', outcomeUnknown: false });
    expect(String(error)).not.toContain('unknown');
  });

  it('is not assumed if rate limits refused every attempt', async () => {
    gateway.answerWith(...Array.from({ length: 3 }, () => failure('RATE_LIMITED')));
    const error = await rejectionOf(gateway.kassa().payments.create(payment));
    expect(error).toMatchObject({ name: 'RateLimitError', outcomeUnknown: false });
  });

  it('is not assumed if nobody listens at the address', async () => {
    const closed = await FakeGateway.start();
    const kassa = closed.kassa();
    await closed.stop();
    const error = await rejectionOf(kassa.payments.create(payment));
    expect(error).toMatchObject({
      name: 'ConnectionError',
      code: 'CONNECTION_FAILED',
      outcomeUnknown: false,
      attempts: 3,
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
