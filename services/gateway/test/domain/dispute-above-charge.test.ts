import { expect, test } from 'vitest';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { concludeDispute } from '../../src/domain/dispute/conclude-dispute.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor, refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { ownEntries } from '../../src/domain/reconciliation/own-entry.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import { correcting } from '../builders/corrected-outcomes.ts';
import { afterChange, eventsOf, latest, money, paid } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

/** A currency conversion has made the disputed amount larger than the payment of 100.00. */
const disputed = money(10_073);

function told(...kinds: readonly ('opened' | 'won' | 'lost')[]): PaymentOrder {
  return kinds.reduce((order, kind, index) => {
    const report = { kind, channelReference: 'dp_1', amount: disputed };
    return afterChange(applyDisputeReport(order, latest(order).attemptId, report, after(90 + index)));
  }, paid());
}

const sums = (order: PaymentOrder) => [refundedMinor(order), refundableMinor(order)];
const kindsOfCases = (order: PaymentOrder) => openCases(order).map(({ kind }) => kind);
const movedBy = (order: PaymentOrder) => moneyMovesOf(order).map(({ signedMinor }) => signedMinor);

test('if a disputed amount is a little larger than the payment, the order is in dispute and refuses refunds (fault 92)', () => {
  const order = told('opened');
  expect(order).toMatchObject({ state: 'IN_DISPUTE', dispute: { state: 'opened', amount: disputed } });
  expect(kindsOfCases(order)).toEqual([]);
});

test('if a lost dispute is over a little more than the payment, the order counts what the bank took, and a case opens (fault 92)', () => {
  const order = told('opened', 'lost');
  expect([order.state, ...sums(order)]).toEqual(['REFUNDED', 10_073, 0]);
  expect(kindsOfCases(order)).toEqual(['returned_too_much']);
  expect(eventsOf(order).slice(-2)).toEqual(['order.dispute.opened', 'order.dispute.lost']);
  expect(movedBy(order)).toEqual([10_000, -10_073]);
  expect(ownEntries(order, latest(order).channelId)).toContainEqual(
    expect.objectContaining({ subject: 'dispute', state: 'lost', amount: disputed }),
  );
});

test('a won dispute over a little more than its payment takes no money', () => {
  const order = told('opened', 'won');
  expect([order.state, ...sums(order)]).toEqual(['PAY_SUCCESS', 0, 10_000]);
  expect(kindsOfCases(order)).toEqual([]);
  expect(movedBy(order)).toEqual([10_000, -10_073, 10_073]);
});

test('an operator can record the loss that the channel named, but no larger one', () => {
  const conclude = (order: PaymentOrder, amountMinor: number) =>
    concludeDispute(
      order,
      {
        channelReference: 'dp_1',
        outcome: 'lost',
        lost: money(amountMinor),
        note: 'Seen.',
        ...correcting(order, 'dp_1'),
      },
      after(99),
    );
  expect(conclude(told('opened'), 10_073)).toMatchObject({ kind: 'concluded', order: { state: 'REFUNDED' } });
  expect(conclude(told('opened'), 10_074)).toMatchObject({ reason: 'amount_impossible' });
  expect(conclude(paid(), 10_073)).toMatchObject({ reason: 'amount_impossible' });
  expect(conclude(told('opened', 'lost'), 10_000)).toMatchObject({
    kind: 'concluded',
    order: { state: 'REFUNDED' },
  });
});
