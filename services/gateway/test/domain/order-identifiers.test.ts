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

describe('the IDs of a merchant’s orders', () => {
  const merchantId = `mer_r07${'5d'.repeat(15)}`;
  const regional = deriveOrderId(merchantId, 'T1');

  test('begin with the merchant’s region, and keep the form of all IDs', () => {
    for (const number of ['T1', 'T2', 'T3']) {
      const id = deriveOrderId(merchantId, number);
      expect(isOrderId(id)).toBe(true);
      expect(id >= 'ord_07' && id < 'ord_08').toBe(true);
    }
    expect(deriveOrderId(merchantId, 'T1')).toBe(regional);
    expect(deriveOrderId(merchantId, 'T2')).not.toBe(regional);
  });

  test('differ for merchants whose IDs differ only in the region', () => {
    const other = deriveOrderId(merchantId.replace('r07', 'r08'), 'T1');
    expect(other.slice('ord_07'.length)).not.toBe(regional.slice('ord_07'.length));
  });

  test('give the region to attempts, refunds and events, which lead back to the order', () => {
    for (const id of [attemptIdOf(regional, 1), refundIdOf(regional, 1), eventIdOf(regional, 1)]) {
      expect(id.slice('evt_'.length)).toMatch(/^07/);
      expect(orderIdOf(id)).toBe(regional);
    }
  });

  test('do not depend on regions if the merchant has none', () => {
    expect(deriveOrderId('mer_1', 'T1')).toBe('ord_239dff0653eafafdb18519ddb0645005');
    expect(deriveOrderId(`mer_${'5d'.repeat(15)}`, 'T1')).toBe('ord_08fcfbec28d9a185b5fa71b8b96b9464');
  });
});

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
