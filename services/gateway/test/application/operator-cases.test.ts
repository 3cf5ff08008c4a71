import { describe, expect, test } from 'vitest';
import type { ListedCase } from '../../src/application/operator/case-details.ts';
import { returnCaseIdOf } from '../../src/domain/order/order-identifiers.ts';
import { declined, latest, money, succeeded } from '../builders/orders.ts';
import { rawCallback } from '../in-memory/fake-callbacks.ts';
import { cards } from '../in-memory/fake-channel.ts';
import { outcomeOf, refundCommand } from '../in-memory/requests.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const DAY = 86_400;

/** Makes an order with a submitted attempt whose channel no longer answers. A day has passed since the order's end. */
async function givenUp() {
  const gateway = new TestGateway();
  const order = await gateway.submitted(await gateway.merchant(), {}, cards.unanswered);
  const { channel } = gateway.surroundings;
  const cancel = channel.cancel.bind(channel);
  channel.cancel = async () => ({ kind: 'unavailable', detail: 'down' });
  for (let hours = 0; hours < 50; hours += 1) await gateway.attendAfter(3600);
  return { gateway, channel, cancel, orderId: order.orderId, attemptId: latest(order).attemptId };
}

async function casesIn({ listCases }: TestGateway): Promise<readonly ListedCase[]> {
  return (await listCases.execute({ kind: null, after: null, limit: 100 })).cases;
}

async function cases(gateway: TestGateway): Promise<readonly string[]> {
  return (await casesIn(gateway)).map(({ kind, caseId }) => `${kind} ${caseId}`);
}

describe('fault 20: if a channel never answers about an attempt, the operator gets a case', () => {
  test('stays PAYING for at most a day after the order’s end, and then waits for the operator', async () => {
    const { gateway, orderId, attemptId } = await givenUp();
    expect((await gateway.order(orderId)).state).toBe('CLOSE');
    const [listed] = await casesIn(gateway);
    expect(listed).toMatchObject({ kind: 'attempt_unresolved', caseId: attemptId, orderId });
    expect(listed?.detail).toMatch(
      /^100\.00 USD may have been paid at Sandbox \(.+\), which gave no answer\.$/,
    );
  });

  test('ends when the operator asks the channel and it was paid: the money is returned', async () => {
    const { gateway, channel, cancel, orderId, attemptId } = await givenUp();
    expect(await gateway.askAboutAttempt.execute(attemptId)).toMatchObject({ answer: 'unknown' });
    channel.cancel = cancel;
    channel.settle(attemptId, succeeded());
    const asked = await gateway.askAboutAttempt.execute(attemptId);
    expect(asked).toMatchObject({ kind: 'asked', answer: 'ended', order: { state: 'CLOSE' } });
    await gateway.settle();
    await gateway.attendAfter(1);
    expect(await cases(gateway)).toEqual([]);
    expect((await gateway.order(orderId)).refunds).toMatchObject([{ origin: 'late_payment' }]);
    expect(channel.refunds.size).toBe(1);
  });

  test('is resolved when the channel confirms that it is cancelled', async () => {
    const { gateway, channel, cancel, attemptId } = await givenUp();
    channel.cancel = cancel;
    expect(await gateway.askAboutAttempt.execute(attemptId)).toMatchObject({ answer: 'cancelled' });
    expect(await cases(gateway)).toEqual([]);
  });

  test('stays open if the operator asks a channel that cannot be asked about the attempt', async () => {
    const { gateway, channel, attemptId } = await givenUp();
    channel.cancel = async () => ({ kind: 'not_askable' });
    expect(await gateway.askAboutAttempt.execute(attemptId)).toMatchObject({ answer: 'unknown' });
    expect(await cases(gateway)).toEqual([`attempt_unresolved ${attemptId}`]);
  });

  test('stays open after a late decline if the channel cannot be asked, because the consumer may have paid in another try', async () => {
    const { gateway, channel, orderId, attemptId } = await givenUp();
    channel.cancel = async () => ({ kind: 'not_askable' });
    await gateway.result(attemptId, declined);
    for (let hours = 0; hours < 50; hours += 1) await gateway.attendAfter(3600);
    expect(await cases(gateway)).toEqual([`attempt_unresolved ${attemptId}`]);
    expect(latest(await gateway.order(orderId)).cancellation).toBeNull();
  });

  test('is settled by the operator, once, with a note', async () => {
    const { gateway, orderId, attemptId } = await givenUp();
    const settled = await gateway.settleCase(attemptId, 'Not paid there.');
    expect(settled).toEqual({ kind: 'settled', orderId, refund: null });
    expect(await cases(gateway)).toEqual([]);
    expect((await gateway.order(orderId)).history.at(-1)).toMatchObject({
      cause: 'case_settled',
      moves: [{ subject: `case ${attemptId}`, from: 'open', to: 'settled' }],
    });
    expect(outcomeOf(await gateway.settleCase(attemptId, 'Again.'))).toBe('CASE_NOT_FOUND');
    expect(outcomeOf(await gateway.settleCase('nonsense', 'x'))).toBe('CASE_NOT_FOUND');
  });
});

