import { describe, expect, test } from 'vitest';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import { refundedMinor } from '../../src/domain/order/order-sums.ts';
import { latest, money, refundNumbered, succeeded } from '../builders/orders.ts';
import { refundCommand } from '../in-memory/requests.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

/** Creates a gateway with a paid order of 100.00, and functions for the order's next steps. */
async function paidGateway() {
  const surroundings = newSurroundings();
  const gateway = new TestGateway(surroundings);
  const merchant = await gateway.merchant();
  const order = await gateway.paid(merchant);
  const { attemptId } = latest(order);
  return {
    gateway,
    attemptId,
    channel: surroundings.channel,
    alerts: surroundings.alerts,
    current: () => gateway.order(order.orderId),
    types: () => gateway.types(order.orderId),
    refund: async (amountMinor: number, number = 'R1') => {
      const command = refundCommand({ transactionId: number, amount: money(amountMinor) });
      const answer = await gateway.acceptRefund.execute(merchant.merchantId, command);
      await gateway.settle();
      return answer;
    },
    dispute: (kind: DisputeReport['kind'], amountMinor: number) =>
      report(gateway, attemptId, kind, amountMinor),
  };
}

async function report(
  gateway: TestGateway,
  attemptId: string,
  kind: DisputeReport['kind'],
  amountMinor: number,
): Promise<void> {
  const { clock } = gateway.surroundings;
  await gateway.receiveCallback.apply({
    callbackId: `evt_${kind}_${amountMinor}`,
    channelId: 'Sandbox',
    notification: {
      kind: 'dispute',
      attemptId,
      report: { kind, channelReference: 'dsp_1', amount: money(amountMinor) },
    },
    receivedAt: clock.realNow(),
  });
  await gateway.settle();
}

const cases = async (gateway: TestGateway) =>
  (await gateway.listCases.execute({ kind: null, after: null, limit: 50 })).cases;

