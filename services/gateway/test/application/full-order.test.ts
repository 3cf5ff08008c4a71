import { orderLimits } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import type { PaymentOrder, QuarantinedResult } from '../../src/domain/order/payment-order.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { latest, money, succeeded } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { FakeChannel, rawCallback } from '../in-memory/fake-channel.ts';
import { newSurroundings, refundCommand, TestGateway } from '../in-memory/test-gateway.ts';

/** A paid order about which so many contradicting reports were set aside. */
async function paidOrderWith(setAside: number) {
  const gateway = new TestGateway();
  const order = await gateway.paid(await gateway.merchant());
  const { attemptId } = latest(order);
  const quarantine = Array.from(
    { length: setAside },
    (_, index): QuarantinedResult => ({ attemptId, reported: money(index + 1), receivedAt: after(60) }),
  );
  await gateway.surroundings.orders.save({ ...order, quarantine }, order.version);
  const report = (amountMinor: number) =>
    gateway.receiveCallback.execute(
      'Sandbox',
      rawCallback({
        callbackId: `evt_${amountMinor}`,
        notification: { kind: 'payment', attemptId, result: succeeded(money(amountMinor)) },
      }),
    );
  return { gateway, orderId: order.orderId, report };
}

describe('a report that contradicts its order', () => {
  test('if an order has no room for a channel’s report, the report is kept and in the end shown to an operator (fault 75)', async () => {
    const { gateway, orderId, report } = await paidOrderWith(orderLimits.setAside);
    const before = await gateway.order(orderId);
    expect((await report(7_777)).kind).toBe('received');
    await gateway.settle();
    for (let looks = 0; looks < 15; looks += 1) await gateway.attendAfter(1800);
    expect(await gateway.order(orderId)).toEqual(before);
    expect(gateway.surroundings.alerts.raised.filter(({ kind }) => kind === 'work_parked')).toEqual([
      {
        kind: 'work_parked',
        duty: 'apply-callbacks',
        item: 'Sandbox evt_7777',
        reason: `order ${orderId} holds ${orderLimits.setAside} reports that were set aside, which is the limit`,
      },
    ]);
    const { cases } = await gateway.listCases.execute({ kind: 'callback_parked', after: null, limit: 10 });
    expect(cases).toMatchObject([{ caseId: 'Sandbox:evt_7777', detail: expect.stringContaining(orderId) }]);
  });

  test('is set aside as long as there is room', async () => {
    const { gateway, orderId, report } = await paidOrderWith(orderLimits.setAside - 1);
    await report(7_777);
    await gateway.settle();
    expect((await gateway.order(orderId)).quarantine).toHaveLength(orderLimits.setAside);
  });
});

/** A gateway whose event log can be away; remembers the most events that an order ever had waiting. */
function gatewayWithLog() {
  const surroundings = newSurroundings({ channel: new FakeChannel({ settlesAtOnce: true }) });
  const { events, orders } = surroundings;
  const log = { isDown: false, mostWaiting: 0 };
  const append = events.append.bind(events);
  events.append = async (event) => {
    if (log.isDown) throw new TemporarilyUnavailable('the event log is away');
    return append(event);
  };
  const save = orders.save.bind(orders);
  orders.save = async (order: PaymentOrder, decidedOn) => {
    log.mostWaiting = Math.max(log.mostWaiting, order.outbox.length);
    return save(order, decidedOn);
  };
  return { gateway: new TestGateway(surroundings), log };
}

describe('an order with waiting events', () => {
  test('many events that wait for the event log hold up changes of their order, and none is lost (fault 75)', async () => {
    const { gateway, log } = gatewayWithLog();
    const merchant = await gateway.merchant();
    const { orderId } = await gateway.paid(merchant);
    await gateway.settle();
    log.isDown = true;
    const ask = (number: number) =>
      gateway.acceptRefund.execute(
        merchant.merchantId,
        refundCommand({ transactionId: `R${number}`, amount: money(1) }),
      );
    let accepted = 0;
    for (; accepted < 100; accepted += 1) {
      try {
        await ask(accepted);
      } catch (error) {
        expect(error).toBeInstanceOf(TemporarilyUnavailable);
        break;
      }
      await gateway.settle();
    }
    expect(accepted).toBe(orderLimits.waitingEvents);
    expect((await gateway.order(orderId)).outbox).toHaveLength(orderLimits.waitingEvents);

    log.isDown = false;
    expect((await ask(accepted)).kind).toBe('accepted');
    await gateway.attendAfter(3);
    const types = await gateway.types(orderId);
    expect(types.filter((type) => type === 'order.refund.succeeded')).toHaveLength(accepted + 1);
    expect((await gateway.order(orderId)).outbox).toEqual([]);
  });

  test('while a hundred refunds of one order end at once, only few events wait to enter the event log (fault 75)', async () => {
    const { gateway, log } = gatewayWithLog();
    const merchant = await gateway.merchant();
    const { orderId } = await gateway.paid(merchant);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        gateway.acceptRefund.execute(
          merchant.merchantId,
          refundCommand({ transactionId: `R${index}`, amount: money(1) }),
        ),
      ),
    );
    expect(answers.filter(({ kind }) => kind === 'accepted')).toHaveLength(100);
    await gateway.settle();
    const { refunds, outbox, lastSequence } = await gateway.order(orderId);
    expect(refunds.filter(({ state }) => state === 'SUCCESS')).toHaveLength(100);
    expect(outbox).toEqual([]);
    expect(log.mostWaiting).toBeLessThanOrEqual(orderLimits.waitingEvents);
    expect(lastSequence).toBe((await gateway.types(orderId)).length);
  });
});
