import { expect, test } from 'vitest';
import { attemptIdOf, refundIdOf } from '../../src/domain/order/order-identifiers.ts';
import { processingIdOf } from '../../src/domain/settlement/channel-fee.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import type { CallbackInbox } from '../../src/ports/callback-inbox.ts';
import type { ChannelNotification } from '../../src/ports/channel-callback.ts';
import type { ChannelFees } from '../../src/ports/channel-fees.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { OldOrders } from '../../src/ports/old-orders.ts';
import type { OrderRepository } from '../../src/ports/order-repository.ts';
import type { RefundClaims } from '../../src/ports/refund-claims.ts';
import { loggedEvent } from '../builders/events.ts';
import {
  attemptOf,
  money,
  newOrder,
  opened,
  paid,
  submitted,
  succeeded,
  withRefund,
} from '../builders/orders.ts';
import { after, start } from '../builders/times.ts';

interface StoredPorts {
  readonly oldOrders: OldOrders;
  readonly orders: OrderRepository;
  readonly events: EventLog;
  readonly claims: RefundClaims;
  readonly fees: ChannelFees;
  readonly inbox: CallbackInbox;
}

/** The contract of every `OldOrders`. */
export function oldOrdersContract(open: () => StoredPorts): void {
  const order = () => ({
    ...withRefund(paid(), { number: 'R1', amountMinor: 3_000, state: 'SUCCESS' }),
    outbox: [],
  });

  test('old orders are listed by ID, in pages, and newer ones are left out', async () => {
    const { orders, oldOrders } = open();
    const numbers = ['T1', 'T2', 'T3', 'T4'];
    const old = numbers.map((merchantTransactionId) => newOrder({ merchantTransactionId }));
    const newer = newOrder({ merchantTransactionId: 'T5', createdAt: after(60) });
    for (const each of [...old, newer]) await orders.insert(each);
    const ids = old.map(({ orderId }) => orderId).toSorted();
    const first = await oldOrders.list(after(60), null, 3);
    expect(first.map((each) => each.order.orderId)).toEqual(ids.slice(0, 3));
    const rest = await oldOrders.list(after(60), ids[2] ?? '', 3);
    expect(rest.map((each) => each.order.orderId)).toEqual(ids.slice(3));
    expect(await oldOrders.list(start, null, 3)).toEqual([]);
  });

  test('an order comes with its events, its refund claims and its fees, and with nobody else’s', async () => {
    const { orders, events, claims, fees, oldOrders } = open();
    const stored = order();
    await orders.insert(stored);
    await events.append(loggedEvent(stored.orderId, 2));
    await events.append(loggedEvent(stored.orderId, 1, { delivery: { state: 'delivered' } }));
    await claims.claim('mer_1', 'R1', stored.orderId);
    await claims.claim('mer_2', 'R1', 'ord_other');
    const taken = { at: start, fee: money(61), net: money(9_939) };
    const [{ bookingId } = { bookingId: '' }] = moneyMovesOf(stored);
    await fees.record({
      ...{ channelId: 'Sandbox', date: '2026-11-21' },
      booked: [
        { bookingId, fees: [taken] },
        { bookingId: processingIdOf(bookingId), fees: [taken] },
        { bookingId: 'Sandbox payment txn_1 in', fees: [taken] },
      ],
    });
    const [found] = await oldOrders.list(after(60), null, 10);
    expect(found).toEqual({
      order: stored,
      isParked: false,
      events: await events.listOfOrder(stored.orderId),
      refundClaims: [{ transactionId: 'R1', orderId: stored.orderId, epoch: 1 }],
      fees: [
        { bookingId, fees: [taken] },
        { bookingId: processingIdOf(bookingId), fees: [taken] },
      ],
      isCallbackWaiting: false,
    });
    expect(found?.events.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  test('a refund ID that another order has claimed is not the order’s', async () => {
    const { orders, claims, oldOrders } = open();
    await orders.insert(order());
    await claims.claim('mer_1', 'R1', 'ord_other');
    expect(await oldOrders.list(after(60), null, 10)).toMatchObject([{ refundClaims: [] }]);
  });

  test('an order is parked while its work waits for an operator', async () => {
    const { orders, oldOrders } = open();
    const stored = order();
    await orders.insert(stored);
    await orders.putOff(stored.orderId, { kind: 'no_room', reason: 'full' }, after(90));
    expect(await oldOrders.list(after(60), null, 10)).toMatchObject([{ isParked: true }]);
  });

  const stored = order();
  const [attempt] = stored.attempts;
  const reference = attempt?.opening?.channelReference ?? '';
  const dispute = { channelReference: 'dp_1', amount: money(1), kind: 'opened' } as const;
  const notifications: Readonly<Record<string, ChannelNotification>> = {
    'about one of its payments': { kind: 'payment', attemptId: attemptOf(stored), result: succeeded() },
    'about one of its refunds': {
      kind: 'refund',
      refundId: refundIdOf(stored.orderId, 1),
      result: { kind: 'succeeded', returned: money(1) },
    },
    'about a payment that it does not have': {
      kind: 'dispute',
      attemptId: attemptIdOf(stored.orderId, 7),
      report: dispute,
    },
    'that has only the channel’s reference of its payment': {
      kind: 'dispute',
      attemptId: 'entered by hand',
      report: dispute,
      openingReference: reference,
    },
    'for an operator': { kind: 'for_operator', reference, detail: 'unheard of' },
  };
  const callback = (notification: ChannelNotification) => ({
    callbackId: 'evt_1',
    channelId: 'Sandbox',
    notification,
    receivedAt: after(90),
  });

  test.each(Object.keys(notifications))('a callback %s waits until it is applied', async (name) => {
    const { orders, inbox, oldOrders } = open();
    await orders.insert(stored);
    const report = callback(notifications[name] as ChannelNotification);
    await inbox.keep(report);
    expect(await oldOrders.list(after(60), null, 10)).toMatchObject([{ isCallbackWaiting: true }]);
    await inbox.putOff(report, { kind: 'no_room', reason: 'full' }, after(91));
    expect(await oldOrders.list(after(60), null, 10)).toMatchObject([{ isCallbackWaiting: true }]);
    await inbox.markApplied(report, after(92));
    expect(await oldOrders.list(after(60), null, 10)).toMatchObject([{ isCallbackWaiting: false }]);
  });

  test('a callback about another order is not the order’s', async () => {
    const { orders, inbox, oldOrders } = open();
    await orders.insert(stored);
    const other = paid(submitted(opened(newOrder({ merchantTransactionId: 'T2' }))));
    await inbox.keep(callback({ kind: 'payment', attemptId: attemptOf(other), result: succeeded() }));
    expect(await oldOrders.list(after(60), null, 10)).toMatchObject([{ isCallbackWaiting: false }]);
  });
}
