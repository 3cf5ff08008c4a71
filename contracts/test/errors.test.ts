import { describe, expect, expectTypeOf, it } from 'vitest';
import { type ErrorName, errorNames, errorTable, fail, type SUCCESS_CODE, succeed } from '../src/index.ts';

/** The names of the errors, with the HTTP status that each must have. */
const decided = {
  400: ['INVALID_REQUEST', 'INVALID_AMOUNT', 'UNSUPPORTED_CURRENCY'],
  401: ['INVALID_SIGNATURE', 'TIMESTAMP_EXPIRED', 'SESSION_INVALID', 'SESSION_EXPIRED'],
  403: ['IP_NOT_ALLOWED', 'MERCHANT_DISABLED'],
  404: ['ORDER_NOT_FOUND', 'REFUND_NOT_FOUND', 'CHANNEL_NOT_FOUND', 'NOT_FOUND'],
  405: ['METHOD_NOT_ALLOWED'],
  409: ['BUSY', 'DUPLICATE_TRANSACTION', 'DUPLICATE_REFUND', 'ORDER_ALREADY_PAID', 'PAYMENT_IN_PROGRESS'],
  410: ['ORDER_EXPIRED'],
  413: ['PAYLOAD_TOO_LARGE'],
  415: ['UNSUPPORTED_MEDIA_TYPE'],
  422: [
    'REFUND_EXCEEDS_AMOUNT',
    'ORDER_NOT_REFUNDABLE',
    'ORDER_IN_DISPUTE',
    'CURRENCY_MISMATCH',
    'PAYMENT_METHOD_UNAVAILABLE',
    'TOO_MANY_ATTEMPTS',
  ],
  429: ['RATE_LIMITED'],
  500: ['INTERNAL_ERROR'],
  502: ['CHANNEL_ERROR'],
  503: ['UNAVAILABLE'],
} as const satisfies Record<number, readonly ErrorName[]>;

/** The numbers of all published errors. A line may be added, but none may change, because a number is never reused. */
const published: Readonly<Record<ErrorName, number>> = {
  INVALID_REQUEST: 40001,
  INVALID_AMOUNT: 40002,
  UNSUPPORTED_CURRENCY: 40003,
  INVALID_SIGNATURE: 40101,
  TIMESTAMP_EXPIRED: 40102,
  SESSION_INVALID: 40103,
  SESSION_EXPIRED: 40104,
  OPERATOR_UNAUTHORISED: 40105,
  IP_NOT_ALLOWED: 40301,
  MERCHANT_DISABLED: 40302,
  HTTPS_REQUIRED: 40303,
  OPERATOR_FORBIDDEN: 40304,
  NOT_FOUND: 40401,
  ORDER_NOT_FOUND: 40402,
  REFUND_NOT_FOUND: 40403,
  CHANNEL_NOT_FOUND: 40404,
  MERCHANT_NOT_FOUND: 40405,
  EVENT_NOT_FOUND: 40406,
  CASE_NOT_FOUND: 40420,
  ATTEMPT_NOT_FOUND: 40421,
  KEY_NOT_FOUND: 40422,
  OPERATOR_TOKEN_NOT_FOUND: 40423,
  METHOD_NOT_ALLOWED: 40501,
  BUSY: 40901,
  DUPLICATE_TRANSACTION: 40902,
  DUPLICATE_REFUND: 40903,
  ORDER_ALREADY_PAID: 40904,
  PAYMENT_IN_PROGRESS: 40905,
  DUPLICATE_PUBLIC_KEY: 40906,
  SECRET_ROTATION_UNDER_WAY: 40907,
  CHANNEL_EXISTS: 40920,
  CHANNEL_ACCOUNT_TAKEN: 40921,
  WORK_UNDER_WAY: 40930,
  TRIGGER_NOT_POSSIBLE: 40931,
  ORDER_EXPIRED: 41001,
  ORDER_ARCHIVED: 41002,
  PAYLOAD_TOO_LARGE: 41301,
  UNSUPPORTED_MEDIA_TYPE: 41501,
  REFUND_EXCEEDS_AMOUNT: 42201,
  ORDER_NOT_REFUNDABLE: 42202,
  ORDER_IN_DISPUTE: 42203,
  CURRENCY_MISMATCH: 42204,
  PAYMENT_METHOD_UNAVAILABLE: 42205,
  TOO_MANY_ATTEMPTS: 42206,
  ATTEMPT_SUPERSEDED: 40908,
  PAYMENT_NOT_INITIALISED: 42207,
  WEBHOOK_SWITCHED_OFF: 42208,
  REFUND_NOT_CANCELLABLE: 42220,
  RETURN_NOT_REPEATABLE: 42221,
  MERCHANT_MOVE_NOT_POSSIBLE: 42222,
  LAST_ACTIVE_KEY: 42223,
  TOO_MANY_KEYS: 42224,
  TOO_MANY_REFUNDS: 42209,
  CHANNEL_IN_USE: 42227,
  CHANNEL_ACCOUNT_DIFFERS: 42228,
  CLOCK_ONLY_FORWARD: 42230,
  CLOCK_TOO_FAR_AHEAD: 42231,
  NOTHING_DUE: 42232,
  REFUND_NOT_CONCLUDABLE: 42240,
  DISPUTE_NOT_CONCLUDABLE: 42241,
  ORDER_FULL: 42242,
  CUSTOMER_NOT_ERASABLE: 42243,
  CASE_NOT_SETTLEABLE: 42244,
  LAST_ADMIN_TOKEN: 42245,
  RATE_LIMITED: 42901,
  INTERNAL_ERROR: 50001,
  CHANNEL_ERROR: 50201,
  UNAVAILABLE: 50301,
};

