import { describe, expect, test } from 'vitest';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundedMinor } from '../../src/domain/order/payment-order.ts';
import type { RefundResult } from '../../src/domain/refund/refund.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import type { ChannelNotification } from '../../src/ports/payment-channel.ts';
import { latest, money, refundNumbered, succeeded } from '../builders/orders.ts';
import { newSurroundings, refundCommand, TestGateway } from '../in-memory/test-gateway.ts';

const NOTE = 'Seen in the processor’s dashboard.';

/** A gateway with an order of 100.00 in the channel's hands, and everything that is done about it. */
async function gatewayWith(state: 'submitted' | 'paid') {
  const surroundings = newSurroundings();
  const gateway = new TestGateway(surroundings);
  const merchant = await gateway.merchant();
  const order = state === 'paid' ? await gateway.paid(merchant) : await gateway.submitted(merchant);
  const { attemptId } = latest(order);
  let callbacks = 0;
  const told = async (notification: ChannelNotification) => {
    callbacks += 1;
    await gateway.receiveCallback.apply({
      callbackId: `evt_${callbacks}`,
      channelId: 'Sandbox',
      notification,
      receivedAt: surroundings.clock.realNow(),
    });
    await gateway.settle();
  };
  return {
    gateway,
    attemptId,
    channel: surroundings.channel,
    current: () => gateway.order(order.orderId),
    told,
    toldOfDispute: (kind: DisputeReport['kind'], amountMinor: number, channelReference = 'dsp_1') =>
      told({ kind: 'dispute', attemptId, report: { kind, channelReference, amount: money(amountMinor) } }),
    toldOfRefund: (refundId: string, result: RefundResult) => told({ kind: 'refund', refundId, result }),
    refund: async (amountMinor: number, number: string) => {
      const command = refundCommand({ transactionId: number, amount: money(amountMinor) });
      const answer = await gateway.requestRefund.execute(merchant.merchantId, command);
      await gateway.settle();
      return answer;
    },
  };
}

describe('a dispute that was won and is lost after all', () => {
  test('keeps a refund of the same money from being sent until an operator has looked', async () => {
    const at = await gatewayWith('paid');
    await at.toldOfDispute('opened', 10_000);
    await at.toldOfDispute('won', 10_000);
    await at.toldOfDispute('lost', 10_000);
    expect(openCases(await at.current())).toMatchObject([{ kind: 'result_set_aside' }]);
    await at.refund(10_000, 'R1');
    expect(at.channel.refunds.size).toBe(0);
  });

  test('keeps it also where an operator had concluded it as won', async () => {
    const at = await gatewayWith('paid');
    await at.toldOfDispute('opened', 10_000);
    const { orderId } = await at.current();
    await at.gateway.concludeDispute.execute(orderId, { channelReference: 'dsp_1', outcome: 'won' }, NOTE);
    await at.toldOfDispute('lost', 10_000);
    await at.refund(10_000, 'R1');
    expect(at.channel.refunds.size).toBe(0);
  });

  test('keeps the return of late money from being repeated', async () => {
    const at = await gatewayWith('submitted');
    await at.gateway.attendAfter(1_800);
    expect((await at.current()).state).toBe('CLOSE');
    await at.toldOfDispute('opened', 10_000);
    await at.told({ kind: 'payment', attemptId: at.attemptId, result: succeeded() });
    await at.gateway.attendAfter(1);
    await at.toldOfDispute('won', 10_000);
    await at.toldOfDispute('lost', 10_000);
    const [held] = (await at.current()).refunds;
    expect(held?.state).toBe('CANCELLED');
    await at.gateway.repeatReturn.execute(held?.refundId ?? '');
    await at.gateway.settle();
    expect(at.channel.refunds.size).toBe(0);
  });
});

describe('a dispute whose outcome names another amount than its opening', () => {
  test('is lost over the amount that the bank has taken, or is told to an operator', async () => {
    const at = await gatewayWith('paid');
    await at.toldOfDispute('opened', 3_000);
    await at.toldOfDispute('lost', 10_000);
    const order = await at.current();
    const isToldOf = openCases(order).length > 0;
    expect(isToldOf || refundedMinor(order) === 10_000).toBe(true);
  });

  test('leaves no more to refund than the bank has left', async () => {
    const at = await gatewayWith('paid');
    await at.toldOfDispute('opened', 3_000);
    await at.toldOfDispute('lost', 10_000);
    await at.refund(7_000, 'R1');
    expect(at.channel.refunds.size).toBe(0);
  });
});

