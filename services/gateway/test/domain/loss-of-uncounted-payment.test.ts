import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { concludeDispute, type DisputeFinding } from '../../src/domain/dispute/conclude-dispute.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { setUncountedAside, uncountedPayments } from '../../src/domain/order/uncounted-payments.ts';
import { afterChange, latest, money, submitted, succeeded } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const WHOLE = money(10_000);

function withPayment(order: PaymentOrder, paymentReference: string, paid = WHOLE): PaymentOrder {
  const result = { ...succeeded(), paid, paymentReference };
  return afterChange(applyPaymentResult(order, latest(order).attemptId, result, after(40)));
}

/** Returns an order that P1 pays, and that does not count the further payment P2 of the same attempt. */
const paidByOneOfTwo = () => withPayment(withPayment(submitted(), 'P1'), 'P2');

function withReport(
  order: PaymentOrder,
  about: string,
  subject: { readonly result: 'dispute_opened' | 'dispute_lost'; readonly channelReference: string },
): PaymentOrder {
  const payment = uncountedPayments(order, latest(order).attemptId).find(
    ({ paymentReference }) => paymentReference === about,
  );
  if (payment === undefined) throw new Error(`The order counts ${about}, or does not know it.`);
  return afterChange(setUncountedAside(order, { payment, subject }, after(50)));
}

function lost(order: PaymentOrder, more: Partial<DisputeFinding> = {}) {
  const finding = { channelReference: 'D2', outcome: 'lost', lost: WHOLE, note: 'Seen.', ...more } as const;
  return concludeDispute(order, finding, after(60));
}

describe('a loss that an operator enters', () => {
  test.each<[string, (order: PaymentOrder) => Partial<DisputeFinding>]>([
    ['with the amount', () => ({})],
    ['without the amount', () => ({ lost: undefined }) as unknown as Partial<DisputeFinding>],
    ['with the attempt', (order) => ({ attemptId: latest(order).attemptId })],
    ['with the payment that the order counts', () => ({ paymentReference: 'P1' })],
    ['as won', () => ({ outcome: 'won', lost: undefined }) as unknown as Partial<DisputeFinding>],
  ])(
    'an operator cannot enter the loss of a dispute that the channel reported, if the order does not count the disputed payment (fault 84): %s',
    (_case, more) => {
      const told = { result: 'dispute_lost', channelReference: 'D2' } as const;
      const order = withReport(paidByOneOfTwo(), 'P2', told);
      expect(lost(order, more(order))).toEqual({
        kind: 'refused',
        reason: 'payment_not_counted',
        paymentReference: 'P2',
      });
    },
  );

  test('is refused for the only payment of an unpaid order, if that payment has a wrong amount', () => {
    const order = withPayment(submitted(), 'P0', money(6_000));
    const told = { result: 'dispute_lost', channelReference: 'D2' } as const;
    const { attemptId } = latest(order);
    const refused = { kind: 'refused', reason: 'payment_not_counted', paymentReference: 'P0' };
    expect(lost(withReport(order, 'P0', told), { attemptId })).toEqual(refused);
    expect(lost(order, { attemptId, paymentReference: 'P0' })).toEqual(refused);
    expect(lost(order, { attemptId })).toEqual({ kind: 'refused', reason: 'payment_needed' });
  });

  test('an operator who enters a loss has to name the disputed payment if the attempt has several, and the channel did not report the dispute (fault 84)', () => {
    const order = paidByOneOfTwo();
    expect(lost(order)).toEqual({ kind: 'refused', reason: 'payment_needed' });
    expect(lost(order, { paymentReference: 'P2' })).toEqual({
      kind: 'refused',
      reason: 'payment_not_counted',
      paymentReference: 'P2',
    });
    expect(lost(order, { paymentReference: 'P3' })).toEqual({ kind: 'refused', reason: 'payment_unknown' });
    expect(lost(order, { paymentReference: 'P1' })).toMatchObject({
      kind: 'concluded',
      order: { state: 'REFUNDED' },
    });
  });

  test('an operator who enters a loss has to name the disputed payment if the channel did not say which of several is disputed (fault 84)', () => {
    const order = paidByOneOfTwo();
    const nameless = { kind: 'lost', channelReference: 'E1', amount: WHOLE, keyedBy: 'payment' } as const;
    const told = afterChange(applyDisputeReport(order, latest(order).attemptId, nameless, after(50)));
    for (const channelReference of ['E1', 'D2']) {
      expect(lost(told, { channelReference })).toEqual({ kind: 'refused', reason: 'payment_needed' });
    }
  });

  test('needs no payment for a dispute that the channel reported over the counted one', () => {
    const order = paidByOneOfTwo();
    const opened = { kind: 'opened', channelReference: 'D1', amount: WHOLE } as const;
    const disputed = afterChange(applyDisputeReport(order, latest(order).attemptId, opened, after(50)));
    const ended = lost(disputed, { channelReference: 'D1' });
    expect(ended).toMatchObject({ kind: 'concluded', order: { state: 'REFUNDED' } });
  });

  test('is refused with another payment than the only one of its attempt', () => {
    const order = withPayment(submitted(), 'P1');
    expect(lost(order, { paymentReference: 'P2' })).toEqual({ kind: 'refused', reason: 'payment_unknown' });
    expect(lost(order, { paymentReference: 'P1' }).kind).toBe('concluded');
  });
});
