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
  test('if the channel never reported a lost dispute, an operator has to name the disputed payment to record it (fault 21)', () => {
    expect(found(paidTwice())).toEqual({ kind: 'refused', reason: 'attempt_needed' });
  });

  test('if the channel never reported a lost dispute of the payment that pays the order, the loss counts once an operator records it (fault 21)', () => {
    const order = paidTwice();
    const next = concluded(order, { attemptId: attemptNumbered(order, 2) });
    expect(next).toMatchObject({ state: 'REFUNDED', dispute: { state: 'lost' } });
    expect(stepOfReturn(next).kind).toBe('send');
  });

  test('if the channel never reported a lost dispute of a second payment, that payment is not returned once an operator records the dispute (fault 21)', () => {
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

  test('if the channel never reported a lost dispute, it is recorded once, however often an operator gives the command (fault 21)', () => {
    const order = paidTwice();
    const attemptId = attemptNumbered(order, 1);
    const next = concluded(order, { attemptId });
    expect(found(next, { attemptId })).toMatchObject({ kind: 'refused', reason: 'loss_known' });
  });
});

test('a late payment is not returned after a lost dispute, even if its channel never reported the dispute (fault 21)', () => {
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
