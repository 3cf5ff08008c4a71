import { describe, expect, test } from 'vitest';
import { deriveOrderId } from '../../src/domain/order/order-identifiers.ts';
import { releaseRefundId } from '../../src/domain/refund/request-refund.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { latest, money, refundNumbered } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { cards, FakeChannel } from '../in-memory/fake-channel.ts';
import { outcomeOf, refundCommand } from '../in-memory/requests.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

async function paidGateway(amountMinor = 10_000) {
  const gateway = new TestGateway();
  const merchant = await gateway.merchant();
  const order = await gateway.paid(merchant, { amount: money(amountMinor) });
  const refund = (overrides: Parameters<typeof refundCommand>[0] = {}) =>
    gateway.acceptRefund.execute(merchant.merchantId, refundCommand(overrides));
  return { gateway, merchant, order, refund };
}

describe('asking for a refund', () => {
  test.each([
    ['a part', {}, 'accepted'],
    ['everything', { amount: money(10_000) }, 'accepted'],
    ['too much', { amount: money(10_001) }, 'REFUND_EXCEEDS_AMOUNT'],
    ['another currency', { amount: money(1, 'EUR') }, 'CURRENCY_MISMATCH'],
    ['an unknown order', { originalTransactionId: 'T9' }, 'ORDER_NOT_FOUND'],
  ])('%s: %s', async (_case, overrides, outcome) => {
    const { refund } = await paidGateway();
    expect(outcomeOf(await refund(overrides))).toBe(outcome);
  });

  test('sends it to the channel once, and sends the merchant an event when it is made', async () => {
    const { gateway, order, refund } = await paidGateway();
    await refund();
    await gateway.settle();
    const { refundId } = refundNumbered(await gateway.order(order.orderId), 'R1');
    expect([...gateway.surroundings.channel.refunds.keys()]).toEqual([refundId]);
    gateway.surroundings.channel.settleRefund(refundId);
    await gateway.attendAfter(31);
    expect((await gateway.order(order.orderId)).state).toBe('PARTIAL_REFUND');
    expect(await gateway.types(order.orderId)).toContain('order.refund.succeeded');
    expect(gateway.surroundings.channel.returnedMinor(latest(order).attemptId)).toBe(3_000);
  });

  test('keeps the channel’s reference of a refund that is made at once', async () => {
    const channel = new FakeChannel({ settlesAtOnce: true });
    const gateway = new TestGateway(newSurroundings({ channel }));
    const merchant = await gateway.merchant();
    const { orderId } = await gateway.paid(merchant, { amount: money(10_000) });
    await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
    await gateway.settle();
    const refund = refundNumbered(await gateway.order(orderId), 'R1');
    expect(refund).toMatchObject({ state: 'SUCCESS', channelReference: `ref_${refund.refundId}` });
  });

  test('returns the same refund for an identical repetition, and refuses other content under its ID', async () => {
    const { gateway, merchant, refund } = await paidGateway();
    const first = await refund({ refundTime: after(1) });
    expect(await refund({ refundTime: after(1) })).toMatchObject({ kind: 'accepted' });
    expect(outcomeOf(await refund({ refundTime: after(2) }))).toBe('DUPLICATE_REFUND');
    expect(outcomeOf(await refund({ refundTime: after(1), reason: 'late' }))).toBe('DUPLICATE_REFUND');
    await gateway.settle();
    const found = await gateway.findPayments.findRefund(merchant.merchantId, 'R1');
    expect(found.kind === 'found' && found.refund.refundId).toBe(
      first.kind === 'accepted' && first.refund.refundId,
    );
    expect(gateway.surroundings.channel.refunds.size).toBe(1);
  });

  test('without an amount, a repetition gets the same refund, and one with an amount is another request', async () => {
    const { gateway, order, refund } = await paidGateway();
    await refund({ transactionId: 'R0' });
    const rest = { amount: { amountMinor: null, currency: 'USD' } };
    const first = await refund(rest);
    expect(first).toMatchObject({ kind: 'accepted', refund: { amount: money(7_000) } });
    await gateway.settle();
    expect(await refund(rest)).toMatchObject({ kind: 'accepted', refund: { amount: money(7_000) } });
    expect(outcomeOf(await refund({ amount: money(7_000) }))).toBe('DUPLICATE_REFUND');
    expect(outcomeOf(await refund({ ...rest, transactionId: 'R2' }))).toBe('REFUND_EXCEEDS_AMOUNT');
    expect((await gateway.order(order.orderId)).refunds).toHaveLength(2);
    expect(gateway.surroundings.channel.refunds.size).toBe(2);
  });

  test('if many requests to refund the whole remaining amount and one to refund a part arrive at once, no money is returned twice (fault 7)', async () => {
    const { gateway, order, refund } = await paidGateway();
    const rest = { amountMinor: null, currency: 'USD' };
    const answers = await Promise.all([
      refund({ transactionId: 'RP', amount: money(2_500) }),
      ...Array.from({ length: 20 }, (_, index) => refund({ transactionId: `R${index % 5}`, amount: rest })),
    ]);
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['accepted', 'REFUND_EXCEEDS_AMOUNT']));
    await gateway.settle();
    const { refunds } = await gateway.order(order.orderId);
    expect(refunds.reduce((sum, { amount }) => sum + amount.amountMinor, 0)).toBe(10_000);
    expect(refunds.length).toBeLessThanOrEqual(2);
    expect(gateway.surroundings.channel.refunds.size).toBe(refunds.length);
  });

  test('makes the amount refundable again if the channel fails to make it, and keeps the failed refund', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const order = await gateway.paid(merchant, {}, cards.refundFails);
    const command = refundCommand({ amount: money(10_000) });
    await gateway.acceptRefund.execute(merchant.merchantId, command);
    await gateway.settle();
    const { refundId } = refundNumbered(await gateway.order(order.orderId), 'R1');
    gateway.surroundings.channel.settleRefund(refundId);
    await gateway.attendAfter(31);
    expect(refundNumbered(await gateway.order(order.orderId), 'R1')).toMatchObject({
      state: 'FAILED',
      failure: { code: 'refund_failed' },
    });
    const again = { ...command, transactionId: 'R2' };
    expect(outcomeOf(await gateway.acceptRefund.execute(merchant.merchantId, again))).toBe('accepted');
  });

  test('if fifty refunds are requested at once, Kassa accepts exactly as many as the paid amount allows (fault 7)', async () => {
    const { gateway, order, refund } = await paidGateway();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => refund({ transactionId: `R${index}`, amount: money(900) })),
    );
    expect(answers.filter(({ kind }) => kind === 'accepted')).toHaveLength(11);
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['accepted', 'REFUND_EXCEEDS_AMOUNT']));
    await gateway.settle();
    expect((await gateway.order(order.orderId)).refunds).toHaveLength(11);
    expect(gateway.surroundings.channel.refunds.size).toBe(11);
  });
});

