import { describe, expect, it } from 'vitest';
import {
  attemptStateMeanings,
  attemptStates,
  attemptTransitions,
  disputeStateMeanings,
  disputeStates,
  disputeTransitions,
  eventTypes,
  type OrderState,
  orderStateCodes,
  orderStateMeanings,
  orderStates,
  orderTransitions,
  refundReservesAmount,
  refundStateCodes,
  refundStateMeanings,
  refundStates,
  refundTransitions,
} from '../src/index.ts';

interface Move {
  readonly from: string;
  readonly cause: string;
  readonly to: string;
}

function isDecidable(moves: readonly Move[]): boolean {
  return new Set(moves.map(({ from, cause }) => `${from} ${cause}`)).size === moves.length;
}

/** Returns the moves between different states, written `from → to`, sorted and each once. */
function changes(moves: readonly Move[]): string[] {
  const all = moves.filter(({ from, to }) => from !== to).map(({ from, to }) => `${from} → ${to}`);
  return [...new Set(all)].toSorted();
}

describe('the order states', () => {
  it('have the decided codes', () => {
    expect(orderStateCodes).toEqual({
      INIT: 0,
      PAYING: 1,
      PAY_SUCCESS: 2,
      PAY_FAIL: 3,
      PARTIAL_REFUND: 4,
      REFUNDED: 5,
      CLOSE: 6,
      IN_DISPUTE: 7,
    });
    expect(Object.keys(orderStateMeanings)).toEqual(orderStates);
  });

  it('have at most one transition for a cause', () => {
    expect(isDecidable(orderTransitions)).toBe(true);
  });

  it('change as decided and in no other way (section 3.1 of the interface specification that Kassa implements)', () => {
    expect(changes(orderTransitions)).toEqual(
      [
        'INIT → PAYING',
        'INIT → CLOSE',
        'PAYING → PAY_SUCCESS',
        'PAYING → PAY_FAIL',
        'PAYING → CLOSE',
        'PAY_FAIL → PAYING',
        'PAY_FAIL → PAY_SUCCESS',
        'PAY_SUCCESS → PARTIAL_REFUND',
        'PAY_SUCCESS → REFUNDED',
        'PAY_SUCCESS → IN_DISPUTE',
        'PARTIAL_REFUND → REFUNDED',
        'PARTIAL_REFUND → PAY_SUCCESS',
        'REFUNDED → PAY_SUCCESS',
        'REFUNDED → PARTIAL_REFUND',
        'PARTIAL_REFUND → IN_DISPUTE',
        'REFUNDED → IN_DISPUTE',
        'IN_DISPUTE → PAY_SUCCESS',
        'IN_DISPUTE → PARTIAL_REFUND',
        'IN_DISPUTE → REFUNDED',
      ].toSorted(),
    );
  });

  it('can all be reached from INIT, and INIT is never entered again', () => {
    const reached = new Set<OrderState>(['INIT']);
    for (const _ of orderStates) {
      for (const { from, to } of orderTransitions) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].toSorted()).toEqual(orderStates.toSorted());
    expect(orderTransitions.filter(({ to }) => to === ('INIT' as OrderState))).toEqual([]);
  });

  it('never leave CLOSE, and leave REFUNDED only for a dispute or for money that comes back', () => {
    expect(orderTransitions.filter(({ from }) => from === ('CLOSE' as OrderState))).toEqual([]);
    const left = orderTransitions.filter(({ from, to }) => from === 'REFUNDED' && to !== 'REFUNDED');
    expect(left.map(({ cause }) => cause)).toEqual([
      'refund_reversed_nothing_refunded',
      'refund_reversed_partly_refunded',
      'loss_lowered_nothing_refunded',
      'loss_lowered_partly_refunded',
      'dispute_opened',
    ]);
  });

  it('are entered together with the event that reports it', () => {
    for (const { cause, to, emits } of orderTransitions) {
      if (to === 'PAYING') expect(emits).toBe('order.payment.processing');
      if (to === 'PAY_FAIL') expect(emits).toBe('order.payment.failed');
      if (cause === 'attempt_succeeded') expect(emits).toBe('order.payment.succeeded');
      if (cause === 'refund_not_made') expect(emits).toBe('order.refund.failed');
      if (cause.startsWith('refund_reversed')) expect(emits).toBe('order.refund.failed');
      if (cause.startsWith('refund_left')) expect(emits).toBe('order.refund.succeeded');
      if (cause.startsWith('loss_lowered')) expect(emits).toBe('order.dispute.won');
      if (cause === 'dispute_opened') expect(emits).toBe('order.dispute.opened');
      if (cause.startsWith('dispute_won')) expect(emits).toBe('order.dispute.won');
      if (cause.startsWith('dispute_lost')) expect(emits).toBe('order.dispute.lost');
      if (to === 'CLOSE') expect(emits).toBeNull();
    }
  });

  it('send every type of event', () => {
    const sent = new Set(orderTransitions.flatMap(({ emits }) => (emits === null ? [] : [emits])));
    expect([...sent].toSorted()).toEqual(eventTypes.toSorted());
  });
});

