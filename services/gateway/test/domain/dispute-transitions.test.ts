import { type DisputeState, disputeStates, disputeTransitions } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { moveDispute, newDispute, nextDisputeState } from '../../src/domain/dispute/dispute.ts';
import { money } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const causes = [...new Set(disputeTransitions.map(({ cause }) => cause))];

const moves: Readonly<Record<DisputeState, Readonly<Record<string, DisputeState>>>> = {
  opened: { won: 'won', lost: 'lost' },
  won: {},
  lost: { given_back: 'won' },
};

const opened = newDispute(
  { attemptId: 'txn_1', channelReference: 'dsp_1', amount: money(10_000) },
  after(50),
);

describe('a dispute in every state, by every cause', () => {
  test.each(
    disputeStates.flatMap((from) => causes.map((cause) => ({ from, cause, to: moves[from][cause] }))),
  )('$from by $cause: $to', ({ from, cause, to }) => {
    const dispute = { ...opened, state: from };
    expect(nextDisputeState(from, cause)).toBe(to);
    if (to === undefined) {
      expect(() => moveDispute(dispute, cause)).toThrow(
        `a dispute that is ${from} does not move by ${cause}`,
      );
    } else {
      expect(moveDispute(dispute, cause)).toEqual({ ...dispute, state: to });
    }
  });
});
