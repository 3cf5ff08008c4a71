import { type AttemptState, refundStates, refundTransitions } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { attemptTransitions, nextAttemptState } from '../../src/domain/attempt/payment-attempt.ts';
import { nextRefundState } from '../../src/domain/refund/refund.ts';

const attemptStates: readonly AttemptState[] = [
  'OPENING',
  'OPEN',
  'SUBMITTED',
  'SUCCEEDED',
  'FAILED',
  'ABANDONED',
];
const attemptCauses = [...new Set(attemptTransitions.map(({ cause }) => cause))];

const attemptMoves: Readonly<Record<AttemptState, Readonly<Record<string, AttemptState>>>> = {
  OPENING: {
    channel_opened: 'OPEN',
    channel_refused: 'FAILED',
    abandoned: 'ABANDONED',
    succeeded: 'SUCCEEDED',
    failed: 'FAILED',
  },
  OPEN: { submitted: 'SUBMITTED', abandoned: 'ABANDONED', succeeded: 'SUCCEEDED', failed: 'FAILED' },
  SUBMITTED: { succeeded: 'SUCCEEDED', failed: 'FAILED', abandoned: 'ABANDONED' },
  SUCCEEDED: {},
  FAILED: { succeeded: 'SUCCEEDED' },
  ABANDONED: { succeeded: 'SUCCEEDED' },
};

describe('an attempt in every state, by every cause', () => {
  test.each(
    attemptStates.flatMap((from) =>
      attemptCauses.map((cause) => ({ from, cause, to: attemptMoves[from][cause] ?? 'stays' })),
    ),
  )('$from by $cause: $to', ({ from, cause, to }) => {
    expect(nextAttemptState(from, cause) ?? 'stays').toBe(to);
  });
});

const refundCauses = [...new Set(refundTransitions.map(({ cause }) => cause))];
const refundMoves: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  INITIALISED: { sent_to_channel: 'PROCESSING', withdrawn: 'CANCELLED' },
  PROCESSING: { channel_returned_money: 'SUCCESS', channel_refused: 'FAILED' },
  SUCCESS: {},
  CANCELLED: {},
  FAILED: {},
};

describe('a refund in every state, by every cause', () => {
  test.each(
    refundStates.flatMap((from) =>
      refundCauses.map((cause) => ({ from, cause, to: refundMoves[from]?.[cause] ?? 'stays' })),
    ),
  )('$from by $cause: $to', ({ from, cause, to }) => {
    expect(nextRefundState(from, cause) ?? 'stays').toBe(to);
  });
});
