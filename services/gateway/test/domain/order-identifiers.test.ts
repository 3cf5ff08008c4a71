import { describe, expect, test } from 'vitest';
import {
  attemptIdOf,
  deriveOrderId,
  deriveRefundClaimId,
  eventIdOf,
  isOrderId,
  numberIn,
  orderIdOf,
  refundIdOf,
  uncollectedCaseIdOf,
} from '../../src/domain/order/order-identifiers.ts';

describe('identifiers', () => {
  const orderId = deriveOrderId('mer_1', 'T1');

  test('are derived: the same merchant transaction ID gives the same order ID', () => {
    expect(deriveOrderId('mer_1', 'T1')).toBe(orderId);
    expect(isOrderId(orderId)).toBe(true);
  });

  test.each([
    ['another merchant', deriveOrderId('mer_2', 'T1')],
    ['another merchant_transaction_id', deriveOrderId('mer_1', 'T2')],
    ['a boundary moved', deriveOrderId('mer_', '1T1')],
  ])('differ for %s', (_case, other) => {
    expect(other).not.toBe(orderId);
  });

  test('of an order and of a refund claim never collide', () => {
    expect(deriveRefundClaimId('mer_1', 'T1').slice(4)).not.toBe(orderId.slice(4));
  });

  test.each([
    ['an attempt', attemptIdOf(orderId, 1), orderId],
    ['a refund', refundIdOf(orderId, 12), orderId],
    ['an event', eventIdOf(orderId, 3), orderId],
    ['the case of an attempt', uncollectedCaseIdOf(attemptIdOf(orderId, 1)), orderId],
    ['the order itself', orderId, undefined],
    ['a number of zero', attemptIdOf(orderId, 0), undefined],
    ['another prefix', `pay_${'0'.repeat(32)}_1`, undefined],
    ['a text behind', `${attemptIdOf(orderId, 1)}x`, undefined],
    ['nothing', '', undefined],
  ])('lead from %s to the order', (_case, id, expected) => {
    expect(orderIdOf(id)).toBe(expected);
  });

  test.each([
    [attemptIdOf(orderId, 3), 3],
    [refundIdOf(orderId, 12), 12],
    [eventIdOf(orderId, 999_999), 999_999],
    [orderId, undefined],
    ['evt_1', undefined],
    [`${attemptIdOf(orderId, 3)}x`, undefined],
    [`txn_${'0'.repeat(32)}_0`, undefined],
  ])('of numbered parts contain the number: %s', (id, expected) => {
    expect(numberIn(id)).toBe(expected);
  });
});
