import { orderLimits } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import type { PaymentOrder, QuarantinedResult } from '../../src/domain/order/payment-order.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { latest, money, succeeded } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { rawCallback } from '../in-memory/fake-callbacks.ts';
import { cards, FakeChannel } from '../in-memory/fake-channel.ts';
import { outcomeOf, refundCommand } from '../in-memory/requests.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

/** Gives an order the given number of contradicting reports. */
async function fill(gateway: TestGateway, order: PaymentOrder, setAside: number): Promise<void> {
  const { attemptId } = latest(order);
  const quarantine = Array.from(
    { length: setAside },
    (_, index): QuarantinedResult => ({ attemptId, reported: money(index + 1), receivedAt: after(60) }),
  );
  await gateway.surroundings.orders.save({ ...order, quarantine }, order.version);
  // The gateway remembers the order as it wrote this version itself.
  gateway.recent.forget(order.orderId);
}

/** Makes a paid order about which the given number of contradicting reports were set aside. */
async function paidOrderWith(setAside: number) {
  const gateway = new TestGateway();
  const order = await gateway.paid(await gateway.merchant());
  const { attemptId } = latest(order);
  await fill(gateway, order, setAside);
  const report = (amountMinor: number) =>
    gateway.receiveCallback.execute(
      'Sandbox',
      rawCallback({
        callbackId: `evt_${amountMinor}`,
        notification: { kind: 'payment', attemptId, result: succeeded(money(amountMinor)) },
      }),
    );
  return { gateway, orderId: order.orderId, attemptId, report };
}

describe('a report that contradicts its order', () => {
  test('if an order has reached its size limit and cannot store a channel’s report, Kassa keeps the report, tries several times to add it to the order, and then opens a case for an operator (fault 75)', async () => {
    const { gateway, orderId, attemptId, report } = await paidOrderWith(orderLimits.setAside);
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
        reason:
          `order ${orderId} holds ${orderLimits.setAside} reports that were set aside, which is the limit, so it ` +
          `cannot take this about attempt ${attemptId}: “A payment of 77.77 USD was reported, but the amount of this order is 100.00 USD.”`,
      },
    ]);
    const { cases } = await gateway.listCases.execute({ kind: 'callback_parked', after: null, limit: 10 });
    expect(cases).toMatchObject([{ caseId: 'Sandbox:evt_7777', detail: expect.stringContaining(orderId) }]);
    // Only the callback is parked. The order's own work continues.
    expect(await parkedIn(gateway)).toEqual([]);
  });

  test('is stored for an operator as long as there is room', async () => {
    const { gateway, orderId, report } = await paidOrderWith(orderLimits.setAside - 1);
    await report(7_777);
    await gateway.settle();
    expect((await gateway.order(orderId)).quarantine).toHaveLength(orderLimits.setAside);
  });
});

async function parkedIn({ listCases }: TestGateway) {
  return (await listCases.execute({ kind: 'order_parked', after: null, limit: 10 })).cases;
}

function parkedAlerts({ surroundings }: TestGateway): number {
  return surroundings.alerts.raised.filter(({ kind }) => kind === 'work_parked').length;
}

/** Makes a full order. The gateway asks its channel about a payment, and the channel reports another amount. */
async function askedAboutPayment() {
  const gateway = new TestGateway();
  const { channel } = gateway.surroundings;
  const order = await gateway.submitted(await gateway.merchant(), {}, cards.unanswered);
  const { attemptId } = latest(order);
  channel.settle(attemptId, succeeded(money(7_777)));
  await fill(gateway, order, orderLimits.setAside);
  return { gateway, channel, orderId: order.orderId, attemptId };
}