describe('a merchant’s refund ID', () => {
  async function twoOrders() {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const a = await gateway.paid(merchant, { merchantTransactionId: 'TA' });
    const b = await gateway.paid(merchant, { merchantTransactionId: 'TB' });
    const refund = (on: 'TA' | 'TB', overrides: Parameters<typeof refundCommand>[0] = {}) =>
      gateway.acceptRefund.execute(
        merchant.merchantId,
        refundCommand({ originalTransactionId: on, ...overrides }),
      );
    return { gateway, merchant, a, b, refund };
  }

  test('that is used on one order is refused on another', async () => {
    const { refund } = await twoOrders();
    expect(outcomeOf(await refund('TA'))).toBe('accepted');
    expect(outcomeOf(await refund('TB'))).toBe('DUPLICATE_REFUND');
    expect(outcomeOf(await refund('TA'))).toBe('accepted');
  });

  test('if a refund ID is used for two orders at once, only one of them gets it (fault 8)', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { gateway, a, b, refund } = await twoOrders();
      const answers = await Promise.all([refund('TA'), refund('TB'), refund('TA'), refund('TB')]);
      await gateway.settle();
      const counts = [await gateway.order(a.orderId), await gateway.order(b.orderId)].map(
        ({ refunds }) => refunds.length,
      );
      expect([...counts].sort()).toEqual([0, 1]);
      expect(answers.map(outcomeOf).sort()).toEqual([
        'DUPLICATE_REFUND',
        'DUPLICATE_REFUND',
        'accepted',
        'accepted',
      ]);
    }
  });

  test('of a refused refund is free again, for another order and back', async () => {
    const { merchant, gateway, refund } = await twoOrders();
    const tooMuch = { amount: money(10_001) };
    for (const on of ['TA', 'TB', 'TA', 'TB', 'TA'] as const) {
      expect(outcomeOf(await refund(on, tooMuch))).toBe('REFUND_EXCEEDS_AMOUNT');
    }
    expect(outcomeOf(await refund('TB'))).toBe('accepted');
    expect(outcomeOf(await refund('TA'))).toBe('DUPLICATE_REFUND');
    const found = await gateway.findPayments.findRefund(merchant.merchantId, 'R1');
    expect(found.kind === 'found' && found.order.merchantTransactionId).toBe('TB');
  });

  test('is not needed to find a refund: the gateway’s own ID finds it too', async () => {
    const { gateway, merchant, b, refund } = await twoOrders();
    await refund('TB');
    const { refundId } = refundNumbered(await gateway.order(b.orderId), 'R1');
    const found = await gateway.findPayments.findRefund(merchant.merchantId, refundId);
    expect(found.kind === 'found' && found.refund.refundId).toBe(refundId);
    const other = await gateway.findPayments.findRefund('mer_other', refundId);
    expect(outcomeOf(other)).toBe('REFUND_NOT_FOUND');
  });

  test('belongs to the repeated call if the first call died between claim and refund', async () => {
    const { gateway, merchant, a, refund } = await twoOrders();
    await gateway.surroundings.claims.claim(merchant.merchantId, 'R1', a.orderId);
    expect(outcomeOf(await refund('TA'))).toBe('accepted');
    expect(outcomeOf(await gateway.findPayments.findRefund(merchant.merchantId, 'R1'))).toBe('found');
  });

  test('belongs to the next order that requests it if the first call died between claim and refund', async () => {
    const { gateway, merchant, a, refund } = await twoOrders();
    await gateway.surroundings.claims.claim(merchant.merchantId, 'R1', a.orderId);
    expect(outcomeOf(await refund('TB'))).toBe('accepted');
    expect(outcomeOf(await refund('TA'))).toBe('DUPLICATE_REFUND');
  });

  test.each(['TA', 'TB'] as const)(
    'that one order gave up for another, whose call then died, can be used by both: %s',
    async (on) => {
      const { gateway, merchant, a, refund } = await twoOrders();
      const claim = await gateway.surroundings.claims.claim(merchant.merchantId, 'R1', a.orderId);
      await gateway.change.apply(a.orderId, 'refund_number_released', (order) => {
        const decision = releaseRefundId(order, 'R1', claim.epoch);
        return decision.kind === 'changed' ? decision : { kind: 'unchanged' };
      });
      expect(outcomeOf(await refund(on))).toBe('accepted');
      expect(outcomeOf(await refund(on === 'TA' ? 'TB' : 'TA'))).toBe('DUPLICATE_REFUND');
    },
  );

  test('of another merchant is independent', async () => {
    const gateway = new TestGateway();
    for (const merchant of [await gateway.merchant(), await gateway.merchant()]) {
      await gateway.paid(merchant);
      const answer = await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
      expect(answer).toMatchObject({ orderId: deriveOrderId(merchant.merchantId, 'T1') });
    }
  });

  test('that nobody used is not found', async () => {
    const { gateway, merchant, refund } = await twoOrders();
    expect(outcomeOf(await gateway.findPayments.findRefund(merchant.merchantId, 'R1'))).toBe(
      'REFUND_NOT_FOUND',
    );
    await refund('TA', { amount: money(10_001) });
    expect(outcomeOf(await gateway.findPayments.findRefund(merchant.merchantId, 'R1'))).toBe(
      'REFUND_NOT_FOUND',
    );
  });
});

