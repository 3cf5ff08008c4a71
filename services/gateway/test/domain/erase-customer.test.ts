import { describe, expect, test } from 'vitest';
import { eraseCustomer } from '../../src/domain/order/erase-customer.ts';
import { customerOf } from '../../src/domain/order/paying-customer.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { failed, opened, orderIn } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const consumer = {
  customerName: 'Ann',
  customerEmail: 'ann@example.org',
  customerPhone: '+4915112345678',
  billingAddress: { line1: 'Karlstraße 12', city: 'Köln', country: 'DE' },
};

function withConsumer(order: PaymentOrder): PaymentOrder {
  return { ...order, ...consumer };
}

describe('erasing what an order says about the consumer', () => {
  test.each(['PAY_SUCCESS', 'PARTIAL_REFUND', 'REFUNDED', 'IN_DISPUTE', 'CLOSE'] as const)(
    'removes only that from an order in %s',
    (state) => {
      const order = orderIn[state]();
      expect(eraseCustomer(withConsumer(order), after(60))).toEqual({ kind: 'erased', order });
    },
  );

  test.each(['INIT', 'PAYING', 'PAY_FAIL'] as const)(
    'is refused in %s, because the order can still be paid',
    (state) => {
      const order = withConsumer(orderIn[state]());
      expect(eraseCustomer(order, after(60))).toEqual({ kind: 'refused' });
      expect(customerOf(order)).toMatchObject({ name: 'Ann' });
    },
  );

  test('is possible after a failed payment, once the order’s validity has ended', () => {
    const order = withConsumer(failed());
    expect(eraseCustomer(order, after(1799))).toEqual({ kind: 'refused' });
    expect(eraseCustomer(order, after(1800))).toEqual({ kind: 'erased', order: failed() });
  });

  test('is refused even then while an attempt can still be paid', () => {
    const order = withConsumer(opened(failed()));
    expect(order.state).toBe('PAY_FAIL');
    expect(eraseCustomer(order, after(1800))).toEqual({ kind: 'refused' });
  });

  test('does nothing if the merchant said nothing about the consumer', () => {
    expect(eraseCustomer(orderIn.INIT(), after(60))).toEqual({ kind: 'nothing_to_erase' });
  });
});