describe('a refund that never reached its channel', () => {
  test('if a refund has not reached its channel before a dispute is opened and lost, it is not sent afterwards (fault 52)', async () => {
    const at = await paidGateway();
    at.channel.isReachable = false;
    await at.refund(6_000);
    expect(refundNumbered(await at.current(), 'R1').state).toBe('PROCESSING');
    await at.dispute('opened', 7_000);
    await at.dispute('lost', 7_000);
    at.channel.isReachable = true;
    for (let hours = 0; hours < 3; hours += 1) await at.gateway.attendAfter(3_601);
    expect(at.channel.refunds.size).toBe(0);
    expect(refundNumbered(await at.current(), 'R1')).toMatchObject({
      state: 'CANCELLED',
      failure: { code: 'dispute_lost' },
    });
    expect(await at.current()).toMatchObject({ state: 'PARTIAL_REFUND' });
    expect(refundedMinor(await at.current())).toBe(7_000);
    expect(await at.types()).toContain('order.refund.failed');
    expect(await cases(at.gateway)).toEqual([]);
  });

  test('during a dispute, the gateway cancels a refund as soon as the channel says that it never received the refund (fault 52)', async () => {
    const at = await paidGateway();
    at.channel.isReachable = false;
    await at.refund(6_000);
    await at.dispute('opened', 3_000);
    at.channel.isReachable = true;
    await at.gateway.attendAfter(31);
    expect(at.channel.refunds.size).toBe(0);
    expect(refundNumbered(await at.current(), 'R1')).toMatchObject({
      state: 'CANCELLED',
      failure: { code: 'dispute_opened' },
    });
    expect((await at.current()).state).toBe('IN_DISPUTE');
  });

  test('if a refund has waited for the outcome of a dispute, it is sent if the dispute is won, or if it is lost but the rest of the payment covers the refund (fault 52)', async () => {
    for (const [outcome, amountMinor] of [
      ['won', 7_000],
      ['lost', 3_000],
    ] as const) {
      const at = await paidGateway();
      at.channel.isReachable = false;
      await at.refund(6_000);
      await at.dispute('opened', amountMinor);
      await at.dispute(outcome, amountMinor);
      at.channel.isReachable = true;
      await at.gateway.attendAfter(31);
      expect(at.channel.refunds.size).toBe(1);
      expect(refundNumbered(await at.current(), 'R1').state).toBe('PROCESSING');
    }
  });

  test('if the gateway could not make the call that sends a refund, a new dispute cancels the refund immediately, because the channel cannot have received it (fault 52)', async () => {
    const at = await paidGateway();
    at.channel.isBusy = true;
    await at.refund(6_000);
    expect(refundNumbered(await at.current(), 'R1').state).toBe('INITIALISED');
    expect(at.alerts.kinds).toContain('channel_unavailable');
    await at.dispute('opened', 7_000);
    expect(refundNumbered(await at.current(), 'R1').state).toBe('CANCELLED');
    at.channel.isBusy = false;
    await at.gateway.attendAfter(3_601);
    expect(at.channel.refunds.size).toBe(0);
  });

  test('if the gateway could not make the call that sends a refund, it later sends the refund without first asking the channel about it (fault 52)', async () => {
    const at = await paidGateway();
    at.channel.isBusy = true;
    await at.refund(6_000);
    at.channel.isBusy = false;
    at.channel.askRefund = () => Promise.reject(new Error('nothing is to be asked'));
    await at.gateway.attendAfter(31);
    expect(at.channel.refunds.size).toBe(1);
  });

  test('the gateway does not send a refund again while an earlier call that sends the refund may still be running (fault 52)', async () => {
    const at = await paidGateway();
    // The process dies during the call, so nobody records the end of the call.
    at.channel.refund = () => new Promise(() => {});
    void at.refund(6_000);
    await expect.poll(async () => (await at.current()).refunds[0]?.state).toBe('PROCESSING');
    Reflect.deleteProperty(at.channel, 'refund');
    // Only business time moves, so the call that began a moment ago may still be running.
    at.gateway.surroundings.clock.move(3_600);
    const other = new TestGateway(at.gateway.surroundings);
    await other.attendAfter(0);
    expect(refundNumbered(await at.current(), 'R1').state).toBe('PROCESSING');
    expect(at.channel.refunds.size).toBe(0);
    at.gateway.surroundings.clock.move(3_600);
    // Now the call has certainly ended: it takes at most 22 s, and the clocks of two instances may be 40 s apart.
    await other.attendAfter(63);
    expect(at.channel.refunds.size).toBe(1);
  });

  test('a refund stays PROCESSING as long as its channel cannot say whether it received the refund; nothing changes if the gateway cannot make its next call to the channel (fault 52)', async () => {
    const at = await paidGateway();
    at.channel.isAnswerLost = true;
    at.channel.askRefund = async () => ({ kind: 'cannot_tell' });
    await at.refund(6_000);
    expect(at.channel.refunds.size).toBe(1);
    at.channel.isBusy = true;
    await at.gateway.attendAfter(31);
    expect(refundNumbered(await at.current(), 'R1').state).toBe('PROCESSING');
  });

  test('if a dispute is opened while the channel cannot say whether it has a refund, the gateway neither cancels the refund nor sends it again (fault 52)', async () => {
    const at = await paidGateway();
    at.channel.isReachable = false;
    at.channel.askRefund = async () => ({ kind: 'cannot_tell' });
    await at.refund(6_000);
    await at.dispute('opened', 7_000);
    at.channel.isReachable = true;
    await at.gateway.attendAfter(31);
    expect(at.channel.refunds.size).toBe(0);
    expect(refundNumbered(await at.current(), 'R1').state).toBe('PROCESSING');
    await at.dispute('won', 7_000);
    await at.gateway.attendAfter(61);
    expect(at.channel.refunds.size).toBe(1);
  });
});

/** Reports another dispute of the payment. An order does not follow it after a lost one. */
async function setAnotherDisputeAside({ gateway, attemptId }: Awaited<ReturnType<typeof paidGateway>>) {
  await gateway.receiveCallback.apply({
    callbackId: 'evt_other',
    channelId: 'Sandbox',
    notification: {
      kind: 'dispute',
      attemptId,
      // The dispute is over more than twice the payment, so the order cannot follow it.
      report: { kind: 'opened', channelReference: 'dsp_2', amount: money(20_001) },
    },
    receivedAt: gateway.surroundings.clock.realNow(),
  });
}