test('a request whose process pauses cannot be accepted after its repetition was refused', async () => {
  const surroundings = newSurroundings();
  const { claims, channel } = surroundings;
  const other = new TestGateway(surroundings);
  const merchant = await other.merchant();
  const order = await other.paid(merchant, {}, cards.refundFails);
  await other.acceptRefund.execute(merchant.merchantId, refundCommand({ transactionId: 'R0' }));
  await other.settle();
  const pause = Promise.withResolvers<void>();
  const claim = async (...given: Parameters<typeof claims.claim>) => {
    const claimed = await claims.claim(...given);
    await pause.promise;
    return claimed;
  };
  const paused = new TestGateway({
    ...surroundings,
    claims: { claim, find: claims.find.bind(claims), move: claims.move.bind(claims) },
  });
  const request = refundCommand({ transactionId: 'R1', amount: money(9_000) });
  const first = paused.acceptRefund.execute(merchant.merchantId, request);
  expect(outcomeOf(await other.acceptRefund.execute(merchant.merchantId, request))).toBe(
    'REFUND_EXCEEDS_AMOUNT',
  );
  channel.settleRefund(refundNumbered(await other.order(order.orderId), 'R0').refundId);
  await other.attendAfter(31);
  pause.resolve();
  await expect(first).rejects.toThrow(TemporarilyUnavailable);
  const { refunds } = await other.order(order.orderId);
  expect(refunds.map(({ transactionId, state }) => [transactionId, state])).toEqual([['R0', 'FAILED']]);
});