describe('asking about an attempt', () => {
  test('that still awaits its result applies the channel’s answer', async () => {
    const gateway = new TestGateway();
    const order = await gateway.submitted(await gateway.merchant(), {}, cards.unanswered);
    const { attemptId } = latest(order);
    expect(await gateway.askAboutAttempt.execute(attemptId)).toMatchObject({ answer: 'pending' });
    gateway.surroundings.channel.settle(attemptId, succeeded());
    expect(await gateway.askAboutAttempt.execute(attemptId)).toMatchObject({
      answer: 'ended',
      order: { state: 'PAY_SUCCESS' },
    });
  });

  test('if a page never submitted an attempt but the channel says that the attempt is under way, the gateway waits for the result (fault 19)', async () => {
    const gateway = new TestGateway();
    const { channel } = gateway.surroundings;
    const order = await gateway.opened(await gateway.merchant());
    const { attemptId } = latest(order);
    channel.ask = async () => ({ kind: 'under_way' });
    expect(await gateway.askAboutAttempt.execute(attemptId)).toMatchObject({
      answer: 'pending',
      order: { state: 'PAYING', attempts: [{ state: 'SUBMITTED' }] },
    });
    const [noted] = (await gateway.order(order.orderId)).history.slice(-1);
    expect(noted).toMatchObject({ cause: 'inquiry_answered' });
  });

  test('that does not exist is refused', async () => {
    const gateway = new TestGateway();
    const order = await gateway.created(await gateway.merchant());
    for (const attemptId of ['nonsense', order.orderId.replace('ord_', 'txn_').concat('_1')]) {
      expect(outcomeOf(await gateway.askAboutAttempt.execute(attemptId))).toBe('ATTEMPT_NOT_FOUND');
    }
  });
});

