import { orderStates, orderTransitions } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { canMove, moveOrder } from '../../src/domain/order/order-transition.ts';
import { orderIn } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const causes = [...new Set(orderTransitions.map(({ cause }) => cause))];

/** The transition table, written a second time. The test fails if a row of the real table was changed by mistake. */
const moves: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  INIT: { attempt_started: 'PAYING', validity_elapsed: 'CLOSE' },
  PAYING: { attempt_succeeded: 'PAY_SUCCESS', attempt_failed: 'PAY_FAIL', validity_elapsed: 'CLOSE' },
  PAY_FAIL: { attempt_started: 'PAYING', attempt_succeeded: 'PAY_SUCCESS' },
  PAY_SUCCESS: {
    refund_left_a_rest: 'PARTIAL_REFUND',
    refund_left_nothing: 'REFUNDED',
    refund_not_made: 'PAY_SUCCESS',
    dispute_opened: 'IN_DISPUTE',
  },
  PARTIAL_REFUND: {
    refund_left_a_rest: 'PARTIAL_REFUND',
    refund_left_nothing: 'REFUNDED',
    refund_not_made: 'PARTIAL_REFUND',
    refund_reversed_nothing_refunded: 'PAY_SUCCESS',
    refund_reversed_partly_refunded: 'PARTIAL_REFUND',
    loss_lowered_nothing_refunded: 'PAY_SUCCESS',
    loss_lowered_partly_refunded: 'PARTIAL_REFUND',
    dispute_opened: 'IN_DISPUTE',
  },
  REFUNDED: {
    refund_left_nothing: 'REFUNDED',
    refund_not_made: 'REFUNDED',
    refund_reversed_nothing_refunded: 'PAY_SUCCESS',
    refund_reversed_partly_refunded: 'PARTIAL_REFUND',
    refund_reversed_fully_refunded: 'REFUNDED',
    loss_lowered_nothing_refunded: 'PAY_SUCCESS',
    loss_lowered_partly_refunded: 'PARTIAL_REFUND',
    loss_lowered_fully_refunded: 'REFUNDED',
    dispute_opened: 'IN_DISPUTE',
  },
  CLOSE: {},
  IN_DISPUTE: {
    refund_left_a_rest: 'IN_DISPUTE',
    refund_left_nothing: 'IN_DISPUTE',
    refund_not_made: 'IN_DISPUTE',
    refund_reversed_nothing_refunded: 'IN_DISPUTE',
    refund_reversed_partly_refunded: 'IN_DISPUTE',
    refund_reversed_fully_refunded: 'IN_DISPUTE',
    loss_lowered_nothing_refunded: 'IN_DISPUTE',
    loss_lowered_partly_refunded: 'IN_DISPUTE',
    loss_lowered_fully_refunded: 'IN_DISPUTE',
    dispute_won_nothing_refunded: 'PAY_SUCCESS',
    dispute_won_partly_refunded: 'PARTIAL_REFUND',
    dispute_won_fully_refunded: 'REFUNDED',
    dispute_lost_left_a_rest: 'PARTIAL_REFUND',
    dispute_lost_left_nothing: 'REFUNDED',
  },
};

/** The event that the merchant receives for each cause; null if none. */
const emitted: Readonly<Record<string, string | null>> = {
  attempt_started: 'order.payment.processing',
  attempt_succeeded: 'order.payment.succeeded',
  attempt_failed: 'order.payment.failed',
  validity_elapsed: null,
  refund_left_a_rest: 'order.refund.succeeded',
  refund_left_nothing: 'order.refund.succeeded',
  refund_not_made: 'order.refund.failed',
  refund_reversed_nothing_refunded: 'order.refund.failed',
  refund_reversed_partly_refunded: 'order.refund.failed',
  refund_reversed_fully_refunded: 'order.refund.failed',
  loss_lowered_nothing_refunded: 'order.dispute.won',
  loss_lowered_partly_refunded: 'order.dispute.won',
  loss_lowered_fully_refunded: 'order.dispute.won',
  dispute_opened: 'order.dispute.opened',
  dispute_won_nothing_refunded: 'order.dispute.won',
  dispute_won_partly_refunded: 'order.dispute.won',
  dispute_won_fully_refunded: 'order.dispute.won',
  dispute_lost_left_a_rest: 'order.dispute.lost',
  dispute_lost_left_nothing: 'order.dispute.lost',
};

const rows = orderStates.flatMap((from) =>
  causes.map((cause) => ({ from, cause, to: moves[from]?.[cause] ?? 'forbidden' })),
);

describe('an order in every state, by every cause', () => {
  test('covers every state and every cause', () => {
    expect(rows).toHaveLength(orderStates.length * causes.length);
    expect(Object.keys(moves).sort()).toEqual([...orderStates].sort());
    expect(Object.keys(emitted).sort()).toEqual([...causes].sort());
  });

  test.each(rows)('$from by $cause: $to', ({ from, cause, to }) => {
    const order = orderIn[from]();
    expect(order.state).toBe(from);
    expect(canMove(order, cause)).toBe(to !== 'forbidden');
    if (to === 'forbidden') {
      expect(() => moveOrder(order, cause, after(60))).toThrow(`an order in ${from} does not move by`);
      return;
    }
    const moved = moveOrder(order, cause, after(60));
    expect(moved.state).toBe(to);
    const news = moved.outbox.slice(order.outbox.length);
    const type = emitted[cause];
    expect(news.map((event) => event.type)).toEqual(type === null ? [] : [type]);
    for (const event of news) {
      expect(event).toMatchObject({ sequence: order.lastSequence + 1, state: to, occurredAt: after(60) });
    }
    expect(moved.lastSequence).toBe(order.lastSequence + news.length);
  });
});
