import { orderLimits } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { cutToBytes } from '../../src/domain/cut-to-bytes.ts';
import { condensed } from '../../src/domain/order/condense-order.ts';
import {
  disputed,
  failed,
  opened,
  paid,
  startRefund,
  submitted,
  walletMethod,
  withRefund,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';

describe('an order with several attempts', () => {
  const order = submitted(opened(failed(), walletMethod));

  test('keeps the reference of an earlier one, and the page of the latest one', () => {
    const { attempts } = condensed(order);
    expect(attempts[0]).toMatchObject({
      state: 'FAILED',
      opening: { channelReference: order.attempts[0]?.opening?.channelReference, cardBrands: [] },
      card: order.attempts[0]?.card,
    });
    expect(attempts[1]).toBe(order.attempts[1]);
  });

  test('keeps only of the latest ten attempts which channels were not chosen', () => {
    const passedOver = [{ channelId: 'ProcessorB', reason: 'refused' }] as const;
    const [first] = order.attempts;
    if (first === undefined) throw new Error('no attempt');
    const route = { reason: 'failover', passedOver } as const;
    const attempts = Array.from({ length: 12 }, () => ({ ...first, route }));
    const kept = condensed({ ...order, attempts }).attempts.map((attempt) => attempt.route);
    expect(kept).toEqual([...Array(2).fill({ ...route, passedOver: [] }), ...Array(10).fill(route)]);
  });

  test('is the same object once nothing is left to shorten', () => {
    const short = condensed(order);
    expect(condensed(short)).toBe(short);
  });
});

test('a dispute withdraws as many refunds as the order has room for events, and the others when they are due', () => {
  const count = orderLimits.waitingEvents + 5;
  let order = paid();
  for (let number = 1; number <= count; number += 1) {
    order = withRefund(order, { number: `R${number}`, amountMinor: 1 });
  }
  const room = orderLimits.waitingEvents - order.outbox.length;
  const open = disputed(order);
  const withdrawn = open.refunds.filter(({ state }) => state === 'CANCELLED');
  expect(withdrawn).toHaveLength(room);
  const left = open.refunds.find(({ state }) => state === 'INITIALISED');
  const next = startRefund(open, left?.refundId ?? '', after(60), true);
  expect(next).toMatchObject({ kind: 'changed' });
  expect(
    next.kind === 'changed' && next.order.refunds.find(({ refundId }) => refundId === left?.refundId),
  ).toMatchObject({ state: 'CANCELLED', failure: withdrawn[0]?.failure });
});

test.each([
  ['abc', 3, 'abc'],
  ['abcdef', 5, 'ab…'],
  ['退款退款', 12, '退款退款'],
  ['退款退款', 11, '退款…'],
  ['退款退款', 10, '退款…'],
  ['😀😀', 7, '😀…'],
  ['😀😀', 6, '…'],
])('%s is cut to %i bytes as %s', (text, most, cut) => {
  expect(cutToBytes(text, most)).toBe(cut);
});