test('while the report of a second dispute of an order waits for an operator’s decision, the gateway cancels an accepted refund of the order instead of sending it (fault 52)', async () => {
  const at = await paidGateway();
  await at.dispute('opened', 4_000);
  await at.dispute('lost', 4_000);
  at.channel.isBusy = true;
  await at.refund(6_000);
  await setAnotherDisputeAside(at);
  at.channel.isBusy = false;
  await at.gateway.attendAfter(31);
  expect(at.channel.refunds.size).toBe(0);
  expect(refundNumbered(await at.current(), 'R1').state).toBe('CANCELLED');
});

test('while the report of a second dispute of an order waits for an operator’s decision, the gateway refuses requests to refund the order (fault 52)', async () => {
  const at = await paidGateway();
  await at.dispute('opened', 4_000);
  await at.dispute('lost', 4_000);
  await setAnotherDisputeAside(at);
  expect(await at.refund(6_000)).toMatchObject({
    name: 'ORDER_IN_DISPUTE',
    detail: expect.stringContaining('operator'),
  });
  expect((await at.current()).refunds).toEqual([]);
  const [aside] = await cases(at.gateway);
  await at.gateway.settleCase(aside?.caseId ?? '', 'The bank took nothing for it.');
  await at.refund(6_000);
  expect(at.channel.refunds.size).toBe(1);
});

test('if a refund is made although a dispute over the same money was lost, the operator gets a case (fault 52)', async () => {
  const at = await paidGateway();
  await at.refund(6_000);
  expect(at.channel.refunds.size).toBe(1);
  await at.dispute('opened', 7_000);
  await at.dispute('lost', 7_000);
  at.channel.settleRefund(refundNumbered(await at.current(), 'R1').refundId);
  await at.gateway.attendAfter(31);
  const order = await at.current();
  expect([order.state, refundedMinor(order)]).toEqual(['REFUNDED', 13_000]);
  expect(at.alerts.kinds).toContain('returned_too_much');
  const [listed] = await cases(at.gateway);
  expect(listed).toMatchObject({
    kind: 'returned_too_much',
    caseId: expect.stringMatching(/^exc_/),
    detail: '130.00 USD of a payment of 100.00 USD went back, by refunds and lost disputes together.',
  });
  await at.gateway.settleCase(listed?.caseId ?? '', 'The merchant bears it.');
  expect(await cases(at.gateway)).toEqual([]);
});