describe('a second dispute that the bank has decided', () => {
  test('can be settled by an operator without its money becoming free for a refund', async () => {
    const at = await gatewayWith('paid');
    await at.toldOfDispute('opened', 4_000);
    await at.toldOfDispute('lost', 4_000);
    await at.toldOfDispute('lost', 6_000, 'dsp_2');
    for (const { caseId } of openCases(await at.current())) {
      await at.gateway.settleCase.execute(caseId, 'The bank has taken 60.00 as well. Noted in the ledger.');
    }
    await at.refund(6_000, 'R1');
    expect(at.channel.refunds.size).toBe(0);
  });
});

describe('a dispute after everything was refunded', () => {
  test('is counted as money that the bank has taken as well', async () => {
    const at = await gatewayWith('paid');
    await at.refund(10_000, 'R1');
    const { refundId } = refundNumbered(await at.current(), 'R1');
    await at.toldOfRefund(refundId, { kind: 'succeeded', returned: money(10_000) });
    await at.toldOfDispute('opened', 10_000);
    await at.toldOfDispute('lost', 10_000);
    const order = await at.current();
    // 100.00 came, 100.00 went back, and the bank took 100.00: with 99.99 refunded, all of that would be counted.
    const netMinor = moneyMovesOf(order).reduce((sum, { signedMinor }) => sum + signedMinor, 0);
    expect(netMinor).toBe(-10_000);
    expect(openCases(order)).toMatchObject([{ kind: 'returned_too_much' }]);
  });
});

describe('reports that overtake each other', () => {
  test('come to the same sums, whether the refund or the dispute of its money was told first', async () => {
    const sums = [];
    for (const isRefundFirst of [true, false]) {
      const at = await gatewayWith('paid');
      await at.refund(10_000, 'R1');
      const { refundId } = refundNumbered(await at.current(), 'R1');
      const refunded = () => at.toldOfRefund(refundId, { kind: 'succeeded', returned: money(10_000) });
      if (isRefundFirst) await refunded();
      await at.toldOfDispute('opened', 10_000);
      if (!isRefundFirst) await refunded();
      await at.toldOfDispute('lost', 10_000);
      sums.push(refundedMinor(await at.current()));
    }
    expect(sums[0]).toBe(sums[1]);
  });

  test('open the second dispute, though it was told before the first was won', async () => {
    const states = [];
    for (const isSecondLast of [true, false]) {
      const at = await gatewayWith('paid');
      await at.toldOfDispute('opened', 10_000, 'dsp_1');
      if (!isSecondLast) await at.toldOfDispute('opened', 10_000, 'dsp_2');
      await at.toldOfDispute('won', 10_000, 'dsp_1');
      if (isSecondLast) await at.toldOfDispute('opened', 10_000, 'dsp_2');
      states.push((await at.current()).state);
    }
    expect(states).toEqual(['IN_DISPUTE', 'IN_DISPUTE']);
  });
});

describe('a second dispute whose loss was told while the first was open', () => {
  test.each([
    ['before the first was won', ['opened', 'lost'], []],
    ['before its own opening', ['lost'], ['opened']],
  ] as const)('%s, is lost', async (_case, early, late) => {
    const at = await gatewayWith('paid');
    await at.toldOfDispute('opened', 10_000, 'dsp_1');
    for (const kind of early) await at.toldOfDispute(kind, 10_000, 'dsp_2');
    await at.toldOfDispute('won', 10_000, 'dsp_1');
    for (const kind of late) await at.toldOfDispute(kind, 10_000, 'dsp_2');
    const order = await at.current();
    expect([order.state, refundedMinor(order)]).toEqual(['REFUNDED', 10_000]);
  });
});

describe('two matters of one attempt', () => {
  test('are settled each by itself', async () => {
    const at = await gatewayWith('submitted');
    at.channel.isReachable = false;
    for (let hours = 0; hours < 60; hours += 1) await at.gateway.attendAfter(3_600);
    await at.told({
      kind: 'uncollected',
      attemptId: at.attemptId,
      channelReference: 'cpt_1',
      reason: 'The bank refused.',
    });
    const kinds = async () => openCases(await at.current()).map(({ kind }) => kind);
    expect(await kinds()).toEqual(['attempt_unresolved', 'payment_uncollected']);
    await at.gateway.settleCase.execute(at.attemptId, 'The channel’s page says that it was never paid.');
    expect(await kinds()).toEqual(['payment_uncollected']);
  });
});