describe('the error table', () => {
  it('gives each error a different number', () => {
    const numbers = Object.values(errorTable).map(({ code }) => code);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('keeps the numbers that were published', () => {
    const numbers = Object.fromEntries(errorNames.map((name) => [name, errorTable[name].code]));
    expect(numbers).toEqual(published);
  });

  it.each(Object.entries(errorTable))(
    'makes the HTTP status the first digits of the number: %s',
    (_, error) => {
      expect(error.code).toBeGreaterThan(40_000);
      expect(error.code).toBeLessThan(60_000);
      expect(Math.floor(error.code / 100)).toBe(error.httpStatus);
    },
  );

  it.each(Object.entries(errorTable))('says in sentences what %s means and what to do', (name, error) => {
    expect(name).toMatch(/^[A-Z][A-Z_]+$/);
    expect(error.meaning).toMatch(/\.$/);
    expect(error.whatToDo).toMatch(/\.$/);
  });

  it('has every decided name with its status', () => {
    for (const [status, names] of Object.entries(decided)) {
      for (const name of names) expect(errorTable[name].httpStatus, name).toBe(Number(status));
    }
  });

  it('calls a refusal retryable only if waiting or signing again can help', () => {
    const retryable = errorNames.filter((name) => errorTable[name].retryable);
    expect(retryable.toSorted()).toEqual([
      'BUSY',
      'CHANNEL_ERROR',
      'INTERNAL_ERROR',
      'PAYMENT_IN_PROGRESS',
      'RATE_LIMITED',
      'TIMESTAMP_EXPIRED',
      'UNAVAILABLE',
      'WORK_UNDER_WAY',
    ]);
  });
});

describe('the envelope', () => {
  it('of a success carries 200 and the data', () => {
    expect(succeed({ a: 1 })).toEqual({ code: 200, msg: 'success', data: { a: 1 } });
    expectTypeOf(succeed({ a: 1 }).data).toEqualTypeOf<{ a: number }>();
    expectTypeOf(succeed(1).code).toEqualTypeOf<typeof SUCCESS_CODE>();
  });

  it.each(errorNames)('of the failure %s carries number, name and whether to retry', (name) => {
    const { code, retryable } = errorTable[name];
    const error = { detail: 'What was wrong.', request_id: 'req_1' };
    expect(fail(name, error)).toEqual({ code, msg: name, data: null, error: { ...error, retryable } });
  });
});
