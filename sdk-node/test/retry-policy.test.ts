import { describe, expect, it } from 'vitest';
import type { AttemptFailure } from '../src/request/attempt-failure.ts';
import { decideRetry, type RetryState } from '../src/request/retry-policy.ts';

const broken: AttemptFailure = { kind: 'no_connection', mayHaveArrived: true, cause: undefined };
const unavailable = (retryAfterMs: number | undefined): AttemptFailure => ({
  kind: 'foreign_answer',
  httpStatus: 503,
  requestId: undefined,
  contentType: 'text/html',
  location: undefined,
  excerpt: '',
  retryAfterMs,
});
const state = (retriesMade: number, more: Partial<RetryState> = {}): RetryState => ({
  retriesMade,
  maxRetries: 20,
  clockWasCorrected: false,
  mayApplyTwice: false,
  ...more,
});

describe('the wait before a retry', () => {
  it.each([
    [0, 250],
    [1, 500],
    [2, 1_000],
    [4, 4_000],
    [5, 8_000],
    [6, 8_000],
    [19, 8_000],
  ])('after %i retries lies anywhere up to %i ms', (retriesMade, boundMs) => {
    expect(decideRetry(broken, state(retriesMade), () => 0)).toEqual({ kind: 'retry', delayMs: 0 });
    expect(decideRetry(broken, state(retriesMade), () => 0.5)).toEqual({
      kind: 'retry',
      delayMs: boundMs / 2,
    });
  });

  it.each([
    [0, 100],
    [2_000, 2_000],
    [60_000, 60_000],
  ])('is at least the Retry-After of %i ms', (retryAfterMs, delayMs) => {
    expect(decideRetry(unavailable(retryAfterMs), state(0), () => 0.4)).toEqual({ kind: 'retry', delayMs });
  });
});

describe('reasons to give up', () => {
  const expired: AttemptFailure = {
    kind: 'refused',
    httpStatus: 401,
    name: 'TIMESTAMP_EXPIRED',
    number: 40102,
    detail: '',
    fields: [],
    retryable: true,
    requestId: undefined,
    serverLines: undefined,
    ownLines: '',
    retryAfterMs: undefined,
    serverTimeMs: 1,
  };
  it.each<[string, AttemptFailure, RetryState]>([
    ['aborted', { kind: 'aborted', mayHaveArrived: true, reason: undefined }, state(0)],
    ['signing failed', { kind: 'not_signed', cause: undefined }, state(0)],
    ['final', { ...expired, name: 'INVALID_SIGNATURE' }, state(0)],
    ['other than the gateway', { ...unavailable(undefined), httpStatus: 404 } as AttemptFailure, state(0)],
    ['all retries are used', broken, state(20)],
    ['retries are disabled', broken, state(0, { maxRetries: 0 })],
    ['corrected once', expired, state(1, { clockWasCorrected: true })],
    ['server time', { ...expired, serverTimeMs: undefined }, state(0)],
    ['too long a wait', unavailable(60_001), state(0)],
  ])('%s', (reason, failure, retryState) => {
    expect(decideRetry(failure, retryState)).toEqual({
      kind: 'give_up',
      because: expect.stringContaining(reason),
    });
  });
});
