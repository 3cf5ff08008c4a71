import {
  type AttemptState,
  attemptStates,
  attemptTransitions,
  type RefundState,
  refundStates,
  refundTransitions,
} from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { moveAttempt, nextAttemptState } from '../../src/domain/attempt/payment-attempt.ts';
import { moveRefund, nextRefundState } from '../../src/domain/refund/refund.ts';
import { latest, opened, paid, refundNumbered, withRefund } from '../builders/orders.ts';

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
  FAILED: { retried: 'SUBMITTED', succeeded: 'SUCCEEDED' },
  ABANDONED: { found_under_way: 'SUBMITTED', succeeded: 'SUCCEEDED' },
};

describe('an attempt in every state, by every cause', () => {
  test.each(
    attemptStates.flatMap((from) =>
      attemptCauses.map((cause) => ({ from, cause, to: attemptMoves[from][cause] ?? 'stays' })),
    ),
  )('$from by $cause: $to', ({ from, cause, to }) => {
    expect(nextAttemptState(from, cause) ?? 'stays').toBe(to);
    const attempt = { ...latest(opened()), state: from };
    if (to === 'stays') {
      expect(() => moveAttempt(attempt, cause)).toThrow(`an attempt in ${from} does not move by ${cause}`);
    } else {
      expect(moveAttempt(attempt, cause)).toEqual({ ...attempt, state: to });
    }
  });
});

const refundCauses = [...new Set(refundTransitions.map(({ cause }) => cause))];
const refundMoves: Readonly<Record<RefundState, Readonly<Record<string, RefundState>>>> = {
  INITIALISED: { sent_to_channel: 'PROCESSING', withdrawn: 'CANCELLED' },
  PROCESSING: { channel_returned_money: 'SUCCESS', channel_refused: 'FAILED', not_sent: 'INITIALISED' },
  SUCCESS: { channel_took_back: 'FAILED' },
  CANCELLED: { found_made: 'SUCCESS' },
  FAILED: { found_made: 'SUCCESS' },
};

describe('a refund in every state, by every cause', () => {
  test.each(
    refundStates.flatMap((from) =>
      refundCauses.map((cause) => ({ from, cause, to: refundMoves[from][cause] ?? 'stays' })),
    ),
  )('$from by $cause: $to', ({ from, cause, to }) => {
    expect(nextRefundState(from, cause) ?? 'stays').toBe(to);
    const order = withRefund(paid(), { number: 'R', amountMinor: 1_000 });
    const refund = { ...refundNumbered(order, 'R'), state: from };
    if (to === 'stays') {
      expect(() => moveRefund(refund, cause)).toThrow(`a refund in ${from} does not move by ${cause}`);
    } else {
      expect(moveRefund(refund, cause)).toEqual({ ...refund, state: to });
    }
  });
});
