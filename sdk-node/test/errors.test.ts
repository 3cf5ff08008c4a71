import { generateKeyPairSync } from 'node:crypto';
import { type ErrorName, errorNames, errorTable } from '@kassa/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  KassaError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  RefusedError,
  ServerError,
} from '../src/index.ts';
import { FakeGateway, failure, page, sendJson } from './support/fake-gateway.ts';
import { payment, rejectionOf } from './support/sample-calls.ts';

let gateway: FakeGateway;
beforeAll(async () => {
  gateway = await FakeGateway.start();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.answerWith());

const create = () => rejectionOf(gateway.kassa({ maxRetries: 0 }).payments.create(payment));

const classByStatus: Readonly<Record<number, new (...details: never[]) => KassaError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  405: InvalidRequestError,
  409: ConflictError,
  410: RefusedError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: RefusedError,
  429: RateLimitError,
  500: ServerError,
  502: ServerError,
  503: ServerError,
};
const expectedClass = (name: ErrorName) => classByStatus[errorTable[name].httpStatus] ?? KassaError;

describe('errors of the table', () => {
  it.each(errorNames.map((name) => [name, expectedClass(name).name] as const))(
    '%s is a %s',
    async (name, kind) => {
      gateway.answerWith(failure(name, { fields: [{ path: 'amount', message: 'is odd' }] }));
      const error = await create();
      const { code, httpStatus, retryable, whatToDo } = errorTable[name];

      expect(error).toBeInstanceOf(KassaError);
      expect(error).toBeInstanceOf(expectedClass(name));
      expect(error).toMatchObject({
        name: kind,
        code: name,
        number: code,
        httpStatus,
        retryable,
        whatToDo,
        detail: `Detail of ${name}.`,
        fields: [{ path: 'amount', message: 'is odd' }],
        requestId: 'req_1',
        attempts: 1,
      });
      for (const part of [name, 'Detail of', 'amount: is odd', whatToDo, 'req_1']) {
        expect(String(error)).toContain(part);
      }
    },
  );
});

describe('INVALID_SIGNATURE in the sandbox', () => {
  it('shows the first signed line that differs', async () => {
    gateway.answerWith((response, request) => {
      const lines = request.lines.replace('/api/merchant', '/merchant');
      failure('INVALID_SIGNATURE', { debug: { string_to_sign: lines } })(response, request);
    });
    expect(await create()).toMatchObject({
      signatureDifference: {
        line: 2,
        meaning: 'path',
        ours: '/api/merchant/payment/create',
        theirs: '/merchant/payment/create',
      },
      message: expect.stringContaining('Signed line 2 (path) differs'),
    });
  });

  it('says that the keys do not match when all lines agree', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const error = await rejectionOf(gateway.kassa({ privateKey }).payments.create(payment));
    expect(error).toMatchObject({
      signatureDifference: undefined,
      message: expect.stringContaining('The six signed lines match'),
    });
  });

  it('shows no signed line in production', async () => {
    gateway.answerWith(failure('INVALID_SIGNATURE'));
    expect(await create()).toMatchObject({ name: 'AuthenticationError', signatureDifference: undefined });
  });
});

describe('a newer gateway', () => {
  it('may use names this version does not know', async () => {
    gateway.answerWith((response) => {
      const error = { detail: 'New rule.', retryable: false, request_id: 'req_9', hint: 'unknown member' };
      sendJson(response, 422, { code: 42299, msg: 'BRAND_NEW', data: null, error, extra: true });
    });
    expect(await create()).toMatchObject({
      name: 'RefusedError',
      code: 'BRAND_NEW',
      number: 42299,
      detail: 'New rule.',
      requestId: 'req_9',
      retryable: false,
    });
  });

  it('may add members to its answers', async () => {
    gateway.answerWith((response) => {
      sendJson(response, 200, { code: 200, msg: 'ok', data: { order_id: 'o', later: 1 }, more: 2 });
    });
    await expect(gateway.kassa().payments.create(payment)).resolves.toMatchObject({ order_id: 'o' });
  });
});

describe('answers that are not the gateway’s', () => {
  it('a page of a proxy', async () => {
    gateway.answerWith(page(502));
    expect(await create()).toMatchObject({
      name: 'UnexpectedAnswerError',
      code: 'UNEXPECTED_ANSWER',
      httpStatus: 502,
      retryable: true,
      outcomeUnknown: true,
      message: expect.stringContaining('HTTP 502, text/html): <html> <h1>Bad gateway</h1></html>'),
    });
  });

  it('a page with status 200', async () => {
    gateway.answerWith(page(200));
    expect(await create()).toMatchObject({
      name: 'UnexpectedAnswerError',
      httpStatus: 200,
      retryable: false,
    });
  });

  it('a redirect, which is not followed', async () => {
    gateway.answerWith(page(308, { Location: `${gateway.baseUrl}/elsewhere` }));
    expect(await create()).toMatchObject({
      name: 'UnexpectedAnswerError',
      httpStatus: 308,
      message: expect.stringContaining('/elsewhere, and the SDK does not follow redirects'),
    });
    expect(gateway.requests).toHaveLength(1);
  });

  it.each([
    ['an array', []],
    ['a success without data', { code: 200, msg: 'success', data: null }],
    ['a failure that claims HTTP 200', { code: 40901, msg: 'BUSY', data: null, error: {} }],
    ['JSON of something else', { message: 'Hello' }],
  ])('%s', async (_, body) => {
    gateway.answerWith((response) => sendJson(response, 200, body));
    expect(await create()).toMatchObject({ name: 'UnexpectedAnswerError', httpStatus: 200 });
  });
});
