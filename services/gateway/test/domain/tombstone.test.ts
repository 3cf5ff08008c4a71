import { BSON } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { toOrderDocument } from '../../src/adapters/outbound/mongo/order-documents.ts';
import { toTombstoneDocument } from '../../src/adapters/outbound/mongo/tombstone-documents.ts';
import { archivedText, isPaymentOf, tombstoneOf } from '../../src/domain/archive/tombstone.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { ownEntries } from '../../src/domain/reconciliation/own-entry.ts';
import { ownKey } from '../../src/domain/reconciliation/same-entry.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import { largestOrder } from '../builders/largest-order.ts';
import { closed, disputed, failed, orderIn, paid, withRefund } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const place = { archive: '2026', manifestSha256: 'a'.repeat(64), removedAt: after(9_000) };
const orders: Readonly<Record<string, () => PaymentOrder>> = {
  ...orderIn,
  failed,
  closed,
  disputed: () => disputed(paid()),
  refunded: () => withRefund(paid(), { amountMinor: 3_000, state: 'SUCCESS' }),
  'as large as possible': largestOrder,
};

describe.each(Object.entries(orders))('the tombstone of an order: %s', (_name, orderOf) => {
  const order = orderOf();
  const tombstone = tombstoneOf(order, place);

  test('has the same movements of money', () => {
    expect(moneyMovesOf(tombstone)).toEqual(moneyMovesOf(order));
  });

  test('is known to reconciliation by the same keys, amounts and states', () => {
    const entriesOf = (of: Parameters<typeof ownEntries>[0]) =>
      ownEntries(of, 'Sandbox').map((own) => [ownKey(own), own.amount, own.state, own.at, own.begunAt]);
    expect(entriesOf(tombstone)).toEqual(entriesOf(order));
  });

  test('has nothing about the consumer or the purchase', () => {
    const text = JSON.stringify(tombstone);
    for (const word of ['Coffee', 'shop.example', '4242', 'declined']) expect(text).not.toContain(word);
  });
});

test('a tombstone is a fraction of the largest order', () => {
  const order = largestOrder();
  const [tombstone, whole] = [toTombstoneDocument(tombstoneOf(order, place)), toOrderDocument(order)].map(
    (document) => BSON.calculateObjectSize(document),
  );
  expect(tombstone).toBeLessThan(Number(whole) / 2);
});

test('a later report finds each payment of the order, at the channel that took it', () => {
  const order = paid();
  const [attempt] = order.attempts;
  const attemptId = attempt?.attemptId ?? '';
  const aside = { attemptId, reported: order.amount, receivedAt: after(60), paymentReference: 'ch_2' };
  const tombstone = tombstoneOf(
    {
      ...order,
      attempts: order.attempts.map((each) => ({ ...each, paymentReference: 'ch_1' })),
      quarantine: [aside],
    },
    place,
  );
  expect(isPaymentOf(tombstone, 'Sandbox', 'ch_1')).toBe(true);
  expect(isPaymentOf(tombstone, 'Sandbox', 'ch_2')).toBe(true);
  expect(isPaymentOf(tombstone, 'Adyen', 'ch_1')).toBe(false);
  expect(isPaymentOf(tombstone, 'Sandbox', 'ch_3')).toBe(false);
});

test('says when the order was removed, and which archive has it', () => {
  const text = archivedText(tombstoneOf(paid(), place));
  expect(text).toContain('“2026”');
  expect(text).toContain(place.manifestSha256);
  expect(text).toContain(place.removedAt.toISOString());
});