/** Makes a paid order with a refund. The channel reports another amount for the refund, for which the order has no room. */
async function withRefundOfOtherAmount(answer: 'at_once' | 'when_asked') {
  const gateway = new TestGateway();
  const { channel } = gateway.surroundings;
  const merchant = await gateway.merchant();
  const order = await gateway.paid(merchant);
  await fill(gateway, order, orderLimits.setAsideInAll);
  const ended = async ({ refundId }: { readonly refundId: string }) =>
    ({
      kind: 'ended',
      channelReference: `ref_${refundId}`,
      result: { kind: 'succeeded', returned: money(2_999) },
    }) as const;
  if (answer === 'at_once') channel.refund = ended;
  channel.askRefund = ended;
  const accepted = await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
  if (accepted.kind !== 'accepted') throw new Error(accepted.detail);
  await gateway.settle();
  const { refundId, attemptId } = accepted.refund;
  return { gateway, merchant, orderId: order.orderId, attemptId, refundId };
}

describe('a report that the gateway asked for', () => {
  test('if an order cannot store a channel’s report on a payment because of its size limit, the operator immediately gets a case that contains the report (fault 75)', async () => {
    const { gateway, channel, orderId, attemptId } = await askedAboutPayment();
    await gateway.attendAfter(60);
    const [listed, ...others] = await parkedIn(gateway);
    expect(others).toEqual([]);
    expect(listed).toMatchObject({ caseId: orderId, orderId });
    expect(listed?.detail).toBe(
      `The order waits, with all its work, until it is resumed or changes. Attending to it failed: ` +
        `order ${orderId} holds 100 reports that were set aside, which is the limit, so it cannot take this ` +
        `about attempt ${attemptId}: “A payment of 77.77 USD was reported, but the amount of this order is 100.00 USD.”`,
    );
    const { inquiries } = channel;
    for (let looks = 0; looks < 5; looks += 1) await gateway.attendAfter(7_200);
    expect(channel.inquiries).toBe(inquiries);
    expect(parkedAlerts(gateway)).toBe(1);
  });

  test('if an operator resumes an order that still cannot store a channel’s report because of its size limit, the gateway asks the channel again, cannot store the answer, and opens the case again (fault 75)', async () => {
    const { gateway, channel, orderId } = await askedAboutPayment();
    await gateway.attendAfter(60);
    const { inquiries } = channel;
    expect(outcomeOf(await gateway.cases.resume(orderId))).toBe('resumed');
    expect(await parkedIn(gateway)).toEqual([]);
    await gateway.attendAfter(1);
    expect(channel.inquiries).toBe(inquiries);
    await gateway.attendAfter(600);
    expect(channel.inquiries).toBe(inquiries + 1);
    expect(await parkedIn(gateway)).toMatchObject([{ caseId: orderId }]);
    expect(parkedAlerts(gateway)).toBe(2);
  });

  test.each(['at_once', 'when_asked'] as const)(
    'if an order cannot store a channel’s report on a refund because of its size limit, the operator gets a case (fault 75): %s',
    async (answer) => {
      const { gateway, orderId, attemptId, refundId } = await withRefundOfOtherAmount(answer);
      if (answer === 'when_asked') {
        expect(await parkedIn(gateway)).toEqual([]);
        await gateway.attendAfter(60);
      }
      const [listed] = await parkedIn(gateway);
      // The answer at once also tells the refund's reference, so it may use the reserved room.
      const limit = answer === 'at_once' ? 140 : 100;
      expect(listed?.detail).toContain(`order ${orderId} holds ${limit} reports that were set aside`);
      expect(listed?.detail).toContain(
        `about attempt ${attemptId}: “The refund ${refundId} of 29.99 USD was reported as succeeded; the order records it as PROCESSING, of 30.00 USD.”`,
      );
      expect(parkedAlerts(gateway)).toBe(1);
    },
  );

  test('if an order cannot store several reports from its channel because of its size limit, the operator gets one case that contains all the reports (fault 75)', async () => {
    const { gateway, merchant, refundId } = await withRefundOfOtherAmount('when_asked');
    const second = await gateway.acceptRefund.execute(
      merchant.merchantId,
      refundCommand({ transactionId: 'R2', amount: money(1_000) }),
    );
    if (second.kind !== 'accepted') throw new Error(second.detail);
    await gateway.settle();
    await gateway.attendAfter(60);
    const [listed] = await parkedIn(gateway);
    expect(listed?.detail).toContain(`The refund ${refundId} of 29.99 USD`);
    expect(listed?.detail).toContain(`The refund ${second.refund.refundId} of 29.99 USD`);
  });

  test('if an order cannot store a channel’s report on a dispute because of its size limit, the operator gets a case (fault 75)', async () => {
    const gateway = new TestGateway();
    const { channel } = gateway.surroundings;
    const order = await gateway.paid(await gateway.merchant());
    const { attemptId } = latest(order);
    const channelReference = channel.settleDispute(attemptId, 'opened');
    await gateway.receiveCallback.execute(
      'Sandbox',
      rawCallback({
        callbackId: 'evt_1',
        notification: {
          kind: 'dispute',
          attemptId,
          report: { kind: 'opened', channelReference, amount: order.amount },
        },
      }),
    );
    await gateway.settle();
    await fill(gateway, await gateway.order(order.orderId), orderLimits.setAside);
    const asked = channel.askDispute.bind(channel);
    channel.askDispute = async (reference) => {
      const inquiry = await asked(reference);
      return inquiry.kind === 'known'
        ? { kind: 'known', report: { ...inquiry.report, kind: 'lost', amount: money(5_000, 'EUR') } }
        : inquiry;
    };
    await gateway.attendAfter(25 * 3_600);
    const [listed] = await parkedIn(gateway);
    expect(listed?.detail).toContain(
      `about attempt ${attemptId}: “The dispute ${channelReference} over 50.00 EUR was reported as lost`,
    );
  });
});

