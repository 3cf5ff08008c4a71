import { expect, test } from 'vitest';
import { readSettlementDay } from '../../src/domain/settlement/settlement-day.ts';
import { linesWithin } from '../../src/domain/settlement/settlement-lines.ts';
import type { OrderRepository } from '../../src/ports/order-repository.ts';
import { latest, succeeded } from '../builders/orders.ts';
import { rawCallback } from '../in-memory/fake-callbacks.ts';
import { refundCommand } from '../in-memory/requests.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const DAY = '2026-11-21';
const BEFORE_MIDNIGHT = new Date('2026-11-21T23:59:50.000Z');
const SUSPENDED_SECONDS = 900;

/** A gateway whose process is suspended for a quarter of an hour while it reads an order. */
function gatewayToSuspend() {
  const surroundings = newSurroundings();
  const { orders, clock } = surroundings;
  let secondsToCome = 0;
  const read: OrderRepository['find'] = async (orderId) => {
    const order = await orders.find(orderId);
    clock.pass(secondsToCome);
    secondsToCome = 0;
    return order;
  };
  const suspending = new Proxy(orders, {
    get: (target, key) => {
      const value: unknown = key === 'find' ? read : Reflect.get(target, key, target);
      return typeof value === 'function' && key !== 'find' ? value.bind(target) : value;
    },
  });
  const gateway = new TestGateway({ ...surroundings, orders: suspending });
  const suspendAtNextReading = (orderId: string) => {
    // Otherwise the process need not read the order, because it has just written it.
    gateway.recent.forget(orderId);
    clock.set(BEFORE_MIDNIGHT);
    secondsToCome = SUSPENDED_SECONDS;
  };
  return { gateway, suspendAtNextReading };
}

function linesOfDay(order: Parameters<typeof linesWithin>[0], now: Date) {
  const reading = readSettlementDay(DAY, now);
  if (reading.kind !== 'read' || !reading.day.isFinal) throw new Error('the day is not final');
  return linesWithin(order, reading.day);
}

test('if a day’s settlement report becomes final while the process is suspended, a payment that the process records afterwards does not count on that day (fault 11)', async () => {
  const { gateway, suspendAtNextReading } = gatewayToSuspend();
  const { clock } = gateway.surroundings;
  const merchant = await gateway.merchant();
  clock.set(new Date('2026-11-21T23:45:00.000Z'));
  const order = await gateway.submitted(merchant);
  const { attemptId } = latest(order);
  suspendAtNextReading(order.orderId);
  await gateway.receiveCallback.execute(
    'Sandbox',
    rawCallback({
      callbackId: 'evt_1',
      notification: { kind: 'payment', attemptId, result: succeeded(order.amount) },
    }),
  );
  await gateway.settle();
  const paid = await gateway.order(order.orderId);
  expect(paid.state).toBe('PAY_SUCCESS');
  expect(linesOfDay(paid, clock.now())).toEqual([]);
});

test('if a day’s settlement report becomes final while a payment is being written, the payment does not count on that day (fault 11)', async () => {
  const surroundings = newSurroundings();
  const { orders, clock } = surroundings;
  const gateway = new TestGateway(surroundings);
  clock.set(new Date('2026-11-21T23:45:00.000Z'));
  const order = await gateway.submitted(await gateway.merchant());
  clock.set(BEFORE_MIDNIGHT);
  const save = orders.save.bind(orders);
  let stillSeconds = SUSPENDED_SECONDS;
  orders.save = async (...args) => {
    clock.pass(stillSeconds);
    stillSeconds = 0;
    return save(...args);
  };
  await gateway.result(latest(order).attemptId, succeeded(order.amount));
  const paid = await gateway.order(order.orderId);
  expect(paid.state).toBe('PAY_SUCCESS');
  expect(linesOfDay(paid, clock.now())).toEqual([]);
});

test('if a day’s settlement report becomes final while the process is suspended, a refund that the process records afterwards does not count on that day (fault 11)', async () => {
  const { gateway, suspendAtNextReading } = gatewayToSuspend();
  const { clock, channel } = gateway.surroundings;
  const merchant = await gateway.merchant();
  const order = await gateway.paid(merchant);
  const refund = channel.refund.bind(channel);
  channel.refund = async (wanted) => {
    await refund(wanted);
    const result = channel.settleRefund(wanted.refundId);
    suspendAtNextReading(order.orderId);
    return { kind: 'ended', channelReference: 'ref_1', result };
  };
  await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
  await gateway.settle();
  const refunded = await gateway.order(order.orderId);
  expect(refunded.refunds.map(({ state }) => state)).toEqual(['SUCCESS']);
  expect(linesOfDay(refunded, clock.now()).filter(({ kind }) => kind === 'refund')).toEqual([]);
});