describe('a dispute that waits for its payment', () => {
  async function waiting(state: 'submitted' | 'failed') {
    const gateway = new TestGateway();
    const order = await gateway.submitted(await gateway.merchant());
    const { attemptId } = latest(order);
    if (state === 'failed') {
      const failure = { code: 'no', message: 'No.', category: 'declined' } as const;
      await gateway.result(attemptId, { kind: 'failed', failure, card: null });
    }
    await report(gateway, attemptId, 'opened', 10_000);
    return { gateway, attemptId, current: () => gateway.order(order.orderId) };
  }

  test('if a channel has reported a dispute but no payment when the order closes, the operator gets a case; a payment that succeeds later is not returned (fault 53)', async () => {
    const { gateway, attemptId, current } = await waiting('submitted');
    await gateway.attendAfter(1_800);
    expect(await current()).toMatchObject({ state: 'CLOSE', dispute: null });
    await report(gateway, attemptId, 'lost', 10_000);
    await gateway.result(attemptId, succeeded());
    await gateway.attendAfter(60);
    expect(gateway.surroundings.channel.refunds.size).toBe(0);
    expect((await current()).refunds).toMatchObject([
      { origin: 'late_payment', state: 'CANCELLED', failure: { code: 'dispute_opened' } },
    ]);
    const kinds = (await cases(gateway)).map(({ kind, detail }) => `${kind}: ${detail}`);
    expect(kinds).toEqual([
      expect.stringMatching(/^return_failed: .*disputed the payment/),
      expect.stringMatching(
        /^result_set_aside: The dispute .* was reported as opened; the order does not record this dispute/,
      ),
      expect.stringMatching(
        /^result_set_aside: The dispute .* was reported as lost; the order does not record this dispute/,
      ),
    ]);
  });

  test('not even an operator can return a late payment whose money the bank has already taken back in a lost dispute (fault 53)', async () => {
    const { gateway, attemptId, current } = await waiting('submitted');
    await gateway.attendAfter(1_800);
    await report(gateway, attemptId, 'lost', 10_000);
    await gateway.result(attemptId, succeeded());
    await gateway.attendAfter(1);
    const refundId = (await current()).refunds[0]?.refundId ?? '';
    const aside = (await cases(gateway)).filter(({ kind }) => kind === 'result_set_aside');
    for (const { caseId } of aside) await gateway.settleCase(caseId, 'The bank took it.');
    expect(await cases(gateway)).toMatchObject([{ kind: 'return_failed' }]);
    expect(await gateway.refunds.repeatReturn(refundId)).toMatchObject({
      name: 'RETURN_NOT_REPEATABLE',
      detail: expect.stringContaining('lost dispute'),
    });
    await gateway.attendAfter(60);
    expect(gateway.surroundings.channel.refunds.size).toBe(0);
    const [left] = await cases(gateway);
    await gateway.settleCase(left?.caseId ?? '', 'The bank took it.');
    expect(await cases(gateway)).toEqual([]);
  });

  test('if a channel reports a dispute but never the disputed payment, the operator gets a case when the order ends as failed (fault 53)', async () => {
    const { gateway, current } = await waiting('failed');
    await gateway.attendAfter(1_800);
    expect(await current()).toMatchObject({ state: 'PAY_FAIL', dispute: null });
    expect(await cases(gateway)).toMatchObject([{ kind: 'result_set_aside' }]);
    const end = await current();
    await gateway.attendAfter(3 * 86_400);
    expect(await current()).toEqual(end);
  });

  test('if a channel reports a dispute as lost but never reports the disputed payment, the operator gets a case when the order closes (fault 53)', async () => {
    const { gateway, attemptId, current } = await waiting('submitted');
    await report(gateway, attemptId, 'lost', 10_000);
    await gateway.attendAfter(1_800);
    expect(await current()).toMatchObject({ state: 'CLOSE', dispute: null });
    expect(await cases(gateway)).toMatchObject([
      { kind: 'result_set_aside', detail: expect.stringMatching(/reported as lost/) },
    ]);
  });

  test('if a disputed payment is reported only after its order has failed, the order records the dispute and refuses refunds (fault 53)', async () => {
    for (const result of ['opened', 'lost'] as const) {
      const { gateway, attemptId, current } = await waiting('failed');
      if (result === 'lost') await report(gateway, attemptId, 'lost', 10_000);
      await gateway.attendAfter(1_800);
      expect(await current()).toMatchObject({ state: 'PAY_FAIL', dispute: null });
      await gateway.result(attemptId, succeeded());
      expect(await current()).toMatchObject({
        state: result === 'lost' ? 'REFUNDED' : 'IN_DISPUTE',
        dispute: { channelReference: 'dsp_1', state: result },
      });
      expect(await gateway.types((await current()).orderId)).toContain('order.dispute.opened');
      const { merchantId } = await current();
      const asked = await gateway.acceptRefund.execute(merchantId, refundCommand());
      expect(asked.kind).toBe('refused');
    }
  });

  test('if a late payment was not returned because of a dispute, an operator can have it returned once the dispute is won (fault 53)', async () => {
    const { gateway, attemptId, current } = await waiting('submitted');
    await gateway.attendAfter(1_800);
    await gateway.result(attemptId, succeeded());
    await gateway.attendAfter(1);
    await report(gateway, attemptId, 'won', 10_000);
    const [held] = (await current()).refunds;
    expect(held?.state).toBe('CANCELLED');
    expect((await gateway.refunds.repeatReturn(held?.refundId ?? '')).kind).toBe('repeated');
    await gateway.settle();
    expect(gateway.surroundings.channel.refunds.size).toBe(1);
  });
});