describe('the attempt states', () => {
  it('have a description each', () => {
    expect(Object.keys(attemptStateMeanings)).toEqual(attemptStates);
  });

  it('change as decided and in no other way', () => {
    expect(isDecidable(attemptTransitions)).toBe(true);
    expect(changes(attemptTransitions)).toEqual(
      [
        'OPENING → OPEN',
        'OPENING → SUCCEEDED',
        'OPENING → FAILED',
        'OPENING → ABANDONED',
        'OPEN → SUBMITTED',
        'OPEN → SUCCEEDED',
        'OPEN → FAILED',
        'OPEN → ABANDONED',
        'SUBMITTED → SUCCEEDED',
        'SUBMITTED → FAILED',
        'SUBMITTED → ABANDONED',
        'FAILED → SUBMITTED',
        'FAILED → SUCCEEDED',
        'ABANDONED → SUBMITTED',
        'ABANDONED → SUCCEEDED',
      ].toSorted(),
    );
  });

  it('can all change to SUCCEEDED, which is final', () => {
    const succeeding = attemptTransitions.filter(({ to }) => to === 'SUCCEEDED').map(({ from }) => from);
    expect([...succeeding, 'SUCCEEDED'].toSorted()).toEqual(attemptStates.toSorted());
  });
});

describe('the dispute states', () => {
  it('have a description each', () => {
    expect(Object.keys(disputeStateMeanings)).toEqual(disputeStates);
  });

  it('change as decided and in no other way', () => {
    expect(isDecidable(disputeTransitions)).toBe(true);
    expect(changes(disputeTransitions)).toEqual(['lost → won', 'opened → lost', 'opened → won']);
  });
});

describe('the refund states', () => {
  it('have the given codes', () => {
    expect(refundStateCodes).toEqual({ INITIALISED: 0, PROCESSING: 1, SUCCESS: 2, CANCELLED: 5, FAILED: 6 });
    expect(Object.keys(refundStateMeanings)).toEqual(refundStates);
  });

  it('change as decided and in no other way', () => {
    expect(isDecidable(refundTransitions)).toBe(true);
    expect(changes(refundTransitions)).toEqual(
      [
        'INITIALISED → PROCESSING',
        'INITIALISED → CANCELLED',
        'PROCESSING → INITIALISED',
        'PROCESSING → SUCCESS',
        'PROCESSING → FAILED',
        // Only by an operator's finding.
        'CANCELLED → SUCCESS',
        'SUCCESS → FAILED',
        'FAILED → SUCCESS',
      ].toSorted(),
    );
  });

  it('reserve the amount while pending and once made, and release it otherwise', () => {
    expect(refundReservesAmount).toEqual({
      INITIALISED: true,
      PROCESSING: true,
      SUCCESS: true,
      CANCELLED: false,
      FAILED: false,
    });
  });
});
