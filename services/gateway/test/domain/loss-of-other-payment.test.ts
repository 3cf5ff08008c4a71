import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { concludeDispute, type DisputeFinding } from '../../src/domain/dispute/conclude-dispute.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { planRefundStep } from '../../src/domain/refund/progress-refund.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import {
  afterChange,
  closed,
  eventsOf,
  latest,
  money,
  opened,
  paid,
  submitted,
  succeeded,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const now = after(100);
const lost = money(10_000);

/** Returns an order with two successful payments. The return of the earlier attempt's payment is not sent yet. */
function paidTwice(): PaymentOrder {
  const first = submitted();
  const given = afterChange(
    applyPaymentResult(first, latest(first).attemptId, { kind: 'cancelled' }, after(25)),
  );
  const order = paid(submitted(opened(given)));
  return afterChange(applyPaymentResult(order, attemptNumbered(order, 1), succeeded(), after(60)));
}

function attemptNumbered({ attempts }: PaymentOrder, number: number): string {
  return attempts[number - 1]?.attemptId ?? '';
}

function found(order: PaymentOrder, more: Partial<DisputeFinding> = {}) {
  return concludeDispute(
    order,
    { channelReference: 'dsp_1', outcome: 'lost', lost, note: 'Seen.', ...more },
    now,
  );
}

function concluded(order: PaymentOrder, more: Partial<DisputeFinding> = {}): PaymentOrder {
  const conclusion = found(order, more);
  if (conclusion.kind !== 'concluded') throw new Error(JSON.stringify(conclusion));
  return conclusion.order;
}

function stepOfReturn(order: PaymentOrder) {
  const facts = { now, callEndsBy: after(110), isChannelThere: true };
  return planRefundStep(order, order.refunds.at(-1)?.refundId ?? '', facts);
}

describe('a lost dispute that its channel never reported, of an order with two attempts,', () => {
  test('an unreported lost dispute is not recorded until the operator names the disputed payment (fault 21)', () => {
    expect(found(paidTwice())).toEqual({ kind: 'refused', reason: 'attempt_needed' });
  });

  test('an unreported lost dispute of the payment that pays the order counts as lost (fault 21)', () => {
    const order = paidTwice();
    const next = concluded(order, { attemptId: attemptNumbered(order, 2) });
    expect(next).toMatchObject({ state: 'REFUNDED', dispute: { state: 'lost' } });
    expect(stepOfReturn(next).kind).toBe('send');
  });

  test('an unreported lost dispute of a second payment stops the return of that payment (fault 21)', () => {
    const order = paidTwice();
    const next = concluded(order, { attemptId: attemptNumbered(order, 1) });
    expect(next.state).toBe('PAY_SUCCESS');
    expect(refundedMinor(next)).toBe(0);
    expect(eventsOf(next)).toEqual(eventsOf(order));
    expect(moneyMovesOf(next)).toEqual(moneyMovesOf(order));
    expect(openCases(next).map(({ kind }) => kind)).toContain('result_set_aside');
    expect(stepOfReturn(next)).toMatchObject({
      kind: 'withdrawn',
      order: { refunds: [{ state: 'CANCELLED', failure: { code: 'dispute_opened' } }] },
    });
  });

  test('an unreported lost dispute is recorded once, however often the operator gives the command (fault 21)', () => {
    const order = paidTwice();
    const attemptId = attemptNumbered(order, 1);
    const next = concluded(order, { attemptId });
    expect(found(next, { attemptId })).toMatchObject({ kind: 'refused', reason: 'loss_known' });
  });
});

test('a lost dispute of a late payment keeps it from being returned, even if its channel never reported the dispute (fault 21)', () => {
  const order = closed(submitted());
  const attemptId = attemptNumbered(order, 1);
  const late = afterChange(applyPaymentResult(order, attemptId, succeeded(), after(1_900)));
  const next = concluded(late, { attemptId });
  expect(next.state).toBe('CLOSE');
  const facts = { now: after(2_000), callEndsBy: after(2_010), isChannelThere: true };
  expect(planRefundStep(next, next.refunds[0]?.refundId ?? '', facts).kind).toBe('withdrawn');
});

test.each<[string, Partial<DisputeFinding>, string]>([
  ['without an amount', { lost: undefined } as unknown as Partial<DisputeFinding>, 'amount_needed'],
  ['as won', { outcome: 'won', lost: undefined } as unknown as Partial<DisputeFinding>, 'no_dispute'],
  ['of a payment that the order does not have', { attemptId: 'txn_1' }, 'attempt_unknown'],
])('a dispute of another payment is not recorded %s', (_case, more, reason) => {
  const order = paidTwice();
  const finding = { attemptId: attemptNumbered(order, 1), ...more };
  expect(found(order, finding)).toMatchObject({ kind: 'refused', reason });
});