describe('the operator and refunds', () => {
  test('a refund that did not reach its channel because of a crash is cancelled, and its amount can be refunded again', async () => {
    const surroundings = newSurroundings();
    const [dying, gateway] = [new TestGateway(surroundings, { dies: true }), new TestGateway(surroundings)];
    const merchant = await gateway.merchant();
    const order = await gateway.paid(merchant);
    await dying.acceptRefund.execute(merchant.merchantId, refundCommand({ amount: money(10_000) }));
    const [refund] = (await gateway.order(order.orderId)).refunds;
    const refundId = refund?.refundId ?? '';
    expect(await gateway.refunds.cancel(refundId)).toMatchObject({ kind: 'cancelled' });
    await gateway.attendAfter(DAY);
    expect(surroundings.channel.refunds.size).toBe(0);
    expect((await gateway.types(order.orderId)).at(-1)).toBe('order.refund.failed');
    const again = refundCommand({ transactionId: 'R2', amount: money(10_000) });
    expect(outcomeOf(await gateway.acceptRefund.execute(merchant.merchantId, again))).toBe('accepted');
    await gateway.settle();
    const sent = (await gateway.order(order.orderId)).refunds[1]?.refundId ?? '';
    expect(outcomeOf(await gateway.refunds.cancel(sent))).toBe('REFUND_NOT_CANCELLABLE');
    expect(outcomeOf(await gateway.refunds.cancel('rfd_none'))).toBe('REFUND_NOT_FOUND');
  });

  test('a refund that cannot be sent because its channel no longer exists finally becomes a case', async () => {
    const surroundings = newSurroundings();
    const withoutChannel = new TestGateway(surroundings, { hasNoChannel: true });
    const merchant = await withoutChannel.merchant();
    await new TestGateway(surroundings).paid(merchant);
    await withoutChannel.acceptRefund.execute(merchant.merchantId, refundCommand());
    await withoutChannel.settle();
    for (let tries = 2; tries <= 8; tries += 1) {
      expect(await casesIn(withoutChannel)).toEqual([]);
      await withoutChannel.attendAfter(3_601);
    }
    const [listed] = await casesIn(withoutChannel);
    expect(listed).toMatchObject({ kind: 'refund_unresolved' });
    expect(listed?.detail).toMatch(/could not be sent at Sandbox .* in 8 tries/);
  });

  test.each([
    ['its channel was gone', true, 'not_received', []],
    // When the operator settled the case, it was not known that the channel does not have the refund. So a new case tells the
    // operator.
    ['its channel never received it', false, 'not_received', ['refund_unresolved']],
    // The channel may have the refund, and only a result of the refund itself ends it.
    ['its channel cannot be asked', false, 'cannot_tell', []],
  ] as const)(
    'once an operator has settled a refund’s case, the gateway no longer sends the refund (fault 1): %s',
    async (_why, isGone, inquiry, left) => {
      const surroundings = newSurroundings();
      const { channel } = surroundings;
      const gateway = new TestGateway(surroundings);
      const merchant = await gateway.merchant();
      await gateway.paid(merchant);
      const refund = channel.refund.bind(channel);
      channel.refund = async () => ({ kind: 'unknown', detail: 'no answer' });
      channel.askRefund = async () => ({ kind: inquiry });
      const cutOff = isGone ? new TestGateway(surroundings, { hasNoChannel: true }) : gateway;
      await cutOff.acceptRefund.execute(merchant.merchantId, refundCommand());
      await cutOff.settle();
      for (let tries = 2; tries <= 8; tries += 1) await cutOff.attendAfter(3_601);
      const [{ caseId } = { caseId: '' }] = await casesIn(gateway);
      surroundings.clock.pass(68);
      expect(outcomeOf(await gateway.settleCase(caseId, 'Looked for it.'))).toBe('settled');
      channel.refund = refund;
      for (let hours = 0; hours < 3; hours += 1) await gateway.attendAfter(3_601);
      expect(channel.refunds.size).toBe(0);
      expect((await casesIn(gateway)).map(({ kind }) => kind)).toEqual(left);
      // The refund cannot be cancelled, because the operator may have returned the money by hand.
      expect(outcomeOf(await gateway.refunds.cancel(caseId))).toBe('REFUND_NOT_CANCELLABLE');
      const lookedAt = surroundings.clock.realNow();
      const found = { outcome: 'not_made', lookedAt, isNotByHand: true, note: 'Not there.' } as const;
      expect(outcomeOf(await gateway.refunds.conclude(caseId, found))).toBe('concluded');
    },
  );

  test('a return that its channel refused is repeated under a new key', async () => {
    const gateway = new TestGateway();
    const { channel } = gateway.surroundings;
    const order = await gateway.submitted(await gateway.merchant(), {}, cards.refundFails);
    const { attemptId } = latest(order);
    channel.cancel = async () => ({ kind: 'cancelled' });
    await gateway.attendAfter(1800);
    await gateway.result(attemptId, channel.settle(attemptId));
    await gateway.attendAfter(1);
    const [failed] = (await gateway.order(order.orderId)).refunds;
    const refundId = failed?.refundId ?? '';
    const atChannel = channel.refunds.get(refundId);
    if (atChannel === undefined) throw new Error('the return is not at the channel');
    atChannel.result = { kind: 'failed', failure: { code: 'refused', message: 'The account is closed.' } };
    await gateway.attendAfter(60);
    const [listed] = await casesIn(gateway);
    expect(listed).toMatchObject({ kind: 'return_failed', caseId: returnCaseIdOf(refundId) });
    expect(listed?.detail).toContain('100.00 USD failed at Sandbox');
    const repeated = await gateway.refunds.repeatReturn(refundId);
    expect(repeated).toMatchObject({ kind: 'repeated', refundId: expect.not.stringMatching(refundId) });
    await gateway.settle();
    expect([...channel.refunds.keys()]).toHaveLength(2);
    expect(await cases(gateway)).toEqual([]);
    const inProgress = `as ${refundId.replace(/_1$/, '_2')}, which is PROCESSING. Wait for its result`;
    expect(await gateway.refunds.repeatReturn(refundId)).toMatchObject({
      name: 'RETURN_NOT_REPEATABLE',
      detail: expect.stringContaining(inProgress),
    });
    expect(outcomeOf(await gateway.refunds.repeatReturn('nonsense'))).toBe('REFUND_NOT_FOUND');
  });
});

