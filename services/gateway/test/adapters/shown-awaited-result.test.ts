import { describe, expect, test } from 'vitest';
import { presentPayment } from '../../src/adapters/inbound/http/merchant/payment-messages.ts';
import { presentOperatorOrder } from '../../src/adapters/inbound/http/operations/order-presenter.ts';
import { orderText } from '../../src/cli/orders/order-text.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import {
  closed,
  failed,
  newOrder,
  opened,
  orderIn,
  paid,
  submitted,
  submittedDirectDebit,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const HOURS = 3_600;

describe('the payment query and the operator’s view of an order', () => {
  test.each<[string, PaymentOrder, Date | null]>([
    ['that is being paid', submitted(), after(1800 + 48 * HOURS)],
    ['that is being paid by a direct debit of 21 days', submittedDirectDebit(), after(20 + 23 * 24 * HOURS)],
    ['that nobody has paid yet', newOrder(), null],
    ['whose attempt nobody has submitted', opened(), null],
    ['whose payment failed', failed(), null],
    ['that is paid', paid(), null],
    ['that is paid while another attempt has no result', paidBeside(), null],
    ['that is closed', closed(submitted()), null],
    ['that is in dispute', orderIn.IN_DISPUTE(), null],
  ])('say until when the result of an order is awaited: one %s', (_case, order, until) => {
    expect(presentPayment(order).awaiting_result_until).toBe(until?.toISOString() ?? null);
    const text = orderText(presentOperatorOrder({ kind: 'found', order, events: [], cases: [] }));
    const line = `for the payment’s result, until ${until?.toISOString()}`;
    expect(text.includes(line)).toBe(until !== null);
  });

  function paidBeside(): PaymentOrder {
    return { ...paid(), attempts: [...paid().attempts, ...submitted().attempts] };
  }
});
