import { describe, expect, test, vi } from 'vitest';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { PaymentInquiry } from '../../src/ports/payment-channel.ts';
import { latest, newOrder, opened, paid, submitted, withRefund } from '../builders/orders.ts';
import { after, start } from '../builders/times.ts';
import { FakeChannel } from '../in-memory/fake-channel.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const AT_ONCE = 8;
/** The number of attempts at the hanging channel. Without lanes, so many would delay everybody's work beyond its limits. */
const MANY = 480;

const pending: PaymentInquiry = { kind: 'pending' };

/** Creates a gateway with two channels. The first one hangs: its answers wait until the test releases them. */
function hangingChannel() {
  const other = new FakeChannel({ channelId: 'Other' });
  const surroundings = newSurroundings({ otherChannels: [other] });
  const gateway = new TestGateway(surroundings);
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  surroundings.channel.ask = ({ attemptId }) => {
    asked.push(attemptId);
    return new Promise((resolve) => answers.push(() => resolve(pending)));
  };
  const askedAtOther: string[] = [];
  other.ask = async ({ attemptId }) => {
    askedAtOther.push(attemptId);
    return pending;
  };
  const refunded: string[] = [];
  other.refund = async ({ refundId }) => {
    refunded.push(refundId);
    return { kind: 'pending', channelReference: `ref_${refundId}` };
  };
  surroundings.clock.set(after(60));
  return {
    ...surroundings,
    gateway,
    asked,
    askedAtOther,
    refunded,
    /** The duties look at what is due. */
    look: () => gateway.alarmClock.ring(),
    /** Waits until the hanging channel was asked the given number of questions, and no more. */
    questions: (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count), 90_000),
    /** Releases the oldest answer, and waits until the channel is asked the next question. */
    async release() {
      const { length } = asked;
      answers.shift()?.();
      await vi.waitFor(() => expect(asked.length).toBeGreaterThan(length), 90_000);
    },
    insert: async (...orders: readonly PaymentOrder[]) => {
      // The builders change orders without records in the history, so set the version to that of the only record.
      for (const order of orders) await surroundings.orders.insert({ ...order, version: 1 });
    },
  };
}

const numbered = (number: string, merchantId = 'mer_1') =>
  newOrder({ merchantId, merchantTransactionId: number });

function at(channelId: string, order: PaymentOrder): PaymentOrder {
  const attempts = order.attempts.map((attempt) => ({ ...attempt, channelId }));
  return { ...order, attempts, outbox: [] };
}

/** Creates orders about whose attempts the channel is due to be asked. */
function pendingAt(channelId: string, count: number, merchantId = 'mer_1'): readonly PaymentOrder[] {
  return Array.from({ length: count }, (_, index) =>
    at(channelId, submitted(opened(numbered(`${channelId}-${index}`, merchantId)))),
  );
}