describe('a refund that is reported as failed after it was made', () => {
  test('fails and opens no case: the merchant can refund the amount again', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const order = await gateway.paid(merchant);
    await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
    await gateway.settle();
    const refundId = (await gateway.order(order.orderId)).refunds[0]?.refundId ?? '';
    const failed = {
      kind: 'failed',
      failure: { code: 'refund_failed', message: 'Account closed.' },
    } as const;
    const made = { kind: 'succeeded', returned: money(3_000) } as const;
    for (const [index, result] of [made, failed, failed].entries()) {
      const notification = { kind: 'refund', refundId, result } as const;
      const callback = rawCallback({ callbackId: `evt_${index}`, notification });
      await gateway.receiveCallback.execute('Sandbox', callback);
      await gateway.settle();
    }
    const after = await gateway.order(order.orderId);
    expect(after).toMatchObject({
      state: 'PAY_SUCCESS',
      refunds: [{ state: 'FAILED', failure: failed.failure }],
    });
    expect(await casesIn(gateway)).toEqual([]);
  });
});

describe('fault 18: if a channel reports a success with an amount other than the order’s, the operator gets a case', () => {
  test('is listed with the reported amount, and settled', async () => {
    const gateway = new TestGateway();
    const order = await gateway.submitted(await gateway.merchant());
    await gateway.result(latest(order).attemptId, succeeded(money(999)));
    const [listed] = await casesIn(gateway);
    expect(listed?.detail).toBe(
      'A payment of 9.99 USD was reported, but the amount of this order is 100.00 USD.',
    );
    expect(outcomeOf(await gateway.settleCase(listed?.caseId ?? '', 'Returned there.'))).toBe('settled');
    expect(await cases(gateway)).toEqual([]);
    expect((await gateway.order(order.orderId)).state).toBe('PAYING');
  });

  test('is reported as set aside when the operator asks the channel', async () => {
    const gateway = new TestGateway();
    const order = await gateway.submitted(await gateway.merchant(), {}, cards.unanswered);
    const { attemptId } = latest(order);
    gateway.surroundings.channel.settle(attemptId, succeeded(money(999)));
    expect(await gateway.askAboutAttempt.execute(attemptId)).toMatchObject({
      answer: 'set_aside',
      order: { state: 'PAYING' },
    });
  });

  test('is shown even if the reported amount is invalid', async () => {
    const gateway = new TestGateway();
    const order = await gateway.submitted(await gateway.merchant());
    await gateway.result(latest(order).attemptId, succeeded(money(1.5, 'zz')));
    const [listed] = await casesIn(gateway);
    expect(listed?.detail).toContain('1.5 minor units of zz');
  });
});

describe('fault 12: if background work fails too often, it is stopped, and the operator gets a case', () => {
  test('of an order and of a callback is listed with its reason, and continues when it is resumed', async () => {
    const gateway = new TestGateway();
    const { orders, clock } = gateway.surroundings;
    const order = await gateway.submitted(await gateway.merchant());
    const { attemptId } = latest(order);
    await gateway.surroundings.inbox.keep({
      callbackId: 'evt:1',
      channelId: 'Sandbox',
      notification: { kind: 'payment', attemptId, result: succeeded() },
      receivedAt: clock.realNow(),
    });
    // Otherwise the gateway need not read the order, because it has just written it.
    gateway.recent.forget(order.orderId);
    const find = orders.find.bind(orders);
    orders.find = async () => {
      throw new Error('a broken order');
    };
    for (let looks = 0; looks < 14; looks += 1) await gateway.attendAfter(1800);
    expect((await cases(gateway)).toSorted()).toEqual(
      [`callback_parked Sandbox:evt:1`, `order_parked ${order.orderId}`].toSorted(),
    );
    const details = (await casesIn(gateway)).map(({ detail }) => detail);
    for (const detail of details) expect(detail).toMatch(/failed 12 times, last with: a broken order$/);
    orders.find = find;
    const shown = await gateway.showOrder.execute(order.orderId);
    expect(shown).toMatchObject({ kind: 'found', cases: [{ kind: 'order_parked' }] });
    const { orderId: caseId } = order;
    expect(await gateway.cases.settle({ caseId, since: clock.now() }, 'x')).toMatchObject({
      detail: expect.stringContaining('kassa-admin cases resume'),
    });
    expect(outcomeOf(await gateway.cases.resume('Sandbox:evt:1'))).toBe('resumed');
    expect(outcomeOf(await gateway.cases.resume(order.orderId))).toBe('resumed');
    for (const caseId of ['Sandbox:evt:1', order.orderId, 'nonsense']) {
      expect(outcomeOf(await gateway.cases.resume(caseId))).toBe('CASE_NOT_FOUND');
    }
    await gateway.attendAfter(5);
    expect((await gateway.order(order.orderId)).paidAt).not.toBeNull();
    expect(await cases(gateway)).toEqual([]);
  });
});
