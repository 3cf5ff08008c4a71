import { describe, expect, test } from 'vitest';
import type { OrderChangeRecord } from '../../src/domain/order/order-change-record.ts';
import { declined, latest, money } from '../builders/orders.ts';
import { cards } from '../in-memory/fake-channel.ts';
import { refundCommand } from '../in-memory/requests.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

/** Returns a record of the history as one line, as an operator reads it. */
function line({ version, cause, moves, times }: OrderChangeRecord): string {
  const moved = moves.map(({ subject, from, to }) => `${subject}: ${from ?? '-'} > ${to}`);
  return [`${version} ${cause}`, ...moved, ...(times === undefined ? [] : [`times ${times}`])].join(' | ');
}

async function linesOf(gateway: TestGateway, orderId: string): Promise<readonly string[]> {
  return (await gateway.order(orderId)).history.map(line);
}

describe('an order’s history', () => {
  test('has every change, from its creation to the end of its refund, with cause and states', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const order = await gateway.paid(merchant);
    await gateway.acceptRefund.execute(merchant.merchantId, refundCommand({ amount: money(10_000) }));
    await gateway.settle();
    const [refund] = (await gateway.order(order.orderId)).refunds;
    await gateway.receiveCallback.apply({
      callbackId: 'evt_refund',
      channelId: 'Sandbox',
      notification: {
        kind: 'refund',
        refundId: refund?.refundId ?? '',
        result: { kind: 'succeeded', returned: money(10_000) },
      },
      receivedAt: gateway.surroundings.clock.realNow(),
    });
    const lines = await linesOf(gateway, order.orderId);
    expect(lines.slice(0, 5)).toEqual([
      '1 payment_created | order: - > INIT',
      '2 checkout_initialised | attempt 1: - > OPENING',
      '3 opening_answered | attempt 1: OPENING > OPEN',
      '4 payment_submitted | order: INIT > PAYING | attempt 1: OPEN > SUBMITTED',
      '5 callback_received | order: PAYING > PAY_SUCCESS | attempt 1: SUBMITTED > SUCCEEDED',
    ]);
    expect(lines.slice(5)).toEqual([
      '6 refund_requested | refund 1: - > INITIALISED',
      '7 refund_sent | refund 1: INITIALISED > PROCESSING',
      '8 refund_answered | refund 1: PROCESSING > PROCESSING',
      '9 callback_received | order: PAY_SUCCESS > REFUNDED | refund 1: PROCESSING > SUCCESS',
    ]);
  });

  test('does not record a refund without a channel as sent', async () => {
    const surroundings = newSurroundings();
    const gateway = new TestGateway(surroundings);
    const withoutChannel = new TestGateway(surroundings, { hasNoChannel: true });
    const merchant = await gateway.merchant();
    const order = await gateway.paid(merchant);
    await withoutChannel.acceptRefund.execute(merchant.merchantId, refundCommand());
    await withoutChannel.settle();
    await withoutChannel.attendAfter(31);
    expect((await linesOf(gateway, order.orderId)).slice(6)).toEqual([
      '8 refund_without_channel | refund 1: INITIALISED > INITIALISED | times 2',
    ]);
    await gateway.attendAfter(61);
    expect((await linesOf(gateway, order.orderId))[7]).toBe(
      '9 refund_sent | refund 1: INITIALISED > PROCESSING',
    );
  });

  test('has the time of each change', async () => {
    const gateway = new TestGateway();
    const order = await gateway.created(await gateway.merchant());
    const createdAt = gateway.surroundings.clock.now();
    await gateway.attendAfter(1800);
    const { history } = await gateway.order(order.orderId);
    expect(history.map(({ at }) => at)).toEqual([createdAt, gateway.surroundings.clock.now()]);
  });

  test('counts repeated questions instead of growing with them', async () => {
    const gateway = new TestGateway();
    const order = await gateway.submitted(await gateway.merchant(), {}, cards.unanswered);
    for (let asked = 0; asked < 3; asked += 1) await gateway.attendAfter(120);
    const { history, version } = await gateway.order(order.orderId);
    expect(line(history.at(-1) as OrderChangeRecord)).toBe(
      `${version} attempt_asked_about | attempt 1: SUBMITTED > SUBMITTED | times 3`,
    );
  });

  test('distinguishes two failed attempts', async () => {
    const gateway = new TestGateway();
    const order = await gateway.submitted(await gateway.merchant());
    await gateway.result(latest(order).attemptId, declined);
    await gateway.initialise.execute(await gateway.order(order.orderId), 'card');
    await gateway.submit.execute(await gateway.order(order.orderId), cards.declined);
    await gateway.settle();
    await gateway.result(latest(await gateway.order(order.orderId)).attemptId, declined);
    const lines = await linesOf(gateway, order.orderId);
    expect(lines.filter((text) => text.includes('PAYING > PAY_FAIL'))).toEqual([
      '5 callback_received | order: PAYING > PAY_FAIL | attempt 1: SUBMITTED > FAILED',
      '9 callback_received | order: PAYING > PAY_FAIL | attempt 2: SUBMITTED > FAILED',
    ]);
  });
});