describe('a channel that hangs', () => {
  test('a channel that hangs delays no work of other channels (refunds, expiries, status queries, events), however many of its attempts are due (fault 81)', async () => {
    const { gateway, insert, look, asked, askedAtOther, refunded } = hangingChannel();
    await insert(...pendingAt('Sandbox', MANY));
    const refund = withRefund(at('Other', paid(submitted(opened(numbered('R'))))), { amountMinor: 1 });
    const question = at('Other', submitted(opened(numbered('Q'))));
    const expiring = newOrder({ merchantTransactionId: 'E', expiresAt: after(50) });
    // A crash left this order's event in the order, whose attempt is at the hanging channel.
    const event = { ...at('Sandbox', submitted(opened(numbered('V')))), outbox: submitted().outbox };
    await insert({ ...refund, outbox: [] }, question, expiring, event);
    await look();
    await vi.waitFor(async () => {
      expect(refunded).toEqual([refund.refunds[0]?.refundId]);
      expect(askedAtOther).toEqual([latest(question).attemptId]);
      expect((await gateway.order(expiring.orderId)).state).toBe('CLOSE');
      expect((await gateway.order(event.orderId)).outbox).toEqual([]);
    }, 90_000);
    expect(asked).toHaveLength(AT_ONCE);
  });

  test('is asked about each attempt once, however often the duties run meanwhile', async () => {
    const { insert, look, questions, release, asked, clock } = hangingChannel();
    await insert(...pendingAt('Sandbox', 20));
    for (let looks = 0; looks < 5; looks += 1) {
      await look();
      await questions(AT_ONCE);
      // Let time pass, so that the orders in progress become due again.
      clock.pass(600);
    }
    for (let released = 0; released < 12; released += 1) await release();
    expect(new Set(asked).size).toBe(20);
  });

  test('if a channel hangs, its merchants take turns, so one merchant’s many payments do not hold up another merchant’s few (fault 81)', async () => {
    const { insert, look, questions, release, asked } = hangingChannel();
    await insert(...pendingAt('Sandbox', MANY), ...pendingAt('Sandbox', 2, 'mer_2'));
    await look();
    await questions(AT_ONCE);
    for (let released = 0; released < 4; released += 1) await release();
    const ofOther = pendingAt('Sandbox', 2, 'mer_2').map((order) => latest(order).attemptId);
    expect(asked).toEqual(expect.arrayContaining(ofOther));
  });

  test('if an order has attempts at two channels and one of the channels hangs, the order’s work at the other channel continues (fault 81)', async () => {
    const { insert, look, askedAtOther, refunded } = hangingChannel();
    await insert(...pendingAt('Sandbox', MANY));
    // An order with two attempts. The one at the hanging channel is due first; the one at the other channel was paid.
    const [first] = pendingAt('Sandbox', 1, 'mer_9');
    const second = withRefund(paid(submitted(opened(numbered('S')))), { amountMinor: 1 });
    const both: PaymentOrder = {
      ...at('Other', second),
      attempts: [...(first?.attempts ?? []), ...at('Other', second).attempts],
    };
    await insert({ ...both, outbox: [] });
    await look();
    await vi.waitFor(() => expect(refunded).toEqual([second.refunds[0]?.refundId]), 90_000);
    expect(askedAtOther).toEqual([]);
  });

  test('while a channel hangs, an order without attempts at that channel still closes when it expires (fault 81)', async () => {
    const { gateway, insert, look, channel, otherChannels } = hangingChannel();
    channel.cancel = () => new Promise(() => {});
    for (const other of otherChannels) other.cancel = async () => ({ kind: 'cancelled' });
    const expiring = (number: string, seconds: number) =>
      opened(newOrder({ merchantTransactionId: number, expiresAt: after(seconds) }));
    // As many orders as a lane processes at once. Each of them also has an attempt at the hanging channel, where it must be
    // cancelled.
    const both = Array.from({ length: AT_ONCE }, (_, index): PaymentOrder => {
      const order = at('Other', expiring(`B${index}`, 50));
      const [first] = at('Sandbox', expiring(`S${index}`, 50)).attempts;
      return first === undefined ? order : { ...order, attempts: [...order.attempts, first] };
    });
    const last = at('Other', expiring('L', 55));
    await insert(...both, last);
    await look();
    await vi.waitFor(async () => expect((await gateway.order(last.orderId)).state).toBe('CLOSE'), 90_000);
  });

  test('does not delay the stop of a process: waiting work stays due', async () => {
    const { gateway, insert, look, questions, asked, orders, clock } = hangingChannel();
    await insert(...pendingAt('Sandbox', 20));
    await look();
    await questions(AT_ONCE);
    gateway.attendDueOrders.stop();
    await look();
    expect(asked).toHaveLength(AT_ONCE);
    expect(await orders.listDue(clock.now(), 100, [])).toHaveLength(20 - AT_ONCE);
  });
});

describe('a channel whose circuit is open', () => {
  test('while a channel’s circuit is open, the gateway sends the channel one query at a time, and no due work is lost (fault 81)', async () => {
    const { insert, look, questions, release, asked, health } = hangingChannel();
    health.open.add('Sandbox');
    await insert(...pendingAt('Sandbox', 20));
    await look();
    await questions(1);
    await release();
    expect(asked).toHaveLength(2);
    health.open.delete('Sandbox');
    await release();
    await questions(2 + AT_ONCE);
  });

  test('does not prevent an order that needs no call to it from closing', async () => {
    const { gateway, insert, look, health } = hangingChannel();
    health.open.add('Sandbox');
    await insert(...pendingAt('Sandbox', 20));
    const expiring = newOrder({ merchantTransactionId: 'E', createdAt: start, expiresAt: after(50) });
    await insert(expiring);
    await look();
    await vi.waitFor(async () => expect((await gateway.order(expiring.orderId)).state).toBe('CLOSE'), 90_000);
  });
});