describe('a refund whose process pauses before the call', () => {
  test('is not sent late, because another process may have sent it and been refused', async () => {
    const surroundings = newSurroundings();
    const { orders, clock, channel } = surroundings;
    const gateway = new TestGateway(surroundings);
    const merchant = await gateway.merchant();
    const order = await gateway.paid(merchant);
    const save = orders.save.bind(orders);
    orders.save = async (next, decidedOn) => {
      const saved = await save(next, decidedOn);
      if (next.refunds.some(({ state }) => state === 'PROCESSING')) clock.pass(13);
      return saved;
    };
    await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
    await gateway.settle();
    expect(channel.refundCalls).toBe(0);
    orders.save = save;
    await gateway.attendAfter(60);
    expect(channel.refundCalls).toBe(1);
    expect((await gateway.order(order.orderId)).refunds).toHaveLength(1);
  });
});

describe('a refund whose channel no longer exists', () => {
  test('stays unchanged, can be cancelled, and is sent once its channel is back', async () => {
    const surroundings = newSurroundings();
    const [without, gateway] = [
      new TestGateway(surroundings, { hasNoChannel: true }),
      new TestGateway(surroundings),
    ];
    const merchant = await gateway.merchant();
    const order = await gateway.paid(merchant);
    for (const transactionId of ['R1', 'R2']) {
      await without.acceptRefund.execute(merchant.merchantId, refundCommand({ transactionId }));
      await without.settle();
    }
    const [first, second] = (await gateway.order(order.orderId)).refunds;
    expect([first?.state, second?.state]).toEqual(['INITIALISED', 'INITIALISED']);
    expect(outcomeOf(await gateway.refunds.cancel(first?.refundId ?? ''))).toBe('cancelled');
    await gateway.attendAfter(60);
    expect([...surroundings.channel.refunds.keys()]).toEqual([second?.refundId]);
  });
});

describe('a refund whose process dies', () => {
  test('right after it was accepted is sent by another instance, once', async () => {
    const surroundings = newSurroundings();
    const [dying, other] = [new TestGateway(surroundings, { dies: true }), new TestGateway(surroundings)];
    const merchant = await other.merchant();
    const order = await other.paid(merchant);
    await dying.acceptRefund.execute(merchant.merchantId, refundCommand());
    expect(surroundings.channel.refunds.size).toBe(0);
    // Two instances look for due work at the same time. Only one of them sends the refund.
    const third = new TestGateway(surroundings);
    surroundings.clock.pass(1);
    await Promise.all([other.attendAfter(0), third.attendAfter(0)]);
    expect(surroundings.channel.refundCalls).toBe(1);
    expect(refundNumbered(await other.order(order.orderId), 'R1').state).toBe('PROCESSING');
  });

  test('if a refund may have reached the channel, the gateway asks the channel instead of sending the refund again (fault 1)', async () => {
    const { gateway, order, refund } = await paidGateway();
    const { channel, alerts } = gateway.surroundings;
    channel.isAnswerLost = true;
    await refund();
    await gateway.settle();
    expect(alerts.kinds).toContain('channel_unavailable');
    const { refundId } = refundNumbered(await gateway.order(order.orderId), 'R1');
    channel.isAnswerLost = false;
    channel.settleRefund(refundId);
    await gateway.attendAfter(31);
    expect(refundNumbered(await gateway.order(order.orderId), 'R1').state).toBe('SUCCESS');
    expect(channel.returnedMinor(latest(order).attemptId)).toBe(3_000);
    expect(channel.refundCalls).toBe(1);
  });

  test('before the channel received it is sent when the channel says that it never received it', async () => {
    const { gateway, order, refund } = await paidGateway();
    const { channel } = gateway.surroundings;
    channel.isReachable = false;
    await refund();
    await gateway.settle();
    await gateway.attendAfter(31);
    expect(channel.refunds.size).toBe(0);
    channel.isReachable = true;
    await gateway.attendAfter(61);
    expect(channel.refunds.size).toBe(1);
    expect(refundNumbered(await gateway.order(order.orderId), 'R1')).toMatchObject({
      state: 'PROCESSING',
      tries: 4,
    });
  });
});