/** Creates a gateway whose event log can be unreachable. Records how many events waited in an order at most. */
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

describe('a full order with waiting events', () => {
  test('if an order cannot store a report because of its size limit, the gateway first moves the order’s events to the event log, then stops the order’s work and gives the operator a case (fault 75)', async () => {
    const { gateway, log } = gatewayWithLog();
    log.isDown = true;
    const order = await gateway.submitted(await gateway.merchant(), {}, cards.unanswered);
    const { attemptId } = latest(order);
    gateway.surroundings.channel.settle(attemptId, succeeded(money(7_777)));
    await fill(gateway, order, orderLimits.setAside);
    await gateway.attendAfter(60);
    expect((await gateway.order(order.orderId)).outbox).not.toEqual([]);
    expect(await parkedIn(gateway)).toEqual([]);
    log.isDown = false;
    await gateway.attendAfter(60);
    expect((await gateway.order(order.orderId)).outbox).toEqual([]);
    expect(await parkedIn(gateway)).toMatchObject([{ caseId: order.orderId }]);
  });

  test('if a background task cannot store a report on a refund because of the order’s size limit, the gateway first moves the order’s events to the event log, and then gives the operator a case (fault 75)', async () => {
    const { gateway, log } = gatewayWithLog();
    const { channel } = gateway.surroundings;
    const merchant = await gateway.merchant();
    const submitted = await gateway.submitted(merchant, {}, cards.unanswered);
    const { orderId } = submitted;
    const { attemptId } = latest(submitted);
    log.isDown = true;
    await gateway.result(attemptId, channel.settle(attemptId));
    await fill(gateway, await gateway.order(orderId), orderLimits.setAsideInAll);
    const ended = async ({ refundId }: { readonly refundId: string }) =>
      ({
        kind: 'ended',
        channelReference: `ref_${refundId}`,
        result: { kind: 'succeeded', returned: money(2_999) },
      }) as const;
    channel.refund = ended;
    channel.askRefund = ended;
    await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
    await gateway.settle();
    expect((await gateway.order(orderId)).outbox).not.toEqual([]);
    expect(await parkedIn(gateway)).toEqual([]);
    log.isDown = false;
    for (let minutes = 0; minutes < 5; minutes += 1) await gateway.attendAfter(60);
    expect(await gateway.types(orderId)).toContain('order.payment.succeeded');
    expect(await parkedIn(gateway)).toMatchObject([{ caseId: orderId }]);
  });
});

describe('an order with waiting events', () => {
  test('if too many events of an order have not entered the event log yet, further changes of the order must wait, and no event is lost (fault 75)', async () => {
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

  test('while a hundred refunds of one order end at once, the number of events that wait to enter the event log stays within its limit (fault 75)', async () => {
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
